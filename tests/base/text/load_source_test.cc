#include "base/text/load_source.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/scanner.h"

namespace dps::text {
namespace {

class LoadSource : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "dps-load-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path() const { return (folder_ / "blueprint.txt").string(); }
  void write(const std::string& text) const { std::ofstream(path(), std::ios::binary) << text; }
  [[nodiscard]] std::string refusal() const {
    const auto source = load_source(path(), "blueprint");
    return source ? "" : source.error().message;
  }

  std::filesystem::path folder_;
};

TEST_F(LoadSource, ReturnsTheBytesUnchanged) {
  const std::string bytes("a\r\n\0b\xef\xbb\xbf", 8);
  write(bytes);
  const auto source = load_source(path(), "blueprint");
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(source->text, bytes);
  EXPECT_EQ(source->path, path());
}

TEST_F(LoadSource, LeavesOutAByteOrderMark) {
  write(
      "\xef\xbb\xbf"
      "P A.p 1 u\n");
  EXPECT_EQ(load_source(path(), "blueprint")->text, "P A.p 1 u\n");
  write("\xef\xbb\xbf");
  EXPECT_EQ(load_source(path(), "blueprint")->text, "");
}

TEST_F(LoadSource, RefusesAnythingButAFile) {
  const std::string prefix = "cannot read blueprint '" + path() + "': ";
  EXPECT_EQ(refusal(), prefix + "No such file or directory");
  std::filesystem::create_directory(path());
  EXPECT_EQ(refusal(), prefix + "it is a directory");
  const auto device = load_source("/dev/null", "blueprint");
  ASSERT_FALSE(device.has_value());
  EXPECT_EQ(device.error().message, "cannot read blueprint '/dev/null': it is not a regular file");
}

TEST_F(LoadSource, ReadsAPipeToItsEnd) {
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  EXPECT_EQ(load_source(path(), "blueprint")->text, "");  // no writer: does not wait for one
  std::thread writer([this] { write("P A.p 1 u\n"); });
  const int keeps_open = ::open(path().c_str(), O_RDONLY);  // returns when the writer has opened it
  EXPECT_EQ(load_source(path(), "blueprint")->text, "P A.p 1 u\n");
  writer.join();
  ::close(keeps_open);
}

TEST_F(LoadSource, ADashIsStandardInput) {
  write("P A.p 1 u\n");
  const int before = ::dup(STDIN_FILENO);
  const int file = ::open(path().c_str(), O_RDONLY);
  ASSERT_EQ(::dup2(file, STDIN_FILENO), STDIN_FILENO);
  const auto source = load_source("-", "blueprint");
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  ::close(file);
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(source->path, "<stdin>");
  EXPECT_EQ(source->text, "P A.p 1 u\n");
}

TEST_F(LoadSource, RefusesMoreThan16MiB) {
  write(std::string(kMaxFileBytes, '\n'));
  EXPECT_EQ(refusal(), "");
  write(std::string(kMaxFileBytes + 1, '\n'));
  EXPECT_EQ(refusal(), "cannot read blueprint '" + path() + "': it is larger than 16 MiB");
}

}  // namespace
}  // namespace dps::text
