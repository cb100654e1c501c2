#include "coordinator/session/results/profile_maker.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "coordinator/session/results/record_books.h"
#include "profiles/environment.h"
#include "profiles/host_load.h"
#include "profiles/message_books.h"
#include "profiles/record_profile.h"
#include "profiles/unclaimed_notes.h"

namespace dps::coordinator {
namespace {

class Maker {
 public:
  Maker(const blueprint::Program& program, const Placement& placement)
      : program_(program), placement_(placement) {}

  [[nodiscard]] profiles::RunProfile run(const PlayedRun& played) const;
  void add_unclaimed_notes(const PlayedRun& played, std::vector<std::string>& notes) const;

 private:
  [[nodiscard]] std::vector<profiles::MessageProfile> messages(const PlayedRun& played) const;

  const blueprint::Program& program_;
  const Placement& placement_;
};

/// Uses the message books or, for a stopped run, which has none, makes books from its records.
std::vector<profiles::MessageProfile> Maker::messages(const PlayedRun& played) const {
  return profiles::message_profiles(
      program_, played.books ? *played.books : books_of(played.records).limited(program_));
}

profiles::RunProfile Maker::run(const PlayedRun& played) const {
  profiles::RunProfile profile;
  profile.makespan_s = makespan_of(played);
  for (const blueprint::Variable& variable : program_.variables) {
    profile.variables.emplace_back(variable.name, variable.value);
  }
  for (std::uint32_t p = 0; p < played.records.size(); ++p) {
    const auto& record = played.records[p];
    const ProcessId id{p};
    const std::string& host = placement_.host(id).name;
    profile.processes.push_back(record ? profiles::record_profile(program_, id, *record, host)
                                       : profiles::bare_profile(program_, id, host));
  }
  profile.messages = messages(played);
  return profile;
}

void Maker::add_unclaimed_notes(const PlayedRun& played, std::vector<std::string>& notes) const {
  profiles::UnclaimedNotes unclaimed_notes(program_);
  for (std::uint32_t p = 0; p < played.endings.size(); ++p) {
    if (played.endings[p]) {
      unclaimed_notes.add(ProcessId{p}, played.endings[p]->unclaimed);
    }
  }
  const auto added = unclaimed_notes.take();
  notes.insert(notes.end(), added.begin(), added.end());
}

profiles::HostProfile host_profile(const Host& host, const HostReport& report) {
  profiles::HostProfile profile;
  profile.name = host.name;
  profile.address = host.address;
  profile.type = host.type;
  profile.speed = host.speed;
  profile.cores = host.cores.value_or(0);
  profile.memory = host.memory.value_or(0);
  profile.htags = host.htags;
  profile.clock_offset_s = seconds_of(report.clock.offset);
  profile.clock_error_s = seconds_of(report.clock.error);
  if (report.hello) {
    profile.type = host.type.empty() ? report.hello->machine : host.type;
    profile.cores = host.cores.value_or(report.hello->cores);
    profile.memory = host.memory.value_or(report.hello->memory);
  }
  return profile;
}

/// The facts that the agents have reported of their hosts, as lists with an entry for each host.
void add_host_facts(const SessionResult& session, profiles::RunResult& result) {
  std::vector<std::string> cpus;
  std::vector<std::string> kernels;
  std::vector<std::string> loads;
  std::vector<std::string> resolutions;
  std::vector<std::string> drifts;
  for (const HostReport& report : session.hosts) {
    const control::HelloFrame hello = report.hello.value_or(control::HelloFrame{});
    cpus.push_back(hello.cpu);
    kernels.push_back(hello.kernel);
    loads.push_back(fmt::format("{:.2f}", hello.load));
    resolutions.push_back(fmt::format("{} ns", hello.clock_resolution.count()));
    drifts.push_back(fmt::format("{:+.1f} ppm", report.clock.drift_ppm));
  }
  result.environment.emplace_back("cpus", profiles::json_form(cpus));
  result.environment.emplace_back("kernels", profiles::json_form(kernels));
  result.environment.emplace_back("load_before", profiles::json_form(loads));
  result.environment.emplace_back("timer_resolution", profiles::json_form(resolutions));
  result.environment.emplace_back("clock_drift", profiles::json_form(drifts));
}

/// Adds the involuntary switches and the steal of each host, summed over all runs.
void add_interference(const SessionResult& session, const Placement& placement,
                      profiles::RunResult& result) {
  std::vector<std::uint64_t> switches(session.hosts.size());
  std::vector<Nanoseconds> steal(session.hosts.size());
  for (const PlayedRun& run : session.runs) {
    std::vector<Nanoseconds> of_run(session.hosts.size());  // equal for every process of a host
    for (std::size_t p = 0; p < run.endings.size(); ++p) {
      if (run.endings[p] && p < placement.host_of.size()) {
        const std::uint32_t host = placement.host_of[p];
        switches[host] += run.endings[p]->switches;
        of_run[host] = std::max(of_run[host], run.endings[p]->steal);
      }
    }
    for (std::size_t host = 0; host < steal.size(); ++host) {
      steal[host] += of_run[host];
    }
  }
  std::vector<std::string> counts;
  std::vector<std::string> times;
  for (std::size_t host = 0; host < steal.size(); ++host) {
    counts.push_back(std::to_string(switches[host]));
    times.push_back(fmt::format("{:.3f}", seconds_of(steal[host])));
  }
  result.environment.emplace_back("involuntary_switches", profiles::json_form(counts));
  result.environment.emplace_back("steal_s", profiles::json_form(times));
}

void add_options(const SessionOptions& options, const std::string& launcher,
                 profiles::RunResult& result) {
  auto& environment = result.environment;
  environment.emplace_back("transport", profiles::json_form(options.transport));
  environment.emplace_back("launcher", profiles::json_form(launcher));
  environment.emplace_back("machine", profiles::json_form(std::string_view("")));
  environment.emplace_back("seed", std::to_string(options.seed));
  environment.emplace_back("wait",
                           profiles::json_form(std::string_view(options.spin ? "spin" : "block")));
  environment.emplace_back("warmup", std::to_string(options.repetition.warmup));
  environment.emplace_back("max_message", std::to_string(options.max_message));
  environment.emplace_back("userfuncs", profiles::json_form(options.userfuncs));
}

/// Adds a note with the number of frames of other runs and of unknown peers.
void add_dropped_note(const SessionResult& session, std::vector<std::string>& notes) {
  std::uint64_t dropped = 0;
  for (const PlayedRun& run : session.runs) {
    for (const auto& record : run.records) {
      dropped += record ? record->dropped : 0;
    }
  }
  if (dropped > 0) {
    notes.push_back(fmt::format("{} messages that belonged to no process of the run were dropped",
                                format_count(dropped)));
  }
}

/// Adds a note if CPU times are short: the kernel samples their split at its clock ticks.
void add_split_note(const SessionResult& session, std::vector<std::string>& notes) {
  constexpr Nanoseconds kTrusted = std::chrono::milliseconds(100);  // Source: docs/result.md
  for (const PlayedRun& run : session.runs) {
    for (const auto& record : run.records) {
      const Nanoseconds cpu = record ? record->times.user + record->times.sys : Nanoseconds(0);
      if (cpu > Nanoseconds(0) && cpu < kTrusted) {
        notes.emplace_back(
            "CPU time is exact; its split into user and sys is an estimate below 100 ms");
        return;
      }
    }
  }
}

}  // namespace

double makespan_of(const PlayedRun& run) {
  std::optional<Nanoseconds> latest;
  for (const auto& record : run.records) {
    if (record && record->known != profiles::KnownPart::kMessages) {
      latest = std::max(latest.value_or(Nanoseconds{}), record->start_late + record->times.real);
    }
  }
  return latest ? seconds_of(*latest) : profiles::kUnknown;
}

profiles::RunResult make_result(const blueprint::Program& program, const Placement& placement,
                                const SessionOptions& options, const std::string& launcher,
                                const SessionResult& session) {
  profiles::RunResult result;
  result.kind = "run";
  result.complete = session.complete;
  result.level = options.level;
  add_options(options, launcher, result);
  add_host_facts(session, result);
  add_interference(session, placement, result);
  for (std::size_t host = 0; host < session.hosts.size(); ++host) {
    result.hosts.push_back(host_profile(placement.hosts[host], session.hosts[host]));
  }
  if (session.failure) {  // the first note is the reason
    result.notes.push_back(session.failure->reason);
    const auto& details = session.failure->details;
    result.notes.insert(result.notes.end(), details.begin(), details.end());
  }
  result.notes.insert(result.notes.end(), session.notes.begin(), session.notes.end());
  const Maker maker(program, placement);
  for (const PlayedRun& played : session.runs) {
    result.runs.push_back(maker.run(played));
  }
  if (session.complete && !session.runs.empty()) {
    maker.add_unclaimed_notes(session.runs.back(), result.notes);
  }
  add_dropped_note(session, result.notes);
  add_split_note(session, result.notes);
  if (auto busy = profiles::load_note(result); !busy.empty()) {
    result.notes.push_back(std::move(busy));
  }
  return result;
}

}  // namespace dps::coordinator
