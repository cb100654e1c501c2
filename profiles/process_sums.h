/// The sums of the execution-history log (paper 5.3) of one process, in the time of a run
/// (Nanoseconds) or of a prediction (Picoseconds).
#pragma once

#include <cstdint>
#include <vector>

#include "base/time_units.h"
#include "events/times.h"
#include "profiles/record.h"

namespace dps::profiles {

template <typename Time>
struct ProcessSums {
  using Times = events::Times<Time>;

  struct Functionality {
    std::uint64_t triggered = 0;
    Times times;
    Time compute{};
    Time send{};
    std::uint64_t bytes_out = 0;
    std::uint64_t msgs_out = 0;
  };

  struct Unit {
    std::uint64_t active = 0;
    Times times;
    Traffic traffic;
    std::vector<Functionality> functionalities;  ///< by position on the U line
  };

  Times times;
  Time compute{};
  Time send{};
  Time take{};
  Traffic traffic;
  std::uint64_t late = 0;
  std::vector<Unit> units;  ///< by position in the plan; empty at level process
};

ProcessSums<Nanoseconds> sums_of(const ProcessRecord& record);

}  // namespace dps::profiles
