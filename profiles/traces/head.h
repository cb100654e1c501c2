/// The description of a trace: the program, its processes and hosts, and the extent of the record.
/// Source: docs/trace.md, "Head".
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "base/request.h"
#include "profiles/traces/event.h"

namespace dps::traces {

enum class TraceKind : std::uint8_t { kRun, kPrediction };
constexpr TraceKind last_enumerator(TraceKind /*type*/) {
  return TraceKind::kPrediction;
}

enum class TimeUnit : std::uint8_t { kNanoseconds, kPicoseconds };
constexpr TimeUnit last_enumerator(TimeUnit /*type*/) {
  return TimeUnit::kPicoseconds;
}

/// The events to keep if there are more than the limit.
enum class Keep : std::uint8_t { kFirst, kLast };
constexpr Keep last_enumerator(Keep /*type*/) {
  return Keep::kLast;
}

/// The largest number of events of all processes.
inline constexpr std::uint64_t kMostEvents = 100'000'000;

struct Limits {
  std::uint64_t events = 1'000'000;  ///< of each process; at least 1
  Keep keep = Keep::kFirst;
  Ticks from = 0;
  Ticks to = kNoEnd;  ///< before this instant

  /// These limits, lowered so that this number of processes has at most kMostEvents together.
  [[nodiscard]] Limits shared_by(std::size_t processes) const;
  bool operator==(const Limits&) const = default;
};

/// A line of the blueprint with a tag.
struct Line {
  /// I, C, O, F, U or P; T: more threads of a process, whose name is the tag and whose position is
  /// the number.
  char section = 'F';
  std::uint32_t number = 0;
  std::string tag;

  bool operator==(const Line&) const = default;
};

struct OutputLine {
  std::uint32_t line = 0;  ///< of TraceHead::lines
  std::uint32_t mid = 0;   ///< of TraceHead::message_types
  bool begins = false;     ///< -new: its messages begin a request
  /// -collective: of TraceHead::collectives. Its messages are inside operations, and no collection
  /// counts them; its timers are completions.
  std::uint32_t collective = kNoCollective;

  static constexpr std::uint32_t kNoCollective = 0xffffffff;
  [[nodiscard]] bool is_collective() const { return collective != kNoCollective; }

  bool operator==(const OutputLine&) const = default;
};

struct PlannedUnit {
  std::uint32_t line = 0;
  std::uint32_t first = 0;  ///< position of its first functionality in TracePlan::functionalities

  bool operator==(const PlannedUnit&) const = default;
};

/// The time that a computation of a prediction takes.
enum class ComputationTime : std::uint8_t {
  kCore,   ///< CPU time: a core that is shared makes it longer
  kSleep,  ///< a fixed time, without a core
  kSpin,   ///< a fixed time, in which the process is runnable
};
constexpr ComputationTime last_enumerator(ComputationTime /*type*/) {
  return ComputationTime::kSpin;
}

/// The units of a process and their functionalities. Several processes may have the same plan.
struct TracePlan {
  std::vector<PlannedUnit> units;
  std::vector<std::uint32_t> functionalities;  ///< their lines, of all units in order

  /// The position after the last functionality of a unit.
  [[nodiscard]] std::uint32_t end_of(std::size_t unit) const {
    return unit + 1 < units.size() ? units[unit + 1].first
                                   : static_cast<std::uint32_t>(functionalities.size());
  }
  bool operator==(const TracePlan&) const = default;
};

/// `count` messages of a type.
struct CountedType {
  std::uint32_t mid = 0;
  std::uint64_t count = 0;
  std::uint64_t of = 0;  ///< with -each: of how many messages of a request; else as `count`

  bool operator==(const CountedType&) const = default;
};

/// The messages that an I line awaits.
struct TraceCollection {
  std::vector<CountedType> pairs;
  bool each = false;  ///< -each: counts the messages of each request apart

  bool operator==(const TraceCollection&) const = default;
};

/// The properties of a plan that determine the messages which its firings use.
struct PlanUses {
  /// The collection of a functionality that has none.
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::vector<std::uint8_t> early;         ///< by unit: 1 if it is -early
  std::vector<std::uint32_t> collections;  ///< by functionality: of TraceHead::collections
  /// By functionality: 1 if it is a further alternative of the one before it; empty: no choices.
  std::vector<std::uint8_t> alternatives{};

  [[nodiscard]] bool is_alternative(std::uint32_t functionality) const {
    return functionality < alternatives.size() && alternatives[functionality] != 0;
  }

  auto operator<=>(const PlanUses&) const = default;  // NOLINT: clang-tidy 14 does not know it
};

struct Group {
  std::uint32_t line = 0;
  std::uint32_t count = 0;
  bool server = false;

  bool operator==(const Group&) const = default;
};

/// A host and the map from its time to the common time.
struct TraceHost {
  std::string name;
  Ticks offset = 0;
  double rate = 0;
  std::uint32_t cores = 0;  ///< that its processes share in a prediction; 0: unknown
  /// The turn of processes on the cores (base/core_turns.h), at least kShortestTurn; 0: processes
  /// share the cores evenly.
  Ticks turn = 0;

  [[nodiscard]] Ticks common(Ticks time) const {
    return rate == 0 ? time + offset : time + offset + drift(time);
  }
  [[nodiscard]] Ticks drift(Ticks time) const;
  bool operator==(const TraceHost&) const = default;
};

struct TracedProcess {
  std::uint32_t plan = 0;
  std::uint32_t host = 0;
  Ticks end = 0;  ///< its end, or the last instant at which it was seen; time of its host
  std::uint64_t events = 0;
  std::uint64_t left_out_before = 0;  ///< events before the recorded ones
  std::uint64_t left_out_after = 0;

