/// The result of a session: the records of its runs, and its failure if it did not complete.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time_units.h"
#include "coordinator/agents/failure.h"
#include "coordinator/agents/host_clock.h"
#include "coordinator/placement/placement.h"
#include "profiles/message_books.h"
#include "profiles/record.h"
#include "profiles/traces/run_spool.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// A run that is not a warm-up run. The last one of an incomplete session is the run that was
/// stopped.
struct PlayedRun {
  std::uint32_t number = 0;  ///< from 1, including warm-up runs
  /// Indexed by process. A record that did not arrive is made from the last counters; nullopt if
  /// there are none.
  std::vector<std::optional<profiles::ProcessRecord>> records;
  std::vector<std::optional<control::DoneFrame>> endings;  ///< by process
  std::optional<profiles::MessageBooks> books;             ///< set if they balance
};

/// The facts about a host that a session has collected.
struct HostReport {
  std::optional<control::HelloFrame> hello;  ///< nullopt: its agent never answered
  ClockReport clock;                         ///< all 0 if the agents share our clock
};

/// The recorded events of a run, if it was traced.
struct RunEvents {
  std::uint32_t run = 0;                ///< its number, including warm-up runs
  Nanoseconds begin{};                  ///< the BEGIN instant on our clock
  std::vector<ClockReadings> clocks{};  ///< by host
  std::optional<traces::RunSpool> spool{};
  std::optional<Error> error{};  ///< the reason if there is no spool
};

/// The outcome of a session. That of an incomplete session contains the records that arrived.
struct SessionResult {
  bool complete = false;           ///< all runs have ended, and all their books balance
  std::optional<Failure> failure;  ///< always present if not complete
  std::vector<PlayedRun> runs;     ///< without warm-up runs
  std::vector<RunEvents> events;   ///< by traced run, in their order
  Placement placement;             ///< without host_of if the session failed before it was decided
  std::vector<HostReport> hosts;   ///< by index in placement.hosts
  std::vector<std::string> notes;  ///< limitations of the result

  /// Moves the events of the run with this number out of the result; nullopt if the run was stopped
  /// before they were collected.
  std::optional<RunEvents> take_events(std::uint32_t run) {
    const auto found = std::find_if(events.begin(), events.end(),
                                    [run](const RunEvents& one) { return one.run == run; });
    return found == events.end() ? std::nullopt : std::optional(std::move(*found));
  }

  [[nodiscard]] int exit_status() const { return failure ? static_cast<int>(failure->status) : 0; }
};

}  // namespace dps::coordinator
