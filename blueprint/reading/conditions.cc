#include "blueprint/reading/conditions.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/expression/expression.h"
#include "base/expression/mistakes.h"
#include "base/printable.h"

namespace dps::blueprint {
namespace {

constexpr std::size_t kFieldsOfCondition = 3;

class ConditionChecker {
 public:
  ConditionChecker(const text::SourceMap& source, const expression::Variables& variables,
                   text::Problems& problems, text::Problems& failed)
      : source_(source),
        variables_(variables),
        list_(variables.list()),
        problems_(problems),
        failed_(failed) {}

  void check(std::span<const text::Field> fields) {
    if (fields.size() < kFieldsOfCondition) {
      problems_.error(fields.back().range,
                      "the line is incomplete; expected A <text> <expression>");
      return;
    }
    const text::Range place{fields[2].range.begin, fields.back().range.end};
    const expression::ExpressionContext context{variables_.names(), false, true};
    const auto compiled = expression::compile_expression(source_.text(), place, context);
    if (!compiled) {
      expression::report_mistakes(problems_, source_.text(), place, context);
      return;
    }
    const auto named = in_order_once(compiled->variables());
    if (named.empty()) {
      problems_.warning(place, "the condition does not depend on any variable");
    }
    if (std::ranges::any_of(named, [&](const auto at) { return !variables_.values()[at]; })) {
      return;
    }
    const auto evaluation = compiled->evaluate(expression::Values{variables_.values()});
    if (evaluation.mistake) {
      expression::report(problems_, *evaluation.mistake);
    } else if (evaluation.value == 0.0) {
      failed_.error(place,
                    fmt::format("{}: {} is false{}", printable(source_.text(fields[1].content)),
                                printable(text_of(source_, fields.subspan(2))), values_of(named)));
    }
  }

 private:
  static std::vector<std::uint32_t> in_order_once(const std::vector<std::uint32_t>& all) {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t at : all) {
      if (std::ranges::find(out, at) == out.end()) {
        out.push_back(at);
      }
    }
    return out;
  }

  /// " (n = 2, m = 3)"
  [[nodiscard]] std::string values_of(std::span<const std::uint32_t> named) const {
    std::string out;
    for (const std::uint32_t at : named) {
      out += fmt::format("{}{} = {}", out.empty() ? " (" : ", ", list_[at].name,
                         expression::number_text(list_[at].value));
    }
    return out.empty() ? "" : out + ")";
  }

  const text::SourceMap& source_;
  const expression::Variables& variables_;
  std::vector<expression::NamedValue> list_;
  text::Problems& problems_;
  text::Problems& failed_;
};

}  // namespace

void check_conditions(const text::SourceMap& source, const text::Scanned& scanned,
                      const expression::Variables& variables, text::Problems& problems,
                      text::Problems& failed) {
  ConditionChecker checker(source, variables, problems, failed);
  for (const text::SourceLine& line : scanned.lines) {
    const auto fields = scanned.fields_of(line);
    if (!line.broken && !fields[0].quoted && source.text(fields[0].range) == "A") {
      checker.check(fields);
    }
  }
}

}  // namespace dps::blueprint
