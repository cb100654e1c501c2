/// The routes of packets, and the times that links need for them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "predictor/machines/machine.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/wide.h"

namespace dps::machines {

/// A link on a route, its kind in the topology, and the router behind it; the number behind the
/// last link is meaningless.
struct Hop {
  std::uint32_t port = 0;
  std::uint32_t router = 0;
  std::uint32_t kind = 0;
};

/// A port is a link, or the part of an unshared link that a pair of processes has to itself. The
/// ports of links have the links' numbers.
class PacketRoutes {
 public:
  /// Borrows the topology. `usual` is the size in bytes of most packets, with the header.
  PacketRoutes(const Topology& topology, std::uint64_t usual, std::uint64_t flit);

  /// Replaces the hops by those of a letter between two different hosts; none between hosts in one
  /// router.
  void find(std::uint32_t from_host, std::uint32_t to_host, const Letter& letter,
            std::vector<Hop>& hops);

  [[nodiscard]] std::size_t port_count() const { return links_ + own_.size(); }
  [[nodiscard]] std::uint32_t link_of(std::uint32_t port) const {
    return port < links_ ? port : own_[port - links_];
  }
  [[nodiscard]] bool is_shared(std::uint32_t port) const { return port < links_; }
  /// The time that the link needs for a packet.
  [[nodiscard]] Picoseconds time(const Hop& hop, std::uint64_t bytes) const {
    return bytes == usual_ ? usual_times_[hop.kind] : transmission_time(bytes, bandwidth(hop));
  }
  /// The time of the first flit of a packet of this size on the link.
  [[nodiscard]] Picoseconds flit_time(const Hop& hop, std::uint64_t bytes) const {
    return bytes >= flit_ ? flit_times_[hop.kind] : transmission_time(bytes, bandwidth(hop));
  }
  [[nodiscard]] Picoseconds latency(const Hop& hop) const { return parts_.kinds[hop.kind].latency; }
  [[nodiscard]] BitsPerSecond bandwidth(const Hop& hop) const {
    return parts_.kinds[hop.kind].bandwidth;
  }
  /// The time from the end of a packet, or of its flit, on a link until it can join the next one.
  [[nodiscard]] Picoseconds passage(const Hop& hop) const {
    return later(latency(hop), parts_.delay_of(hop.router));
  }

  /// Returns NetworkReport::links. `bytes_of` returns the bytes that a port has carried.
  template <typename BytesOf>
  [[nodiscard]] std::vector<LinkLoad> loads(const BytesOf& bytes_of) const {
    std::vector<std::uint64_t> bytes(links_);
    for (std::uint32_t port = 0; port < port_count(); ++port) {
      bytes[link_of(port)] += bytes_of(port);
    }
    return loads_of(bytes);
  }

 private:
  [[nodiscard]] std::vector<LinkLoad> loads_of(std::span<const std::uint64_t> bytes) const;
  std::uint32_t port_of(std::uint32_t link, const Letter& letter);

  const Topology::Parts& parts_;
  const Topology& topology_;
  std::unique_ptr<RouteFinder> finder_;
  std::uint32_t links_;
  std::uint64_t usual_;
  std::uint64_t flit_;
  std::vector<Picoseconds> usual_times_;  // by kind of link
  std::vector<Picoseconds> flit_times_;
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> own_;                                   // the links of further ports
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> own_ports_;  // by link, sender, receiver
};

}  // namespace dps::machines
