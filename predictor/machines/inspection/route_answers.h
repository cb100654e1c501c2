/// The routes and times of messages in the network of a machine, without the costs of hosts.
/// Source: docs/machines.md, "Looking at a machine".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "predictor/machines/inspection/route_message.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

struct RouteAnswer {
  std::string from;
  std::string to;
  std::uint64_t bytes = 0;
  std::vector<std::uint32_t> links;
  std::vector<std::string> hops;  ///< the nodes passed
  Picoseconds latency;  ///< of links and routers; without links, the time of an empty message
  Picoseconds alone;    ///< the time if nothing else is under way
  /// The time if all messages are under way at once and stay so, without bursts; `alone` if the
  /// others do not slow it; nullopt with packets.
  std::optional<Picoseconds> together;
  Picoseconds arrives;  ///< if all messages enter at their starts; kNever if it is blocked for ever
  std::optional<std::uint32_t> bottleneck;  ///< a link
};

struct RouteAnswers {
  std::vector<RouteAnswer> routes;    ///< by message
  std::vector<std::string> deadlock;  ///< of messages in the network (blocked_letters.h)
};

/// Each host has one process, so the messages of two hosts follow each other. All processes read
/// from the network. Errors (kLimit): a time that is beyond virtual time.
Result<RouteAnswers> answer_routes(const Machine& machine, std::span<const RouteMessage> messages);

}  // namespace dps::machines
