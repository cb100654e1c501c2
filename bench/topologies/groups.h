/// The rows of the benchmark `topologies`.
#pragma once

#include <filesystem>

#include "bench/limits.h"

namespace dps::bench {

/// Compares flows, and the whole command for one message, with SimGrid. Files of platforms remain
/// in the folder.
void measure_beside_simgrid(const std::filesystem::path& folder, Limits& limits);

/// Compares whole predictions with those of the same blueprints on a switch, and packets with
/// messages on a switch. Machine files remain in the folder.
void measure_beside_switch(const std::filesystem::path& folder, Limits& limits);

}  // namespace dps::bench
