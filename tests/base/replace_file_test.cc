#include "base/replace_file.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/file_bytes.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

namespace fs = std::filesystem;

class ReplaceFile : public testing::Test {
 protected:
  [[nodiscard]] Result<void> replace(const std::string& name, const WriteContent& write) const {
    const std::string path = folder_.path() / name;
    return replace_file({path, path}, write);
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }
  static WriteContent text(std::string_view text) {
    return [text](int fd) {
      return write_all(fd, text) ? Result<void>() : failure(ErrorCode::kSystem, "?");
    };
  }

  support::ScratchFolder folder_;
};

TEST_F(ReplaceFile, KeepsTheModeOfTheOldFile) {
  const fs::path path = folder_.write("a", "old");
  fs::permissions(path, fs::perms(0640));
  EXPECT_TRUE(replace("a", text("new")));
  EXPECT_EQ(folder_.read("a"), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
  EXPECT_EQ(files(), 1U);
}

TEST_F(ReplaceFile, LeavesTheOldFileIfTheContentFails) {
  folder_.write("a", "old");
  const auto done = replace("a", [](int fd) -> Result<void> {
    EXPECT_TRUE(write_all(fd, "half"));
    return failure(ErrorCode::kSystem, "the disk is full");
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "cannot write '" + (folder_.path() / "a").string() + "': the disk is full");
  EXPECT_EQ(folder_.read("a"), "old");
  EXPECT_EQ(files(), 1U);
}

TEST_F(ReplaceFile, NamesTheNewTextIfItCannotGetItsName) {
  fs::create_directory(folder_.path() / "a");
  const auto done = replace("a", text("new"));
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("Is a directory; the new text is in '"), std::string::npos)
      << done.error().message;
  EXPECT_EQ(files(), 2U);
}

TEST_F(ReplaceFile, RefusesAMissingFolder) {
  const auto done = replace("nowhere/a", text("new"));
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("No such file"), std::string::npos);
}

}  // namespace
}  // namespace dps
