// Random edits of the examples' blueprints: no edit makes an error or loses a comment.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "blueprint/editing/edit.h"
#include "blueprint/editing/errors_in.h"
#include "blueprint/layout/standard_layout.h"
#include "blueprint/outline/outline.h"
#include "blueprint/reading/reader.h"

namespace dps::blueprint {
namespace {

using Random = std::mt19937;

std::vector<std::string> blueprints() {
  std::vector<std::string> all;
  const std::filesystem::path examples = std::filesystem::path(DPS_SOURCE_DIR) / "examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    if (entry.path().extension() == ".txt" && entry.file_size() < 20'000) {
      std::ifstream file(entry.path());
      std::string text(std::istreambuf_iterator<char>(file), {});
      if (read_blueprint({"", text}).program) {
        all.push_back(std::move(text));
      }
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// The comments without the blanks in them, sorted.
std::vector<std::string> comments(const std::string& text) {
  const Outline outline(text);
  std::vector<std::string> all;
  std::vector<bool> is_field(text.size() + 1, false);
  for (const OutlineLine& line : outline.lines()) {
    for (const text::Field& field : line.fields) {
      std::fill(is_field.begin() + field.range.begin, is_field.begin() + field.range.end, true);
    }
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '#' && !is_field[at]) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string comment = text.substr(at, end - at);
      std::erase_if(comment, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
      all.push_back(comment);
      at = end;
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

bool is_laid_out(const std::string& text) {
  const text::SourceMap source(text);
  text::Problems problems(source);
  return standard_layout(source, problems) == text;
}

class RandomEdits {
 public:
  RandomEdits(Random& random, const std::string& text) : random_(random), outline_(text) {}

  Edit make() {
    static constexpr NameKind kKinds[] = {NameKind::kCollection, NameKind::kComputation,
                                          NameKind::kOutput,     NameKind::kFunctionality,
                                          NameKind::kUnit,       NameKind::kProcess,
                                          NameKind::kVariable,   NameKind::kMessage};
    const NameKind kind = kKinds[random_() % std::size(kKinds)];
    switch (random_() % 11) {
      case 0:
        return NewProcess{word(), number()};
      case 1:
        return NewUnit{name(NameKind::kProcess), word()};
      case 2:
        return NewFunctionality{name(NameKind::kUnit), word(),
                                random_() % 2 == 0 ? "NULL" : number() + " " + type(),
                                random_() % 2 == 0 ? "SAME" : "NULL"};
      case 3:
        return NewMessage{name(NameKind::kProcess),
                          name(NameKind::kProcess),
                          type(),
                          number(),
                          "",
                          random_() % 2 == 0 ? "" : name(NameKind::kFunctionality),
                          random_() % 4 == 0,
                          random_() % 4 == 0 ? number() + "ms" : "",
                          random_() % 4 == 0,
                          random_() % 8 == 0,
                          random_() % 4 == 0 ? "least" : ""};
      case 4:
        return NewComputation{name(NameKind::kFunctionality), word(), "compute " + number() + "us"};
      case 5:
        return NewVariable{"v" + number(), number() + " + 1"};
      case 6:
        return change();
      case 7:
        return Renaming{kind, name(kind), word()};
      case 8:
        return terrain();
      case 9:
        return option();
      default:
        return Removal{kind, name(kind)};
    }
  }

 private:
  /// An option that a line may have besides.
  Edit option() {
    static constexpr std::pair<NameKind, Property> kFlags[] = {
        {NameKind::kOutput, Property::kRequest},
        {NameKind::kOutput, Property::kOthers},
        {NameKind::kCollection, Property::kEach},
        {NameKind::kUnit, Property::kEarly},
        {NameKind::kProcess, Property::kServer}};
    const auto [kind, flag] = kFlags[random_() % std::size(kFlags)];
    const std::string output = name(NameKind::kOutput);
    switch (random_() % 6) {
      case 0:
        return Change{NameKind::kOutput, output, Property::kDelay,
                      random_() % 3 == 0 ? "" : number() + "ms"};
      case 1:
        return Change{NameKind::kOutput, output,
                      random_() % 2 == 0 ? Property::kPacked : Property::kXdr,
                      one_of({"", "on", "off", "no"})};
      case 2:
        return Change{NameKind::kOutput, output, Property::kRoute, one_of({"", "Pvmd", "TCP"})};
      default:
        return Change{kind, name(kind), flag, one_of({"", "on", "on", "yes"})};
    }
  }

  Edit change() {
    switch (random_() % 9) {
      case 0:
        return Change{NameKind::kProcess, name(NameKind::kProcess), Property::kCount, number()};
      case 1:
        return Change{NameKind::kOutput, name(NameKind::kOutput), Property::kSize,
                      random_() % 3 == 0 ? "" : number()};
      case 2:
        return Change{NameKind::kOutput, name(NameKind::kOutput), Property::kCopies, number()};
      case 3:
        return Change{NameKind::kComputation, name(NameKind::kComputation), Property::kWork,
                      "sleep " + number() + "ms cost 1"};
      case 4:
        return Change{NameKind::kCollection, name(NameKind::kCollection), Property::kPairs,
                      number() + " " + type()};
      case 5:
        return Change{NameKind::kOutput, name(NameKind::kOutput), Property::kPick,
                      one_of({"", "random", "round_robin", "least", "any"})};
      case 6:
        return Change{NameKind::kOutput, name(NameKind::kOutput), Property::kWindow,
                      random_() % 3 == 0 ? "" : number()};
      case 7:
        return Change{NameKind::kOutput, name(NameKind::kOutput),
                      random_() % 2 == 0 ? Property::kOperation : Property::kAlgorithm,
                      one_of({"", "bcast", "allreduce", "barrier", "ring", "linear"})};
      default:
        return Change{NameKind::kFunctionality, name(NameKind::kFunctionality), Property::kComputes,
                      name(NameKind::kComputation)};
    }
  }

  /// An edit of the terrain of all clones or one, which is new or exists already.
  Edit terrain() {
    const std::string process = name(NameKind::kProcess);
    return Terrain{random_() % 2 == 0 ? process : process + "[" + number() + "]",
                   one_of({"", "A", "B", "slow"}),
                   one_of({"", "MEMORY >= 1G", "CORES > 1  SPEED >= 10", "SPEED"})};
  }

  std::string one_of(std::vector<std::string> words) { return words[random_() % words.size()]; }
  std::string name(NameKind kind) {
    const auto names = outline_.names_of(kind);
    return names.empty() ? "none" : names[random_() % names.size()];
  }
  std::string type() { return random_() % 2 == 0 ? name(NameKind::kMessage) : word(); }
  std::string word() {
    return std::string(1 + random_() % 12, static_cast<char>('A' + random_() % 50)) + number();
  }
  std::string number() { return std::to_string(1 + random_() % 40); }

  Random& random_;
  Outline outline_;
};

TEST(RandomEdits, MakeNoErrorsAndLoseNoComments) {
  constexpr std::size_t kEdits = 1000;
  constexpr std::size_t kInARow = 8;
  const auto all = blueprints();
  ASSERT_GE(all.size(), 15U);
  Random random(20);  // NOLINT: the same numbers each time
  std::size_t done = 0;
  std::size_t laid_out = 0;
  for (std::size_t i = 0; done < kEdits; ++i) {
    ASSERT_LT(i, 100 * kEdits) << "nearly all edits are refused: " << done;
    std::string text = all[random() % all.size()];
    for (std::size_t step = 0; step < kInARow; ++step) {
      const Edit edit = RandomEdits(random, text).make();
      const auto changes = edit_blueprint(text, {&edit, 1});
      if (!changes) {
        EXPECT_FALSE(changes.error().empty());
        continue;
      }
      const std::string after = changed(text, *changes);
      ++done;
      const auto reading = read_blueprint({"", after});
      ASSERT_EQ(errors_in(reading.diagnostics), 0U) << text << "--- edit " << edit.index() << ":\n"
                                                    << after;
      ASSERT_EQ(comments(after), comments(text)) << text << "--- edit " << edit.index() << ":\n"
                                                 << after;
      if (is_laid_out(text)) {
        ASSERT_TRUE(is_laid_out(after)) << text << "--- edit " << edit.index() << ":\n" << after;
        ++laid_out;
      }
      text = after;
    }
  }
  EXPECT_GT(laid_out, kEdits / 10);
}

}  // namespace
}  // namespace dps::blueprint
