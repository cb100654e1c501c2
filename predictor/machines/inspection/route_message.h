/// The messages whose routes and times a user requests.
/// Source: docs/machines.md, "Looking at a machine".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

struct RouteMessage {
  std::uint32_t from = 0;  ///< a host; on a machine without hosts, a process
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
  Picoseconds start;
};

/// Reads FROM,TO[,BYTES[,START]] for each message: "h0,h5,64KiB,1us". Errors (kInput): the first
/// message that is wrong.
Result<std::vector<RouteMessage>> read_route_messages(const std::vector<std::string>& texts,
                                                      const Machine& machine);

}  // namespace dps::machines
