/// Names of addresses to numbers: simulators look nothing up.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_result.h"

namespace dps::coordinator {

/// `address` itself if it is one, else the first IPv4 address that the name stands for here, or
/// the first of any kind. Errors (kInput) hold the resolver's words.
Result<std::string> numeric_address(const std::string& address);

/// Whatever the user wrote for the address of a host becomes a number, or is refused.
std::optional<Failure> find_addresses(Placement& placement);

}  // namespace dps::coordinator
