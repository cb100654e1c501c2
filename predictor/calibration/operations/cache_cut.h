/// The size of the instruction cache and its speed-up, from the times of a multiplication in loops
/// of different lengths.
/// Source: the Parasol paper, 4.2.1.
#pragma once

#include <cstdint>
#include <span>

namespace dps::calibration {

struct LoopTime {
  std::uint32_t copies = 0;  ///< copies of the statement in the loop
  double seconds = 0;        ///< the time of one copy
};

struct CacheFigures {
  std::uint64_t size = 1;  ///< average instructions
  double speedup = 1;
};

/// The cut between two lengths is where the time grows by the largest factor, among cuts behind
/// which the mean time is at least 1.1 times that before. Without one, the size is the largest
/// number of copies, and the speed-up 1. A time below a tenth of that of the longest loop is no
/// time: a few copies may hide between the other statements of their loop. The lengths ascend;
/// there is at least one.
CacheFigures cache_figures(std::span<const LoopTime> times);

}  // namespace dps::calibration
