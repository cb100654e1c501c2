/// What a session brings home: the records of its runs, or the reason why there are none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "control/frames.h"
#include "coordinator/agents/failure.h"
#include "coordinator/placement/placement.h"
#include "profiles/record.h"

namespace dps::coordinator {

/// One run that was counted, or (the last of an incomplete session) was under way.
struct PlayedRun {
  std::uint32_t number = 0;  ///< from 1, warm-up runs included
  /// By process; absent: nothing is known of it. Of a lost agent the counters of its last reading.
  std::vector<std::optional<profiles::ProcessRecord>> records;
  std::vector<std::optional<control::DoneFrame>> endings;  ///< by process
};

struct HostFacts {
  std::optional<control::HelloFrame> hello;  ///< absent: its agent never answered
  std::int64_t clock_offset_ns = 0;          ///< its CLOCK_MONOTONIC minus ours
  std::int64_t clock_error_ns = 0;           ///< at most this far off
  double clock_drift_ppm = 0;                ///< how much faster it goes than ours
};

struct SessionResult {
  bool complete = false;           ///< all runs were played, and all their books balance
  std::optional<Failure> failure;  ///< always there when not complete
  std::vector<PlayedRun> runs;     ///< warm-up runs left out
  Placement placement;             ///< as it was played; without host_of if it never came to that
  std::vector<HostFacts> hosts;    ///< by position in placement.hosts
  std::vector<std::string> notes;  ///< what a reader of the figures must know

  [[nodiscard]] int exit_status() const { return failure ? static_cast<int>(failure->status) : 0; }
};

}  // namespace dps::coordinator
