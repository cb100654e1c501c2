#include "profiles/sweeps/sweep_json.h"

#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "profiles/sweeps/figures.h"

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

/// Null without an outcome.
Json outcome_object(const std::optional<Outcome>& outcome, const Figures& figures) {
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
  return {{"status", outcome->judged_status()},
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
}

/// The variables of the blueprint or, if it could not be read, those that were set.
Json variables_object(const Sweep& sweep, const Row& row) {
  Json variables = Json::object();
  for (const auto& [name, value] : row.variables) {
    variables[name] = json_figure(value);
  }
  if (row.variables.empty()) {
    for (const auto& [name, value] : settings_of(sweep.axes, row.point)) {
      variables[name] = value;
    }
  }
  return variables;
}

Json point_object(const Sweep& sweep, const Row& row, const RowFigures& figures) {
  Json predicted = outcome_object(row.predicted, figures.predicted);
  if (row.predicted) {
    predicted["error_percent"] = json_figure(figures.error_percent);
  }
  return {{"machine", text_or_null(machine_of(sweep.axes, row.point))},
          {"set_machine", machine_changes_of(sweep.axes, row.point)},
          {"variables", variables_object(sweep, row)},
          {"predict", std::move(predicted)},
          {"run", outcome_object(row.measured, figures.measured)}};
}

}  // namespace

std::string sweep_json(const Sweep& sweep) {
  Json axes = Json::array();
  for (const Axis& axis : sweep.axes) {
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
