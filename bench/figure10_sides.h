/// The two sides of the DPS paper's figure 10: the Master's wall time of a matrix multiplication in
/// dps and in the hand-written program.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace dps::bench {

/// One run of each side: the wall seconds of the Master after all processes are ready.
struct Sides {
  using Side = std::function<std::optional<double>(int workers, int size)>;
  Side dps;
  Side by_hand;
};

/// Runs both sides with all processes on this machine, over TCP.
Sides sides_on_this_machine();

/// The Master and every worker have their own host of a cluster (tests/cluster), which is up during
/// the object's life.
class ClusterSides {
 public:
  /// Both sides use `over`: tcp, mpi or pvm. Returns null, after printing the reason, if that is
  /// impossible.
  static std::unique_ptr<ClusterSides> up(const std::string& over, int most_workers);
  virtual ~ClusterSides() = default;
  [[nodiscard]] virtual Sides sides() const = 0;
};

}  // namespace dps::bench
