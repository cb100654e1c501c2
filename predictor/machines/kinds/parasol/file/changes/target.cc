#include "predictor/machines/kinds/parasol/file/changes/target.h"

#include <array>
#include <charconv>
#include <span>

#include "base/operations/operations.h"

namespace dps::parasol {
namespace {

/// A name with its brackets and its field: "tl", two brackets, "latency".
struct Form {
  std::string_view head;
  std::size_t brackets = 0;
  std::string_view field;
  TargetKind kind = TargetKind::kTimings;
};

constexpr std::array<Form, 14> kForms{{
    {"pc", 1, "size", TargetKind::kCacheSize},
    {"pc", 1, "speed", TargetKind::kCacheSpeed},
    {"pc", 1, "smallloopspeedup", TargetKind::kSmallLoopSpeedup},
    {"to", 1, "setup", TargetKind::kSetup},
    {"to", 1, "routing", TargetKind::kRouting},
    {"to", 1, "dimensions", TargetKind::kDimensions},
    {"tl", 2, "latency", TargetKind::kLinkLatency},
    {"tl", 2, "speed", TargetKind::kLinkSpeed},
    {"tp", 2, "", TargetKind::kType},
    {"vt", 1, "setup", TargetKind::kVirtualSetup},
    {"vt", 1, "routing", TargetKind::kVirtualRouting},
    {"vt", 1, "dimensions", TargetKind::kVirtualDimensions},
    {"vt", 1, "map", TargetKind::kVirtualMap},
    {"vm", 2, "", TargetKind::kMap},
}};

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  return text;
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  text = without_blanks(text);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

std::optional<NumberSet> set_of(std::string_view text) {
  NumberSet set;
  if (without_blanks(text) == "*") {
    set.is_all = true;
    return set;
  }
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    const std::size_t dash = part.find('-');
    const auto first = number_of(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_of(part.substr(dash + 1));
    if (!first || !last || *last < *first) {
      return std::nullopt;
    }
    set.ranges.emplace_back(*first, *last);
    if (comma == text.size()) {
      return set;
    }
    text.remove_prefix(comma + 1);
  }
}

/// A name in its parts.
struct Parts {
  std::string_view head;
  std::vector<NumberSet> brackets;
  std::string_view field;
};

std::optional<Parts> parts_of(std::string_view name) {
  Parts parts;
  const std::size_t end = std::min(name.find_first_of("(."), name.size());
  parts.head = without_blanks(name.substr(0, end));
  name = without_blanks(name.substr(end));
  while (name.starts_with("(")) {
    const std::size_t close = name.find(')');
    const auto set =
        close == std::string_view::npos ? std::nullopt : set_of(name.substr(1, close - 1));
    if (!set) {
      return std::nullopt;
    }
    parts.brackets.push_back(*set);
    name = without_blanks(name.substr(close + 1));
  }
  if (name.starts_with(".")) {
    parts.field = without_blanks(name.substr(1));
    return parts.field.empty() ? std::nullopt : std::optional(parts);
  }
  return name.empty() ? std::optional(parts) : std::nullopt;
}

std::optional<Target> timings_target(const Parts& parts) {
  Target target;
  target.first = parts.brackets[0];
  if (parts.field.starts_with("@")) {
    target.group = operations::find_group(parts.field.substr(1));
    return target.group == 0 ? std::nullopt : std::optional(target);
  }
  if (const auto operation = operations::find_operation(parts.field)) {
    target.operation = static_cast<std::uint32_t>(*operation);
    return target;
  }
  return std::nullopt;
}

std::optional<Target> formula_target(const Parts& parts) {
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    const auto section = static_cast<FormulaSection>(i);
    if (names_of(section).reference != parts.head ||
        parts.brackets.size() != (section == FormulaSection::kCombinations ? 1U : 0U)) {
      continue;
    }
    const auto formula = find_formula_name(section, parts.field);
    if (!formula) {
      return std::nullopt;
    }
    Target target;
    target.kind = TargetKind::kFormula;
    target.first = parts.brackets.empty() ? NumberSet{true, {}} : parts.brackets[0];
    target.section = section;
    target.formula = *formula;
    return target;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Target> parse_target(std::string_view name) {
  const auto parts = parts_of(name);
  if (!parts) {
    return std::nullopt;
  }
  if (parts->head == "pt" && parts->brackets.size() == 1) {
    return timings_target(*parts);
  }
  for (const Form& form : kForms) {
    const bool is_field = form.field == parts->field ||
                          (form.field == "smallloopspeedup" && parts->field == "smallloopsspeedup");
    if (form.head == parts->head && form.brackets == parts->brackets.size() && is_field) {
      Target target;
      target.kind = form.kind;
      target.first = parts->brackets[0];
      target.second = form.brackets == 2 ? parts->brackets[1] : NumberSet{};
      return target;
    }
  }
  return formula_target(*parts);
}

}  // namespace dps::parasol
