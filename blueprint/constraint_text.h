/// Constraints of T lines as text, in the syntax of T lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "blueprint/program.h"

namespace dps::blueprint {

/// "TYPE = SUN", "MEMORY >= 16G".
std::string text_of(const Constraint& constraint);

/// "TYPE", "MEMORY".
std::string_view name_of(HostVariable variable);

/// "64G", "512M" or a number of bytes.
std::string memory_text(std::uint64_t bytes);

/// A value of SPEED, CORES or MEMORY.
std::string number_text(HostVariable variable, std::uint64_t number);

}  // namespace dps::blueprint
