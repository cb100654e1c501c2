/// The constraints of T lines (docs/language.md, "T: hosts"), held against a host.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blueprint/program.h"
#include "terrain/host_facts.h"

namespace dps::terrain {

/// Names are compared to the letter, types without regard to capitals.
bool satisfies(const HostFacts& host, const blueprint::Constraint& constraint);

/// "TYPE = SUN", "MEMORY >= 16G".
std::string text_of(const blueprint::Constraint& constraint);

/// "64G", "512M", or all the bytes: as a T line has it.
std::string memory_text(std::uint64_t bytes);

/// What the host has of a variable: "has TYPE x86_64", "TYPE not known".
std::string fact_of(const HostFacts& host, blueprint::HostVariable variable);

/// SPEED, CORES or MEMORY; nothing if it is not known, and for NAME and TYPE.
std::optional<std::uint64_t> number_of(const HostFacts& host, blueprint::HostVariable variable);

/// A value of SPEED, CORES or MEMORY as a T line has it.
std::string number_text(blueprint::HostVariable variable, std::uint64_t number);

/// Whether any T line asks for the variable.
bool asks_for(const blueprint::Program& program, blueprint::HostVariable variable);

/// Whether any T line asks for something of this host that is not known.
bool lacks_facts(const blueprint::Program& program, const HostFacts& host);

}  // namespace dps::terrain
