/// An MPI program as its ranks recorded it: their calls, with common numbers for communicators,
/// sites and phases, and instants on one clock.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "mpi_programs/analysis/code_scopes.h"
#include "mpi_programs/analysis/communicator_table.h"
#include "mpi_programs/board/log_reader.h"
#include "mpi_programs/board/record.h"
#include "profiles/traces/head.h"

namespace dps::mpi_profiles {

/// Whole numbers of the unit of a program (RecordedProgram::unit).
using Ticks = std::int64_t;
using traces::TimeUnit;

constexpr double seconds(Ticks time, TimeUnit unit) {
  return unit == TimeUnit::kPicoseconds ? static_cast<double>(time) / 1e12
                                        : static_cast<double>(time) * 1e-9;
}
constexpr Ticks ticks_per_second(TimeUnit unit) {
  return unit == TimeUnit::kPicoseconds ? 1'000'000'000'000 : 1'000'000'000;
}

inline constexpr double kUnknownTime = std::numeric_limits<double>::quiet_NaN();

/// The logs of a rank, and the facts that dps has noted about its process.
struct RankLogs {
  std::int32_t rank = 0;
  std::int32_t size = 0;  ///< the size of MPI_COMM_WORLD
  std::string host;
  std::string clock;                      ///< ranks with equal texts have the same clock
  std::vector<board::LogReader> threads;  ///< the first called MPI_Init
  Ticks ended = 0;  ///< the end of the process, by CLOCK_MONOTONIC; 0: unknown
  int signal = 0;   ///< the signal that ended it; 0: none, or unknown
};

inline constexpr std::uint32_t kNoCall = ~std::uint32_t{0};

/// A call; consecutive polls that found nothing are one. A loop of polls that ends with a success
/// is one call, too, without kPolls.
struct RecordedCall {
  Ticks begin = 0;  ///< since RecordedProgram::origin
  Ticks end = 0;
  Ticks time = 0;           ///< in MPI: less than end - begin for polls
  Ticks idle = 0;           ///< of this time: see find_idle_times()
  std::uint64_t calls = 1;  ///< 0: a message that belongs to another call (board::CallFlag::kPart);
                            ///< more than 1: the polls of a loop
  std::uint64_t bytes = 0;
  std::uint32_t site = 0;          ///< index in RecordedProgram::sites
  std::uint32_t communicator = 0;  ///< index in RecordedProgram::communicators
  std::int32_t peer = -1;          ///< rank in MPI_COMM_WORLD; negative: see
                                   ///< CommunicatorTable::world_rank()
  std::int32_t tag = -1;
  std::uint32_t done_by = kNoCall;  ///< of a complete receive, and of a send or a collective
                                    ///< operation that does not block: the call that completed it
  std::uint16_t function = 0;
  std::uint16_t flags = 0;  ///< board::CallFlag
  std::uint16_t phase = 0;  ///< index in RecordedRank::phases: the phase in which it began
  std::uint16_t thread = 0;
  bool is_open = false;          ///< the rank ended in this call
  bool idle_is_unsure = false;   ///< the idle time is shorter than the error of the clocks
  bool idle_is_unknown = false;  ///< the idle time depends on a rank that is not recorded

  [[nodiscard]] bool has(std::uint16_t flag) const { return (flags & flag) != 0; }
  /// True if the call sent a message to a rank.
  [[nodiscard]] bool sends() const {
    return has(board::CallFlag::kSends) && peer >= 0 && !has(board::CallFlag::kFailed);
  }
  /// True if the call posted the receive of a message that has arrived. A message that was too long
  /// is an error of the call, but has arrived.
  [[nodiscard]] bool receives() const {
    return has(board::CallFlag::kReceives) && done_by != kNoCall && peer >= 0 &&
           !has(board::CallFlag::kCancelled);
  }
};

/// The start of a phase that the program has named.
struct PhaseBegin {
  Ticks at = 0;
  std::uint32_t name = 0;  ///< index in RecordedProgram::phases
};

/// Calls that have no record (docs/protocol_board.md, "Counts").
struct Uncounted {
  std::uint16_t function = 0;
  std::uint64_t calls = 0;
  Ticks time = 0;
};

/// Replaces a site: MPI_Init before the first call, MPI_Finalize after the last one.
inline constexpr std::uint32_t kNoSite = ~std::uint32_t{0};

/// The CPU time of a rank in one line of the code, between calls at two sites, by samples.
struct SampledTime {
  std::uint32_t before = kNoSite;  ///< index in RecordedProgram::sites
  std::uint32_t after = kNoSite;   ///< likewise
  std::uint32_t code = 0;          ///< index in RecordedProgram::code
  std::uint64_t samples = 0;
  Ticks time = 0;  ///< nanoseconds
};

/// A rank with its calls.
struct RecordedRank {
  std::int32_t rank = 0;
  std::string host;
  std::uint32_t clock = 0;  ///< index in RecordedProgram::clocks
  Ticks begun = 0;          ///< MPI_Init has returned
  Ticks ended = 0;          ///< MPI_Finalize is called, or the process ends
  bool has_finalized = false;
  int signal = 0;
  double user_s = 0, sys_s = 0;       ///< NaN: unknown
  double init_s = 0, finalize_s = 0;  ///< in MPI_Init and MPI_Finalize; NaN: unknown
  std::uint64_t switches = 0;         ///< involuntary context switches
  std::vector<RecordedCall> calls;    ///< ordered by start
  std::vector<PhaseBegin> phases;     ///< the first one is "main"
  std::vector<Uncounted> others;
  std::vector<SampledTime> sampled;  ///< of its first thread
  board::Sampling sampling = board::Sampling::kOff;
  std::uint64_t lost = 0;  ///< calls after the limit of the log
  std::uint64_t threads_without_log = 0;
  bool was_paused = false;    ///< recording was off for a time
  std::uint16_t threads = 1;  ///< the number of threads that called MPI
};

/// A place in the source that calls a function of MPI.
struct Site {
  std::uint16_t function = 0;
  std::string place;  ///< "life.cc:42"

