#include "coordinator/session/repetition.h"

#include <algorithm>

#include "profiles/statistics.h"

namespace dps::coordinator {

bool is_enough(const Repetition& repetition, std::span<const double> makespans) {
  if (makespans.size() >= std::max(repetition.runs, 1U)) {
    return true;
  }
  if (!repetition.until_error_percent || makespans.size() < kFewestRuns) {
    return false;
  }
  const auto error = profiles::error_percent(profiles::statistics_of(makespans));
  return error && *error <= *repetition.until_error_percent;
}

}  // namespace dps::coordinator
