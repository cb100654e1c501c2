/// Small results, and their comparison.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/comparison/compare.h"

namespace dps::profiles {

inline ResultComparison compared(const RunResult& a, const RunResult& b,
                                 double tolerance_percent = 10) {
  ComparisonOptions options;
  options.tolerance_percent = tolerance_percent;
  auto comparison = compare(a, b, options);
  EXPECT_TRUE(comparison) << comparison.error().message;
  return std::move(*comparison);
}

/// A process that computes and sends for the given times and waits for the rest of `real_s`.
inline ProcessProfile process(std::string ptag, double real_s, double compute_s,
                              double send_s = 0) {
  ProcessProfile p;
  p.ptag = std::move(ptag);
  p.host = "node1";
  p.real_s = real_s;
  p.cpu_s = p.user_s = compute_s;
  p.compute_s = compute_s;
  p.send_s = send_s;
  p.wait_s = real_s - compute_s - send_s;
  return p;
}

inline RunResult result_of(double makespan_s, std::vector<ProcessProfile> processes) {
  RunResult result;
  result.level = Level::kProcess;
  result.hosts = {{"node1", "", "", 1000, 4, 0, {}, 0, 0}};
  result.runs.push_back({makespan_s, {}, std::move(processes), {}});
  return result;
}

}  // namespace dps::profiles
