/// Reads every blueprint in docs/language.md. The invalid ones must have the diagnostics that
/// follow them in the document.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/engine/play.h"
#include "reading.h"

namespace dps::blueprint {
namespace {

struct Block {
  std::string kind;  ///< the word after ```
  std::string text;
  int line = 0;
};

std::vector<Block> blocks() {
  std::ifstream in("docs/language.md");
  std::vector<Block> out;
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) {
        out.push_back({line.substr(3), "", number});
      }
    } else if (inside) {
      out.back().text += line + "\n";
    }
  }
  return out;
}

TEST(LanguageDoc, ItsBlueprintsAreRead) {
  int count = 0;
  for (const Block& block : blocks()) {
    if (block.kind == "blueprint") {
      ++count;
      EXPECT_EQ(rendered(block.text), "") << "docs/language.md:" << block.line;
    }
  }
  EXPECT_GE(count, 10);
}

TEST(LanguageDoc, ItsBlueprintsEnd) {
  for (const Block& block : blocks()) {
    if (block.kind == "blueprint") {
      const engine::PlayResult result = engine::play(program_of(block.text));
      EXPECT_EQ(result.end, engine::PlayEnd::kFinished)
          << "docs/language.md:" << block.line << ": " << engine::play_report(result).front();
    }
  }
}

TEST(LanguageDoc, ItsWrongBlueprintsGiveTheDiagnosticsBelowThem) {
  const auto all = blocks();
  int count = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == "blueprint-error" || all[i].kind == "blueprint-warning") {
      ++count;
      ASSERT_TRUE(i + 1 < all.size() && all[i + 1].kind == "diagnostics") << all[i].line;
      EXPECT_EQ(rendered(all[i].text), all[i + 1].text) << "docs/language.md:" << all[i].line;
    }
  }
  EXPECT_GE(count, 5);
}

TEST(LanguageDoc, HasNoBlockThatNoTestReads) {
  for (const Block& block : blocks()) {
    EXPECT_TRUE(block.kind.starts_with("blueprint") || block.kind == "diagnostics")
        << "docs/language.md:" << block.line;
  }
}

}  // namespace
}  // namespace dps::blueprint
