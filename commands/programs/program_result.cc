#include "commands/programs/program_result.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "base/file_bytes.h"
#include "base/time_units.h"
#include "commands/cli/saved_result.h"
#include "commands/programs/program_failure.h"
#include "mpi_programs/analysis/alignment.h"
#include "mpi_programs/analysis/read_program.h"
#include "mpi_programs/analysis/run_profile.h"
#include "mpi_programs/analysis/unrecorded_ranks.h"
#include "profiles/environment.h"
#include "profiles/host_load.h"

namespace dps::commands {
namespace {

constexpr std::size_t kMostExecutable = std::size_t{1} << 30;

/// Removes all ranks except those of the first MPI program. Returns true if there were others.
bool keep_first_world(PlayedProgram& played) {
  if (played.ranks.empty()) {
    return false;
  }
  const std::string world = played.ranks.front().world;
  std::set<std::int32_t> known;
  const auto is_other = [&](const board::AttachedRank& rank) {
    return rank.world != world || !known.insert(rank.rank).second;
  };
  const std::size_t others = std::erase_if(played.ranks, is_other);
  return others + std::erase_if(played.remote_ranks, is_other) > 0;
}

Result<mpi_profiles::RankLogs> open_logs(const board::AttachedRank& rank) {
  mpi_profiles::RankLogs logs;
  logs.rank = rank.rank;
  logs.size = rank.size;
  logs.host = rank.host;
  logs.clock = rank.clock;
  logs.ended =
      static_cast<mpi_profiles::Ticks>(rank.last_instant != 0 ? rank.last_instant : rank.ended);
  logs.signal = rank.signal;
  for (const Descriptor& file : rank.logs) {
    if (!file.is_open()) {
      return failure(ErrorCode::kLimit,
                     "dps may open too few files for the logs of all threads: raise 'ulimit -Hn'");
    }
    auto log = board::LogReader::open(file);
    if (!log) {
      return tl::unexpected(log.error());
    }
    logs.threads.push_back(std::move(*log));
  }
  return logs;
}

profiles::HostProfile this_host(const std::string& name) {
  profiles::HostProfile host;
  host.name = name;
  struct utsname system {};
  struct sysinfo facts {};
  host.type = ::uname(&system) == 0 ? system.machine : "";
  host.cores = std::thread::hardware_concurrency();
  host.memory = ::sysinfo(&facts) == 0 ? std::uint64_t{facts.totalram} * facts.mem_unit : 0;
  return host;
}

}  // namespace

Result<ReadProgram> read_run(PlayedProgram& played) {
  const bool has_others = keep_first_world(played);
  std::vector<mpi_profiles::RankLogs> all;
  for (const auto* list : {&played.ranks, &played.remote_ranks}) {
    for (const board::AttachedRank& rank : *list) {
      auto logs = open_logs(rank);
      if (!logs) {
        return tl::unexpected(logs.error());
      }
      all.push_back(std::move(*logs));
    }
  }
  auto program = mpi_profiles::read_program(std::move(all));
  if (!program) {
    return tl::unexpected(program.error());
  }
  ReadProgram read{std::move(*program), {}, {}, {}};
  read.program.eager = played.eager;
  read.matching = mpi_profiles::match_messages(read.program);
  mpi_profiles::amend_order(read.program, read.matching);
  mpi_profiles::find_idle_times(read.program, read.matching);
  mpi_profiles::mark_unknown_idle_times(read.program);
  read.failure = failure_of(played, read.program);
  read.notes = mpi_profiles::notes_of(read.program, read.matching);
  if (has_others) {
    read.notes.emplace_back(
        "the command started several MPI programs: this is the profile of the first");
  }
  return read;
}

std::string command_text(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

profiles::RunResult describe_program(const std::vector<std::string>& command,
                                     EnvironmentFacts facts_of_command,
                                     const PlayedProgram& played) {
  profiles::RunResult result;
  result.blueprint.path = command_text(command);
  profiles::ProgramFacts facts;
  facts.command = command;
  if (!played.ranks.empty()) {
    const board::AttachedRank& first =
        *std::min_element(played.ranks.begin(), played.ranks.end(),
                          [](const auto& a, const auto& b) { return a.rank < b.rank; });
    facts.executable = first.executable;
    facts.mpi = first.mpi;
    facts.ranks = static_cast<std::uint64_t>(std::max(first.size, 0));
    const auto bytes = read_file(first.executable, kMostExecutable);
    facts.sha256 = bytes ? sha256(*bytes) : "";
    result.hosts.push_back(this_host(first.host));
  }
  const auto text = [](std::string_view value) { return profiles::json_form(value); };
  const std::string launcher = std::filesystem::path(command[0]).filename();
  result.environment = std::move(facts_of_command);
  const std::vector<std::pair<std::string, std::string>> more{{"transport", text(facts.mpi)},
                                                              {"launcher", text(launcher)},
                                                              {"machine", text("")},
                                                              {"seed", "0"}};
  result.environment.insert(result.environment.end(), more.begin(), more.end());
  result.program = std::move(facts);
  return result;
}

namespace {

/// Adds the other hosts, of which only the names and the clocks are known.
void add_hosts(profiles::RunResult& result, const mpi_profiles::RecordedProgram& program) {
  for (const mpi_profiles::RecordedRank& rank : program.ranks) {
    const auto known = std::find_if(result.hosts.begin(), result.hosts.end(),
                                    [&](const auto& host) { return host.name == rank.host; });
    if (known == result.hosts.end()) {
      const mpi_profiles::ComparedClock& clock = program.clocks[rank.clock];
      profiles::HostProfile& host = result.hosts.emplace_back();
      host.name = rank.host;
      host.clock_offset_s = program.seconds(clock.offset);
      host.clock_error_s = clock.is_known ? program.seconds(clock.error) : profiles::kUnknown;
    }
  }
}

}  // namespace

void add_run(profiles::RunResult& result, const ReadProgram& run) {
  if (result.kind != "predict") {
    add_hosts(result, run.program);
  }
  if (run.failure) {
    result.complete = false;
    result.notes.insert(result.notes.begin(), run.failure->details.begin(),
                        run.failure->details.end());
    result.notes.insert(result.notes.begin(), run.failure->reason);
  }
  for (const std::string& note : run.notes) {
    if (std::find(result.notes.begin(), result.notes.end(), note) == result.notes.end()) {
      result.notes.push_back(note);
    }
  }
  if (!run.program.ranks.empty()) {
    result.runs.push_back(mpi_profiles::profile_of(run.program, run.matching));
  }
}

void OtherWork::add(const PlayedProgram& played, const mpi_profiles::RecordedProgram& program) {
  steal += played.steal;
  for (const mpi_profiles::RecordedRank& rank : program.ranks) {
    switches[rank.host] += rank.switches;
  }
}

void add_other_work(profiles::RunResult& result, const OtherWork& work) {
  std::vector<std::string> loads(result.hosts.size(), "0.00");  // of other hosts: unknown
  std::vector<std::string> steals(result.hosts.size(), "0.000");
  std::vector<std::string> switches;
  for (const profiles::HostProfile& host : result.hosts) {
    const auto found = work.switches.find(host.name);
    switches.push_back(std::to_string(found == work.switches.end() ? 0 : found->second));
  }
  if (!result.hosts.empty()) {  // the first is this one
    loads.front() = fmt::format("{:.2f}", work.load_before);
    steals.front() = fmt::format("{:.3f}", seconds_of(work.steal));
  }
  result.environment.emplace_back("load_before", profiles::json_form(loads));
  result.environment.emplace_back("involuntary_switches", profiles::json_form(switches));
  result.environment.emplace_back("steal_s", profiles::json_form(steals));
  for (std::string note : {profiles::crowd_note(result), profiles::load_note(result)}) {
    if (!note.empty()) {
      result.notes.push_back(std::move(note));
    }
  }
}

}  // namespace dps::commands
