/// One message type between a process and a peer: the unit of connections, pages and books.
#pragma once

#include <compare>
#include <tuple>

#include "base/ids.h"

namespace dps::blueprint {

/// A type that a process may send to a peer or receive from it. A message type that a process sends
/// to itself has two flows.
struct Flow {
  ProcessId peer{};
  MessageId mid{};
  bool outgoing = false;

  // NOLINTNEXTLINE(modernize-use-nullptr): its own 0
  auto operator<=>(const Flow&) const = default;
};

// The order in a LAUNCH frame (docs/protocol.md).
constexpr auto fields(const Flow*) {
  return std::tuple(&Flow::peer, &Flow::mid, &Flow::outgoing);
}

}  // namespace dps::blueprint
