/// The two sides of the DPS paper's figure 10: the Master's wall time of a matrix multiplication as
/// dps runs it, and as the program written by hand does.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace dps::bench {

/// A run each; the Master's wall seconds, from when all processes are ready.
struct Sides {
  using Side = std::function<std::optional<double>(int workers, int size)>;
  Side dps;
  Side by_hand;
};

/// All processes on this machine, over TCP.
Sides sides_on_this_machine();

/// The Master and every worker on a host of its own of a cluster (tests/cluster), which is up as
/// long as this lives.
class ClusterSides {
 public:
  /// `over`: tcp, mpi or pvm; both sides use it. Null, and why on stderr: it cannot be done here.
  static std::unique_ptr<ClusterSides> up(const std::string& over, int most_workers);
  virtual ~ClusterSides() = default;
  [[nodiscard]] virtual Sides sides() const = 0;
};

}  // namespace dps::bench
