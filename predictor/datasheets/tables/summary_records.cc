// The summary of a sheet for other programs: CSV and JSON.
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text/table.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/datasheets/tables/summary.h"
#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

namespace dps::datasheets {
namespace {

using Json = nlohmann::ordered_json;
using machines::SheetFunction;
using machines::SheetRange;

template <typename Form>
text::Cell form_cell(const std::optional<Form>& form) {
  return form ? text::Cell(std::string(machines::word_of(*form))) : text::Cell();
}

/// The cell is empty for a term that does not exist.
text::Cell time_cell(bool exists, Attoseconds time) {
  return exists ? text::Cell(seconds_of(time)) : text::Cell();
}

void add_fit(const std::optional<machines::EquationFit>& fit, text::CellRow& row) {
  const text::Cell quality = fit ? text::cell_of(fit->quality) : text::Cell();
  if (fit && fit->points > 0) {
    row.insert(row.end(),
               {fit->chi_squared, fit->freedom, quality, fit->median, fit->most, fit->points});
  } else {
    row.insert(row.end(),
               {text::Cell(), text::Cell(), quality, text::Cell(), text::Cell(), text::Cell()});
  }
}

text::CellRow csv_row(const SheetFunction& function, const SheetRange& range) {
  const machines::Equation& equation = range.equation;
  const machines::Coefficients errors = equation.errors.value_or(machines::Coefficients());
  const bool has_errors = equation.errors.has_value();
  const bool has_start = equation.start_form.has_value();
  const bool has_data = equation.data_form.has_value();
  text::CellRow row{function.name,
                    function.path == machines::FunctionPath::kHost ? "host" : "",
                    std::string(machines::word_of(function.function_class)),
                    text::cell_of(range.most),
                    seconds_of(equation.value.constant),
                    form_cell(equation.start_form),
                    time_cell(has_start, equation.value.start),
                    form_cell(equation.data_form),
                    time_cell(has_data, equation.value.data),
                    time_cell(has_errors, errors.constant),
                    time_cell(has_errors && has_start, errors.start),
                    time_cell(has_errors && has_data, errors.data)};
  add_fit(range.fit, row);
  return row;
}

Json fit_json(const machines::EquationFit& fit) {
  Json json = Json::object();
  if (fit.points > 0) {
    json["chi2"] = fit.chi_squared;
    json["freedom"] = fit.freedom;
  }
  if (fit.quality) {
    json["q"] = *fit.quality;
  }
  if (fit.points > 0) {
    json["median"] = fit.median;
    json["most"] = fit.most;
    json["points"] = fit.points;
  }
  return json;
}

/// The values of the terms that exist.
Json terms_json(const machines::Equation& equation, const machines::Coefficients& values) {
  Json json{{"c_s", seconds_of(values.constant)}};
  if (equation.start_form) {
    json["s_s"] = seconds_of(values.start);
  }
  if (equation.data_form) {
    json["d_s"] = seconds_of(values.data);
  }
  return json;
}

Json range_json(const SheetRange& range) {
  const machines::Equation& equation = range.equation;
  Json json = Json::object();
  if (range.most) {
    json["most"] = *range.most;
  }
  json.update(terms_json(equation, equation.value));
  if (equation.start_form) {
    json["start"] = machines::word_of(*equation.start_form);
  }
  if (equation.data_form) {
    json["data"] = machines::word_of(*equation.data_form);
  }
  if (equation.errors) {
    json["error"] = terms_json(equation, *equation.errors);
  }
  if (range.fit) {
    json["fit"] = fit_json(*range.fit);
  }
  return json;
}

}  // namespace

std::string summary_csv(const machines::Datasheet& sheet) {
  text::CsvWriter writer(
      {"function", "path", "class", "most", "c_s", "start", "s_s", "data", "d_s", "c_error_s",
       "s_error_s", "d_error_s", "chi2", "freedom", "q", "median", "largest", "points"},
      text::LineEnd::kLineFeed);
  for (const SheetFunction* function : in_document_order(sheet)) {
    for (const SheetRange& range : function->ranges) {
      writer.add(csv_row(*function, range));
    }
  }
  return writer.take();
}

std::string summary_json(const machines::Datasheet& sheet) {
  Json functions = Json::array();
  for (const SheetFunction* function : in_document_order(sheet)) {
    Json ranges = Json::array();
    for (const SheetRange& range : function->ranges) {
      ranges.push_back(range_json(range));
    }
    Json one{{"name", function->name}, {"class", machines::word_of(function->function_class)}};
    if (function->path == machines::FunctionPath::kHost) {
      one["path"] = "host";
    }
    one["ranges"] = std::move(ranges);
    functions.push_back(std::move(one));
  }
  Json all{{"format", "dps-datasheet-summary"},
           {"version", 1},
           {"name", sheet.name},
           {"element_bytes", sheet.element_bytes}};
  if (sheet.eager) {
    all["eager_bytes"] = *sheet.eager;
  }
  if (sheet.eager_on_host) {
    all["eager_host_bytes"] = *sheet.eager_on_host;
  }
  all["functions"] = std::move(functions);
  return all.dump(2) + "\n";
}

}  // namespace dps::datasheets
