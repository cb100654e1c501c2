/// The simulator of one process as its agent starts it.
#pragma once

namespace dps::simulator {

/// `dps-simulator --simulator NAME`, with the descriptors of spawn.h. Returns the exit status.
int run_simulator();

}  // namespace dps::simulator
