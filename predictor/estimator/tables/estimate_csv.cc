#include "base/text/table.h"
#include "predictor/estimator/tables/estimate_output.h"
#include "predictor/estimator/tables/exact_seconds.h"

namespace dps::estimator {

std::string estimate_csv(const EstimateTable& table) {
  text::CsvWriter csv(
      {"processors", "time_s", "speedup", "efficiency", "work_s", "send_s", "receive_s",
       "transmission_s", "waiting_s", "idle_s", "messages", "words", "complete"},
      text::LineEnd::kLineFeed);
  for (const EstimateRow& row : table.rows) {
    const StreamEstimate& estimate = row.estimate;
    text::CellRow cells{std::uint64_t{row.processors}, exact_seconds(estimate.time),
                        text::cell_of(speedup_of(table, row)),
                        text::cell_of(efficiency_of(table, row))};
    for (std::size_t part = 0; part < kParts; ++part) {
      cells.emplace_back(mean_seconds(estimate, static_cast<TimePart>(part)));
    }
    cells.emplace_back(estimate.messages);
    cells.emplace_back(estimate.words);
    cells.emplace_back(estimate.is_complete());
    csv.add(cells);
  }
  return csv.take();
}

}  // namespace dps::estimator
