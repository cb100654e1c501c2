/// The traffic of links, as a network reports it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/rates.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

/// The load of a link that carried these bytes; its time is rounded up.
LinkLoad load_of(std::uint32_t link, std::uint64_t bytes, BitsPerSecond bandwidth);

/// NetworkReport::links, of loads in the order of their links.
std::vector<LinkLoad> busiest_first(std::vector<LinkLoad> loads);

}  // namespace dps::machines
