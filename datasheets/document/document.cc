#include "datasheets/document/document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "datasheets/fit/fit_function.h"
#include "datasheets/functions.h"
#include "machines/kinds/datasheet/file/sheet_words.h"

namespace dps::datasheets {
namespace {

using machines::Datasheet;
using machines::FunctionClass;
using machines::FunctionPath;
using machines::SheetFunction;
using machines::SheetRange;

/// The numbers of processes and elements at which times are listed.
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
  return table;
}

DocumentTable meanings_table(const Datasheet& sheet) {
  DocumentTable table{"Functions", {"function", "time of"}, {}};
  for (const SheetFunction* function : in_document_order(sheet)) {
    const KnownFunction* known = find_known(function->name);
    table.rows.push_back({full_name(function->name, function->path),
                          known == nullptr ? "" : std::string(known->meaning)});
  }
  return table;
}

std::string time_at(const SheetFunction& function, double processes, double elements) {
  return format_time(Seconds(
      machines::times_of(machines::range_for(function, elements).equation, processes, elements)
          .average));
}

/// The times of functions of these classes, with a column for each pair of processes and elements.
DocumentTable common_times(const Datasheet& sheet, FunctionClass function_class,
                           const std::string& title) {
  DocumentTable table{title, {"function"}, {}};
  const bool has_processes = function_class == FunctionClass::kCollective;
  const std::size_t kinds = has_processes ? kCommonProcesses.size() : 1;
  for (std::size_t i = 0; i < kinds; ++i) {
    for (const double elements : kCommonElements) {
      table.header.push_back(
          (has_processes ? fmt::format("p={} ", kCommonProcesses.at(i)) : std::string()) +
          fmt::format("d={}", elements));
    }
  }
  for (const SheetFunction* function : in_document_order(sheet)) {
    if (function->function_class != function_class) {
      continue;
    }
    auto& cells = table.rows.emplace_back(
        std::vector<std::string>{full_name(function->name, function->path)});
    for (std::size_t i = 0; i < kinds; ++i) {
      for (const double elements : kCommonElements) {
        cells.push_back(time_at(*function, kCommonProcesses.at(i), elements));
      }
    }
  }
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

/// "(100 +/- 12) + (6.4 +/- 0.78) p + (0.044 +/- 0.0018) p*d".
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

/// The points by number of processes, in the order of sizes.
using PointsByProcesses = std::map<std::uint64_t, std::vector<RawPoint>>;

/// Curves over elements, one for each number of processes; for a barrier one over processes.
plots::CurvePicture picture_of(const std::string& title, const std::vector<RawPoint>& points,
                               const SheetFunction& function, const SheetRange& range) {
  const bool over_processes = function.function_class == FunctionClass::kBarrier;
  PointsByProcesses groups;
  for (const RawPoint& point : points) {
    groups[over_processes ? 0 : point.processes].push_back(point);
  }
  const bool has_zero = std::any_of(points.begin(), points.end(), [&](const RawPoint& point) {
    return !over_processes && point.elements == 0;
  });
  plots::CurvePicture picture;
  picture.title = title;
  picture.x = {over_processes ? "processes" : "elements", !has_zero, ""};
  picture.y = {"time", false, "s"};
  std::size_t color = 0;
  for (const auto& [processes, group] : groups) {
    const std::string of = over_processes ? "" : fmt::format(", p={}", processes);
    plots::Curve measured{"measured" + of, {}, color, false};
    plots::Curve fitted{"fitted" + of, {}, color, true};
    for (const RawPoint& point : group) {
      const auto p = static_cast<double>(point.processes);
      const auto d = static_cast<double>(point.elements);
      const double x = over_processes ? p : d;
      measured.points.push_back({x, point.median, point.error});
      fitted.points.push_back({x, machines::times_of(range.equation, p, d).average, 0});
    }
    picture.curves.push_back(std::move(measured));
    picture.curves.push_back(std::move(fitted));
    ++color;
  }
  return picture;
}

bool is_in(const RawPoint& point, const SheetRange& range, const SheetRange* before) {
  const bool is_large_enough =
      before == nullptr || (range.elements ? point.elements >= range.elements->least
                                           : point.elements > before->most.value_or(0));
  return is_large_enough && point.elements <= range.most.value_or(UINT64_MAX);
}

std::vector<Figure> figures_of(const SheetFunction& function, const RawFolder& folder) {
  std::vector<Figure> figures;
  const auto series = std::find_if(
      folder.series.begin(), folder.series.end(),
      [&](const RawSeries& one) { return one.name == function.name && one.path == function.path; });
  if (series == folder.series.end() || function.function_class == FunctionClass::kLocal) {
    return figures;
  }
  std::vector<RawPoint> all = series->points;
  if (series->large) {
    all.insert(all.end(), series->large->begin(), series->large->end());
  }
  const std::string name = full_name(function.name, function.path);
  for (std::size_t i = 0; i < function.ranges.size(); ++i) {
    const SheetRange* before = i == 0 ? nullptr : &function.ranges[i - 1];
    const SheetRange& range = function.ranges[i];
    std::vector<RawPoint> points;
    std::copy_if(all.begin(), all.end(), std::back_inserter(points),
                 [&](const RawPoint& point) { return is_in(point, range, before); });
    if (points.empty()) {
      continue;
    }
    const std::string sizes = sizes_of(range, before);
    figures.push_back(
        {fmt::format("{}_{}", name, i + 1),
         picture_of(name + (sizes.empty() ? "" : ", " + sizes), points, function, range)});
  }
  return figures;
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
    const KnownFunction* known = find_known(function->name);
    document.pages.push_back({full_name(function->name, function->path),
                              known == nullptr ? "" : std::string(known->meaning),
                              page_table(*function, options), figures_of(*function, folder)});
  }
  return document;
}

std::string figure_data(const Figure& figure) {
  std::string text;
  for (const plots::Curve& curve : figure.picture.curves) {
    text += fmt::format("# {}\n", curve.title);
    for (const plots::CurvePoint& point : curve.points) {
      text += fmt::format("{} {} {}\n", point.x, point.y, point.half_width);
    }
    text += "\n\n";
  }
  return text;
}

}  // namespace dps::datasheets
