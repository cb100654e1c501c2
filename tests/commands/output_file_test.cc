#include "commands/files/output_file.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest() {
    std::string pattern = (fs::temp_directory_path() / "dps-output-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~OutputFileTest() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string in(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
};

TEST_F(OutputFileTest, AppearsWholeAndOnlyWhenCommitted) {
  auto file = OutputFile::create(in("result.json"));
  ASSERT_TRUE(file);
  EXPECT_FALSE(fs::exists(in("result.json")));
  ASSERT_TRUE(file->commit("{}\n"));
  EXPECT_EQ(read(in("result.json")), "{}\n");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, LeavesTheOldFileAndNothingElseWhenNotCommitted) {
  std::ofstream(in("result.json")) << "old";
  {
    auto file = OutputFile::create(in("result.json"));
    ASSERT_TRUE(file);
    EXPECT_EQ(files(), 1U);  // so that nothing is left if dps is killed
  }
  EXPECT_EQ(read(in("result.json")), "old");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, KeepsTheModeOfTheFileThatItReplaces) {
  std::ofstream(in("result.json")) << "old";
  for (const auto mode : {fs::perms(0600), fs::perms(0664)}) {
    fs::permissions(in("result.json"), mode);
    ASSERT_TRUE(OutputFile::create(in("result.json"))->commit("new"));
    EXPECT_EQ(read(in("result.json")), "new");
    EXPECT_EQ(fs::status(in("result.json")).permissions(), mode);
  }
}

TEST_F(OutputFileTest, WritesThroughSymbolicLinks) {
  fs::create_directory(in("deep"));
  std::ofstream(in("deep/result.json")) << "old";
  fs::create_symlink("deep/result.json", in("one"));
  fs::create_symlink(in("one"), in("two"));
  fs::create_symlink("deep/later.json", in("dangling"));
  for (const auto& [link, target] :
       {std::pair("two", "deep/result.json"), std::pair("dangling", "deep/later.json")}) {
    ASSERT_TRUE(OutputFile::create(in(link))->commit("new"));
    EXPECT_TRUE(fs::is_symlink(in(link)));
    EXPECT_EQ(read(in(target)), "new");
  }
  EXPECT_TRUE(fs::is_symlink(in("one")));
}

TEST_F(OutputFileTest, ATextThatCannotReplaceTheFileIsKeptBesideIt) {
  auto file = OutputFile::create(in("result.json"));
  ASSERT_TRUE(file);
  fs::create_directory(in("result.json"));
  const auto written = file->commit("result");
  ASSERT_FALSE(written);
  const std::string& message = written.error().message;
  const std::size_t name = message.find("the new text is in '") + 20;
  ASSERT_LT(name, message.size()) << message;
  EXPECT_EQ(read(message.substr(name, message.size() - name - 1)), "result");
}

TEST_F(OutputFileTest, ChecksTheTargetAgainBeforeItReplacesIt) {
  auto file = OutputFile::create(in("page.html"), marked_kind("page"), Existing::kOwn);
  ASSERT_TRUE(file);
  std::ofstream(in("page.html")) << "thesis";
  const auto written = file->commit("page");
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("not a page that dps wrote; the new text is in '"),
            std::string::npos)
      << written.error().message;
  EXPECT_EQ(read(in("page.html")), "thesis");
}

TEST_F(OutputFileTest, RefusesAFileOfAnotherKindUnlessForced) {
  std::ofstream(in("page.html")) << "thesis";
  fs::create_symlink("page.html", in("link"));
  for (const char* name : {"page.html", "link"}) {
    const auto refused = OutputFile::create(in(name), marked_kind("page"), Existing::kOwn);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kInput);
    EXPECT_EQ(refused.error().message,
              "cannot write '" + in(name) +
                  "': it is another file, not a page that dps wrote; name another file, or replace "
                  "it with --force");
  }
  EXPECT_EQ(files(), 2U);
  ASSERT_TRUE(OutputFile::create(in("link"), marked_kind("page"), Existing::kAny)->commit("page"));
  EXPECT_EQ(read(in("page.html")).substr(0, 27), "page\n# dps wrote this page;");
  EXPECT_TRUE(OutputFile::create(in("link"), marked_kind("page"), Existing::kOwn));
}

TEST_F(OutputFileTest, AMarkIsWrittenToRegularFilesOnly) {
  ASSERT_EQ(::mkfifo(in("pipe").c_str(), 0600), 0);
  const int both = ::open(in("pipe").c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  ASSERT_TRUE(OutputFile::create(in("pipe"), marked_kind("page"), Existing::kOwn)->commit("page"));
  std::array<char, 100> text{};
  EXPECT_EQ(::read(both, text.data(), text.size()), 4);
  ::close(both);
}

TEST_F(OutputFileTest, RefusesAnEmptyName) {
  EXPECT_FALSE(OutputFile::create(""));
}

TEST_F(OutputFileTest, ADashIsStandardOutput) {
  const auto file = OutputFile::create("-");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->is_stdout());
  EXPECT_FALSE(OutputFile::create("/dev/null")->is_stdout());
}

TEST_F(OutputFileTest, RefusesAFolderThatIsNotThere) {
  const auto file = OutputFile::create(in("missing/result.json"));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kInput);
  EXPECT_NE(file.error().message.find("missing/result.json': No such file"), std::string::npos);
}

TEST_F(OutputFileTest, RefusesADirectory) {
  EXPECT_FALSE(OutputFile::create(folder_.string()));
}

TEST_F(OutputFileTest, AFullDiskIsAnErrorThatNamesTheFile) {
  auto file = OutputFile::create("/dev/full");
  ASSERT_TRUE(file);
  const auto written = file->commit("x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write '/dev/full': No space left on device");
}

}  // namespace
}  // namespace dps::commands
