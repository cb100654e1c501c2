#include "base/file_identity.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

TEST(FileIdentity, PartsThatDoNotChangeAPathAreLeftOut) {
  EXPECT_EQ(plain_path("./lab.toml"), "lab.toml");
  EXPECT_EQ(plain_path("a/../b//lab.toml"), "b/lab.toml");
  EXPECT_EQ(plain_path("../lab.toml"), "../lab.toml");
  EXPECT_EQ(plain_path("laptop"), "laptop");
  EXPECT_EQ(plain_path(""), "");
}

TEST(FileIdentity, AFileAndAFolderAreThere) {
  const support::ScratchFolder folder;
  EXPECT_TRUE(is_there(folder.write("lab.toml", "").string()));
  EXPECT_TRUE(is_there(folder.path().string()));
  EXPECT_FALSE(is_there((folder.path() / "none").string()));
  EXPECT_FALSE(is_there((folder.path() / "lab.toml/none").string()));
}

TEST(FileIdentity, TwoPathsOfAFileThatExistsAreTheSameFile) {
  const support::ScratchFolder folder;
  const std::string file = folder.write("lab.toml", "").string();
  const std::string link = (folder.path() / "link").string();
  std::filesystem::create_symlink("lab.toml", link);
  EXPECT_TRUE(is_same_file(file, link));
  EXPECT_FALSE(is_same_file(file, (folder.path() / "other").string()));
  EXPECT_TRUE(is_same_file("./none", "none"));
  EXPECT_FALSE(is_same_file("", file));
}

}  // namespace
}  // namespace dps
