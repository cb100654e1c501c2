/// Random blueprints that exercise all events: computations, messages, timers, servers, deadlocks.
#pragma once

#include <cstdint>
#include <string>

namespace dps::traces {

/// The same text for the same seed. A run of it may end, deadlock, or go on forever.
std::string random_blueprint(std::uint64_t seed);

}  // namespace dps::traces
