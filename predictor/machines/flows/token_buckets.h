/// Token buckets: the bytes that a traffic shaper lets pass at once after its link was idle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "predictor/machines/flows/fair_shares.h"

namespace dps::machines {

/// A link with a burst has at most that many tokens, one for a byte. They return at the link's
/// bandwidth while no flow crosses the link; while flows do, they use up the tokens that return.
/// Source: Tanenbaum, Computer Networks, 5.3 (the token
/// bucket algorithm); tc-tbf(8).
class TokenBuckets {
 public:
  /// Links are numbered from 0; the burst is in bytes (0: the link has no tokens).
  void add_link(BitsPerSecond bandwidth, std::uint64_t burst);

  /// Called when a flow begins to cross these links. Each call is paired with one of leave().
  void enter(std::span<const std::uint32_t> links, Picoseconds now);
  void leave(std::span<const std::uint32_t> links, Picoseconds now);
  /// Consumes tokens and returns the part that passes all links at once: the minimum over the links
  /// that have a burst, and 0 if the slowest link has none. A flow crosses the links.
  Service pass(std::span<const std::uint32_t> links, Service service);

 private:
  struct Bucket {
    BitsPerSecond bandwidth;
    Service size = 0;
    Service tokens = 0;
    Picoseconds since;  ///< the time at which the last flow left the link
    std::uint32_t flows = 0;
  };

  std::vector<Bucket> buckets_;
};

}  // namespace dps::machines
