#include "commands/programs/program_failure.h"

#include <algorithm>
#include <csignal>
#include <set>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/printable.h"
#include "coordinator/launch/child_words.h"
#include "mpi_programs/board/record.h"
#include "mpi_programs/library/functions.h"

namespace dps::commands {
namespace {

using mpi_profiles::RecordedCall;
using mpi_profiles::RecordedProgram;
using mpi_profiles::RecordedRank;

/// The signal that ended a process, by the status of the command that started it; 0: none.
int signal_behind(int status) {
  constexpr int kSignals = 128;  // of shells and of mpirun
  if (WIFSIGNALED(status)) {
    return WTERMSIG(status);
  }
  const int code = WEXITSTATUS(status);
  return code > kSignals && code < kSignals + 65 ? code - kSignals : 0;
}

std::string status_text(int status) {
  return WIFSIGNALED(status) ? "was killed by " + coordinator::signal_text(WTERMSIG(status))
                             : fmt::format("ended with status {}", WEXITSTATUS(status));
}

/// The call in which the rank ended, or the last one before.
const RecordedCall* last_call(const RecordedRank& rank) {
  const auto open = std::find_if(rank.calls.rbegin(), rank.calls.rend(),
                                 [](const RecordedCall& call) { return call.is_open; });
  if (open != rank.calls.rend()) {
    return &*open;
  }
  const auto last = std::find_if(rank.calls.rbegin(), rank.calls.rend(),
                                 [](const RecordedCall& call) { return call.calls > 0; });
  return last == rank.calls.rend() ? nullptr : &*last;
}

/// Returns true if the rank ended in MPI_Abort.
bool has_aborted(const RecordedRank& rank) {
  const RecordedCall* call = last_call(rank);
  return !rank.has_finalized && call != nullptr && call->is_open &&
         call->function == mpi_library::kAbort;
}

/// The instant at which dps noticed the end of a rank, by the clock of this host.
std::uint64_t noticed_end(const PlayedProgram& played, std::int32_t rank) {
  for (const auto* list : {&played.ranks, &played.remote_ranks}) {
    for (const board::AttachedRank& attached : *list) {
      if (attached.rank == rank && attached.ended != 0) {
        return attached.ended;
      }
    }
  }
  return ~std::uint64_t{0};
}

/// The rank that called MPI_Abort, or else ended first without MPI_Finalize; null if there is none.
const RecordedRank* first_death(const PlayedProgram& played, const RecordedProgram& program) {
  const RecordedRank* first = nullptr;
  std::uint64_t first_end = 0;
  for (const RecordedRank& rank : program.ranks) {
    if (has_aborted(rank)) {
      return &rank;
    }
    const std::uint64_t end = noticed_end(played, rank.rank);
    if (!rank.has_finalized && (first == nullptr || end < first_end)) {
      first = &rank;
      first_end = end;
    }
  }
  return first;
}

std::string place_of_death(const RecordedProgram& program, const RecordedRank& rank) {
  const RecordedCall* call = last_call(rank);
  if (call == nullptr) {
    return "before its first call of MPI after MPI_Init";
  }
  return fmt::format("{} {}", call->is_open ? "in" : "while computing; its last call was",
                     call_text(program, *call));
}

coordinator::Failure death_of(const RecordedProgram& program, const RecordedRank& rank,
                              int status) {
  const RecordedCall* call = last_call(rank);
  const double after_s = program.seconds(rank.ended - rank.begun);
  if (has_aborted(rank)) {
    return coordinator::refusal(
        ExitStatus::kFailed,
        fmt::format("rank {} on {} called {}, {:.3g} s after MPI_Init", rank.rank,
                    printable(rank.host), call_text(program, *call), after_s));
  }
  const int signal = rank.signal != 0 ? rank.signal : signal_behind(status);
  const std::string how = signal != 0 ? "was killed by " + coordinator::signal_text(signal)
                                      : "ended without MPI_Finalize";
  coordinator::Failure failure = coordinator::refusal(
      ExitStatus::kFailed,
      fmt::format("rank {} on {} {}, {:.3g} s after MPI_Init, {}", rank.rank, printable(rank.host),
                  how, after_s, place_of_death(program, rank)));
  if (status != 0) {
    failure.details.push_back("the command " + status_text(status));
  }
  return failure;
}

/// mpirun ends all ranks when one has ended, with SIGTERM first.
coordinator::Failure death_elsewhere(int status) {
  coordinator::Failure failure = coordinator::refusal(
      ExitStatus::kFailed,
      "a rank ended before MPI_Finalize, probably on another host; mpirun names it, "
      "and ended the other ranks");
  failure.details.push_back("the command " + status_text(status));
  return failure;
}

coordinator::Failure without_ranks(const PlayedProgram& played) {
  if (!played.foreign_mpi.empty()) {
    return coordinator::refusal(
        ExitStatus::kFailed,
        fmt::format("the program uses {}; dps records programs of Open MPI 4.1",
                    printable(played.foreign_mpi)));
  }
  std::string reason = "no process on this host called MPI_Init";
  if (played.status != 0) {
    coordinator::Failure failure = coordinator::refusal(
        ExitStatus::kFailed,
        fmt::format("the command {}, and {}", status_text(played.status), reason));
    if (!played.launcher.empty()) {
      failure.next_step =
          "its output above has the reason; to start more ranks than this host has cores, use "
          "'mpirun --oversubscribe'";
    }
    return failure;
  }
  coordinator::Failure failure = coordinator::refusal(ExitStatus::kFailed, reason);
  failure.next_step =
      "check that the program is linked dynamically, that no script or container removes "
      "LD_PRELOAD or DPS_BOARD from its environment, and that at least one rank runs on this host";
  return failure;
}

/// "rank 3 on node2", "ranks 2, 3 on node2, node3", "ranks 1, 2, 3, 4 and 5 more on node2".
std::string ranks_text(std::vector<const board::AttachedRank*> ranks) {
  std::sort(ranks.begin(), ranks.end(),
            [](const auto* a, const auto* b) { return a->rank < b->rank; });
  constexpr std::size_t kMostNamed = 4;
  std::vector<std::string> named;
  std::set<std::string> hosts;
  for (const board::AttachedRank* rank : ranks) {
    if (named.size() < kMostNamed) {
      named.push_back(std::to_string(rank->rank));
    }
    hosts.insert(printable(rank->host));
  }
  const std::size_t more = ranks.size() - named.size();
  return fmt::format("{} {}{} on {}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(named, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "", fmt::join(hosts, ", "));
}

/// The text about logs of ranks on other hosts that have not arrived; "" if there are none.
std::string lost_logs(const PlayedProgram& played) {
  std::vector<const board::AttachedRank*> lost;
  bool had_room = true;
  for (const board::AttachedRank& rank : played.remote_ranks) {
    if (rank.logs.empty()) {
      lost.push_back(&rank);
      had_room = had_room && !rank.had_no_room;
    }
  }
  if (lost.empty()) {
    return "";
  }
  return fmt::format("the calls of {} are lost: {}", ranks_text(lost),
                     had_room
                         ? "they could not reach dps over TCP while they ran, and did not call "
                           "MPI_Finalize"
                         : "there was no room for them in $TMPDIR of this host");
}

/// The text about logs of ranks on other hosts that are incomplete; "" if there are none.
std::string partial_logs(const PlayedProgram& played) {
  std::vector<const board::AttachedRank*> partial;
  for (const board::AttachedRank& rank : played.remote_ranks) {
    if (rank.last_instant != 0) {
      partial.push_back(&rank);
    }
  }
  return partial.empty()
             ? ""
             : fmt::format(
                   "the calls of {} were received while they ran: the last 0.2 s may be "
                   "missing",
                   ranks_text(partial));
}

/// Ranks that attached neither here nor by way of a rank here.
std::optional<coordinator::Failure> missing_ranks(const PlayedProgram& played) {
  const auto size = static_cast<std::size_t>(std::max(played.ranks.front().size, 0));
  const std::size_t known = played.ranks.size() + played.remote_ranks.size();
  if (known >= size) {
    return std::nullopt;
  }
  coordinator::Failure failure = coordinator::refusal(
      ExitStatus::kFailed, fmt::format("{} of {} ranks are not recorded", size - known, size));
  failure.next_step = fmt::format(
      "on this host they had no room for their logs in $TMPDIR; on another host, {} is missing "
      "or of another version, or a script calls mpirun without -x LD_PRELOAD -x DPS_BOARD",
      printable(played.library));
  return failure;
}

}  // namespace

namespace {

/// "p[3]", "any rank": the other rank of a call that sends or receives.
std::string peer_text(const RecordedCall& call) {
  if (call.peer >= 0) {
    return mpi_profiles::ptag_of(call.peer);
  }
  switch (call.peer) {
    case board::kAny:
      return call.has(board::CallFlag::kSends) ? "an invalid rank" : "any rank";
    case board::kNobody:
      return "MPI_PROC_NULL";
    case mpi_profiles::kOutsideWorld:
      return "a process outside MPI_COMM_WORLD";
    default:
      return "an invalid rank";
  }
}

}  // namespace

std::string call_text(const RecordedProgram& program, const RecordedCall& call) {
  using board::CallFlag;
  std::string text(mpi_profiles::function_name(call.function));
  const bool sends = call.has(CallFlag::kSends);
  if (sends || call.has(CallFlag::kReceives)) {
    text += fmt::format(" {} {}", sends ? "to" : "from", peer_text(call));
    text += call.tag >= 0 ? fmt::format(", tag {},", call.tag)
            : sends       ? fmt::format(", invalid tag {},", call.tag)
                          : ", any tag,";
  }
  return text + " at " + printable(program.sites[call.site].place);
}

namespace {

/// The failure of a prediction. In a deadlock, the details have each rank that waits or has
/// called MPI_Finalize.
coordinator::Failure obstacle_of(const sequencer::Obstacle& obstacle,
                                 const RecordedProgram& program) {
  coordinator::Failure failure = coordinator::refusal(obstacle.status, obstacle.reason);
  failure.next_step = obstacle.next_step;
  bool sends = false;
  for (const RecordedRank& rank : program.ranks) {
    const RecordedCall* call = last_call(rank);
    if (obstacle.status == ExitStatus::kDeadlock && call != nullptr && call->is_open) {
      failure.details.push_back(fmt::format("{} waits in {}", mpi_profiles::ptag_of(rank.rank),
                                            call_text(program, *call)));
      sends = sends || call->function == mpi_library::kSend;
    } else if (obstacle.status == ExitStatus::kDeadlock && rank.has_finalized) {
      failure.details.push_back(
          fmt::format("{} is in MPI_Finalize", mpi_profiles::ptag_of(rank.rank)));
    }
  }
  if (sends && failure.next_step.empty()) {
    failure.next_step =
        "if a run of the program has no deadlock, the MPI library buffers longer sends than the "
        "machine's 'eager': give the longest of them with '--eager SIZE'";
  }
  return failure;
}

/// `lost`: the text of lost_logs().
std::optional<coordinator::Failure> cause_of(const PlayedProgram& played,
                                             const RecordedProgram& program,
                                             const std::string& lost) {
  if (played.stopped) {
    return coordinator::stopped_by(*played.stopped);
  }
  if (played.timed_out) {
    return coordinator::refusal(ExitStatus::kTimeout,
                                "the program did not end within the time of --timeout");
  }
  if (played.obstacle) {
    return obstacle_of(*played.obstacle, program);
  }
  if (played.guard_was_killed) {
    return coordinator::refusal(ExitStatus::kFailed,
                                "the process that dps had started to guard the command was killed");
  }
  if (!played.lost_host.empty()) {
    return coordinator::refusal(
        ExitStatus::kFailed, fmt::format("{} has not answered for 5 s: the host is down or cut off",
                                         printable(played.lost_host)));
  }
  if (!played.launcher.empty() && WIFSIGNALED(played.status)) {
    return coordinator::refusal(
        ExitStatus::kFailed,
        fmt::format("{} {}, {}", printable(played.launcher), status_text(played.status),
                    program.ranks.empty() ? "before any process called MPI_Init"
                                          : "and its ranks ended with it"));
  }
  if (program.ranks.empty()) {
    return without_ranks(played);
  }
  if (const RecordedRank* death = first_death(played, program)) {
    const bool is_unclear = death->signal == 0 && signal_behind(played.status) != 0;
    const bool was_ended =
        !lost.empty() && !has_aborted(*death) && (death->signal == SIGTERM || is_unclear);
    return was_ended ? death_elsewhere(played.status) : death_of(program, *death, played.status);
  }
  if (played.status != 0) {
    return coordinator::refusal(ExitStatus::kFailed, "the command " + status_text(played.status));
  }
  if (auto missing = missing_ranks(played)) {
    return missing;
  }
  return lost.empty() ? std::nullopt
                      : std::optional(coordinator::refusal(ExitStatus::kFailed, lost));
}

}  // namespace

std::optional<coordinator::Failure> failure_of(const PlayedProgram& played,
                                               const RecordedProgram& program) {
  const std::string lost = lost_logs(played);
  std::optional<coordinator::Failure> failure = cause_of(played, program, lost);
  if (const std::string partial = partial_logs(played); failure && !partial.empty()) {
    failure->details.push_back(partial);
  }
  if (failure && !lost.empty() && failure->reason != lost) {
    failure->details.push_back(lost);
  }
  return failure;
}

}  // namespace dps::commands
