#include "predictor/virtual_time/measured_sizes.h"

#include <fmt/format.h>

#include "base/units.h"

namespace dps::predictor {

void MeasuredSizes::add_note(std::vector<std::string>& notes) const {
  if (outside_ > 0) {
    notes.push_back(
        fmt::format("{} of {} to {} outside the range in which the machine was measured ({} to {})",
                    counted(outside_, "message is", "messages are"), format_size(least_outside_),
                    format_size(most_outside_), format_size(least_), format_size(most_)));
  }
}

}  // namespace dps::predictor
