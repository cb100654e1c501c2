// A sweep for other programs: CSV and JSON.
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/layout.h"
#include "base/text/table.h"
#include "base/text/value_list.h"
#include "profiles/sweeps/figures.h"
#include "profiles/sweeps/sweep_output.h"

namespace dps::sweeps {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSweepVersion = 1;

Json json_figure(std::optional<double> value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

/// The outcome as an object; null if there is none.
Json outcome_object(const Sweep& sweep, const std::optional<Outcome>& outcome,
                    const Figures& figures) {
  if (!outcome) {
    return nullptr;
  }
  Json makespans = Json::array();
  for (const double makespan : outcome->makespans) {
    makespans.push_back(json_figure(makespan));
  }
  const auto of = [](const auto& part, auto member) {
    return part ? json_figure((*part).*member) : Json(nullptr);
  };
  const auto& [makespan, scaling] = figures;
  using profiles::Statistics;
  const bool has_interval = scaling && scaling->interval;
  Json object{
      {"status", outcome->judged_status()},
      {"reason", text_or_null(outcome->reason)},
      {"unmet", outcome->unmet},
      {"runs", outcome->makespans.size()},
      {"mean_s", of(makespan, &Statistics::mean)},
      {"half_width_s", of(makespan, &Statistics::half_width)},
      {"median_s", of(makespan, &Statistics::median)},
      {"min_s", of(makespan, &Statistics::min)},
      {"max_s", of(makespan, &Statistics::max)},
      {"makespans_s", makespans},
      {"speed_up", of(scaling, &Scaling::speed_up)},
      {"speed_up_low", has_interval ? json_figure(scaling->interval->low) : Json(nullptr)},
      {"speed_up_high", has_interval ? json_figure(scaling->interval->high) : Json(nullptr)},
      {"efficiency", of(scaling, &Scaling::efficiency)}};
  for (std::size_t i = 0; i < sweep.columns.size(); ++i) {
    object["columns"][sweep.columns[i].text] = json_figure(column_of(*outcome, i));
  }
  return object;
}

/// The variables of the blueprint or, if it could not be read, those that were set: null if their
/// values are expressions.
Json variables_object(const Sweep& sweep, const SweepRow& row) {
  Json variables = Json::object();
  for (const auto& [name, value] : row.variables) {
    variables[name] = json_figure(value);
  }
  if (row.variables.empty()) {
    for (const auto& [name, value] : settings_of(sweep.axes, row.point)) {
      variables[name] = json_figure(text::read_number(value));
    }
  }
  return variables;
}

Json point_object(const Sweep& sweep, const SweepRow& row, const RowFigures& figures) {
  Json predicted = outcome_object(sweep, row.predicted, figures.predicted);
  if (row.predicted) {
    predicted["error_percent"] = json_figure(figures.error_percent);
  }
  return {{"machine", text_or_null(machine_of(sweep.axes, row.point))},
          {"set_machine", machine_changes_of(sweep.axes, row.point)},
          {"variables", variables_object(sweep, row)},
          {"predict", std::move(predicted)},
          {"run", outcome_object(sweep, row.measured, figures.measured)}};
}

// --- CSV ----------------------------------------------------------------------------------------

std::vector<std::string> csv_columns(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const SweepAxis& axis : sweep.axes) {
    names.push_back(axis.name);
  }
  for (const char* name : {"kind", "status", "runs", "mean_s", "half_width_s", "median_s", "min_s",
                           "max_s", "speed_up", "speed_up_low", "speed_up_high", "efficiency",
                           "error_percent", "reason", "unmet"}) {
    names.emplace_back(name);
  }
  for (const QuantityColumn& column : sweep.columns) {
    names.push_back(column.text);
  }
  return names;
}

text::CellRow csv_row(const Sweep& sweep, const SweepRow& of_row, OutcomeKind kind,
                      const Figures& figures, std::optional<double> error_percent) {
  const Outcome& outcome = kind == OutcomeKind::kPredict ? *of_row.predicted : *of_row.measured;
  const auto of = [](const auto& part, auto member) {
    return part ? text::cell_of(std::optional((*part).*member)) : text::Cell();
  };
  using profiles::Statistics;
  const auto& [makespan, scaling] = figures;
  const profiles::Interval* interval = scaling && scaling->interval ? &*scaling->interval : nullptr;
  text::CellRow row(of_row.point.begin(), of_row.point.end());
  row.insert(row.end(), {std::string(kind_name(kind)), fmt::to_string(outcome.judged_status()),
                         outcome.makespans.size(), of(makespan, &Statistics::mean),
                         makespan ? text::cell_of(makespan->half_width) : text::Cell(),
                         of(makespan, &Statistics::median), of(makespan, &Statistics::min),
                         of(makespan, &Statistics::max), of(scaling, &Scaling::speed_up),
                         interval != nullptr ? text::Cell(interval->low) : text::Cell(),
                         interval != nullptr ? text::Cell(interval->high) : text::Cell(),
                         of(scaling, &Scaling::efficiency), text::cell_of(error_percent),
                         outcome.reason, text::joined(outcome.unmet, "; ")});
  for (std::size_t i = 0; i < sweep.columns.size(); ++i) {
    row.push_back(text::cell_of(column_of(outcome, i)));
  }
  return row;
}

}  // namespace

std::string sweep_csv(const Sweep& sweep) {
  text::CsvWriter writer(csv_columns(sweep), text::LineEnd::kCarriageReturn);
  const auto figures = figures_of(sweep);
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const SweepRow& row = sweep.rows[i];
    if (row.predicted) {
      writer.add(csv_row(sweep, row, OutcomeKind::kPredict, figures[i].predicted,
                         figures[i].error_percent));
    }
    if (row.measured) {
      writer.add(csv_row(sweep, row, OutcomeKind::kRun, figures[i].measured, std::nullopt));
    }
  }
  return writer.take();
}

std::string sweep_json(const Sweep& sweep) {
  Json axes = Json::array();
  for (const SweepAxis& axis : sweep.axes) {
    axes.push_back({{"name", axis.name}, {"values", axis.values}});
  }
  const auto figures = figures_of(sweep);
  Json points = Json::array();
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    points.push_back(point_object(sweep, sweep.rows[i], figures[i]));
  }
  Json notes = Json::array();
  for (const CountedNote& note : notes_of(sweep)) {
    notes.push_back({{"text", note.text}, {"points", note.points}});
  }
  const Json all{{"format", "dps-sweep"},
                 {"version", kSweepVersion},
                 {"dps", sweep.dps},
                 {"blueprint", {{"path", sweep.path}, {"sha256", sweep.sha256}}},
                 {"scale", text_or_null(sweep.scale)},
                 {"scaling", sweep.is_weak ? "weak" : "strong"},
                 {"axes", axes},
                 {"points", points},
                 {"notes", notes}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace dps::sweeps
