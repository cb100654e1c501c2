/// Terrains for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blueprint/program.h"
#include "blueprint/terrain/host_facts.h"

namespace dps::terrain {

/// A program with the processes P.p[0], P.p[1], … and these T lines, which begin at line 1.
blueprint::Program program_with(const std::string& terrain_lines, std::uint32_t processes);

/// The hosts of a hosts file.
std::vector<HostFacts> hosts_of(const std::string& hosts_file);

}  // namespace dps::terrain
