#include "predictor/estimator/tables/estimate_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "predictor/machines/wide.h"

namespace dps::estimator {

const char* name_of(TimePart part) {
  switch (part) {
    case TimePart::kWork:
      return "work";
    case TimePart::kSend:
      return "send";
    case TimePart::kReceive:
      return "receive";
    case TimePart::kTransmission:
      return "transmission";
    case TimePart::kWaiting:
      return "waiting";
    case TimePart::kIdle:
      break;
  }
  return "idle";
}

const EstimateRow* best_row(const EstimateTable& table) {
  const EstimateRow* best = nullptr;
  for (const EstimateRow& row : table.rows) {
    const bool is_better = best == nullptr || row.estimate.time < best->estimate.time;
    best = row.estimate.is_complete() && is_better ? &row : best;
  }
  return best;
}

std::optional<double> speedup_of(const EstimateTable& table, const EstimateRow& row) {
  const auto one = std::find_if(table.rows.begin(), table.rows.end(),
                                [](const EstimateRow& other) { return other.processors == 1; });
  const bool is_known = one != table.rows.end() && one->estimate.is_complete() &&
                        row.estimate.is_complete() && row.estimate.time > Picoseconds{};
  return is_known ? std::optional(static_cast<double>(one->estimate.time.count()) /
                                  static_cast<double>(row.estimate.time.count()))
                  : std::nullopt;
}

std::optional<double> efficiency_of(const EstimateTable& table, const EstimateRow& row) {
  const auto speedup = speedup_of(table, row);
  return speedup ? std::optional(*speedup / row.processors) : std::nullopt;
}

double mean_seconds(const StreamEstimate& estimate, TimePart part) {
  machines::Wide sum = 0;
  for (const ProcessorTimes& times : estimate.processors) {
    sum += machines::wide(times[part]);
  }
  const auto count = static_cast<double>(estimate.processors.size());
  return static_cast<double>(sum) / count / static_cast<double>(machines::kPicosecondsPerSecond);
}

std::vector<std::string> notes_of(const StreamEstimate& estimate) {
  constexpr std::size_t kMostNotes = 10;
  std::vector<std::string> notes;
  for (const Unmet& unmet : estimate.unmet) {
    if (notes.size() == kMostNotes) {
      notes.push_back(fmt::format("and {} of other pairs",
                                  counted(estimate.unmet.size() - kMostNotes, "such note")));
      break;
    }
    notes.push_back(
        unmet.is_send
            ? fmt::format("processor {} sent {} to processor {} that it did not receive",
                          unmet.from, counted(unmet.count, "message"), unmet.to)
            : fmt::format("processor {} waited at its end for {} that processor {} did not send",
                          unmet.to, counted(unmet.count, "message"), unmet.from));
  }
  return notes;
}

}  // namespace dps::estimator
