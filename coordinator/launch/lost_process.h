/// Messages about processes of a launch that have ended before the run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "transport/control/launch_reports.h"

namespace dps::coordinator {

/// "the PVM daemon (pvmd) of node1 was killed by signal 9 (SIGKILL)".
std::string describe(const control::LostProcess& lost);

/// Advice for the user, for a host of this name; may be empty.
std::string next_step_after(const control::LostProcess& lost, const std::string& host);

/// The index of the host that has this name on the host itself or in PVM: the names are equal, or
/// their first labels are. nullopt if there is no such host.
std::optional<std::uint32_t> find_host(const std::string& name,
                                       const std::vector<std::string>& hosts);

}  // namespace dps::coordinator
