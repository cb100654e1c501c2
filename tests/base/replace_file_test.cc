#include "base/replace_file.h"

#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
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
  EXPECT_NE(done.error().message.find("Is a directory; the new text is in '" +
                                      (folder_.path() / "a.dps-").string()),
            std::string::npos)
      << done.error().message;
  EXPECT_EQ(files(), 2U);
  fs::remove(folder_.path() / "a");
  EXPECT_TRUE(replace("a", text("newer")));
  EXPECT_EQ(files(), 2U) << "the next write does not remove the file that was kept";
}

TEST_F(ReplaceFile, AKillLeavesNothingThatTheNextCallDoesNotRemove) {
  folder_.write("a", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    static_cast<void>(replace("a", [](int fd) -> Result<void> {
      static_cast<void>(write_all(fd, "half"));
      ::raise(SIGKILL);
      return {};
    }));
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(folder_.read("a"), "old");
  EXPECT_TRUE(replace("a", text("new")));
  EXPECT_EQ(folder_.read("a"), "new");
  EXPECT_EQ(files(), 1U);
}

TEST_F(ReplaceFile, HasNoNameWhileItIsWritten) {
  const Descriptor unnamed(::open(folder_.path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  if (!unnamed.is_open()) {
    GTEST_SKIP() << "the file system has no files without names";
  }
  EXPECT_TRUE(replace("a", [&](int fd) {
    EXPECT_EQ(files(), 0U);
    return text("new")(fd);
  }));
  EXPECT_EQ(files(), 1U);
}

TEST_F(ReplaceFile, RemovesOnlyRemaindersThatNobodyHasLocked) {
  const fs::path used = folder_.write(".a.dps-AbCd12", "in use");
  folder_.write(".a.dps-zyxw98", "left behind");
  fs::create_directory(folder_.path() / ".a.dps-folder");
  folder_.write(".a.dps-folder/part", "left behind");
  for (const char* other :
       {".a.backup", ".a.dps-toolong", ".a.dps-a_b_c_", ".b.dps-AbCd12", "a.dps-AbCd12"}) {
    folder_.write(other, "mine");
  }
  const Descriptor lock(::open(used.c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_EQ(::flock(lock.get(), LOCK_EX), 0);
  EXPECT_TRUE(replace("a", text("new")));
  EXPECT_EQ(folder_.read(used.filename()), "in use");
  EXPECT_FALSE(fs::exists(folder_.path() / ".a.dps-zyxw98"));
  EXPECT_FALSE(fs::exists(folder_.path() / ".a.dps-folder"));
  EXPECT_EQ(files(), 7U);
}

TEST_F(ReplaceFile, RefusesAMissingFolder) {
  const auto done = replace("nowhere/a", text("new"));
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("No such file"), std::string::npos);
}

}  // namespace
}  // namespace dps
