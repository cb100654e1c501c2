#include "profiles/sweeps/sweep_csv.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/csv_field.h"
#include "base/text/layout.h"
#include "profiles/sweeps/figures.h"

namespace dps::sweeps {
namespace {

std::string csv_figure(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{}", *value) : "";
}

std::string outcome_fields(const Outcome& outcome, const Figures& figures,
                           std::optional<double> error_percent) {
  const auto& makespan = figures.makespan;
  const auto& scaling = figures.scaling;
  const auto of = [](const auto& part, auto member) {
    return part ? csv_figure((*part).*member) : std::string();
  };
  using profiles::Statistics;
  std::string fields = fmt::format("{},{}", outcome.judged_status(), outcome.makespans.size());
  for (const std::string& text :
       {of(makespan, &Statistics::mean), of(makespan, &Statistics::half_width),
        of(makespan, &Statistics::median), of(makespan, &Statistics::min),
        of(makespan, &Statistics::max), of(scaling, &Scaling::speed_up),
        scaling && scaling->interval ? csv_figure(scaling->interval->low) : std::string(),
        scaling && scaling->interval ? csv_figure(scaling->interval->high) : std::string(),
        of(scaling, &Scaling::efficiency), csv_figure(error_percent), csv_field(outcome.reason),
        csv_field(text::joined(outcome.unmet, "; "))}) {
    fields += "," + text;
  }
  return fields;
}

}  // namespace

std::string sweep_csv(const Sweep& sweep) {
  std::string text;
  for (const Axis& axis : sweep.axes) {
    text += csv_field(axis.name) + ",";
  }
  text +=
      "kind,status,runs,mean_s,half_width_s,median_s,min_s,max_s,speed_up,speed_up_low,"
      "speed_up_high,efficiency,error_percent,reason,unmet\r\n";
  const auto figures = figures_of(sweep);
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const Row& row = sweep.rows[i];
    std::string key;
    for (const std::string& value : row.point) {
      key += csv_field(value) + ",";
    }
    if (row.predicted) {
      text += key + "predict," +
              outcome_fields(*row.predicted, figures[i].predicted, figures[i].error_percent) +
              "\r\n";
    }
    if (row.measured) {
      text +=
          key + "run," + outcome_fields(*row.measured, figures[i].measured, std::nullopt) + "\r\n";
    }
  }
  return text;
}

}  // namespace dps::sweeps
