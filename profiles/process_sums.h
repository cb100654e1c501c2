/// The sums of the execution-history log (paper 5.3) of one process.
#pragma once

#include <cstdint>
#include <vector>

#include "blueprint/events/times.h"

namespace dps::profiles {

struct Traffic {
  std::uint64_t bytes_in = 0;
  std::uint64_t msgs_in = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t msgs_out = 0;

  bool operator==(const Traffic&) const = default;
};

/// `Time` is Nanoseconds in a run and Picoseconds in a prediction.
template <typename Time>
struct ProcessSums {
  using Times = events::Times<Time>;

  /// One functionality in one unit; only at level functionality.
  struct Functionality {
    std::uint64_t triggered = 0;
    Times times;
    Time compute{};
    Time send{};
    std::uint64_t bytes_out = 0;
    std::uint64_t msgs_out = 0;

    bool operator==(const Functionality&) const = default;
  };

  /// One unit of the process's P line; only at level unit or finer.
  struct Unit {
    std::uint64_t active = 0;  ///< number of times that it became active
    Times times;
    Traffic traffic;
    std::vector<Functionality> functionalities;  ///< by position on the U line
    Time collective{};                           ///< of collective operations, in no functionality

    bool operator==(const Unit&) const = default;
  };

  Times times;  ///< of the process so far; real time until its end
  Time compute{};
  Time send{};
  Time take{};
  Time sleep{};     ///< part of compute
  Time pack{};      ///< part of send
  Time idle{};      ///< part of the rest: until the process began to take a message, or ended
  Traffic traffic;  ///< without late messages
  std::uint64_t late = 0;
  std::vector<Unit> units;  ///< by position in the plan; empty at level process
  /// The part of compute and send that collective operations took after a take, in no
  /// functionality.
  Time collective{};

  bool operator==(const ProcessSums&) const = default;
};

}  // namespace dps::profiles
