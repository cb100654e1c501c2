#include "studio/files/kept_layouts.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "tests/studio/plan_folder.h"

namespace dps::studio {
namespace {

using KeptLayoutsTest = PlanFolder;

std::filesystem::path only_file(const std::filesystem::path& folder) {
  return std::filesystem::directory_iterator(folder)->path();
}

TEST_F(KeptLayoutsTest, KeepsOneForEachPath) {
  const KeptLayouts layouts(path("state/dps/studio"));
  EXPECT_EQ(layouts.read("file:///a"), "{}");
  ASSERT_TRUE(layouts.keep("file:///a", R"({"width":30})"));
  ASSERT_TRUE(layouts.keep("file:///b", R"({"width":40})"));
  ASSERT_TRUE(layouts.keep("file:///a", R"({"width":50})"));
  EXPECT_EQ(layouts.read("file:///a"), R"({"width":50})");
  EXPECT_EQ(layouts.read("file:///b"), R"({"width":40})");
  EXPECT_EQ(layouts.read("file:///c"), "{}");
}

TEST_F(KeptLayoutsTest, IgnoresAFileThatIsBrokenOrOfAnotherPath) {
  const KeptLayouts layouts(path("state"));
  ASSERT_TRUE(layouts.keep("file:///a", R"({"width":30})"));
  const auto file = only_file(path("state"));
  for (const char* content : {"", "no JSON", "[]", R"({"path":"file:///a","layout":3})",
                              R"({"path":"file:///other","layout":{}})", R"({"layout":{}})",
                              R"({"path":["file:///a"],"layout":{"width":1}})"}) {
    std::ofstream(file) << content;
    EXPECT_EQ(layouts.read("file:///a"), "{}") << content;
  }
  std::ofstream(file) << R"({"path":"file:///a","layout":{"x":")" << std::string(200'000, 'x')
                      << "\"}}";
  EXPECT_EQ(layouts.read("file:///a"), "{}");
}

TEST_F(KeptLayoutsTest, RefusesALayoutThatIsTooLarge) {
  const KeptLayouts layouts(path("state"));
  EXPECT_FALSE(layouts.keep("file:///a", "{\"x\":\"" + std::string(kMostLayoutBytes, 'x') + "\"}"));
  EXPECT_FALSE(std::filesystem::exists(path("state")));
}

TEST_F(KeptLayoutsTest, ForgetsTheOldest) {
  const KeptLayouts layouts(path("state"));
  std::filesystem::create_directory(path("state"));
  const auto now = std::filesystem::file_time_type::clock::now();
  const auto name_of = [&](std::size_t i) { return path(fmt::format("state/{:016x}.json", i)); };
  const auto make_old = [&](const std::filesystem::path& file, std::size_t hours) {
    std::ofstream(file) << "{}";
    std::filesystem::last_write_time(file, now - std::chrono::hours(hours));
  };
  for (std::size_t i = 0; i < kMostLayouts; ++i) {
    make_old(name_of(i), 1 + i);
  }
  for (const char* mine : {"state/notes.json", "state/0123456789ABCDEF.json", "state/0.json"}) {
    make_old(path(mine), 2 * kMostLayouts);
  }
  ASSERT_TRUE(layouts.keep("file:///a", R"({"width":30})"));
  EXPECT_EQ(layouts.read("file:///a"), R"({"width":30})");
  EXPECT_FALSE(std::filesystem::exists(name_of(kMostLayouts - 1)));
  EXPECT_TRUE(std::filesystem::exists(name_of(kMostLayouts - 2)));
  for (const char* mine : {"state/notes.json", "state/0123456789ABCDEF.json", "state/0.json"}) {
    EXPECT_TRUE(std::filesystem::exists(path(mine))) << mine;
  }
}

TEST_F(KeptLayoutsTest, KeepsNothingWithoutAFolder) {
  const KeptLayouts layouts("");
  EXPECT_TRUE(layouts.keep("file:///a", "{}"));
  EXPECT_EQ(layouts.read("file:///a"), "{}");
}

}  // namespace
}  // namespace dps::studio
