#include "profiles/comparison/comparison_values.h"

#include <cmath>

#include <fmt/format.h>

namespace dps::profiles {

ComparisonJson json_figure(double figure) {
  return std::isfinite(figure) ? ComparisonJson(figure) : ComparisonJson(nullptr);
}

ComparisonJson json_figure(const std::optional<double>& figure) {
  return figure ? json_figure(*figure) : ComparisonJson(nullptr);
}

ComparisonJson side_object(const ComparedSide& side) {
  return {{"file", side.name},       {"kind", side.kind},           {"blueprint", side.blueprint},
          {"machine", side.machine}, {"processes", side.processes}, {"hosts", side.hosts},
          {"runs", side.runs},       {"complete", side.is_complete}};
}

std::string json_line(const ComparisonJson& value) {
  return value.dump(-1, ' ', false, ComparisonJson::error_handler_t::replace);
}

std::string csv_figure(double figure) {
  return std::isfinite(figure) ? fmt::format("{}", figure) : "";
}

}  // namespace dps::profiles
