/// The division of the messages of a graph into packets, and the way in which routers forward them.
/// Source: docs/machines.md, "Packets".
#pragma once

#include <cstdint>

#include "base/rates.h"
#include "base/time_units.h"

namespace dps::machines {

enum class Switching : std::uint8_t {
  kFlow,             ///< no packets: messages are flows
  kStoreAndForward,  ///< a router forwards a packet when it has all of it
  kCutThrough,  ///< a router forwards its first flit at once; a packet that is blocked is stored
  kWormhole,    ///< likewise, and nothing is stored: a message holds all links on its way
};

struct PacketOptions {
  Switching switching = Switching::kFlow;
  std::uint64_t packet = 1500;  ///< bytes of a message in a packet; a worm is a whole message
  std::uint64_t header = 0;     ///< bytes, added to each packet
  std::uint64_t flit = 16;      ///< bytes that a router needs to know the way
  bool operator==(const PacketOptions&) const = default;
};

/// The wire between processes of one host.
struct LocalWire {
  BitsPerSecond bandwidth;
  Picoseconds latency;
};

}  // namespace dps::machines
