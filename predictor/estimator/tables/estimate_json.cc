#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "predictor/estimator/tables/deadlock_text.h"
#include "predictor/estimator/tables/estimate_output.h"
#include "predictor/estimator/tables/exact_seconds.h"

namespace dps::estimator {
namespace {

using Json = nlohmann::ordered_json;

// The numbers are written here, because a double cannot hold all picoseconds.

template <typename Value>
std::string json_of(const Value& value) {
  return Json(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string or_null(const std::optional<double>& figure) {
  return figure ? fmt::format("{}", *figure) : "null";
}

std::string processor_json(const ProcessorTimes& times) {
  std::string text = fmt::format(R"({{"end_s": {})", exact_seconds(times.end));
  for (std::size_t p = 0; p < kParts; ++p) {
    const auto part = static_cast<TimePart>(p);
    text += fmt::format(R"(, "{}_s": {})", name_of(part), exact_seconds(times[part]));
  }
  return text + "}";
}

std::string row_json(const EstimateTable& table, const EstimateRow& row) {
  const StreamEstimate& estimate = row.estimate;
  std::string text = fmt::format(
      R"(  {{"processors": {}, "time_s": {}, "speedup": {}, "efficiency": {}, "messages": {}, )"
      R"("words": {}, "complete": {}, "deadlock": {}, "notes": {}, "processes": [)",
      row.processors, exact_seconds(estimate.time), or_null(speedup_of(table, row)),
      or_null(efficiency_of(table, row)), estimate.messages, estimate.words, estimate.is_complete(),
      json_of(deadlock_lines(estimate)), json_of(notes_of(estimate)));
  for (std::size_t p = 0; p < estimate.processors.size(); ++p) {
    text += fmt::format("{}\n   {}", p == 0 ? "" : ",", processor_json(estimate.processors[p]));
  }
  return text + "]}";
}

}  // namespace

std::string estimate_json(const EstimateTable& table) {
  const EstimateRow* best = best_row(table);
  std::string text = fmt::format(
      "{{\n \"format\": \"dps-estimate\",\n \"version\": 1,\n \"source\": {},\n \"machine\": {},\n"
      " \"best\": {},\n \"notes\": {},\n \"results\": [",
      json_of(table.source), json_of(table.machine),
      best == nullptr ? "null" : fmt::format("{}", best->processors), json_of(table.notes));
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + row_json(table, table.rows[i]);
  }
  return text + "]\n}\n";
}

}  // namespace dps::estimator
