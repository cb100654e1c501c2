#include "commands/tracing/run_trace.h"

#include <chrono>
#include <utility>

#include "base/printable.h"
#include "profiles/traces/passages.h"

namespace dps::commands {
namespace {

/// Measurements that are closer than this do not show the drift.
constexpr Nanoseconds kLeastApart = std::chrono::milliseconds(1);
/// Quartz clocks drift apart by less than 100 ppm.
constexpr double kLargestDrift = 1e-4;
constexpr Nanoseconds kSecond = std::chrono::seconds(1);

traces::ClockGate gate_of(const coordinator::HostClock& clock, Nanoseconds used,
                          Nanoseconds begin) {
  return {(clock.measured() - begin).count(), static_cast<double>((used - clock.offset()).count()),
          static_cast<double>(clock.error().count())};
}

std::vector<traces::TraceHost> hosts_of(const coordinator::Placement& placement,
                                        const std::vector<traces::ClockMap>& maps) {
  std::vector<traces::TraceHost> hosts;
  hosts.reserve(maps.size());
  for (std::size_t host = 0; host < maps.size(); ++host) {
    hosts.push_back({printable(placement.hosts[host].name), maps[host].offset, maps[host].rate});
  }
  return hosts;
}

/// Sets the host of each process, and its end from its record.
void place(traces::TraceHead& head, const coordinator::Placement& placement,
           const coordinator::PlayedRun& run) {
  for (std::size_t p = 0; p < head.processes.size(); ++p) {
    head.processes[p].host = placement.host_of[p];
    if (const auto& record = run.records[p]) {
      head.processes[p].end = (record->start_late + record->times.real).count();
    }
  }
}

/// Fits the maps to the messages between hosts.
Result<void> fit(traces::Trace& trace, const std::vector<traces::ClockGates>& gates,
                 const coordinator::Placement& placement) {
  if (gates.size() < 2) {
    return {};
  }
  const auto passages = tightest_passages(trace);
  if (!passages) {
    return tl::unexpected(passages.error());
  }
  trace.set_clocks(hosts_of(placement, fit_clocks(gates, *passages)), 0, 0);
  const auto violations = violations_of(trace);
  if (!violations) {
    return tl::unexpected(violations.error());
  }
  trace.set_clocks(trace.head().hosts, violations->count, violations->largest);
  return {};
}

}  // namespace

traces::ClockGates gates_of(const coordinator::ClockReadings& readings, Nanoseconds begin) {
  if (!readings.before.is_measured()) {  // the host uses our clock
    return {{0, 0, 0}, {kSecond.count(), 0, 0}};
  }
  traces::ClockGates gates{gate_of(readings.before, readings.used, begin), {}};
  if (readings.after.is_measured() &&
      readings.after.measured() - readings.before.measured() >= kLeastApart) {
    gates.second = gate_of(readings.after, readings.used, begin);
    return gates;
  }
  gates.second = gates.first;
  gates.second.at += kSecond.count();
  gates.second.error += kLargestDrift * static_cast<double>(kSecond.count());
  return gates;
}

Result<traces::Trace> run_trace(traces::TraceHead head, const coordinator::Placement& placement,
                                const coordinator::PlayedRun& run, coordinator::RunEvents events) {
  if (!events.spool) {
    return tl::unexpected(*events.error);
  }
  head.kind = traces::TraceKind::kRun;
  head.unit = traces::TimeUnit::kNanoseconds;
  std::vector<traces::ClockGates> gates;
  gates.reserve(events.clocks.size());
  if (events.clocks.size() == 1) {  // a single host may use its own time
    events.clocks.front() = {};
  }
  for (const coordinator::ClockReadings& readings : events.clocks) {
    gates.push_back(gates_of(readings, events.begin));
  }
  head.hosts = hosts_of(placement, fit_clocks(gates, {}));
  place(head, placement, run);
  auto trace = events.spool->finish(std::move(head));
  if (!trace) {
    return trace;
  }
  if (const auto fitted = fit(*trace, gates, placement); !fitted) {
    return tl::unexpected(fitted.error());
  }
  return trace;
}

}  // namespace dps::commands
