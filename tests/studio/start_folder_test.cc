#include "studio/files/start_folder.h"

#include <array>
#include <string>
#include <utility>

#include <sys/stat.h>

#include "tests/studio/plan_folder.h"

namespace dps::studio {
namespace {

namespace fs = std::filesystem;

class StartFolderTest : public PlanFolder {
 protected:
  StartFolderTest() {
    fs::create_directories(path("inside/sub"));
    fs::create_directory(path("inside/.git"));
    write("inside/plan.txt", kPlan);
    write("inside/sub/plan.txt", kPlan);
    write("inside/.git/plan.txt", kPlan);
    write("inside/.plan.txt", kPlan);
    write("inside/key.pem", "-----BEGIN PRIVATE KEY-----\n");
    fs::create_symlink(path("plan.txt"), path("inside/link.txt"));
    fs::create_symlink(path("inside/sub/plan.txt"), path("inside/inner.txt"));
    fs::create_symlink(path(), path("inside/up"));
    ::mkfifo(path("inside/pipe").c_str(), S_IRUSR);
  }

  StartFolder folder() const { return *StartFolder::open(path("inside")); }
};

constexpr std::array kUnreachable{"../plan.txt",   "sub/../../plan.txt",
                                  "/etc/passwd",   "link.txt",
                                  "inner.txt",     "up/plan.txt",
                                  ".plan.txt",     ".git/plan.txt",
                                  "./plan.txt",    "sub/./plan.txt",
                                  "sub",           "pipe",
                                  "none/plan.txt", ""};

TEST_F(StartFolderTest, FilesBeneathAreRead) {
  bool exists = false;
  EXPECT_EQ(folder().read("plan.txt", exists), kPlan);
  EXPECT_TRUE(exists);
  EXPECT_EQ(folder().read("sub/plan.txt", exists), kPlan);
}

TEST_F(StartFolderTest, NothingElseIsReadOrWritten) {
  for (const char* name : kUnreachable) {
    bool exists = false;
    EXPECT_FALSE(folder().read(name, exists)) << name;
    EXPECT_TRUE(exists) << name;
    Descriptor above;
    EXPECT_FALSE(folder().writable_path(name, above)) << name;
  }
}

TEST_F(StartFolderTest, TheFolderOfAFileIsBeneathToo) {
  const std::string inside = fs::canonical(path("inside"));
  for (const auto& [file, name] : {std::pair{"", inside},
                                   {"plan.txt", inside},
                                   {"sub/plan.txt", inside + "/sub"},
                                   {"sub/new.txt", inside + "/sub"}}) {
    const auto opened = folder().open_folder_of(file);
    ASSERT_TRUE(opened) << file;
    EXPECT_EQ(opened->path, name);
    EXPECT_EQ(fs::read_symlink("/proc/self/fd/" + std::to_string(opened->descriptor.get())), name);
  }
  for (const char* file :
       {"../plan.txt", "up/plan.txt", ".git/plan.txt", "none/plan.txt", "/etc/passwd"}) {
    EXPECT_FALSE(folder().open_folder_of(file)) << file;
  }
}

TEST_F(StartFolderTest, AFileOfAnotherKindIsUnknown) {
  bool exists = false;
  EXPECT_FALSE(folder().read_known("key.pem", exists));
  EXPECT_TRUE(exists);
  EXPECT_EQ(folder().read_known("plan.txt", exists), kPlan);
}

TEST_F(StartFolderTest, AFileThatDoesNotExistCanBeMade) {
  bool exists = true;
  EXPECT_FALSE(folder().read("sub/new.txt", exists));
  EXPECT_FALSE(exists);
  Descriptor above;
  EXPECT_TRUE(folder().writable_path("sub/new.txt", above));
}

TEST_F(StartFolderTest, AListingHasFoldersAndFilesOfDps) {
  const auto listing = folder().list("");
  ASSERT_TRUE(listing);
  ASSERT_EQ(listing->folders.size(), 1U);
  EXPECT_EQ(listing->folders[0].name, "sub");
  ASSERT_EQ(listing->files.size(), 1U);
  EXPECT_EQ(listing->files[0].name, "plan.txt");
  EXPECT_EQ(listing->files[0].what, "a blueprint");
  for (const char* name : {"..", "up", ".git", "/", "plan.txt", "none"}) {
    EXPECT_FALSE(folder().list(name)) << name;
  }
}

}  // namespace
}  // namespace dps::studio
