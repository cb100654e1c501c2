/// Checks the constraints of T lines (docs/language.md, "T: hosts") against a host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blueprint/program.h"
#include "blueprint/terrain/host_facts.h"

namespace dps::terrain {

/// Compares names case-sensitively, types case-insensitively.
bool satisfies(const HostFacts& host, const blueprint::Constraint& constraint);

/// The host's value of a variable in reports: "has TYPE x86_64", "TYPE not known".
std::string fact_of(const HostFacts& host, blueprint::HostVariable variable);

/// The value of SPEED, CORES or MEMORY; nullopt if it is unknown, and for NAME and TYPE.
std::optional<std::uint64_t> number_of(const HostFacts& host, blueprint::HostVariable variable);

/// True if any T line has a constraint on the variable.
bool asks_for(const blueprint::Program& program, blueprint::HostVariable variable);

/// True if any T line has a constraint on a variable whose value is unknown for this host.
bool lacks_facts(const blueprint::Program& program, const HostFacts& host);

}  // namespace dps::terrain
