#include "commands/groups/expectation_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/quantities.h"

namespace dps::commands {
namespace {

using profiles::Expectation;
using Figure = Expectation::Figure;
using Relation = Expectation::Relation;

constexpr std::string_view kMakespan = "makespan";
constexpr std::string_view kBlanks = " \t";

constexpr std::array<std::pair<std::string_view, Figure>, 3> kFigures{
    {{"min", Figure::kMin}, {"mean", Figure::kMean}, {"max", Figure::kMax}}};
/// Longer ones first.
constexpr std::array<std::pair<std::string_view, Relation>, 4> kRelations{
    {{"<=", Relation::kAtMost},
     {">=", Relation::kAtLeast},
     {"<", Relation::kLess},
     {">", Relation::kGreater}}};

/// "WHAT", then the text with a caret at this position.
std::string error_at(const std::string& text, std::size_t at, const std::string& what) {
  const std::string before = printable(std::string_view(text).substr(0, at));
  return fmt::format("--expect: {}\n  {}\n  {:>{}}", what, printable(text), '^',
                     printed_width(before) + 1);
}

/// "99.9" as a share; nullopt unless it is above 0, at most 100, and has at most four decimals.
std::optional<statistics::Share> share_of(std::string_view percent) {
  constexpr std::size_t kMostDecimals = 4;
  constexpr std::size_t kMostDigits = 3;
  const std::size_t point = std::min(percent.find('.'), percent.size());
  std::string digits(percent.substr(0, point));
  std::string decimals(percent.substr(std::min(point + 1, percent.size())));
  const bool has_decimals = point == percent.size() || !decimals.empty();
  if (digits.empty() || digits.size() > kMostDigits || decimals.size() > kMostDecimals ||
      !has_decimals) {
    return std::nullopt;
  }
  decimals.resize(kMostDecimals, '0');
  std::uint32_t share = 0;
  for (const char c : digits + decimals) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    share = share * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return share > 0 && share <= statistics::kWholeShare ? std::optional(statistics::Share{share})
                                                       : std::nullopt;
}

/// Reads one expectation from left to right.
class ExpectationParser {
 public:
  explicit ExpectationParser(const std::string& text) : text_(text) { made_.text = text; }

  tl::expected<Expectation, std::string> parse() {
    skip_blanks();
    const bool done = read_figure() && read_relation() && read_limit();
    if (!done) {
      return tl::unexpected<std::string>(error_);
    }
    return std::move(made_);
  }

 private:
  bool fail(std::size_t at, const std::string& what) {
    error_ = error_at(text_, at, what);
    return false;
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }
  [[nodiscard]] std::string_view rest() const { return std::string_view(text_).substr(at_); }

  bool read_figure() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(" \t(<>=", at_), text_.size());
    const std::string word = text_.substr(begin, at_ - begin);
    skip_blanks();
    if (word == kMakespan && !rest().starts_with('(')) {
      return true;
    }
    return set_figure(begin, word) && read_name();
  }

  bool set_figure(std::size_t begin, const std::string& word) {
    std::vector<std::string> names{std::string(kMakespan)};
    for (const auto& [name, figure] : kFigures) {
      if (word == name) {
        made_.figure = figure;
        return true;
      }
      names.emplace_back(name);
    }
    const bool has_number = word.size() > 1 && word[0] == 'p' && word[1] >= '0' && word[1] <= '9';
    const auto share = has_number ? share_of(std::string_view(word).substr(1)) : std::nullopt;
    if (share) {
      made_.figure = Figure::kQuantile;
      made_.share = *share;
      return true;
    }
    if (has_number) {
      return fail(begin,
                  "a quantile is above p0, at most p100, and has at most four decimals, as "
                  "p99.9");
    }
    return fail(begin, word == kMakespan
                           ? "the makespan has no figures in parentheses; write 'makespan < 2s', "
                             "which every run must meet"
                           : fmt::format("expected makespan, min, mean, max or a quantile such as "
                                         "p99, got '{}'{}",
                                         printable(word), did_you_mean(word, names)));
  }

  bool read_name() {
    if (!rest().starts_with('(')) {
      return fail(at_,
                  "expected a message type or a functionality in parentheses, as in "
                  "'p99(Reply.m) < 20ms'");
    }
    ++at_;
    skip_blanks();
    const std::size_t end = text_.find(')', at_);
    if (end == std::string::npos) {
      return fail(text_.size(), "expected ')'");
    }
    made_.name_at = at_;
    made_.name = text_.substr(at_, end - at_);
    made_.name.resize(made_.name.find_last_not_of(kBlanks) + 1);
    if (made_.name.empty()) {
      return fail(end, "expected the tag of a message type or a functionality");
    }
    at_ = end + 1;
    return true;
  }