  [[nodiscard]] std::string tag() const;  ///< "MPI_Allreduce@life.cc:42"
  bool operator<(const Site& other) const {
    return std::tie(function, place) < std::tie(other.function, other.place);
  }
};

/// A communicator, under the name that results give it.
struct RecordedCommunicator {
  std::string name;        ///< "" of MPI_COMM_WORLD, else "self", "comm3"
  std::uint32_t size = 0;  ///< of both groups
  Groups groups;           ///< of "self": empty
};

/// The clock of a host, as compared with that of dps's host, which RecordedProgram's instants use.
struct ComparedClock {
  std::string host;
  Ticks offset = 0;      ///< of this clock, less that of dps's host
  Ticks error = 0;       ///< the instants of its ranks are wrong by at most this
  bool is_known = true;  ///< false: it was never compared
};

/// The use of a link of a network of packets by a message, in a prediction.
struct LinkUse {
  std::uint32_t link = 0;
  Ticks begin = 0;
  Ticks end = 0;
  std::int32_t from = 0;      ///< a rank
  std::int32_t to = 0;        ///< a rank
  std::int32_t caller = 0;    ///< the rank whose call sent the message
  Ticks call = 0;             ///< the start of this call
  std::uint64_t message = 0;  ///< a number that no other message has
};

/// In a prediction, the instant on which the end of a call depended: the start of a call for which
/// this one waited, or an earlier instant of the same rank.
struct CallEnd {
  std::int32_t rank = 0;
  Ticks call = 0;       ///< the start of the call
  std::int32_t on = 0;  ///< the rank of the instant
  Ticks since = 0;      ///< the instant, at most the end of the call
};

/// All ranks of a program. The calls refer to positions in its lists.
struct RecordedProgram {
  TimeUnit unit = TimeUnit::kNanoseconds;  ///< that of all times
  Ticks origin = 0;                 ///< CLOCK_MONOTONIC of dps's host: the first return of MPI_Init
  std::vector<RecordedRank> ranks;  ///< by rank; those that attached
  std::vector<Site> sites;
  std::vector<CodePlace> code;    ///< the places of the samples
  std::set<std::string> modules;  ///< the paths of the files that call MPI
  std::vector<std::string> phases;
  std::vector<RecordedCommunicator> communicators;
  std::vector<ComparedClock> clocks;  ///< the first is that of dps's host
  /// In a prediction, the largest send, in bytes, that does not wait for its receiver unless it is
  /// synchronous. nullopt for a run, in which it is not known.
  std::optional<std::uint64_t> eager;
  std::vector<CallEnd> call_ends;                   ///< in any order; at most one for each call
  std::vector<LinkUse> link_uses;                   ///< by link in the order of time
  std::map<std::uint32_t, std::string> link_names;  ///< of the links that have uses
  std::uint64_t amended = 0;  ///< messages that were taken, by these clocks, before they were sent

  [[nodiscard]] double seconds(Ticks time) const { return mpi_profiles::seconds(time, unit); }
  [[nodiscard]] double idle_s(const RecordedCall& call) const {
    return call.idle_is_unknown ? kUnknownTime : seconds(call.idle);
  }
  /// The largest error of a difference between instants of the two ranks.
  [[nodiscard]] Ticks error_between(const RecordedRank& one, const RecordedRank& other) const {
    return one.clock == other.clock ? 0 : clocks[one.clock].error + clocks[other.clock].error;
  }
};

/// The name of a function: "MPI_Send".
std::string_view function_name(std::uint16_t function);
/// True if the function's time is that of a send.
bool is_send(std::uint16_t function);
/// True if the function looks for a message without taking it; a matching probe also posts its
/// receive.
bool is_probe(std::uint16_t function);
/// True if the function returns at once, whether it has found something or not.
bool is_poll(std::uint16_t function);

// Names in results.

/// "p[3]".
std::string ptag_of(std::int32_t rank);
/// "NAME@comm1"; "NAME" if the communicator is MPI_COMM_WORLD.
std::string name_in_communicator(const RecordedProgram& program, std::uint32_t communicator,
                                 std::string_view name);
/// The computation of a rank between two calls: "BUSY from life.cc:30 to MPI_Allreduce@life.cc:42".
std::string computation_tag(const RecordedProgram& program, std::uint32_t before,
                            std::uint32_t after);
/// "tag5", elsewhere than in MPI_COMM_WORLD "tag5@comm1".
std::string mtag_of(const RecordedProgram& program, const RecordedCall& call);

}  // namespace dps::mpi_profiles
