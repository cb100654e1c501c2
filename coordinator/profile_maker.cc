#include "coordinator/profile_maker.h"

#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "coordinator/books.h"
#include "profiles/message_books.h"
#include "profiles/result_json.h"

namespace dps::coordinator {
namespace {

using profiles::ProcessRecord;

constexpr std::size_t kMostUnclaimedNotes = 10;

double seconds(std::int64_t nanoseconds) {
  return std::chrono::duration<double>(Nanoseconds(nanoseconds)).count();
}

/// real, cpu, user and sys of any level.
template <typename Profile>
void set_times(Profile& profile, const profiles::Times& times) {
  profile.real_s = seconds(times.real_ns);
  profile.cpu_s = seconds(times.user_ns + times.sys_ns);
  profile.user_s = seconds(times.user_ns);
  profile.sys_s = seconds(times.sys_ns);
}

template <typename Profile>
void set_traffic(Profile& profile, const profiles::Traffic& traffic) {
  profile.bytes_in = traffic.bytes_in;
  profile.msgs_in = traffic.msgs_in;
  profile.bytes_out = traffic.bytes_out;
  profile.msgs_out = traffic.msgs_out;
}

class Maker {
 public:
  Maker(const blueprint::Program& program, const Placement& placement)
      : program_(program), placement_(placement) {}

  [[nodiscard]] profiles::RunProfile run(const PlayedRun& played) const;
  void tell_unclaimed(const PlayedRun& played, std::vector<std::string>& notes) const;

 private:
  [[nodiscard]] profiles::ProcessProfile process(ProcessId id, const ProcessRecord* record) const;
  [[nodiscard]] profiles::UnitProfile unit(std::uint32_t position,
                                           const profiles::UnitSums& sums) const;
  [[nodiscard]] std::string htag(ProcessId process) const;
  [[nodiscard]] std::string unit_tag(ProcessId process, std::uint32_t position) const;
  [[nodiscard]] std::vector<profiles::MessageProfile> messages(Records records) const;

