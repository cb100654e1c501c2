#include "mpi_programs/analysis/run_profile.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/units.h"
#include "mpi_programs/analysis/computing_rows.h"
#include "mpi_programs/analysis/message_rows.h"
#include "mpi_programs/analysis/site_rows.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

profiles::FunctionalityProfile functionality(std::string ftag) {
  profiles::FunctionalityProfile row;
  row.ftag = std::move(ftag);
  row.cpu_s = row.user_s = row.sys_s = profiles::kUnknown;
  return row;
}

/// A phase of one rank.
struct PhaseSums {
  profiles::UnitProfile unit;
  Ticks real = 0;
  Ticks in_mpi = 0;  ///< of the first thread
  std::uint64_t stretches = 0;
  std::map<std::uint32_t, profiles::FunctionalityProfile> sites;
};

class RankProfile {
 public:
  RankProfile(const RecordedProgram& program, const RecordedRank& rank)
      : program_(program), rank_(rank) {
    add_phases();
    for (const RecordedCall& call : rank.calls) {
      add_call(call);
    }
  }

  /// Counts a message at the phase in which its receive was completed.
  void add_received(const RecordedCall& posted, const RecordedCall& done) {
    process_.msgs_in += 1;
    process_.bytes_in += posted.bytes;
    PhaseSums& phase = phases_[rank_.phases[done.phase].name];
    phase.unit.msgs_in += 1;
    phase.unit.bytes_in += posted.bytes;
  }

  profiles::ProcessProfile take() {
    const Ticks real = rank_.ended - rank_.begun;
    process_.ptag = ptag_of(rank_.rank);
    process_.host = rank_.host;
    process_.start_late_s = program_.seconds(rank_.begun);
    process_.real_s = program_.seconds(real);
    process_.user_s = rank_.user_s;
    process_.sys_s = rank_.sys_s;
    process_.cpu_s = rank_.user_s + rank_.sys_s;
    process_.send_s = program_.seconds(send_);
    process_.wait_s = program_.seconds(in_mpi_ - send_);
    process_.idle_s = idle_s_;
    process_.sleep_s = process_.pack_s = profiles::kUnknown;
    process_.compute_s = program_.seconds(std::max<Ticks>(0, real - in_mpi_));
    for (auto& [name, phase] : phases_) {
      process_.units.push_back(unit_of(name, phase));
    }
    return std::move(process_);
  }

 private:
  void add_phases() {
    for (std::size_t i = 0; i < rank_.phases.size(); ++i) {
      const PhaseBegin& begin = rank_.phases[i];
      const Ticks end = i + 1 < rank_.phases.size() ? rank_.phases[i + 1].at : rank_.ended;
      PhaseSums& phase = phases_[begin.name];
      phase.unit.active += 1;  // "main", too, however short
      phase.stretches += 1;
      phase.real += std::max<Ticks>(0, end - begin.at);
    }
  }

  void add_call(const RecordedCall& call) {
    PhaseSums& phase = phases_[rank_.phases[call.phase].name];
    const auto [row, is_new] = phase.sites.try_emplace(call.site);
    if (is_new) {
      row->second = functionality(program_.sites[call.site].tag());
    }
    profiles::FunctionalityProfile& site = row->second;
    const Ticks time = call.has(CallFlag::kPart) ? 0 : call.time;
    const bool sends = is_send(call.function);
    site.triggered += call.calls;
    site.real_s += program_.seconds(time);
    site.send_s += sends ? program_.seconds(time) : 0;
    if (call.sends()) {
      add_sent(call, site, phase.unit);
    }
    if (call.thread == 0) {
      phase.in_mpi += time;
      phase.stretches += call.calls == 0 ? 0 : 1;
      in_mpi_ += time;
      send_ += sends ? time : 0;
      idle_s_ += call.has(CallFlag::kPart) ? 0 : program_.idle_s(call);
    }
  }

  void add_sent(const RecordedCall& call, profiles::FunctionalityProfile& site,
                profiles::UnitProfile& unit) {
    site.msgs_out += 1;
    site.bytes_out += call.bytes;
    unit.msgs_out += 1;
    unit.bytes_out += call.bytes;
    process_.msgs_out += 1;
    process_.bytes_out += call.bytes;
  }

  profiles::UnitProfile unit_of(std::uint32_t name, PhaseSums& phase) const {
    profiles::UnitProfile unit = std::move(phase.unit);
    unit.futag = program_.phases[name];
    unit.real_s = program_.seconds(phase.real);
    unit.cpu_s = unit.user_s = unit.sys_s = profiles::kUnknown;
    auto busy = functionality("BUSY");
    busy.triggered = phase.stretches;
    busy.real_s = busy.compute_s = program_.seconds(std::max<Ticks>(0, phase.real - phase.in_mpi));
    unit.functionalities.push_back(std::move(busy));
    for (auto& [site, row] : phase.sites) {
      unit.functionalities.push_back(std::move(row));
    }
    return unit;
  }

  const RecordedProgram& program_;
  const RecordedRank& rank_;
  profiles::ProcessProfile process_;
  std::map<std::uint32_t, PhaseSums> phases_;  // by name
  Ticks in_mpi_ = 0;                           // of the first thread
  Ticks send_ = 0;
  double idle_s_ = 0;
};

