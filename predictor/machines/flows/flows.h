/// The flows of a network: one entry each, by the caller's number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rates.h"
#include "predictor/machines/flows/rate.h"
#include "predictor/machines/flows/routes.h"

namespace dps::machines {

inline constexpr std::uint32_t kNoFlow = 0xffffffff;

enum class FlowKind : std::uint8_t {
  kNone,     ///< does not flow
  kLone,     ///< shares no link
  kSpoke,    ///< part of a star (stars.h)
  kBundled,  ///< part of a bundle (shared_links.h)
};

/// Occupies one line of the cache, because every message accesses all of it.
struct alignas(64) Flow {
  /// The flow ends when the count of its bundle, or of the clock of its star, reaches this value.
  /// For a lone flow, the service that it had to carry at `since`.
  Service end = 0;
  Picoseconds since;        ///< the start of a lone flow, or of its last part
  Picoseconds until;        ///< the end of a lone flow; else kNever
  BitsPerSecond bandwidth;  ///< the bandwidth of a lone flow
  Route route;              ///< of ports. Not of bundled flows, nor of flows that have no port
  std::uint32_t group = 0;  ///< its bundle, or the shared link of its star
  std::uint32_t place = 0;  ///< in the heap of its bundle or of its star
  FlowKind kind = FlowKind::kNone;
};

class NetworkFlows {
 public:
  [[nodiscard]] std::size_t size() const { return list_.size(); }
  /// Makes an entry for the flow, with room for later ones.
  void make_room(std::uint32_t flow) {
    list_.resize(std::max<std::size_t>(std::size_t{flow} + 1, list_.size() * 2));
  }
  [[nodiscard]] Flow& operator[](std::uint32_t flow) { return list_[flow]; }
  [[nodiscard]] const Flow& operator[](std::uint32_t flow) const { return list_[flow]; }

 private:
  std::vector<Flow> list_;
};

/// The order of IndexedHeap for flows: by end, then by number.
struct FlowOrder {
  NetworkFlows& flows;

  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
    return flows[a].end != flows[b].end ? is_earlier(flows[a].end, flows[b].end) : a < b;
  }
  [[nodiscard]] std::uint32_t& place(std::uint32_t flow) const { return flows[flow].place; }
};

}  // namespace dps::machines
