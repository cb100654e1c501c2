#include "coordinator/programs/program_failure.h"

#include <algorithm>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/printable.h"
#include "board/record.h"
#include "coordinator/launch/child_words.h"
#include "mpi_library/functions.h"

namespace dps::coordinator {
namespace {

using mpi_profiles::Call;
using mpi_profiles::Program;
using mpi_profiles::Rank;

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
  return WIFSIGNALED(status) ? "was killed by " + signal_text(WTERMSIG(status))
                             : fmt::format("ended with status {}", WEXITSTATUS(status));
}

/// The rank that ended first without MPI_Finalize; null if there is none.
const Rank* first_death(const Program& program) {
  const Rank* first = nullptr;
  for (const Rank& rank : program.ranks) {
    if (!rank.has_finalized && (first == nullptr || rank.ended < first->ended)) {
      first = &rank;
    }
  }
  return first;
}

/// The call in which the rank ended, or the last one before.
const Call* last_call(const Rank& rank) {
  const auto open = std::find_if(rank.calls.rbegin(), rank.calls.rend(),
                                 [](const Call& call) { return call.is_open; });
  if (open != rank.calls.rend()) {
    return &*open;
  }
  const auto last = std::find_if(rank.calls.rbegin(), rank.calls.rend(),
                                 [](const Call& call) { return call.calls > 0; });
  return last == rank.calls.rend() ? nullptr : &*last;
}

std::string place_of_death(const Program& program, const Rank& rank) {
  const Call* call = last_call(rank);
  if (call == nullptr) {
    return "before its first call of MPI after MPI_Init";
  }
  return fmt::format("{} {}", call->is_open ? "in" : "while computing; its last call was",
                     call_text(program, *call));
}

Failure death_of(const Program& program, const Rank& rank, int status) {
  const Call* call = last_call(rank);
  const double after_s = mpi_profiles::seconds(rank.ended - rank.begun);
  if (call != nullptr && call->is_open && call->function == mpi_library::kAbort) {
    return refusal(ExitStatus::kFailed,
                   fmt::format("rank {} on {} called {}, {:.3g} s after MPI_Init", rank.rank,
                               printable(rank.host), call_text(program, *call), after_s));
  }
  const int signal = rank.signal != 0 ? rank.signal : signal_behind(status);
  const std::string how =
      signal != 0 ? "was killed by " + signal_text(signal) : "ended without MPI_Finalize";
  Failure failure =
      refusal(ExitStatus::kFailed,
              fmt::format("rank {} on {} {}, {:.3g} s after MPI_Init, {}", rank.rank,
                          printable(rank.host), how, after_s, place_of_death(program, rank)));
  if (status != 0) {
    failure.details.push_back("the command " + status_text(status));
  }
  return failure;
}

Failure without_ranks(const PlayedProgram& played) {
  if (!played.foreign_mpi.empty()) {
    return refusal(ExitStatus::kFailed,
                   fmt::format("the program uses {}; dps records programs of Open MPI 4.1",
                               printable(played.foreign_mpi)));
  }
  std::string reason = "no process on this host called MPI_Init";
  if (played.status != 0) {
    return refusal(ExitStatus::kFailed,
                   fmt::format("the command {}, and {}", status_text(played.status), reason));
  }
  Failure failure = refusal(ExitStatus::kFailed, reason);
  failure.next_step =
      "is it linked statically, or does a script or a container take LD_PRELOAD or DPS_BOARD out "
      "of the "
      "environment? dps does not record statically linked programs, nor ranks on other hosts";
  return failure;
}

std::optional<Failure> missing_ranks(const PlayedProgram& played, const Program& program) {
  const auto size = static_cast<std::size_t>(std::max(played.ranks.front().size, 0));
  if (program.ranks.size() >= size) {
    return std::nullopt;
  }
  return refusal(ExitStatus::kFailed,
                 fmt::format("{} of {} ranks are not recorded: they run on other hosts, or had no "
                             "room for their logs in $TMPDIR",
                             size - program.ranks.size(), size));
}

}  // namespace

std::string call_text(const Program& program, const Call& call) {
  using board::Flag;
  std::string text(mpi_profiles::function_name(call.function));
  const bool sends = call.has(Flag::kSends);
  if (sends || call.has(Flag::kReceives)) {
    const std::string peer = call.peer >= 0 ? fmt::format("p[{}]", call.peer) : "any rank";
    text += fmt::format(" {} {}", sends ? "to" : "from", peer);
    text += call.tag >= 0 ? fmt::format(", tag {},", call.tag) : ", any tag,";
  }
  return text + " at " + printable(program.sites[call.site].place);
}

std::optional<Failure> failure_of(const PlayedProgram& played, const Program& program) {
  if (played.stopped) {
    return stopped_by(*played.stopped);
  }
  if (played.timed_out) {
    return refusal(ExitStatus::kTimeout, "stopped after the time of --timeout");
  }
  if (played.guard_was_killed) {
    return refusal(ExitStatus::kFailed,
                   "the process that dps had started to guard the command was killed");
  }
  if (program.ranks.empty()) {
    return without_ranks(played);
  }
  if (const Rank* death = first_death(program)) {
    return death_of(program, *death, played.status);
  }
  if (played.status != 0) {
    return refusal(ExitStatus::kFailed, "the command " + status_text(played.status));
  }
  return missing_ranks(played, program);
}

}  // namespace dps::coordinator
