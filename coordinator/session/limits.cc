#include "coordinator/session/limits.h"

#include <algorithm>

#include <fmt/format.h>
#include <sys/resource.h>

#include "base/units.h"
#include "profiles/traces/record.h"

namespace dps::coordinator {
namespace {

/// The number of buffers of a simulator, each of the size of its largest message. Source:
/// transport/buffers.h.
constexpr std::uint64_t kBuffers = 2;

/// The largest message that a plan sends.
std::uint64_t largest_of(const blueprint::Program& program, const blueprint::Plan& plan) {
  std::uint64_t largest = 0;
  for (const std::uint32_t unit : program.units_of(plan)) {
    for (const std::uint32_t f : program.functionalities_of(program.units[unit])) {
      for (const std::uint32_t output : program.outputs_of(program.functionalities[f])) {
        largest = std::max(largest, program.outputs[output].bytes);
      }
    }
  }
  return largest;
}

}  // namespace

std::vector<HostNeeds> needs_of(const blueprint::Program& program, const Placement& placement,
                                const blueprint::FlowTable& flows,
                                const std::optional<traces::Limits>& trace) {
  const std::uint64_t events = trace ? trace->events : 0;
  std::vector<std::uint64_t> sends(program.plans.size());
  for (std::size_t plan = 0; plan < sends.size(); ++plan) {
    sends[plan] = largest_of(program, program.plans[plan]);
  }
  std::vector<HostNeeds> needs(placement.hosts.size());
  for (std::uint32_t p = 0; p < placement.host_of.size(); ++p) {
    HostNeeds& host = needs[placement.host_of[p]];
    const ProcessId process{p};
    ++host.processes;
    const std::uint64_t sent = sends[program.plan_of[p]];
    const std::uint64_t arriving = flows.largest_arrival(process);
    const std::uint64_t recorded = events * traces::kRecordBytes;
    host.bytes += kSimulatorBytes + sent + arriving + recorded;
    host.touched += kBuffers * std::max(sent, arriving) + recorded;
    host.events += events;
    const std::uint64_t connections = flows.peers_of(process).size();
    host.connections += connections;
    host.most_connections = std::max(host.most_connections, connections);
  }
  return needs;
}

std::uint32_t most_processes(std::span<const HostNeeds> needs) {
  std::uint32_t most = 0;
  for (const HostNeeds& host : needs) {
    most = std::max(most, host.processes);
  }
  return most;
}

std::uint64_t most_connections(std::span<const HostNeeds> needs) {
  std::uint64_t most = 0;
  for (const HostNeeds& host : needs) {
    most = std::max(most, host.connections);
  }
  return most;
}

std::uint64_t most_touched(std::span<const HostNeeds> needs) {
  std::uint64_t most = 0;
  for (const HostNeeds& host : needs) {
    most = std::max(most, host.touched);
  }
  return most;
}

std::optional<std::string> exceeds_limits(const blueprint::Program& program,
                                          const std::vector<HostNeeds>& needs,
                                          const Placement& placement) {
  if (program.process_count() > kMostProcesses) {
    return fmt::format(
        "the program has {} processes; at most {} can be run (dps predict takes more)",
        format_count(program.process_count()), format_count(kMostProcesses));
  }
  for (std::size_t host = 0; host < needs.size(); ++host) {
    if (needs[host].processes > kMostProcessesOfAHost) {
      return fmt::format("{} processes on {}; at most {} can run on one host",
                         format_count(needs[host].processes), placement.hosts[host].name,
                         format_count(kMostProcessesOfAHost));
    }
  }
  return std::nullopt;
}

std::optional<std::string> exceeds_message_limit(const blueprint::Program& program,
                                                 const SessionOptions& options) {
  for (const blueprint::Output& output : program.outputs) {
    if (output.bytes > options.max_message) {
      return fmt::format(
          "output '{}' sends messages of {}; at most {} are allowed without "
          "--max-message {}",
          program.tag(output.definition), format_size(output.bytes),
          format_size(options.max_message), output.bytes);
    }
  }
  return std::nullopt;
}

std::optional<std::string> exceeds_host(const HostNeeds& needs, const control::HelloFrame& hello) {
  if (hello.memory > 0 && needs.bytes > hello.memory && needs.events > 0) {
    return fmt::format(
        "{} simulators and {} recorded events need {} of memory, the host has {}; use a smaller "
        "--trace-limit, or fewer processes or more hosts",
        needs.processes, format_count(needs.events), format_size(needs.bytes),
        format_size(hello.memory));
  }
  if (hello.memory > 0 && needs.bytes > hello.memory) {
    return fmt::format(
        "{} simulators with their largest messages need {} of memory, the host has "
        "{}; use fewer processes, smaller messages or more hosts",
        needs.processes, format_size(needs.bytes), format_size(hello.memory));
  }
  return std::nullopt;
}

std::optional<std::string> crowded(const HostNeeds& needs, const control::HelloFrame& hello) {
  if (hello.cores == 0 || needs.processes <= kManyProcessesPerCore * hello.cores) {
    return std::nullopt;
  }
  return fmt::format("{} processes share {}: their times include waiting for one", needs.processes,
                     counted(hello.cores, "core"));
}

std::optional<std::string> exceeds_open_files(const HostNeeds& needs, std::uint64_t hard_limit) {
  const std::uint64_t needed = needs.most_connections + kDescriptorsOfASimulator;
  if (needed <= hard_limit) {
    return std::nullopt;
  }
  return fmt::format(
      "a process with {} connections needs {} open files, the limit is {}; raise it "
      "(ulimit -Hn)",
      needs.most_connections, needed, hard_limit);
}

std::optional<Failure> check_limits(const blueprint::Program& program, const Placement& placement,
                                    const blueprint::FlowTable& flows, bool is_local) {
  const std::vector<HostNeeds> needs = needs_of(program, placement, flows);
  if (const auto excess = exceeds_limits(program, needs, placement)) {
    return refusal(ExitStatus::kInputWrong, *excess);
  }
  rlimit files{};
  if (!is_local || getrlimit(RLIMIT_NOFILE, &files) != 0) {
    return std::nullopt;  // the agents of other hosts check their own limits
  }
  for (const HostNeeds& host : needs) {
    if (const auto excess = exceeds_open_files(host, files.rlim_max)) {
      return refusal(ExitStatus::kFailed, *excess);
    }
  }
  return std::nullopt;
}

}  // namespace dps::coordinator
