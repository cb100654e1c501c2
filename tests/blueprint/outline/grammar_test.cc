// The colours of blueprints in editors, against the fields and names that the reader finds.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/text/quantities.h"
#include "blueprint/keywords.h"
#include "blueprint/outline/expected.h"
#include "blueprint/outline/outline.h"
#include "tests/blueprint/outline/textmate_grammar.h"

namespace dps::blueprint {
namespace {

TextMateGrammar& grammar() {
  static TextMateGrammar loaded(DPS_SOURCE_DIR "/packaging/editors/dps.tmLanguage.json");
  return loaded;
}

std::string scope_of(WordKind kind) {
  switch (kind) {
    case WordKind::kComputation:
      return "keyword.other.computation";
    case WordKind::kOutputFlag:
    case WordKind::kInputFlag:
    case WordKind::kUnitFlag:
    case WordKind::kProcessFlag:
      return "storage.modifier.flag";
    case WordKind::kHostVariable:
      return "keyword.other.host";
    case WordKind::kComparison:
      return "keyword.operator.comparison";
    default:
      return "constant.language";
  }
}

/// Compares the scopes of a text with its outline.
class Comparison {
 public:
  explicit Comparison(const std::string& text)
      : outline_(text), text_(outline_.source().text()), scopes_(grammar().scopes(text_)) {}

  void run() {
    for (const OutlineLine& line : outline_.lines()) {
      expect({line.fields[0].range}, "keyword.control.section");
      expect(line.comment, "comment.line");
      for (std::size_t i = 1; i < line.fields.size(); ++i) {
        compare(line, line.fields[i]);
      }
    }
    for (const Mention& mention : outline_.mentions()) {
      if (mention.is_written && mention.place.begin < text_.size() &&
          text_.substr(mention.place.begin, 1) != "{") {
        expect(mention.place, scope_of(mention));
      }
    }
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (std::string_view(" \t\r\n").find(text_[i]) == std::string_view::npos) {
        EXPECT_NE(scopes_[i], "source.dps") << place(i);
        EXPECT_EQ(scopes_[i].find("invalid"), std::string::npos) << place(i);
      }
    }
  }

 private:
  static std::string scope_of(const Mention& mention) {
    if (mention.kind == NameKind::kVariable) {
      return mention.defines ? "entity.name.variable" : "variable.other.expression";
    }
    const bool defines = mention.defines && mention.kind != NameKind::kHost;
    return defines ? "entity.name.tag" : "variable.other";
  }

  void compare(const OutlineLine& line, const text::Field& field) {
    const std::string_view written =
        text_.substr(field.range.begin, field.range.end - field.range.begin);
    if (field.quoted) {
      expect(field.range, "string.quoted");
      return;
    }
    if (line.letter == 'V' || line.letter == 'A') {
      return;  // an expression: its variables are mentions
    }
    if (const std::size_t brace = written.find('{');
        brace != std::string_view::npos && written.substr(brace, 2) != "{{") {
      const auto at = static_cast<std::uint32_t>(field.range.begin + brace);
      expect({at, at + 1}, "meta.braces");
      return;
    }
    const Expected expected = expected_at(outline_, field.range.begin);
    for (const Word& word : words()) {
      if (word.word == written &&
          std::count(expected.words.begin(), expected.words.end(), word.kind) > 0) {
        expect(field.range, blueprint::scope_of(word.kind));
        return;
      }
    }
    if (expected.names.empty() && text::looks_like_number(written) && line.letter != 'T' &&
        written.find_first_of("/*()") == std::string_view::npos) {
      expect(field.range, "constant.numeric");
    }
  }

