/// What links let pass at once after they had nothing to carry: the token buckets of shapers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "machines/flows/fair_shares.h"

namespace dps::machines {

/// A link with a burst has tokens for as many bytes. They come at the link's bandwidth while
/// nothing crosses the link, and go with what passes at once; what a link carries while flows cross
/// it takes the tokens that come meanwhile. Source: Tanenbaum, Computer Networks, 5.3 (the token
/// bucket algorithm); tc-tbf(8).
class TokenBuckets {
 public:
  /// Links are numbered from 0; the burst is in bytes (0: the link has no tokens).
  void add_link(BitsPerSecond bandwidth, std::uint64_t burst);

  /// A flow begins to cross these links; each is left as often as it is entered.
  void enter(std::span<const std::uint32_t> links, Picoseconds now);
  void leave(std::span<const std::uint32_t> links, Picoseconds now);
  /// How much of this passes the links, which a flow crosses, at once: as much as all of them that
  /// have a burst have tokens for; nothing if the slowest of them has none.
  Service pass(std::span<const std::uint32_t> links, Service service);

 private:
  struct Bucket {
    BitsPerSecond bandwidth;
    Service size = 0;
    Service tokens = 0;
    Picoseconds since;  ///< nothing has crossed the link
    std::uint32_t flows = 0;
  };

  std::vector<Bucket> buckets_;
};

}  // namespace dps::machines
