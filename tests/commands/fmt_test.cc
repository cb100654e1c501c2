// dps fmt, as a user calls it.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/command_test.h"
#include "tests/support/file_text.h"

namespace dps {
namespace {

constexpr const char* kRagged = "V n 1\nV longer 2 # two\n";
constexpr const char* kAligned = "V n       1\nV longer  2  # two\n";

using Fmt = support::CommandTest;

TEST_F(Fmt, RewritesAFileAndKeepsItsModeAndLink) {
  folder_.write("plan.txt", kRagged);
  std::filesystem::permissions(folder_.path() / "plan.txt", std::filesystem::perms{0640});
  std::filesystem::create_symlink("plan.txt", folder_.path() / "link.txt");
  const auto done = dps("fmt link.txt 2>&1");
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.out, "");
  EXPECT_EQ(folder_.read("plan.txt"), kAligned);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path() / "link.txt"));
  EXPECT_EQ(std::filesystem::status(folder_.path() / "plan.txt").permissions(),
            std::filesystem::perms{0640});
}

TEST_F(Fmt, DoesNotTouchAFileThatHasTheLayout) {
  folder_.write("plan.txt", kAligned);
  const auto before = std::filesystem::last_write_time(folder_.path() / "plan.txt");
  EXPECT_EQ(dps("fmt plan.txt").status, 0);
  EXPECT_EQ(std::filesystem::last_write_time(folder_.path() / "plan.txt"), before);
}

TEST_F(Fmt, StandardInputIsPrinted) {
  folder_.write("plan.txt", kRagged);
  EXPECT_EQ(dps("fmt - <plan.txt").out, kAligned);
  EXPECT_EQ(folder_.read("plan.txt"), kRagged);
}

TEST_F(Fmt, CheckNamesTheFilesThatWouldChange) {
  folder_.write("a.txt", kRagged);
  folder_.write("b.txt", kAligned);
  const auto checked = dps("fmt --check a.txt b.txt 2>&1");
  EXPECT_EQ(checked.status, 1);
  EXPECT_EQ(checked.out, "a.txt\n");
  EXPECT_EQ(folder_.read("a.txt"), kRagged);
  EXPECT_EQ(dps("fmt --check b.txt").status, 0);
}

TEST_F(Fmt, AFileWithABrokenFieldIsLeftAloneAndTheOthersAreWritten) {
  folder_.write("a.txt", "V n 1\nC a.c exec \"open\n");
  folder_.write("b.txt", kRagged);
  const auto done = dps("fmt a.txt b.txt 2>&1");
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.out,
            "a.txt:2:12: error: the quote is not closed on its line\n"
            "C a.c exec \"open\n"
            "           ^\n");
  EXPECT_EQ(folder_.read("a.txt"), "V n 1\nC a.c exec \"open\n");
  EXPECT_EQ(folder_.read("b.txt"), kAligned);
}

TEST_F(Fmt, RefusesTextsThatAreNoBlueprints) {
  const std::string letter = "Dear reader,\n\n  this is   no blueprint.\n";
  folder_.write("letter.txt", letter);
  const auto refused = dps("fmt letter.txt 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out,
            "dps: error: 'letter.txt' is not a blueprint: no line of it begins with a section "
            "letter\n");
  EXPECT_EQ(folder_.read("letter.txt"), letter);
  folder_.write("m.toml", "[machine]\nname = \"m\"\n");
  EXPECT_EQ(dps("fmt m.toml 2>/dev/null").status, 2);
}

TEST_F(Fmt, TheExamplesHaveTheLayout) {
  std::string files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(DPS_SOURCE_DIR "/examples")) {
    if (entry.path().extension() == ".txt" &&
        file_text(entry.path()).find("\nP ") != std::string::npos) {
      files += " " + entry.path().string();
    }
  }
  ASSERT_NE(files, "");
  const auto checked = dps("fmt --check" + files + " 2>&1");
  EXPECT_EQ(checked.status, 0) << "dps fmt would change:\n" << checked.out;
}

/// Checks the blueprints of which every field can be read.
TEST_F(Fmt, TheBlueprintsOfTheDocumentsHaveTheLayout) {
  std::string files;
  for (const auto& entry : std::filesystem::directory_iterator(DPS_SOURCE_DIR "/docs")) {
    std::ifstream lines(entry.path());
    std::string block;
    bool is_blueprint = false;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (is_blueprint && line.starts_with("```")) {
        const std::string name = entry.path().filename().string() + ":" + std::to_string(number);
        folder_.write(name, block);
        files += " " + name;
        is_blueprint = false;
        block.clear();
      } else if (is_blueprint) {
        block += line + "\n";
      } else {
        is_blueprint = line == "```blueprint" || line.starts_with("```blueprint ") ||
                       line == "```blueprint-warning";
      }
    }
  }
  ASSERT_NE(files, "");
  const auto checked = dps("fmt --check" + files + " 2>&1");
  EXPECT_EQ(checked.status, 0) << "dps fmt would change the blocks that end at:\n" << checked.out;
}

}  // namespace
}  // namespace dps
