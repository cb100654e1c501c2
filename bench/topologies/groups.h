/// The rows of the benchmark `topologies`.
#pragma once

#include <filesystem>

#include "bench/limits.h"

namespace dps::bench {

/// Flows, and the whole command for one message, beside SimGrid. Files of platforms stay in the
/// folder.
void measure_beside_simgrid(const std::filesystem::path& folder, Limits& limits);

/// Whole predictions, beside those of the same blueprints on a switch, and packets, beside messages
/// on a switch. Machine files stay in the folder.
void measure_beside_switch(const std::filesystem::path& folder, Limits& limits);

}  // namespace dps::bench