  void expect(text::Range range, const std::string& scope) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if ((" " + scopes_[i]).find(" " + scope) == std::string::npos) {
        ADD_FAILURE() << place(i) << ": expected " << scope << ", got " << scopes_[i];
        return;
      }
    }
  }

  [[nodiscard]] std::string place(std::size_t at) const {
    const Span span = outline_.source().span(text::range_of(at, at + 1));
    return std::string(outline_.source().text(outline_.source().line(span.line))) + " at column " +
           std::to_string(span.column);
  }

  Outline outline_;
  std::string_view text_;
  std::vector<std::string> scopes_;
};

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> example_blueprints() {
  std::vector<std::filesystem::path> all;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(DPS_SOURCE_DIR "/examples")) {
    const std::string text =
        entry.path().extension() == ".txt" ? "\n" + read(entry.path()) : std::string();
    if (text.find("\nP ") != std::string::npos && text.find("\nU ") != std::string::npos) {
      all.push_back(entry.path());
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST(Grammar, ColoursEveryLineOfEveryExampleAsTheReaderReadsIt) {
  const auto examples = example_blueprints();
  ASSERT_GT(examples.size(), 15U);
  for (const auto& path : examples) {
    SCOPED_TRACE(path);
    Comparison(read(path)).run();
  }
}

/// Blueprints of the language's page, with every word of the language.
TEST(Grammar, ColoursTheBlueprintsOfTheLanguagePage) {
  const std::string page = read(DPS_SOURCE_DIR "/docs/language.md");
  std::size_t count = 0;
  constexpr std::string_view kStart = "\n```blueprint\n";
  for (std::size_t at = page.find(kStart); at != std::string::npos; at = page.find(kStart, at)) {
    at += kStart.size();
    const std::size_t end = page.find("```", at);
    SCOPED_TRACE(page.substr(at, end - at));
    Comparison(page.substr(at, end - at)).run();
    at = end;
    ++count;
  }
  EXPECT_GT(count, 10U);
}

std::string scope_at(const std::string& text, std::string_view word) {
  const auto scopes = grammar().scopes(text);
  return scopes[text.find(word)];
}

TEST(Grammar, AWrongLineColoursNoOther) {
  EXPECT_EQ(scope_at("C a.c compute {1\nF f.f NULL a.c NULL SAME\n", "F f.f"),
            "source.dps keyword.control.section.dps");
  EXPECT_EQ(scope_at("C a.c exec \"open\nF f.f NULL a.c NULL SAME\n", "F f.f"),
            "source.dps keyword.control.section.dps");
  EXPECT_EQ(scope_at("Work a b\nP A.p 1\n", "Work"), "source.dps invalid.illegal.section.dps");
  EXPECT_EQ(scope_at("V n 1 # ends in \\\nP A.p 1\n", "P A"),
            "source.dps keyword.control.section.dps");
}

TEST(Grammar, AContinuedLineIsOneLine) {
  EXPECT_EQ(scope_at("F f.f NULL \\\n  a.c NULL SAME\n", "SAME"),
            "source.dps constant.language.dps");
  EXPECT_EQ(scope_at("C a.c exec ls \\\n  F.x\n", "F.x"),
            "source.dps string.unquoted.argument.dps");
}

TEST(Grammar, TheWordsHaveEveryFlagOfTheReader) {
  for (const auto& flag : kFlags) {
    const bool is_short = flag.word == "-m" || flag.word == "-s";  // other words for -t and -b
    const auto known = std::ranges::any_of(words(), [&](const Word& word) {
      return word.kind == WordKind::kOutputFlag && word.word == flag.word;
    });
    EXPECT_NE(known, is_short) << flag.word;
  }
}

TEST(Grammar, HasEveryWordOfTheLanguage) {
  const std::string text = read(DPS_SOURCE_DIR "/packaging/editors/dps.tmLanguage.json");
  for (const Word& word : words()) {
    const bool is_flag = word.word.starts_with('-');
    const std::string_view name = is_flag ? word.word.substr(1) : word.word;
    if (word.kind != WordKind::kComparison) {
      EXPECT_NE(text.find(name), std::string::npos) << word.word;
    }
  }
}

}  // namespace
}  // namespace dps::blueprint
