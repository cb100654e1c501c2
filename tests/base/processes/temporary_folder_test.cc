#include "base/processes/temporary_folder.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

namespace fs = std::filesystem;

TEST(TemporaryFolder, IsRemovedWithItsContentsAtTheEnd) {
  const support::ScratchFolder scratch;
  std::string path;
  {
    const auto folder = TemporaryFolder::make(scratch.path() / "one-XXXXXX");
    ASSERT_TRUE(folder) << folder.error().message;
    path = folder->path();
    EXPECT_TRUE(path.starts_with((scratch.path() / "one-").string()));
    fs::create_directories(path + "/below");
    std::ofstream(path + "/below/file") << "text";
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TemporaryFolder, IsKeptIfItIsReleased) {
  const support::ScratchFolder scratch;
  std::string path;
  {
    auto folder = TemporaryFolder::make(scratch.path() / "XXXXXX");
    ASSERT_TRUE(folder);
    path = folder->release();
  }
  EXPECT_TRUE(fs::is_directory(path));
}

TEST(TemporaryFolder, ReportsTheReasonIfItCannotBeMade) {
  const support::ScratchFolder scratch;
  const auto folder = TemporaryFolder::make(scratch.path() / "missing" / "XXXXXX");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message, "No such file or directory");
}

TEST(TemporaryFolder, TwoHaveDifferentNames) {
  const support::ScratchFolder scratch;
  const auto one = TemporaryFolder::make(scratch.path() / "XXXXXX");
  const auto other = TemporaryFolder::make(scratch.path() / "XXXXXX");
  ASSERT_TRUE(one && other);
  EXPECT_NE(one->path(), other->path());
}

}  // namespace
}  // namespace dps
