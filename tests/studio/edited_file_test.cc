#include "studio/files/edited_file.h"

#include "tests/studio/plan_folder.h"

namespace dps::studio {
namespace {

class EditedFileTest : public PlanFolder {
 protected:
  StartFolder folder_ = *StartFolder::open(path());
};

TEST_F(EditedFileTest, IsWrittenWholeAndKnown) {
  auto file = EditedFile::open(folder_, "plan.txt", "");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->on_disk(), kPlan);
  EXPECT_EQ(file->save("# mine\n", false), true);
  EXPECT_EQ(text("plan.txt"), "# mine\n");
  EXPECT_FALSE(file->has_changed());
}

TEST_F(EditedFileTest, AChangeFromOutsideIsNotOverwritten) {
  auto file = EditedFile::open(folder_, "plan.txt", "");
  ASSERT_TRUE(file);
  write("plan.txt", "P Other.p 1 a.u\n");
  EXPECT_EQ(file->save("# mine\n", false), false);
  EXPECT_EQ(file->on_disk(), "P Other.p 1 a.u\n");
  EXPECT_EQ(text("plan.txt"), "P Other.p 1 a.u\n");
  EXPECT_EQ(file->save("# mine\n", true), true);
  EXPECT_EQ(text("plan.txt"), "# mine\n");
}

TEST_F(EditedFileTest, ATextOfNoKnownFormIsAChangeToo) {
  auto file = EditedFile::open(folder_, "plan.txt", "");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->save("half of a", false), true);
  write("plan.txt", "half of another");
  EXPECT_EQ(file->save("half of a", false), false);
  EXPECT_EQ(text("plan.txt"), "half of another");
}

TEST_F(EditedFileTest, ARemovalIsAChange) {
  auto file = EditedFile::open(folder_, "plan.txt", "");
  ASSERT_TRUE(file);
  std::filesystem::remove(path("plan.txt"));
  EXPECT_TRUE(file->has_changed());
  EXPECT_FALSE(file->has_changed());
  EXPECT_EQ(file->on_disk(), std::nullopt);
}

TEST_F(EditedFileTest, ANewFileIsMadeBySaving) {
  auto file = EditedFile::open(folder_, "new.txt", "");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->is_new());
  EXPECT_FALSE(std::filesystem::exists(path("new.txt")));
  EXPECT_EQ(file->save(kPlan, false), true);
  EXPECT_EQ(text("new.txt"), kPlan);
}

TEST_F(EditedFileTest, AFileOfTheCommandLineMayBeAnywhere) {
  std::filesystem::create_directory(path("sub"));
  const StartFolder sub = *StartFolder::open(path("sub"));
  EXPECT_FALSE(EditedFile::open(sub, "../plan.txt", ""));
  auto file = EditedFile::open(sub, "../plan.txt", path("plan.txt"));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->save("# mine\n", false), true);
  EXPECT_EQ(text("plan.txt"), "# mine\n");
}

TEST_F(EditedFileTest, TheFolderOfALinkIsItsOwn) {
  std::filesystem::create_directory(path("sub"));
  std::filesystem::create_symlink(path("plan.txt"), path("sub/link.txt"));
  auto file = EditedFile::open(folder_, "link", path("sub/link.txt"));
  ASSERT_TRUE(file);
  const auto folder = file->folder();
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->path, path("sub"));
}

TEST_F(EditedFileTest, AnAddressHasNoUnsafeCharacter) {
  auto file = EditedFile::open(folder_, "a b%#?.txt", "");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->uri().starts_with("file:///")) << file->uri();
  EXPECT_TRUE(file->uri().ends_with("/a%20b%25%23%3F.txt")) << file->uri();
}

}  // namespace
}  // namespace dps::studio
