/// Plays a whole program in zero time to find its end, if it has one, and each process's counts.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "blueprint/engine/deadlock_report.h"
#include "blueprint/engine/message_table.h"
#include "blueprint/program.h"

namespace dps::engine {

/// The reason for the end of a play.
/// kFailed: a process cannot go on (PlayResult::failure).
enum class PlayEnd : std::uint8_t { kFinished, kDeadlock, kGaveUp, kFailed };

struct PlayLimits {
  std::uint64_t messages = 1'000'000;
  /// Called at intervals; true ends the play. Empty: no time limit.
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
  bool complete = false;  ///< ended by itself, not as a server at the end of the run
  std::uint64_t msgs_in = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t msgs_out = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t late = 0;            ///< messages that are not in msgs_in
  std::vector<UnitCount> units;      ///< by position in the plan
  std::vector<Unclaimed> unclaimed;  ///< in the order of mid, sender, unit

  bool operator==(const ProcessCount&) const = default;
};

/// Properties of all messages that were sent to one process, also of those that it did not take.
struct InboxTraits {
  bool is_of_one_sender = true;  ///< true if there is no message
  bool is_of_one_type = true;    ///< true if there is no message
  bool has_timers = false;
};

/// The end of a play, and the processes that were not complete then.
struct PlayResult {
  PlayEnd end = PlayEnd::kGaveUp;
  /// True for a deadlock that no order of arrival avoids (blueprint/engine/certain_deadlock.h);
  /// false if that is not proven.
  bool is_certain = false;
  std::string failure;                  ///< of kFailed: the process and why
  std::uint64_t messages = 0;           ///< sent
  std::vector<ProcessCount> processes;  ///< in process order
  std::vector<InboxTraits> inboxes;     ///< in process order
  std::vector<WaitingProcess> waiting;  ///< of a deadlock; without servers
};

/// Plays `program` with an Engine for each process. Computations take no time. The processes start
/// in process order, and each advances as far as possible before the next one. Then messages are
/// taken in the order in which they were sent; timers (-d) arrive when no other message is in
/// transit, in the order in which they are due. If the outcome depends on the order of arrival,
/// this is one of several outcomes. Servers end as in docs/language.md. If a limit is reached, the
/// counts are incomplete.
PlayResult play(const blueprint::Program& program, const PlayLimits& limits = {});

/// The sums over all processes.
std::uint64_t late_messages(const PlayResult& result);
std::uint64_t unclaimed_messages(const PlayResult& result);

/// The end of the play as lines for the user; for a deadlock, the complete report.
std::vector<std::string> play_report(const PlayResult& result);

}  // namespace dps::engine