  const blueprint::Program& program_;
  const Placement& placement_;
};

profiles::UnitProfile Maker::unit(std::uint32_t position, const profiles::UnitSums& sums) const {
  const blueprint::Unit& unit = program_.units[position];
  const auto functionalities = program_.functionalities_of(unit);
  profiles::UnitProfile profile;
  profile.futag = program_.tag(unit.definition);
  profile.active = sums.active;
  set_times(profile, sums.times);
  set_traffic(profile, sums.traffic);
  const std::size_t count = std::min(functionalities.size(), sums.functionalities.size());
  for (std::size_t i = 0; i < count; ++i) {
    const profiles::FunctionalitySums& from = sums.functionalities[i];
    profiles::FunctionalityProfile& to = profile.functionalities.emplace_back();
    to.ftag = program_.tag(program_.functionalities[functionalities[i]].definition);
    to.triggered = from.triggered;
    set_times(to, from.times);
    to.compute_s = seconds(from.compute_ns);
    to.send_s = seconds(from.send_ns);
    to.bytes_out = from.bytes_out;
    to.msgs_out = from.msgs_out;
  }
  return profile;
}

std::string Maker::htag(ProcessId process) const {
  if (program_.logical_host_of.empty()) {
    return {};
  }
  const std::uint32_t logical = program_.logical_host_of[index(process)];
  return logical == blueprint::kNone ? std::string() : program_.logical_hosts[logical].htag;
}

profiles::ProcessProfile Maker::process(ProcessId id, const ProcessRecord* record) const {
  profiles::ProcessProfile profile;
  profile.ptag = program_.process_name(id);
  profile.host = placement_.host(id).name;
  profile.htag = htag(id);
  if (record == nullptr) {
    return profile;
  }
  profile.start_late_s = seconds(record->start_late_ns);
  set_times(profile, record->times);
  profile.compute_s = seconds(record->compute_ns);
  profile.send_s = seconds(record->send_ns);
  const std::int64_t rest_ns = record->times.real_ns - record->compute_ns - record->send_ns;
  profile.wait_s = seconds(std::max<std::int64_t>(0, rest_ns));
  profile.take_s = seconds(record->take_ns);
  set_traffic(profile, record->traffic);
  profile.late_msgs = record->late;
  for (const profiles::FlowRow& flow : record->flows) {
    profile.unclaimed_msgs += flow.unclaimed;
  }
  const auto units = program_.units_of(program_.plan(id));
  for (std::size_t i = 0; i < std::min(units.size(), record->units.size()); ++i) {
    profile.units.push_back(unit(units[i], record->units[i]));
  }
  return profile;
}

std::vector<profiles::MessageProfile> Maker::messages(Records records) const {
  profiles::MessageBooks books;
  for (const BookRow& row : books_of(records)) {
    profiles::MessageProfile profile;
    profile.mtag = program_.mtag(row.mid);
    profile.sender = program_.process_name(row.from);
    profile.receiver = program_.process_name(row.to);
    profile.sent = row.sent;
    profile.taken = row.taken;
    profile.late = row.late;
    profile.unclaimed = row.unclaimed;
    profile.bytes = row.bytes;
    books.add(profile);
  }
  return books.take();
}

profiles::RunProfile Maker::run(const PlayedRun& played) const {
  profiles::RunProfile profile;
  profile.makespan_s = makespan_of(played);
  for (const blueprint::Variable& variable : program_.variables) {
    profile.variables.emplace_back(variable.name, variable.value);
  }
  for (std::uint32_t p = 0; p < played.records.size(); ++p) {
    const auto& record = played.records[p];
    profile.processes.push_back(process(ProcessId{p}, record ? &*record : nullptr));
  }
  profile.messages = messages(played.records);
  return profile;
}

std::string Maker::unit_tag(ProcessId process, std::uint32_t position) const {
  const auto units = program_.units_of(program_.plan(process));
  return position < units.size() ? program_.tag(program_.units[units[position]].definition) : "?";
}

/// A run tells how many messages stayed unclaimed, of which type, first taken in which unit of
/// which process (docs/language.md, rule 6).
void Maker::tell_unclaimed(const PlayedRun& played, std::vector<std::string>& notes) const {
  std::size_t told = 0;
  for (std::uint32_t p = 0; p < played.endings.size(); ++p) {
    if (!played.endings[p]) {
      continue;
    }
    std::map<std::pair<std::uint32_t, MessageId>, std::uint64_t> counts;  // by unit, type
    for (const auto& unclaimed : played.endings[p]->unclaimed) {
      counts[{unclaimed.unit, unclaimed.mid}] += unclaimed.count;
    }
    for (const auto& [where, count] : counts) {
      if (index(where.second) < program_.message_types.size() && ++told <= kMostUnclaimedNotes) {
        notes.push_back(fmt::format("{} '{}' stayed unclaimed, taken in unit '{}' of '{}'",
                                    format_count(count), program_.mtag(where.second),
                                    unit_tag(ProcessId{p}, where.first),
                                    program_.process_name(ProcessId{p})));
      }
    }
  }
  if (told > kMostUnclaimedNotes) {
    notes.push_back(
        fmt::format("and unclaimed messages in {} more places; each process says how "
                    "many it has",
                    told - kMostUnclaimedNotes));
  }
}

profiles::HostProfile host_profile(const Host& host, const HostFacts& facts) {
  profiles::HostProfile profile;
  profile.name = host.name;
  profile.address = host.address;
  profile.speed = host.speed;
  profile.type = host.type;
  profile.cores = host.cores.value_or(0);
  profile.memory = host.memory.value_or(0);
  profile.htags = host.htags;
  profile.clock_offset_s = seconds(facts.clock_offset_ns);
  profile.clock_error_s = seconds(facts.clock_error_ns);
  if (facts.hello) {
    profile.type = host.type.empty() ? facts.hello->machine : host.type;
    profile.cores = host.cores.value_or(facts.hello->cores);
    profile.memory = host.memory.value_or(facts.hello->memory);
  }
  return profile;
}

/// What the agents say of their hosts, a list entry a host.
void tell_hosts(const SessionResult& session, profiles::RunResult& result) {
  std::vector<std::string> cpus;
  std::vector<std::string> kernels;
  std::vector<std::string> loads;
  std::vector<std::string> resolutions;
  std::vector<std::string> drifts;
  for (const HostFacts& facts : session.hosts) {
    const control::HelloFrame hello = facts.hello.value_or(control::HelloFrame{});
    cpus.push_back(hello.cpu);
    kernels.push_back(hello.kernel);
    loads.push_back(fmt::format("{:.2f}", hello.load));
    resolutions.push_back(fmt::format("{} ns", hello.clock_resolution_ns));
    drifts.push_back(fmt::format("{:+.1f} ppm", facts.clock_drift_ppm));
  }
  result.environment.emplace_back("cpus", profiles::json_form(cpus));
  result.environment.emplace_back("kernels", profiles::json_form(kernels));
  result.environment.emplace_back("load_before", profiles::json_form(loads));
  result.environment.emplace_back("timer_resolution", profiles::json_form(resolutions));
  result.environment.emplace_back("clock_drift", profiles::json_form(drifts));
}

void tell_options(const SessionOptions& options, const std::string& launcher,
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

/// Frames that belonged to another run or came from strangers.
void tell_dropped(const SessionResult& session, std::vector<std::string>& notes) {
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

/// The split of CPU time is sampled by the kernel's clock tick.
void tell_split(const SessionResult& session, std::vector<std::string>& notes) {
  constexpr std::int64_t kTrusted = 100'000'000;  // ns; Source: docs/result.md
  for (const PlayedRun& run : session.runs) {
    for (const auto& record : run.records) {
      const std::int64_t cpu_ns = record ? record->times.user_ns + record->times.sys_ns : 0;
      if (cpu_ns > 0 && cpu_ns < kTrusted) {
        notes.emplace_back(
            "CPU time is exact; its split into user and sys is an estimate below 100 ms");
        return;
      }
    }
  }
}

}  // namespace

double makespan_of(const PlayedRun& run) {
  std::int64_t latest_ns = 0;
  for (const auto& record : run.records) {
    if (record) {
      latest_ns = std::max(latest_ns, record->start_late_ns + record->times.real_ns);
    }
  }
  return seconds(latest_ns);
}

profiles::RunResult make_result(const blueprint::Program& program, const Placement& placement,
                                const SessionOptions& options, const std::string& launcher,
                                const SessionResult& session) {
  profiles::RunResult result;
  result.kind = "run";
  result.complete = session.complete;
  result.level = options.level;
  tell_options(options, launcher, result);
  tell_hosts(session, result);
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
    maker.tell_unclaimed(session.runs.back(), result.notes);
  }
  tell_dropped(session, result.notes);
  tell_split(session, result.notes);
  return result;
}

}  // namespace dps::coordinator
