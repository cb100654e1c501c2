#include "commands/measurement/new_folder.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

class NewFolderTest : public testing::Test {
 protected:
  [[nodiscard]] std::string in(const std::string& name) const { return scratch.path() / name; }
  [[nodiscard]] std::ptrdiff_t entries() const {
    return std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator());
  }

  support::ScratchFolder scratch;
  std::vector<std::pair<std::string, std::string>> files{{"a.data", "1\n"}, {"b", "2"}};
};

TEST_F(NewFolderTest, AppearsWholeAndOnlyWhenCommitted) {
  const auto folder = NewFolder::create(in("raw//"));
  ASSERT_TRUE(folder);
  EXPECT_EQ(entries(), 0) << "nothing is left if dps is killed";
  ASSERT_TRUE(folder->commit(files));
  EXPECT_EQ(entries(), 1);
  EXPECT_EQ(scratch.read("raw/a.data"), "1\n");
  EXPECT_EQ(scratch.read("raw/b"), "2");
  EXPECT_EQ(std::distance(fs::directory_iterator(in("raw")), fs::directory_iterator()), 2);
}

TEST_F(NewFolderTest, HasTheModeOfANewFolder) {
  fs::create_directory(in("usual"));
  ASSERT_TRUE(NewFolder::create(in("raw"))->commit(files));
  EXPECT_EQ(fs::status(in("raw")).permissions(), fs::status(in("usual")).permissions());
}

TEST_F(NewFolderTest, RefusesAnExistingFileOrLink) {
  scratch.write("file", "");
  fs::create_symlink("nowhere", in("link"));
  for (const char* const name : {"file", "link"}) {
    const auto folder = NewFolder::create(in(name));
    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::kInput);
    EXPECT_EQ(
        folder.error().message,
        "'" + in(name) + "' exists and is not an empty folder; choose one that does not exist");
  }
}

TEST_F(NewFolderTest, ReplacesAnEmptyFolderOnly) {
  fs::create_directory(in("raw"));
  ASSERT_TRUE(NewFolder::create(in("raw"))->commit(files));
  EXPECT_EQ(scratch.read("raw/b"), "2");
  EXPECT_FALSE(NewFolder::create(in("raw")));
}

TEST_F(NewFolderTest, RefusesAFolderThatCannotBeMade) {
  const auto folder = NewFolder::create(in("no/raw"));
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message,
            "cannot make the folder '" + in("no/raw") + "': No such file or directory");
}

TEST_F(NewFolderTest, KeepsTheFilesIfAnotherFolderAppears) {
  const auto folder = NewFolder::create(in("raw"));
  ASSERT_TRUE(folder);
  scratch.write("raw/other", "theirs");
  const auto done = folder->commit(files);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kSystem);
  const std::string& message = done.error().message;
  const std::size_t at = message.find("its files are in '");
  ASSERT_NE(at, std::string::npos) << message;
  const fs::path kept = message.substr(at + 18, message.size() - at - 19);
  EXPECT_TRUE(fs::exists(kept / "a.data")) << kept;
  EXPECT_EQ(scratch.read("raw/other"), "theirs");
  EXPECT_FALSE(fs::exists(in("raw/a.data")));
}

TEST_F(NewFolderTest, LeavesNothingIfAFileCannotBeWritten) {
  const auto folder = NewFolder::create(in("raw"));
  ASSERT_TRUE(folder);
  const std::vector<std::pair<std::string, std::string>> bad{{"a.data", "1"}, {"no/b", "2"}};
  const auto done = folder->commit(bad);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("cannot make the folder '" + in("raw") + "'"),
            std::string::npos);
  EXPECT_EQ(entries(), 0);
}

}  // namespace
}  // namespace dps::commands
