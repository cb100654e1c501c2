/// Text for users about processes of a launch that have ended too early.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "control/launch_reports.h"

namespace dps::coordinator {

/// "the PVM daemon (pvmd) of node1 was killed by signal 9 (SIGKILL)".
std::string describe(const control::LostProcess& lost);

/// What the user can do about it, on a host of this name; may be empty.
std::string next_step_after(const control::LostProcess& lost, const std::string& host);

/// The position of the host that is meant by a name which the host itself, or PVM, has for it:
/// equal, or with the same first label. Nothing if it is not among `hosts`.
std::optional<std::uint32_t> find_host(const std::string& name,
                                       const std::vector<std::string>& hosts);

}  // namespace dps::coordinator
