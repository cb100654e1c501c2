#include "profiles/record_profile.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "base/units.h"
#include "profiles/result_fields.h"

namespace dps::profiles {
namespace {

template <typename Profile>
void forget_cpu_time(Profile& profile) {
  profile.cpu_s = profile.user_s = profile.sys_s = kUnknown;
}

/// The CPU time of the activity under way when the process died.
void forget_cpu_time(const ProcessRecord& record, ProcessProfile& profile) {
  forget_cpu_time(profile);
  if (record.unit < profile.units.size()) {
    UnitProfile& unit = profile.units[record.unit];
    forget_cpu_time(unit);
    if (record.position < unit.functionalities.size()) {
      forget_cpu_time(unit.functionalities[record.position]);
    }
  }
}

/// real, cpu, user and sys of any level.
template <typename Profile, typename Time>
void set_times(Profile& profile, const events::Times<Time>& times) {
  profile.real_s = seconds_of(times.real);
  profile.cpu_s = seconds_of(times.user + times.sys);
  profile.user_s = seconds_of(times.user);
  profile.sys_s = seconds_of(times.sys);
}

template <typename Profile>
void set_traffic(Profile& profile, const Traffic& traffic) {
  profile.bytes_in = traffic.bytes_in;
  profile.msgs_in = traffic.msgs_in;
  profile.bytes_out = traffic.bytes_out;
  profile.msgs_out = traffic.msgs_out;
}

template <typename Time>
UnitProfile unit_profile(const blueprint::Program& program, const blueprint::Unit& unit,
                         const typename ProcessSums<Time>::Unit& sums) {
  const auto functionalities = program.functionalities_of(unit);
  UnitProfile profile;
  profile.futag = program.tag(unit.definition);
  profile.active = sums.active;
  set_times(profile, sums.times);
  set_traffic(profile, sums.traffic);
  if (program.has_collectives()) {
    profile.collective_s = seconds_of(sums.collective);
  }
  const std::size_t count = std::min(functionalities.size(), sums.functionalities.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto& from = sums.functionalities[i];
    FunctionalityProfile& to = profile.functionalities.emplace_back();
    to.ftag = program.tag(program.functionalities[functionalities[i]].definition);
    to.triggered = from.triggered;
    set_times(to, from.times);
    to.compute_s = seconds_of(from.compute);
    to.send_s = seconds_of(from.send);
    to.bytes_out = from.bytes_out;
    to.msgs_out = from.msgs_out;
  }
  return profile;
}

std::string htag_of(const blueprint::Program& program, ProcessId process) {
  if (program.logical_host_of.empty()) {
    return {};
  }
  const std::uint32_t logical = program.logical_host_of[index(process)];
  return logical == blueprint::kNone ? std::string() : program.logical_hosts[logical].htag;
}

}  // namespace

ProcessProfile bare_profile(const blueprint::Program& program, ProcessId id,
                            const std::string& host) {
  ProcessProfile profile;
  profile.ptag = program.process_name(id);
  profile.host = host;
  profile.htag = htag_of(program, id);
  profile.counted = Counted::kNothing;
  visit_fields(profile, [](const char* /*name*/, auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
      value = kUnknown;
    }
  });
  return profile;
}

template <typename Time>
ProcessProfile sums_profile(const blueprint::Program& program, ProcessId id,
                            const ProcessSums<Time>& sums, const std::string& host) {
  ProcessProfile profile = bare_profile(program, id, host);
  profile.counted = Counted::kAll;
  profile.start_late_s = 0;
  set_times(profile, sums.times);
  profile.compute_s = seconds_of(sums.compute);
  profile.send_s = seconds_of(sums.send);
  profile.wait_s = seconds_of(std::max(Time{}, sums.times.real - sums.compute - sums.send));
  profile.take_s = seconds_of(sums.take);
  profile.sleep_s = seconds_of(sums.sleep);
  profile.pack_s = seconds_of(sums.pack);
  profile.idle_s = seconds_of(sums.idle);
  if (program.has_collectives()) {
    profile.collective_s = seconds_of(sums.collective);
  }
  set_traffic(profile, sums.traffic);
  profile.late_msgs = sums.late;
  const auto units = program.units_of(program.plan(id));
  const std::size_t count = std::min(units.size(), sums.units.size());
  for (std::size_t i = 0; i < count; ++i) {
    profile.units.push_back(unit_profile<Time>(program, program.units[units[i]], sums.units[i]));
  }
  return profile;
}

template ProcessProfile sums_profile(const blueprint::Program& program, ProcessId id,
                                     const ProcessSums<Nanoseconds>& sums, const std::string& host);
template ProcessProfile sums_profile(const blueprint::Program& program, ProcessId id,
                                     const ProcessSums<Picoseconds>& sums, const std::string& host);

ProcessProfile record_profile(const blueprint::Program& program, ProcessId id,
                              const ProcessRecord& record, const std::string& host) {
  if (record.known == KnownPart::kMessages) {
    ProcessProfile profile = bare_profile(program, id, host);
    profile.counted = Counted::kMessages;
    profile.msgs_in = record.traffic.msgs_in;
    profile.msgs_out = record.traffic.msgs_out;
    profile.late_msgs = record.late;
    return profile;
  }
  ProcessProfile profile = sums_profile<Nanoseconds>(program, id, record, host);
  if (record.known == KnownPart::kAllButCpuTime) {
    forget_cpu_time(record, profile);
  }
  profile.start_late_s = seconds_of(record.start_late);
  for (const FlowRow& flow : record.flows) {
    profile.unclaimed_msgs += flow.unclaimed;
  }
  return profile;
}

}  // namespace dps::profiles
