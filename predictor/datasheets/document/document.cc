#include "predictor/datasheets/document/document.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "predictor/datasheets/document/sheet_figures.h"
#include "predictor/datasheets/fit/fit_function.h"
#include "predictor/datasheets/functions.h"
#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

namespace dps::datasheets {
namespace {

using machines::Datasheet;
using machines::FunctionClass;
using machines::FunctionPath;
using machines::SheetFunction;
using machines::SheetRange;

/// The numbers of processes and elements at which times are listed, if they were measured.
constexpr std::array<double, 3> kCommonProcesses{4, 16, 64};
constexpr std::array<double, 3> kCommonElements{1, 256, 65536};

DocumentTable equations_table(const SummaryTable& summary, const TableOptions& options) {
  DocumentTable table{
      summary.title, {"function", fmt::format("time ({})", unit_name(options.unit)), "Q"}, {}};
  const bool has_sizes = std::any_of(summary.rows.begin(), summary.rows.end(),
                                     [](const SummaryRow& row) { return !row.sizes.empty(); });
  if (has_sizes) {
    table.header.insert(table.header.begin() + 1, "elements");
  }
  for (const SummaryRow& row : summary.rows) {
    auto& cells = table.rows.emplace_back(std::vector<std::string>{row.name});
    if (has_sizes) {
      cells.push_back(row.sizes);
    }
    cells.push_back(equation_words(row.range->equation, row.function_class, options));
    cells.push_back(quality_words(row.range->fit));
  }
  table.note =
      "p processes, d elements. A coefficient with a question mark is less than its error. Q is "
      "the probability that a correct equation agrees with the points no better; below 0.01, with "
      "an "
      "exclamation mark, the measured times do not follow the equation.";
  return table;
}

/// The definition of the time of a function; empty for a function that dps does not know.
std::string meaning_of(const SheetFunction& function) {
  constexpr std::string_view kHalf = "_half";
  const KnownFunction* known = find_known(function.name);
  if (known == nullptr) {
    return "";
  }
  return std::string(known->meaning) +
         (function.name.ends_with(kHalf) ? ", in two groups of p/2 at once" : "") +
         (function.path == FunctionPath::kHost ? ", within a host" : "");
}

DocumentTable meanings_table(const Datasheet& sheet) {
  DocumentTable table{"Functions", {"function", "time of"}, {}};
  for (const SheetFunction* function : in_document_order(sheet)) {
    table.rows.push_back({full_name(function->name, function->path), meaning_of(*function)});
  }
  return table;
}

/// The least and the largest numbers that were measured in all ranges; nullopt if unknown.
std::optional<machines::MeasuredRange> measured_of(
    const SheetFunction& function, std::optional<machines::MeasuredRange> SheetRange::*numbers) {
  std::optional<machines::MeasuredRange> all;
  for (const SheetRange& range : function.ranges) {
    const auto& one = range.*numbers;
    if (!one) {
      return std::nullopt;
    }
    all = all ? machines::MeasuredRange{std::min(all->least, one->least),
                                        std::max(all->most, one->most)}
              : *one;
  }
  return all;
}

bool is_within(const std::optional<machines::MeasuredRange>& measured, double number) {
  return !measured || (static_cast<double>(measured->least) <= number &&
                       number <= static_cast<double>(measured->most));
}

/// The common numbers at which a function was measured; if none, the largest measured one.
std::vector<double> common_columns(const std::vector<const SheetFunction*>& functions,
                                   std::span<const double> common,
                                   std::optional<machines::MeasuredRange> SheetRange::*numbers) {
  std::vector<double> columns;
  double most = 0;
  for (const SheetFunction* function : functions) {
    if (const auto measured = measured_of(*function, numbers)) {
      most = std::max(most, static_cast<double>(measured->most));
    }
  }
  for (const double number : common) {
    if (std::any_of(functions.begin(), functions.end(), [&](const SheetFunction* function) {
          return is_within(measured_of(*function, numbers), number);
        })) {
      columns.push_back(number);
    }
  }
  return columns.empty() ? std::vector<double>{most} : columns;
}

/// The time in a table; a point that was not measured has none.
std::string time_at(const SheetFunction& function, double processes, double elements) {
  const bool is_collective = function.function_class == FunctionClass::kCollective;
  if (!is_within(measured_of(function, &SheetRange::elements), elements) ||
      (is_collective && !is_within(measured_of(function, &SheetRange::processes), processes))) {
    return "-";
  }
  return format_time(Seconds(
      machines::times_of(machines::range_for(function, elements).equation, processes, elements)
          .average));
}

/// The times of functions of a class, with a column for each pair of processes and elements.
DocumentTable common_times(const Datasheet& sheet, FunctionClass function_class,
                           const std::string& title) {
  std::vector<const SheetFunction*> functions = in_document_order(sheet);
  std::erase_if(functions, [&](const SheetFunction* function) {
    return function->function_class != function_class;
  });
  const bool has_processes = function_class == FunctionClass::kCollective;
  const auto processes = has_processes
                             ? common_columns(functions, kCommonProcesses, &SheetRange::processes)
                             : std::vector<double>{kCommonProcesses.front()};
  const auto elements = common_columns(functions, kCommonElements, &SheetRange::elements);
  DocumentTable table{title, {"function"}, {}};
  for (const double p : processes) {
    for (const double d : elements) {
      table.header.push_back((has_processes ? fmt::format("p={} ", p) : std::string()) +
                             fmt::format("d={}", d));
    }
  }
  bool has_gaps = false;
  for (const SheetFunction* function : functions) {
    auto& cells = table.rows.emplace_back(
        std::vector<std::string>{full_name(function->name, function->path)});
    for (const double p : processes) {
      for (const double d : elements) {
        cells.push_back(time_at(*function, p, d));
        has_gaps = has_gaps || cells.back() == "-";
      }
    }
  }
  table.note =
      fmt::format("By the equations; {}d elements.{}", has_processes ? "p processes, " : "",
                  has_gaps ? " A dash: outside the sizes that were measured." : "");
  return table;
}

/// The equation with the coefficients less (-1) or plus (1) their errors; none below 0.
machines::Equation shifted(machines::Equation equation, int sign) {
  if (!equation.errors) {
    return equation;
  }
  const auto shift = [&](Attoseconds& value, Attoseconds error) {
    value = sign > 0 ? value + error : value > error ? value - error : Attoseconds();
  };
  shift(equation.value.constant, equation.errors->constant);
  shift(equation.value.start, equation.errors->start);
  shift(equation.value.data, equation.errors->data);
  equation.errors.reset();
  return equation;
}

/// Formats an equation as "(100 +/- 12) + (6.4 +/- 0.78) p + (0.044 +/- 0.0018) p*d".
std::string words_with_errors(const machines::Equation& equation, const TableOptions& options) {
  const machines::Coefficients& value = equation.value;
  const machines::Coefficients& error = *equation.errors;
  const auto term = [&](Attoseconds coefficient, Attoseconds of, std::string_view factor) {
    return fmt::format("({} +/- {}){}{}", coefficient_words(coefficient, options),
                       coefficient_words(of, options), factor.empty() ? "" : " ", factor);
  };
  std::string words = term(value.constant, error.constant, "");
  if (equation.start_form) {
    words += " + " + term(value.start, error.start, machines::word_of(*equation.start_form));
  }
  if (equation.data_form) {
    words += " + " + term(value.data, error.data, machines::word_of(*equation.data_form));
  }
  return words;
}

DocumentTable page_table(const SheetFunction& function, const TableOptions& options) {
  DocumentTable table{"", {"", fmt::format("equation ({})", unit_name(options.unit))}, {}};
  for (std::size_t i = 0; i < function.ranges.size(); ++i) {
    const SheetRange& range = function.ranges[i];
    const std::string sizes = sizes_of(range, i == 0 ? nullptr : &function.ranges[i - 1]);
    const auto words = [&](const machines::Equation& equation) {
      return equation_words(equation, function.function_class, options);
    };
    table.rows.push_back({sizes.empty() ? "all sizes" : sizes, words(range.equation)});
    if (range.equation.errors) {
      table.rows.push_back({"with standard errors", words_with_errors(range.equation, options)});
      table.rows.push_back({"min", words(shifted(range.equation, -1))});
      table.rows.push_back({"max", words(shifted(range.equation, 1))});
    }
    if (range.fit) {
      table.rows.push_back({"Q", quality_words(range.fit)});
    }
    if (range.fit && range.fit->points > 0) {
      table.rows.push_back({"deviation", fmt::format("median {:.2g} %, largest {:.2g} %, of {}",
                                                     100 * range.fit->median, 100 * range.fit->most,
                                                     counted(range.fit->points, "point"))});
    }
  }
  return table;
}

std::vector<std::pair<std::string, std::string>> parameters_of(const Datasheet& sheet) {
  std::vector<std::pair<std::string, std::string>> parameters = sheet.measured;
  parameters.emplace_back("element", fmt::format("{} B", sheet.element_bytes));
  if (sheet.eager) {
    parameters.emplace_back("sends wait above", format_size(*sheet.eager));
  }
  if (sheet.eager_on_host) {
    parameters.emplace_back("sends wait above, within a host", format_size(*sheet.eager_on_host));
  }
  return parameters;
}

}  // namespace

Document document_of(const Datasheet& sheet, const RawFolder& folder, const TableOptions& options) {
  Document document;
  document.title = sheet.name.empty() ? "Data sheet" : "Data sheet of " + sheet.name;
  document.parameters = parameters_of(sheet);
  document.tables.push_back(meanings_table(sheet));
  for (const SummaryTable& summary : summary_tables(sheet)) {
    document.tables.push_back(equations_table(summary, options));
  }
  for (const auto& [function_class, title] :
       {std::pair(FunctionClass::kPointToPoint, "Times of messages"),
        std::pair(FunctionClass::kCollective, "Times of collective functions")}) {
    DocumentTable times = common_times(sheet, function_class, title);
    if (!times.rows.empty()) {
      document.tables.push_back(std::move(times));
    }
  }
  for (const SheetFunction* function : in_document_order(sheet)) {
    document.pages.push_back({full_name(function->name, function->path), meaning_of(*function),
                              page_table(*function, options), figures_of(*function, folder)});
  }
  return document;
}

}  // namespace dps::datasheets
