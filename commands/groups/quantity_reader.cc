#include "commands/groups/quantity_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "blueprint/reach.h"
#include "blueprint/request_flow.h"

namespace dps::commands {
namespace {

using profiles::Figure;
using profiles::Quantity;
using Kind = Figure::Kind;

constexpr std::string_view kMakespan = "makespan";
constexpr std::string_view kBlanks = " \t";

constexpr std::array<std::pair<std::string_view, Kind>, 6> kQuantityKinds{
    {{"min", Kind::kMin},
     {"mean", Kind::kMean},
     {"max", Kind::kMax},
     {"count", Kind::kCount},
     {"rate", Kind::kRate},
     {"utilisation", Kind::kUtilisation}}};

/// The kind of name that belongs in the parentheses.
std::string_view subject_of(const Figure& figure) {
  return figure.kind == Kind::kUtilisation ? "a P line"
         : figure.is_of_firings()          ? "a functionality"
                                           : "a message type or a functionality";
}

std::string_view example_of(const Figure& figure) {
  return figure.kind == Kind::kUtilisation ? "'utilisation(Worker.p)'"
         : figure.kind == Kind::kCount     ? "'count(done.f)'"
         : figure.kind == Kind::kRate      ? "'rate(done.f)'"
                                           : "'p99(Reply.m) < 20ms'";
}

}  // namespace

std::optional<statistics::QuantileShare> share_of(std::string_view percent) {
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
  return share > 0 && share <= statistics::kWholeShare
             ? std::optional(statistics::QuantileShare{share})
             : std::nullopt;
}

std::string error_at(std::string_view option, const std::string& text, std::size_t at,
                     const std::string& what) {
  const std::string before = printable(std::string_view(text).substr(0, at));
  return fmt::format("{}: {}\n  {}\n  {:>{}}", option, what, printable(text), '^',
                     printed_width(before) + 1);
}

bool QuantityText::fail(std::size_t at, const std::string& what) {
  error_ = error_at(option_, text_, at, what);
  return false;
}

void QuantityText::skip_blanks() {
  at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
}

bool QuantityText::read(Quantity& quantity) {
  skip_blanks();
  const std::size_t begin = at_;
  if (!read_figure(quantity.figure)) {
    return false;
  }
  std::size_t end = at_;
  skip_blanks();
  if (rest().starts_with('/')) {
    ++at_;
    skip_blanks();
    const std::size_t second = at_;
    if (!read_figure(quantity.divisor.emplace())) {
      return false;
    }
    if (dimension_of(quantity.figure) != dimension_of(*quantity.divisor)) {
      return fail(second,
                  "the two figures of a ratio must be of the same kind: two times, two "
                  "counts, two rates or two utilisations");
    }
    end = at_;
  }
  quantity.text = text_.substr(begin, end - begin);
  return true;
}

bool QuantityText::read_figure(Figure& figure) {
  const std::size_t begin = at_;
  at_ = std::min(text_.find_first_of(" \t(<>=/", at_), text_.size());
  const std::string word = text_.substr(begin, at_ - begin);
  const std::size_t end = at_;
  skip_blanks();
  if (word == kMakespan && !rest().starts_with('(')) {
    at_ = end;
    return true;
  }
  return set_kind(begin, word, figure) && read_name(figure);
}

bool QuantityText::set_kind(std::size_t begin, const std::string& word, Figure& figure) {
  std::vector<std::string> names{std::string(kMakespan)};
  for (const auto& [name, kind] : kQuantityKinds) {
    if (word == name) {
      figure.kind = kind;
      return true;
    }
    names.emplace_back(name);
  }
  const bool has_number = word.size() > 1 && word[0] == 'p' && word[1] >= '0' && word[1] <= '9';
  const auto share = has_number ? share_of(std::string_view(word).substr(1)) : std::nullopt;
  if (share) {
    figure.kind = Kind::kQuantile;
    figure.share = *share;
    return true;
  }
  if (has_number) {
    return fail(begin,
                "a quantile is above p0, at most p100, and has at most four decimals, as p99.9");
  }
  return fail(begin, word == kMakespan
                         ? "the makespan has no figures in parentheses; write 'makespan < 2s', "
                           "which every run must meet"
                         : fmt::format("expected makespan, min, mean, max, a quantile such as p99, "
                                       "count, rate or utilisation, got '{}'{}",
                                       printable(word), did_you_mean(word, names)));
}

bool QuantityText::read_name(Figure& figure) {
  if (!rest().starts_with('(')) {
    return fail(at_, fmt::format("expected {} in parentheses, as in {}", subject_of(figure),
                                 example_of(figure)));
  }
  ++at_;
  skip_blanks();
  const std::size_t end = text_.find(')', at_);
  if (end == std::string::npos) {
    return fail(text_.size(), "expected ')'");
  }
  figure.name_at = at_;
  figure.name = text_.substr(at_, end - at_);
  figure.name.resize(figure.name.find_last_not_of(kBlanks) + 1);
  if (figure.name.empty()) {
    return fail(end, fmt::format("expected the tag of {}", subject_of(figure)));
  }
  at_ = end + 1;
  return true;
}

tl::expected<Quantity, std::string> parse_quantity(std::string_view option,
                                                   const std::string& text) {
  const std::string trimmed = text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
  QuantityText reader(option, trimmed);
  Quantity quantity;
  if (!reader.read(quantity)) {
    return tl::unexpected(reader.error());
  }
  reader.skip_blanks();
  if (!reader.rest().empty()) {
    reader.fail(reader.at(), "expected the end, or '/' and a second figure");
    return tl::unexpected(reader.error());
  }
  return quantity;
}

// --- names --------------------------------------------------------------------------------------

/// The tags that the figures of a program can have.
struct FigureTags {
  std::set<std::string> sent;      ///< message types, timers aside
  std::set<std::string> set;       ///< message types of timers
  std::set<std::string> active;    ///< functionalities of a process
  std::set<std::string> aged;      ///< functionalities that a request can fire
  std::set<std::string> operated;  ///< O lines with -collective that a process executes
};

namespace {

void add_functionality(const blueprint::Program& program, std::uint32_t position,
                       FigureTags& tags) {
  const blueprint::Functionality& functionality = program.functionalities[position];
  tags.active.insert(program.tag(functionality.definition));
  for (const std::uint32_t at : program.outputs_of(functionality)) {
    const blueprint::Output& output = program.outputs[at];
    if (output.is_collective()) {
      tags.operated.insert(program.tag(output.definition));
    }
    (output.delay ? tags.set : tags.sent).insert(program.mtag(output.mid));
  }
}

FigureTags known_tags_of(const blueprint::Program& program) {
  FigureTags tags;
  for (const blueprint::Plan& plan : program.plans) {
    for (const std::uint32_t unit : program.units_of(plan)) {
      for (const std::uint32_t position : program.functionalities_of(program.units[unit])) {
        add_functionality(program, position, tags);
      }
    }
  }
  const blueprint::Reach reach(program);
  const blueprint::RequestFlow requests(program, reach);
  for (std::uint32_t plan = 0; plan < program.plans.size(); ++plan) {
    for (const blueprint::Firing& firing : reach.firings_of(plan)) {
      const blueprint::Functionality& fired = program.functionalities[firing.functionality];
      if (fired.collection != blueprint::kNone &&
          !requests.origins_of(program, program.collections[fired.collection]).empty()) {
        tags.aged.insert(program.tag(fired.definition));
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

std::vector<std::string> ptags_of(const blueprint::Program& program) {
  std::vector<std::string> tags;
  tags.reserve(program.groups.size());
  for (const blueprint::ProcessGroup& group : program.groups) {
    tags.push_back(program.tag(group.definition));
  }
  return tags;
}

bool has_tag(const std::vector<std::string>& tags, const std::string& tag) {
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

}  // namespace

struct QuantityNames::Tags {
  std::vector<std::string> mtags, ftags, ptags;
  FigureTags known;

  /// The reason for which the name has no such figure; "" if it has one.
  [[nodiscard]] std::string mistake(const Figure& figure) const;
  [[nodiscard]] std::string no_functionality(const std::string& name) const {
    return known.active.contains(name)
               ? ""
               : fmt::format("no process has the functionality '{}'", printable(name));
  }
  [[nodiscard]] std::string no_age(const std::string& name) const {
    if (!has_tag(ftags, name)) {
      return fmt::format("no functionality '{}'{}", printable(name), did_you_mean(name, ftags));
    }
    const std::string wrong = no_functionality(name);
    return !wrong.empty() || known.aged.contains(name)
               ? wrong
               : fmt::format("no request can fire '{}'; an O line with -new begins requests",
                             printable(name));
  }
  [[nodiscard]] std::string no_operation(const std::string& name) const {
    if (known.operated.contains(name)) {
      return "";
    }
    const std::vector<std::string> all(known.operated.begin(), known.operated.end());
    return fmt::format("no process performs collective operations of an O line '{}'{}",
                       printable(name), did_you_mean(name, all));
  }
  [[nodiscard]] std::string unsent(const std::string& name) const {
    if (known.sent.contains(name)) {
      return "";
    }
    return known.set.contains(name)
               ? fmt::format("all messages '{}' are timers, whose delay the blueprint states",
                             printable(name))
               : fmt::format("no process sends a message '{}'", printable(name));
  }
};

std::string QuantityNames::Tags::mistake(const Figure& figure) const {
  const std::string& name = figure.name;
  if (figure.kind == Kind::kMakespan) {
    return "";
  }
  if (figure.kind == Kind::kUtilisation) {
    return has_tag(ptags, name)
               ? ""
               : fmt::format("no P line '{}'{}", printable(name), did_you_mean(name, ptags));
  }
  if (figure.is_of_firings()) {
    return has_tag(ftags, name) ? no_functionality(name)
           : has_tag(mtags, name)
               ? fmt::format(
                     "'{}' is a message type; only functionalities have "
                     "a count and a rate",
                     printable(name))
               : fmt::format("no functionality '{}'{}", printable(name), did_you_mean(name, ftags));
  }
  if (has_tag(mtags, name)) {
    return unsent(name);
  }
  if (has_tag(ftags, name)) {
    return no_functionality(name);
  }
  if (figure.is_age()) {
    return no_age(figure.aged());
  }
  if (figure.is_of_operations()) {
    return no_operation(figure.operated());
  }
  std::vector<std::string> all = mtags;
  all.insert(all.end(), ftags.begin(), ftags.end());
  return fmt::format("no message type and no functionality '{}'{}", printable(name),
                     did_you_mean(name, all));
}

QuantityNames::QuantityNames(const blueprint::Program& program)
    : tags_(std::make_unique<Tags>(
          Tags{mtags_of(program), ftags_of(program), ptags_of(program), known_tags_of(program)})) {}

QuantityNames::~QuantityNames() = default;

std::string QuantityNames::resolve(std::string_view option, const std::string& text,
                                   Quantity& quantity) const {
  std::string errors;
  const auto look_at = [&](Figure& figure) {
    figure.is_message = has_tag(tags_->mtags, figure.name);
    if (const std::string wrong = tags_->mistake(figure); !wrong.empty()) {
      errors += errors.empty() ? "" : "\n";
      errors += error_at(option, text, figure.name_at, wrong);
    }
  };
  look_at(quantity.figure);
  if (quantity.divisor) {
    look_at(*quantity.divisor);
  }
  return errors;
}

}  // namespace dps::commands
