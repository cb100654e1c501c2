#include "commands/check/run_refusals.h"

#include <fmt/format.h>
#include <sys/sysinfo.h>

#include "blueprint/flows.h"
#include "blueprint/reach.h"
#include "coordinator/session/limits.h"

namespace dps::commands {
namespace {

std::uint64_t memory_of(const coordinator::Host& host, bool is_local) {
  struct sysinfo facts {};
  if (is_local && sysinfo(&facts) == 0) {
    return std::uint64_t{facts.totalram} * facts.mem_unit;
  }
  return host.memory.value_or(0);
}

}  // namespace

std::vector<std::string> run_refusals(const blueprint::Program& program,
                                      const coordinator::Placement& placement,
                                      std::uint64_t max_message, bool is_local) {
  std::vector<std::string> reasons;
  coordinator::SessionOptions options;
  options.max_message = max_message;
  if (auto reason = coordinator::exceeds_message_limit(program, options)) {
    reasons.push_back(*std::move(reason));
  }
  if (program.process_count() > coordinator::kMostProcesses) {  // too many for a table of flows
    reasons.push_back(*coordinator::exceeds_limits(program, {}, placement));
    return reasons;
  }
  const blueprint::Flows flows(program, blueprint::Reach(program));
  const blueprint::FlowTable table(program, flows);
  if (const auto refused = coordinator::check_limits(program, placement, table, is_local)) {
    reasons.push_back(refused->reason);
  }
  const std::vector<coordinator::HostNeeds> needs = needs_of(program, placement, table);
  for (std::size_t host = 0; host < needs.size(); ++host) {
    control::HelloFrame hello;
    hello.memory = memory_of(placement.hosts[host], is_local);
    if (const auto reason = coordinator::exceeds_host(needs[host], hello)) {
      reasons.push_back(fmt::format("on {}: {}", placement.hosts[host].name, *reason));
    }
  }
  return reasons;
}

}  // namespace dps::commands
