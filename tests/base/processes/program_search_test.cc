#include "base/processes/program_search.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

TEST(PathFolders, AnEmptyPartIsTheWorkingDirectory) {
  using Folders = std::vector<std::string>;
  EXPECT_EQ(path_folders(""), Folders());
  EXPECT_EQ(path_folders("/a:b"), (Folders{"/a", "b"}));
  EXPECT_EQ(path_folders(":/a::b:"), (Folders{".", "/a", ".", "b", "."}));
}

TEST(FindInPath, FindsTheFirstFileThatCanBeExecuted) {
  const support::ScratchFolder folder;
  folder.write("one/tool", "");
  folder.write_program("two/tool", "");
  folder.write_program("three/tool", "");
  folder.write_program("two/other/tool", "");
  const std::string root = folder.path();
  const char* const before = std::getenv("PATH");
  const std::string kept = before != nullptr ? before : "";
  setenv("PATH", (root + "/one:" + root + "/two:" + root + "/three").c_str(), 1);
  EXPECT_EQ(find_in_path("tool"), root + "/two/tool");
  EXPECT_EQ(find_in_path("other"), "");  // a folder
  EXPECT_EQ(find_in_path(""), "");
  EXPECT_EQ(find_in_path(root + "/three/tool"), root + "/three/tool");
  EXPECT_EQ(find_in_path(root + "/one/tool"), "");
  setenv("PATH", kept.c_str(), 1);
}

}  // namespace
}  // namespace dps
