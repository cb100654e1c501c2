#include "profiles/reports/same_run.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "profiles/view.h"

namespace dps::reports {

bool is_same_run(const profiles::RunResult& result, const traces::TraceHead& head) {
  const bool is_prediction = head.kind == traces::TraceKind::kPrediction;
  if (result.runs.empty() || (result.kind == "predict") != is_prediction) {
    return false;
  }
  const auto& processes = result.runs[profiles::shown_run(result)].processes;
  if (processes.size() != head.processes.size()) {
    return false;
  }
  constexpr double kRounding = 1e-8;  // of sums of times in nanoseconds as fractions of seconds
  const std::vector<std::string> names = head.process_names();
  for (std::size_t p = 0; p < processes.size(); ++p) {
    const double end = processes[p].start_late_s + processes[p].real_s;
    const double difference = std::abs(end - head.seconds(head.processes[p].end));
    if (processes[p].ptag != names[p] || difference > kRounding * std::max(1.0, end)) {
      return false;
    }
  }
  return true;
}

}  // namespace dps::reports
