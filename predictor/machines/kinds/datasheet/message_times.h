/// The times of a function for messages of any size, in whole picoseconds.
/// Source: docs/datasheets.md, "A sheet as a machine".
#pragma once

#include <cstdint>
#include <vector>

#include "base/time_units.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"
#include "predictor/machines/machine_options.h"

namespace dps::machines {

__extension__ using SignedWide = __int128;

/// T = max(0, floor((c E + k bytes) / (E 10^6) + 1/2)), with c and k in attoseconds and E bytes of
/// an element. Integers only, so that it is the same on every computer.
class SheetMessageTimes {
 public:
  SheetMessageTimes() = default;  ///< no message takes time
  SheetMessageTimes(const SheetFunction& function, std::uint64_t element_bytes, CostMode mode,
                    std::uint64_t processes);

  /// The time of a message; kNever if it is out of range.
  [[nodiscard]] Picoseconds of(std::uint64_t bytes) const;

 private:
  struct Range {
    std::uint64_t most_bytes;
    SignedWide constant;  ///< c E
    SignedWide per_byte;  ///< k
  };

  std::vector<Range> ranges_;  // by size; the last one has no limit
  std::uint64_t divisor_ = 1;
};

}  // namespace dps::machines
