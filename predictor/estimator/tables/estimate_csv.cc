#include <fmt/format.h>

#include "predictor/estimator/tables/estimate_output.h"
#include "predictor/estimator/tables/exact_seconds.h"

namespace dps::estimator {
namespace {

std::string or_empty(const std::optional<double>& figure) {
  return figure ? fmt::format("{}", *figure) : "";
}

}  // namespace

std::string estimate_csv(const EstimateTable& table) {
  std::string text =
      "processors,time_s,speedup,efficiency,work_s,send_s,receive_s,transmission_s,waiting_s,"
      "idle_s,messages,words,complete\r\n";
  for (const EstimateRow& row : table.rows) {
    const Estimate& estimate = row.estimate;
    text += fmt::format("{},{},{},{}", row.processors, exact_seconds(estimate.time),
                        or_empty(speedup_of(table, row)), or_empty(efficiency_of(table, row)));
    for (std::size_t part = 0; part < kParts; ++part) {
      text += fmt::format(",{}", mean_seconds(estimate, static_cast<Part>(part)));
    }
    text += fmt::format(",{},{},{}\r\n", estimate.messages, estimate.words, estimate.is_complete());
  }
  return text;
}

}  // namespace dps::estimator
