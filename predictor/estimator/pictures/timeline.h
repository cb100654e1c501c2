/// The activity of each processor during an estimate, for a picture.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/result.h"
#include "predictor/estimator/simulation/estimate.h"
#include "predictor/estimator/simulation/stop_request.h"
#include "predictor/estimator/streams/streams.h"
#include "predictor/machines/kinds/architecture/architecture_machine.h"

namespace dps::estimator {

/// For each processor, and for each of equal steps of the time, the part that took most of it;
/// nullopt where the stream has ended.
struct Timeline {
  Picoseconds time;
  std::vector<std::vector<std::optional<TimePart>>> steps;
};

inline constexpr std::size_t kTimelineSteps = 1000;

/// Simulates the streams again. `time`: the result of their estimate. Errors: those of simulate().
Result<Timeline> timeline_of(const Streams& streams,
                             const machines::ArchitectureDescription& machine, Picoseconds time,
                             const StopRequest& is_to_stop);

}  // namespace dps::estimator
