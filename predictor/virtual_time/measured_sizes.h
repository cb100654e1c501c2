/// Finds messages whose sizes are outside the range for which the machine was measured.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "predictor/machines/machine.h"

namespace dps::predictor {

class MeasuredSizes {
 public:
  explicit MeasuredSizes(const machines::MachineSummary& machine)
      : least_(machine.least_bytes.value_or(0)), most_(machine.most_bytes.value_or(UINT64_MAX)) {}

  void count(std::uint64_t bytes) {
    if (bytes < least_ || bytes > most_) {
      count_outside(bytes);
    }
  }
  /// Adds a note if there were such messages.
  void add_note(std::vector<std::string>& notes) const;

 private:
  void count_outside(std::uint64_t bytes) {
    least_outside_ = outside_ == 0 ? bytes : std::min(least_outside_, bytes);
    most_outside_ = std::max(most_outside_, bytes);
    ++outside_;
  }

  std::uint64_t least_;  // of the range that was measured
  std::uint64_t most_;
  std::uint64_t outside_ = 0;  // messages
  std::uint64_t least_outside_ = 0;
  std::uint64_t most_outside_ = 0;
};

}  // namespace dps::predictor
