/// Checks that all hosts of a topology can send to each other.
#pragma once

#include <cstdint>
#include <optional>

#include "predictor/machines/topology.h"

namespace dps::machines {

/// Two hosts, the first of which has no route to the second.
struct UnjoinedHosts {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// Returns the first such pair, by sender and receiver; nullopt if there is none. Hosts do not
/// forward, and all have links.
std::optional<UnjoinedHosts> unjoined_hosts(const Topology& topology);

}  // namespace dps::machines