double makespan_of(const RecordedProgram& program) {
  Ticks last = 0;
  for (const RecordedRank& rank : program.ranks) {
    last = std::max(last, rank.ended);
  }
  return program.seconds(last);
}

}  // namespace

profiles::RunProfile profile_of(const RecordedProgram& program, const Matching& matching) {
  std::vector<RankProfile> ranks;
  ranks.reserve(program.ranks.size());
  for (const RecordedRank& rank : program.ranks) {
    ranks.emplace_back(program, rank);
  }
  for (std::size_t r = 0; r < program.ranks.size(); ++r) {
    for (const RecordedCall& call : program.ranks[r].calls) {
      if (call.receives()) {
        ranks[r].add_received(call, program.ranks[r].calls[call.done_by]);
      }
    }
  }
  profiles::RunProfile run;
  run.makespan_s = makespan_of(program);
  for (RankProfile& rank : ranks) {
    run.processes.push_back(rank.take());
  }
  run.messages = message_rows(program, matching);
  add_late(run);
  run.mpi = mpi_profile_of(program);
  run.latencies = latencies_of(program, matching);
  return run;
}

namespace {

template <typename Condition>
std::size_t count_ranks(const RecordedProgram& program, Condition condition) {
  return static_cast<std::size_t>(
      std::count_if(program.ranks.begin(), program.ranks.end(), condition));
}

}  // namespace

namespace {

std::uint64_t count_unsure(const RecordedProgram& program) {
  std::uint64_t count = 0;
  for (const RecordedRank& rank : program.ranks) {
    count += static_cast<std::uint64_t>(
        std::count_if(rank.calls.begin(), rank.calls.end(),
                      [](const RecordedCall& call) { return call.idle_is_unsure; }));
  }
  return count;
}

void add_clock_notes(const RecordedProgram& program, std::vector<std::string>& notes) {
  std::vector<std::string> errors;
  for (std::size_t c = 1; c < program.clocks.size(); ++c) {
    const ComparedClock& clock = program.clocks[c];
    if (clock.is_known) {
      errors.push_back(clock.host + " " + format_time(Seconds(program.seconds(clock.error))));
    } else {
      notes.push_back(fmt::format(
          "the clock of {} was not compared with that of {}: do not compare times of their ranks",
          clock.host, program.clocks[0].host));
    }
  }
  if (!errors.empty()) {
    notes.push_back(
        fmt::format("the clocks of other hosts were compared with that of {}; times "
                    "are wrong by at most: {}",
                    program.clocks[0].host, fmt::join(errors, ", ")));
  }
  if (const std::uint64_t unsure = count_unsure(program); unsure > 0) {
    notes.push_back(
        fmt::format("the idle times of {} calls are shorter than the error of the "
                    "clocks, and may be 0",
                    format_count(unsure)));
  }
  if (program.amended > 0) {
    notes.push_back(fmt::format(
        "by the clocks, {} received before the send; the ends of the receives were moved",
        counted(program.amended, "message was", "messages were")));
  }
}

}  // namespace

std::vector<std::string> notes_of(const RecordedProgram& program, const Matching& matching) {
  std::vector<std::string> notes;
  std::uint64_t lost = 0;
  std::uint64_t without_log = 0;
  for (const RecordedRank& rank : program.ranks) {
    lost += rank.lost;
    without_log += rank.threads_without_log;
  }
  if (without_log > 0) {
    notes.push_back(
        fmt::format("the calls of {} are not recorded: there was no room for their logs in "
                    "$TMPDIR, or they would take more than half of the files that the program may "
                    "open ('ulimit -n')",
                    counted(without_log, "thread")));
  }
  if (lost > 0) {
    notes.push_back(fmt::format(
        "{} calls came after the logs were full (of 16,777,216 calls of a thread, or of "
        "half of the room in $TMPDIR): they are in the counts of functions, and their "
        "times are in BUSY",
        format_count(lost)));
  }
  if (const auto threaded =
          count_ranks(program, [](const RecordedRank& of) { return of.threads > 1; })) {
    notes.push_back(
        fmt::format("in {}, several threads call MPI: the times of a process are those of the "
                    "thread that called MPI_Init; the rows of sites have all calls",
                    counted(threaded, "rank")));
  }
  if (count_ranks(program, [](const RecordedRank& of) { return of.was_paused; }) > 0) {
    notes.emplace_back(
        "MPI_Pcontrol(0) switched the recording off: the time of the calls until MPI_Pcontrol(1) "
        "is in BUSY");
  }
  if (std::string note = sampling_note(program); !note.empty()) {
    notes.push_back(std::move(note));
  }
  add_clock_notes(program, notes);
  if (matching.not_received > 0) {
    notes.push_back(fmt::format("{} {} sent whose {} not recorded",
                                counted(matching.not_received, "message"),
                                matching.not_received == 1 ? "was" : "were",
                                matching.not_received == 1 ? "receive is" : "receives are"));
  }
  if (matching.not_sent > 0) {
    notes.push_back(fmt::format(
        "{} {} received whose {} not recorded", counted(matching.not_sent, "message"),
        matching.not_sent == 1 ? "was" : "were", matching.not_sent == 1 ? "send is" : "sends are"));
  }
  return notes;
}

}  // namespace dps::mpi_profiles
