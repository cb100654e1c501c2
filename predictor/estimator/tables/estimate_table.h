/// The estimates of a program for several numbers of processors, and their figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "predictor/estimator/simulation/estimate.h"

namespace dps::estimator {

struct EstimateRow {
  std::uint32_t processors = 1;
  StreamEstimate estimate;
};

/// The rows are in the order in which the numbers were given.
struct EstimateTable {
  std::string source;
  std::string machine;
  std::vector<std::string> notes;
  std::vector<EstimateRow> rows;
};

/// The complete row with the least time, the first of several; null if no row is complete.
const EstimateRow* best_row(const EstimateTable& table);

/// The time on one processor divided by the time of the row; nullopt if one of the two is unknown
/// or the time of the row is 0.
std::optional<double> speedup_of(const EstimateTable& table, const EstimateRow& row);

/// The speed-up divided by the number of processors.
std::optional<double> efficiency_of(const EstimateTable& table, const EstimateRow& row);

/// The mean over the processors, in seconds.
double mean_seconds(const StreamEstimate& estimate, TimePart part);

/// "processor 0 sent 2 messages to processor 1 that it never received".
std::vector<std::string> notes_of(const StreamEstimate& estimate);

/// The name of a part in tables: "work", "send", "receive" …
const char* name_of(TimePart part);

}  // namespace dps::estimator
