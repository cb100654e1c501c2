#include "userfuncs/owned_path.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/scratch_folder.h"

namespace dps::userfuncs {
namespace {

namespace fs = std::filesystem;

/// A file in a sub-folder of a scratch folder. Only their owner can write them.
class OwnedPath : public testing::Test {
 protected:
  void SetUp() override {
    file_ = scratch_.write("folder/lib.so", "x");
    fs::permissions(file_, fs::perms(0644));
    fs::permissions(file_.parent_path(), fs::perms(0755));
  }

  static void mode(const fs::path& path, mode_t mode) { ASSERT_EQ(::chmod(path.c_str(), mode), 0); }
  static std::string refusal(const fs::path& path) {
    const auto owned = owned_path(path);
    return owned ? "" : owned.error().message;
  }

  support::ScratchFolder scratch_;
  fs::path file_;
};

TEST_F(OwnedPath, ReturnsTheRealPathOfAnOwnFile) {
  const fs::path link = scratch_.path() / "link.so";
  fs::create_symlink(file_, link);
  EXPECT_EQ(owned_path(link).value(), fs::canonical(file_).string());
}

TEST_F(OwnedPath, RefusesAFileThatItsGroupMayWrite) {
  mode(file_, 0664);
  EXPECT_NE(refusal(file_).find("lib.so' may be written by users other than its owner"),
            std::string::npos);
}

TEST_F(OwnedPath, RefusesAFileThatEverybodyMayWrite) {
  mode(file_, 0646);
  EXPECT_NE(refusal(file_).find("lib.so' may be written by users other than its owner"),
            std::string::npos);
}

TEST_F(OwnedPath, RefusesAFolderThatOthersMayWrite) {
  mode(file_.parent_path(), 0775);
  EXPECT_NE(refusal(file_).find("folder' may be written by users other than its owner"),
            std::string::npos);
}

TEST_F(OwnedPath, AcceptsASharedFolderWithTheStickyBit) {
  mode(file_.parent_path(), 01777);
  EXPECT_EQ(refusal(file_), "");
}

TEST_F(OwnedPath, AStickyBitDoesNotMakeAFileSafe) {
  mode(file_, 01666);
  EXPECT_NE(refusal(file_), "");
}

TEST_F(OwnedPath, RefusesALinkInAFolderThatOthersMayWrite) {
  const fs::path shared = scratch_.path() / "shared";
  fs::create_directory(shared);
  mode(shared, 0777);
  fs::create_symlink(file_, shared / "link.so");
  EXPECT_NE(
      refusal(shared / "link.so").find("shared' may be written by users other than its owner"),
      std::string::npos);
}

TEST_F(OwnedPath, RefusesALinkIntoAFolderThatOthersMayWrite) {
  fs::create_symlink(file_, scratch_.path() / "link.so");
  mode(file_.parent_path(), 0777);
  EXPECT_NE(refusal(scratch_.path() / "link.so")
                .find("folder' may be written by users other than its owner"),
            std::string::npos);
}

TEST_F(OwnedPath, RefusesAFileOfAnotherUser) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can change the owner of a file";
  }
  ASSERT_EQ(::chown(file_.c_str(), 12345, 12345), 0);
  EXPECT_NE(refusal(file_).find("belongs to another user (uid 12345)"), std::string::npos);
}

TEST_F(OwnedPath, RefusesAFolder) {
  EXPECT_NE(refusal(file_.parent_path()).find("is not a regular file"), std::string::npos);
}

TEST_F(OwnedPath, ReportsAMissingFile) {
  EXPECT_EQ(refusal(scratch_.path() / "none.so"), "cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace dps::userfuncs
