/// The routes of the pairs of a flow network on a topology, and the traffic of its links.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "predictor/machines/flows/fair_shares.h"
#include "predictor/machines/flows/token_buckets.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/topology.h"

namespace dps::machines {

/// A route is found when a pair begins to send, and dropped with the pair, or a while later, since
/// pairs often come back.
///
/// On a link that is not shared, each pair has a port of its own with the bandwidth of the slowest
/// of these links; ports are used again.
class PairRoutes {
 public:
  /// Adds a port for each link. The arguments are borrowed; `buckets` is null without bursts.
  PairRoutes(const Topology& topology, FairShares& shares, TokenBuckets* buckets,
             std::uint64_t burst);

  /// Called when the pair, which has no route, sends between these hosts, which differ.
  void open(std::uint32_t pair, std::uint32_t from_host, std::uint32_t to_host);
  /// Called when the pair has no flow.
  void close(std::uint32_t pair);

  [[nodiscard]] const Route& ports(std::uint32_t pair) const { return pairs_[pair].ports; }
  [[nodiscard]] Picoseconds latency(std::uint32_t pair) const { return pairs_[pair].latency; }
  /// Counts a message of this size that has entered the pair.
  void count(std::uint32_t pair, std::uint64_t bytes) { pairs_[pair].bytes += bytes; }
  /// Returns NetworkReport::links.
  [[nodiscard]] std::vector<LinkLoad> loads() const;

 private:
  static constexpr std::size_t kIdle = 4096;

  struct Pair {
    std::uint32_t from = 0;  ///< a host
    std::uint32_t to = 0;
    Route links;  ///< of the topology
    Route ports;  ///< the same route, unless it has a port of its own
    Picoseconds latency;
    std::uint64_t bytes = 0;
    BitsPerSecond own;  ///< of its own port, the last one; 0: it has none
    bool is_open = false;
  };
  using Page = std::vector<std::uint64_t>;

  [[nodiscard]] static std::size_t idle_place(std::uint32_t from, std::uint32_t to) {
    return (from * 31 + to) % kIdle;
  }
  void find(std::uint32_t from, std::uint32_t to, Pair& found);
  void forget(Pair& pair);
  std::uint32_t add_port(BitsPerSecond bandwidth);
  [[nodiscard]] BitsPerSecond own_bandwidth() const;
  [[nodiscard]] Route ports_with(BitsPerSecond own);
  void add_load(const Pair& pair, std::vector<Page>& pages) const;

  const Topology& topology_;
  FairShares& shares_;
  TokenBuckets* buckets_;
  std::uint64_t burst_;
  std::unique_ptr<RouteFinder> finder_;
  std::vector<Pair> pairs_;
  std::vector<Pair> idle_;            // closed pairs whose routes are kept, by idle_place()
  std::vector<std::uint32_t> found_;  // by find()
  std::map<std::uint64_t, std::vector<std::uint32_t>> spare_;  // own ports, by bandwidth
  std::vector<Page> pages_;  // bytes by link, of closed pairs; pages of idle links are empty
};

}  // namespace dps::machines
