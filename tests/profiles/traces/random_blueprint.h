/// Random blueprints that exercise all events: computations, messages, timers, servers, deadlocks.
#pragma once

#include <cstdint>
#include <string>

namespace dps::traces {

/// Returns the same text for the same seed. A run of it may end, deadlock, or continue forever.
/// With `has_requests`, messages begin requests, and collections count those of each request apart.
std::string random_blueprint(std::uint64_t seed, bool has_requests = false);

}  // namespace dps::traces
