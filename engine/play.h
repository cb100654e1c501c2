/// A whole program played in no time: does it come to an end, and what does everyone do until then?
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "engine/deadlock_report.h"
#include "engine/message_table.h"

namespace dps::engine {

enum class PlayEnd : std::uint8_t { kFinished, kDeadlock, kGaveUp };

struct PlayLimits {
  std::uint64_t messages = 1'000'000;
  /// Asked now and then; true ends the play. Nothing: no limit of time.
  std::function<bool()> expired;
};

/// The functionality at one position of a U line.
struct FunctionalityCount {
  std::uint64_t triggered = 0;
  std::uint64_t msgs_out = 0;
  std::uint64_t bytes_out = 0;

  bool operator==(const FunctionalityCount&) const = default;
};

/// A unit of a process; a message counts in the unit that took it first.
struct UnitCount {
  std::uint64_t active = 0;
  std::uint64_t msgs_in = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t msgs_out = 0;
  std::uint64_t bytes_out = 0;
  std::vector<FunctionalityCount> functionalities;  ///< by position on the U line

  bool operator==(const UnitCount&) const = default;
};

struct ProcessCount {
  bool complete = false;  ///< by itself, not as a server at the end of the run
  std::uint64_t msgs_in = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t msgs_out = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t late = 0;            ///< in neither of the msgs_in and bytes_in
  std::vector<UnitCount> units;      ///< by position in the plan
  std::vector<Unclaimed> unclaimed;  ///< in the order of mid, sender, unit

  bool operator==(const ProcessCount&) const = default;
};

struct PlayResult {
  PlayEnd end = PlayEnd::kGaveUp;
  std::uint64_t messages = 0;           ///< sent
  std::vector<ProcessCount> processes;  ///< in process order
  std::vector<WaitingProcess> waiting;  ///< of a deadlock; without servers
};

/// Plays `program` with an Engine for each process. Computations take no time. All start in process
/// order, each doing what it can before the next; then messages are taken in the order in which
/// they were sent, timers (-d) when nothing else is under way, by the instant at which they are
/// due. Where the order of arrival decides what happens this is one case of several. Servers end as
/// docs/language.md says. After a limit the counts are those up to then.
PlayResult play(const blueprint::Program& program, const PlayLimits& limits = {});

/// How the play ended, as lines for a person; a deadlock with its whole report.
std::vector<std::string> play_report(const PlayResult& result);

}  // namespace dps::engine