  bool read_relation() {
    skip_blanks();
    for (const auto& [sign, relation] : kRelations) {
      if (rest().starts_with(sign)) {
        made_.relation = relation;
        at_ += sign.size();
        return true;
      }
    }
    return fail(at_, "expected <, <=, > or >=");
  }

  bool read_limit() {
    skip_blanks();
    std::string_view word = rest();
    word = word.substr(0, word.find_last_not_of(kBlanks) + 1);
    if (word.empty()) {
      return fail(at_, "expected a time, such as 20ms");
    }
    const auto seconds = text::read_seconds(word, "the time");
    if (!seconds) {
      return fail(at_, seconds.error());
    }
    const bool has_unit = word.back() >= 'a' && word.back() <= 'z';
    if (!has_unit && *seconds != 0) {
      return fail(at_,
                  fmt::format("the time needs a unit: '{0}s' are seconds, '{0}ms' milliseconds",
                              printable(word)));
    }
    made_.limit = Seconds(*seconds);
    return true;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  Expectation made_;
  std::string error_;
};

/// The tags that the figures of a program can have.
struct KnownTags {
  std::set<std::string> sent;    ///< message types, timers aside
  std::set<std::string> set;     ///< message types of timers
  std::set<std::string> active;  ///< functionalities of a process
};

void add_functionality(const blueprint::Program& program, std::uint32_t position, KnownTags& tags) {
  const blueprint::Functionality& functionality = program.functionalities[position];
  tags.active.insert(program.tag(functionality.definition));
  for (const std::uint32_t at : program.outputs_of(functionality)) {
    const blueprint::Output& output = program.outputs[at];
    (output.delay ? tags.set : tags.sent).insert(program.mtag(output.mid));
  }
}

KnownTags known_tags_of(const blueprint::Program& program) {
  KnownTags tags;
  for (const blueprint::Plan& plan : program.plans) {
    for (const std::uint32_t unit : program.units_of(plan)) {
      for (const std::uint32_t position : program.functionalities_of(program.units[unit])) {
        add_functionality(program, position, tags);
      }
    }
  }
  return tags;
}

std::vector<std::string> mtags_of(const blueprint::Program& program) {
  std::vector<std::string> tags;
  tags.reserve(program.message_types.size());
  for (const blueprint::MessageType& type : program.message_types) {
    tags.push_back(type.mtag);
  }
  return tags;
}

std::vector<std::string> ftags_of(const blueprint::Program& program) {
  std::vector<std::string> tags;
  for (const blueprint::Definition& line : program.definitions) {
    if (line.section == blueprint::Section::kFunctionality) {
      tags.push_back(line.tag);
    }
  }
  return tags;
}

/// Why a name of the program has no latency; "" if it has one.
std::string inapplicable(const Expectation& expectation, const KnownTags& tags) {
  const std::string name = printable(expectation.name);
  if (!expectation.is_message) {
    return tags.active.contains(expectation.name)
               ? ""
               : fmt::format("no process has the functionality '{}'", name);
  }
  if (tags.sent.contains(expectation.name)) {
    return "";
  }
  return tags.set.contains(expectation.name)
             ? fmt::format("all messages '{}' are timers, whose delay the blueprint states", name)
             : fmt::format("no process sends a message '{}'", name);
}

bool has_tag(const std::vector<std::string>& tags, const std::string& tag) {
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

}  // namespace

tl::expected<Expectation, std::string> parse_expectation(const std::string& text) {
  return ExpectationParser(text).parse();
}

Result<std::vector<Expectation>> resolved_expectations(std::span<const Expectation> expectations,
                                                       const blueprint::Program& program) {
  std::vector<Expectation> resolved(expectations.begin(), expectations.end());
  if (resolved.empty()) {
    return resolved;
  }
  const std::vector<std::string> mtags = mtags_of(program);
  const std::vector<std::string> ftags = ftags_of(program);
  std::vector<std::string> all = mtags;
  all.insert(all.end(), ftags.begin(), ftags.end());
  const KnownTags known = known_tags_of(program);
  std::string errors;
  for (Expectation& expectation : resolved) {
    if (!expectation.needs_latencies()) {
      continue;
    }
    expectation.is_message = has_tag(mtags, expectation.name);
    const std::string wrong =
        has_tag(all, expectation.name)
            ? inapplicable(expectation, known)
            : fmt::format("no message type and no functionality '{}'{}",
                          printable(expectation.name), did_you_mean(expectation.name, all));
    if (!wrong.empty()) {
      errors += errors.empty() ? "" : "\n";
      errors += error_at(expectation.text, expectation.name_at, wrong);
    }
  }
  return errors.empty() ? Result<std::vector<Expectation>>(std::move(resolved))
                        : failure(ErrorCode::kInput, errors);
}

}  // namespace dps::commands
