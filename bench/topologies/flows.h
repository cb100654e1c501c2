/// Messages that all begin at once, and their ends in dps and in SimGrid.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/child.h"
#include "bench/topologies/platform.h"

namespace dps::bench {

struct Flow {
  std::uint32_t from = 0;  ///< index of a host
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
};

/// Random pairs of hosts: each host sends to another one, except those that would send to
/// themselves.
std::vector<Flow> permutation(std::uint32_t hosts);
/// Each host sends to the next one of the x axis, each over a link of its own.
std::vector<Flow> neighbours(const Sizes& size);

struct Played {
  double cpu_s = 0;
  std::vector<double> ends_s;  ///< by flow
  double bytes_on_links = 0;   ///< the sum of bytes over all links; 0 for SimGrid
};

/// Plays the flows in dps. The time excludes the reading of the machine.
Played play(const std::string& machine_text, const std::vector<Flow>& flows);

/// Plays flows in SimGrid, with the model CM02 without crosstraffic.
class Peer {
 public:
  explicit Peer(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] static bool exists();
  /// Runs the whole command.
  [[nodiscard]] Finished run(const Platform& platform, const std::vector<Flow>& flows) const;
  /// Plays the flows. The time excludes the reading of the platform. Returns nullopt after a
  /// failure.
  [[nodiscard]] std::optional<Played> play(const Platform& platform,
                                           const std::vector<Flow>& flows) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace dps::bench
