/// The addresses of hosts as numbers, since simulators resolve no names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "coordinator/agents/failure.h"
#include "coordinator/agents/failure_causes.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// Resolves a name to its first IPv4 address here, or to its first address of any kind; a numeric
/// address remains unchanged. Errors (kInput): the resolver's message.
Result<std::string> numeric_address(const std::string& address);

/// Makes the addresses of all hosts numeric; a failure if one cannot be resolved.
std::optional<Failure> find_addresses(Placement& placement);

/// If there are several hosts: a cause for every host whose address is a loopback address, which
/// other hosts cannot reach. No causes if the user gave a loopback address for every host: then
/// they are one machine.
std::vector<FailureCause> unreachable_addresses(const Placement& placement);

}  // namespace dps::coordinator
