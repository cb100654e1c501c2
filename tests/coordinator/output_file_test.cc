#include "coordinator/cli/output_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace dps::coordinator {
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
  }
  EXPECT_EQ(read(in("result.json")), "old");
  EXPECT_EQ(files(), 1U);
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
}  // namespace dps::coordinator
