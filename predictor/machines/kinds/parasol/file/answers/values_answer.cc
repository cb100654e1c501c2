#include "predictor/machines/kinds/parasol/file/answers/values_answer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/escape.h"
#include "predictor/machines/kinds/parasol/file/expression/numbers.h"
#include "predictor/machines/kinds/parasol/file/typed_expression.h"

namespace dps::parasol {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

tl::expected<std::vector<ExpressionValue>, std::vector<WrongText>> values_of(
    const ParasolFile& file, std::span<const std::string> expressions, const Arguments& arguments) {
  std::vector<ExpressionValue> values;
  std::vector<WrongText> wrong;
  for (const std::string& text : expressions) {
    const SourceText source{"expression", text};
    auto expression = parse_typed_expression(file, text);
    if (!expression) {
      wrong.push_back({source, std::move(expression.error())});
      continue;
    }
    const auto value = evaluate(file, *expression, arguments);
    if (value) {
      values.push_back({text, *value});
      continue;
    }
    const text::SourceMap map(source.text);
    wrong.push_back(
        {source, {{Severity::kError, map.span(value.error().place), value.error().text, {}}}});
  }
  return wrong.empty()
             ? tl::expected<std::vector<ExpressionValue>, std::vector<WrongText>>(std::move(values))
             : tl::unexpected(std::move(wrong));
}

tl::expected<void, std::string> define_argument(const std::string& definition,
                                                Arguments& arguments) {
  const std::size_t equals = std::min(definition.find('='), definition.size());
  const std::string name = definition.substr(0, equals);
  const auto names = argument_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() || equals == definition.size()) {
    return tl::unexpected(fmt::format(
        "expected size=NUMBER, count=NUMBER or hops=NUMBER, got '{}'{}", printable(definition),
        did_you_mean(name, std::vector<std::string>(names.begin(), names.end()))));
  }
  const auto value = whole_value(std::string_view(definition).substr(equals + 1));
  if (!value || *value < 0) {
    return tl::unexpected(fmt::format("'{}' is not a whole number from 0 to 2^63 - 1",
                                      printable(definition.substr(equals + 1))));
  }
  arguments[static_cast<std::size_t>(found - names.begin())] = *value;
  return {};
}

std::string print_values(const std::vector<ExpressionValue>& values, AnswerFormat format) {
  Json list = Json::array();
  std::string text = format == AnswerFormat::kCsv ? "expression,type,value\n" : "";
  for (const ExpressionValue& one : values) {
    const char* type = one.value.is_whole ? "integer" : "float";
    if (format == AnswerFormat::kJson) {
      list.push_back(
          {{"expression", printable(one.expression)},
           {"type", type},
           {"value", one.value.is_whole ? Json(one.value.whole) : Json(one.value.real)}});
    } else if (format == AnswerFormat::kCsv) {
      text += fmt::format("{},{},{}\n", text::csv_field(one.expression), type, text_of(one.value));
    } else {
      text += text_of(one.value) + "\n";
    }
  }
  return format == AnswerFormat::kJson
             ? Json{{"format", "dps-values"}, {"version", 1}, {"values", list}}.dump(2) + "\n"
             : text;
}

}  // namespace dps::parasol
