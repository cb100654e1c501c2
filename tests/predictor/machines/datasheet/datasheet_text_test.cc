#include "predictor/machines/kinds/datasheet/file/datasheet_text.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"
#include "tests/predictor/machines/datasheet/any_number.h"

namespace dps::machines {
namespace {

constexpr std::uint64_t kMostTime = 18'000'000'000'000'000'000U;  // attoseconds

bool any_flag() {
  return *rc::gen::arbitrary<bool>();
}

Attoseconds any_time() {
  return Attoseconds(any_number(0, *rc::gen::element<std::uint64_t>(2, 1'000'000'000, kMostTime)));
}

std::string any_text() {
  return *rc::gen::container<std::string>(
      rc::gen::element('a', 'Z', '"', '\\', ' ', '#', '\'', '\n', '='));
}

/// A random number from -1 to 1.
double any_share() {
  const double size = static_cast<double>(any_number(0, 1U << 20)) / 0x1p20;
  return any_flag() ? size : -size;
}

MeasuredRange any_range() {
  const std::uint64_t least = any_number(0, 100);
  return {least, least + any_number(0, 1'000'000)};
}

Coefficients any_coefficients(const Equation& equation) {
  return {any_time(), equation.start_form ? any_time() : Attoseconds{},
          equation.data_form ? any_time() : Attoseconds{}};
}

Equation any_equation(FunctionClass function_class) {
  Equation equation;
  const bool has_processes =
      function_class == FunctionClass::kCollective || function_class == FunctionClass::kBarrier;
  if (has_processes && any_flag()) {
    equation.start_form = static_cast<StartForm>(any_number(0, 3));
  }
  if (function_class != FunctionClass::kBarrier && any_flag()) {
    equation.data_form = static_cast<DataForm>(any_number(0, has_processes ? 4 : 1));
  }
  equation.value = any_coefficients(equation);
  if (any_flag()) {
    equation.errors = any_coefficients(equation);
  }
  if (equation.errors && any_flag()) {
    const bool has_start = equation.start_form.has_value();
    const bool has_data = equation.data_form.has_value();
    equation.correlations = Correlations{has_start ? any_share() : 0, has_data ? any_share() : 0,
                                         has_start && has_data ? any_share() : 0};
  }
  return equation;
}

EquationFit any_fit() {
  EquationFit fit;
  if (any_flag()) {
    fit.quality = std::abs(any_share());
  }
  if (!fit.quality || any_flag()) {
    fit.chi_squared = std::abs(any_share()) * 1e30;
    fit.freedom = any_number(0, 100);
    fit.median = std::abs(any_share()) / 1e9;
    fit.most = std::abs(any_share());
    fit.points = any_number(1, 1'000'000);
  }
  return fit;
}

SheetRange any_sheet_range(FunctionClass function_class) {
  SheetRange range;
  range.equation = any_equation(function_class);
  if (any_flag()) {
    range.fit = any_fit();
  }
  if (any_flag()) {
    range.processes = any_range();
  }
  if (any_flag()) {
    range.elements = any_range();
  }
  return range;
}

SheetFunction any_function(std::size_t i) {
  SheetFunction function;
  function.name = "f" + std::to_string(i / 2);
  function.path = i % 2 == 0 ? FunctionPath::kAny : FunctionPath::kHost;
  function.function_class = static_cast<FunctionClass>(any_number(0, 4));
  std::uint64_t most = 0;
  const bool has_one = function.function_class == FunctionClass::kBarrier;
  for (auto more = has_one ? 0 : any_number(0, 3); more > 0; --more) {
    SheetRange range = any_sheet_range(function.function_class);
    most += any_number(1, 1000);
    range.most = most;
    function.ranges.push_back(range);
  }
  function.ranges.push_back(any_sheet_range(function.function_class));
  return function;
}

Datasheet any_sheet() {
  Datasheet sheet;
  sheet.name = any_text();
  sheet.element_bytes = any_number(1, 1U << 20);
  if (any_flag()) {
    sheet.eager = any_number(0, 1U << 30);
    sheet.eager_on_host = any_number(0, 1U << 30);
  }
  for (auto i = any_number(0, 3); i > 0; --i) {
    sheet.hosts.push_back({"n" + std::to_string(i), any_text(), any_number(1, 5000), 2, {}});
    sheet.multiply.push_back(any_flag() ? std::optional(any_time()) : std::nullopt);
    sheet.timings.emplace_back();
  }
  const std::size_t functions = any_number(1, 6);
  for (std::size_t i = 0; i < functions; ++i) {
    sheet.functions.push_back(any_function(i));
  }
  for (auto i = any_number(0, 3); i > 0; --i) {
    sheet.aliases.emplace_back("alias " + std::to_string(i), "f0");
    sheet.measured.emplace_back(std::to_string(i) + any_text(), any_text());
  }
  return sheet;
}

RC_GTEST_PROP(DatasheetText, AWrittenSheetIsReadAsTheSame, ()) {
  const Datasheet sheet = any_sheet();
  const std::vector<std::string> comments{any_text()};
  const std::string text = datasheet_text(sheet, comments);
  const SourceText source{"s.toml", text};
  const auto reading = read_datasheet(source);
  if (!reading.sheet) {
    RC_FAIL(render(source, reading.diagnostics) + text);
  }
  if (!(*reading.sheet == sheet)) {
    RC_FAIL(datasheet_text(*reading.sheet) + "instead of\n" + text);
  }
}

TEST(DatasheetText, ASheetIsWrittenAsPeopleWriteIt) {
  Datasheet sheet;
  sheet.name = "lab";
  sheet.eager = 4096;
  sheet.aliases = {{"recvmin", "send"}, {"a b", "send"}};
  SheetRange range;
  range.equation.value = {Attoseconds(30'000'000'000'000), {}, Attoseconds(90'000'000'000)};
  range.equation.data_form = DataForm::kData;
  range.fit = EquationFit{0, 0, 0.5, 0, 0, 0};
  range.processes = MeasuredRange{2, 2};
  sheet.functions = {{"send", FunctionClass::kPointToPoint, FunctionPath::kHost, {range}}};
  EXPECT_EQ(datasheet_text(sheet, std::vector<std::string>{"By hand."}),
            R"(# By hand.
format = "dps-datasheet"
version = 1
name = "lab"
element = "4B"
eager = "4KiB"

[alias]
recvmin = "send"
"a b" = "send"

[[function]]
name = "send"
class = "point-to-point"
path = "host"

[[function.range]]
c = "30us"
data = "d"
d = "90ns"
fit = {q = 0.5}
measured = {processes = [2, 2]}
)");
}

}  // namespace
}  // namespace dps::machines