  [[nodiscard]] bool is_complete() const { return left_out_before == 0 && left_out_after == 0; }
  bool operator==(const TracedProcess&) const = default;
};

/// A communicator of an MPI program, or the members of a collective. Members are processes, in the
/// order of their ranks.
struct Communicator {
  std::string name;
  std::vector<std::uint32_t> members;
  std::vector<std::uint32_t> others;  ///< the second group of an intercommunicator, else empty

  bool operator==(const Communicator&) const = default;
};

/// The collective operation of an output. Its communicator has the members, and the tag as name.
struct CollectiveLine {
  std::uint32_t communicator = 0;  ///< of TraceHead::communicators
  std::string operation;           ///< "allreduce"
  std::string algorithm;

  auto operator<=>(const CollectiveLine&) const = default;  // NOLINT: clang-tidy 14
};

/// The communicator and the tag of a message type.
struct Channel {
  std::uint32_t communicator = 0;  ///< of TraceHead::communicators
  std::int32_t tag = 0;            ///< -1 of a type of collective operations

  bool operator==(const Channel&) const = default;
};

struct TraceHead {
  TraceKind kind = TraceKind::kPrediction;
  TimeUnit unit = TimeUnit::kPicoseconds;
  bool complete = true;
  std::string version;    ///< of dps
  std::string blueprint;  ///< its path
  std::string machine;    ///< as the user named it; empty for a run
  std::string reason;     ///< the reason why the trace is incomplete
  std::uint64_t seed = 0;
  std::uint32_t run = 1;
  bool has_windows = false;   ///< the program has -window: a trace of version 5
  bool has_requests = false;  ///< it has -new, -each, a choice or -window: from version 4 on
  Limits limits;
  std::uint64_t violations = 0;  ///< messages that arrive before their send begins
  Ticks largest_violation = 0;
  std::vector<Line> lines;
  std::vector<std::string> message_types;
  std::vector<std::uint32_t> computations;  ///< lines
  std::vector<ComputationTime> times;       ///< of the computations; empty: unknown
  std::vector<OutputLine> outputs;
  std::vector<TracePlan> plans;
  std::vector<Group> groups;
  std::vector<TraceHost> hosts;
  std::vector<TracedProcess> processes;
  /// The communicators of an MPI program, or the groups of members of collectives.
  std::vector<Communicator> communicators;
  std::vector<Channel> channels;            ///< of an MPI program: one for each message type
  std::vector<CollectiveLine> collectives;  ///< not of an MPI program: a trace of version 6
  std::vector<TraceCollection> collections;
  std::vector<PlanUses> uses;  ///< by plan; empty: messages are used when they are taken

  [[nodiscard]] Ticks ticks_per_second() const {
    return unit == TimeUnit::kPicoseconds ? 1'000'000'000'000 : 1'000'000'000;
  }
  [[nodiscard]] double seconds(Ticks ticks) const {
    return static_cast<double>(ticks) / static_cast<double>(ticks_per_second());
  }
  /// The position of its group, by process.
  [[nodiscard]] std::vector<std::uint32_t> process_groups() const;
  /// True if its members are threads of a process other than the first.
  [[nodiscard]] bool is_more_threads(const Group& group) const {
    return lines[group.line].section == 'T';
  }
  /// The main process of each thread; a process that is no thread is its own.
  [[nodiscard]] std::vector<std::uint32_t> main_processes() const;
  /// The name of each process: "Worker.p[3]"; "p[3]:1" is the second thread of p[3].
  [[nodiscard]] std::vector<std::string> process_names() const;
  /// Takes O(groups).
  [[nodiscard]] std::string process_name(std::uint32_t process) const;
  [[nodiscard]] const Line& unit_line(std::uint32_t process, std::uint32_t position) const;
  /// The number of the functionality's line.
  [[nodiscard]] std::uint32_t functionality_number(std::uint32_t process, std::uint32_t row) const {
    return plans[processes[process].plan].functionalities[row];
  }
  [[nodiscard]] const Line& functionality_line(std::uint32_t process, std::uint32_t row) const {
    return lines[functionality_number(process, row)];
  }
  /// The unit of a functionality: a position in the plan.
  [[nodiscard]] std::uint32_t unit_of(std::uint32_t process, std::uint32_t row) const;
  /// "Client.p[0] 17".
  [[nodiscard]] std::string request_name(const Request& request) const;
  /// The type of the message of this event, which is_message().
  [[nodiscard]] std::uint32_t mid_of(const Event& event) const {
    return names_output(event.kind) ? outputs[event.element].mid : event.element;
  }
  /// True if the element of an event of this kind is an output.
  [[nodiscard]] bool names_output(EventKind of) const {
    return traces::names_output(of) || (is_collective(of) && !is_mpi_program());
  }
  /// Returns false for a blueprint.
  [[nodiscard]] bool is_mpi_program() const {
    return !communicators.empty() && collectives.empty();
  }
  /// True if nothing was left out.
  [[nodiscard]] bool has_all_events() const;
  /// True if some process had more events in the window than the limit.
  [[nodiscard]] bool has_reached_limit() const;
  /// The number of events that were left out for other reasons than the user's window.
  [[nodiscard]] std::uint64_t missing_events() const;
  [[nodiscard]] std::uint64_t event_count() const;

  bool operator==(const TraceHead&) const = default;
};

}  // namespace dps::traces
