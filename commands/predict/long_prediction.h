/// Warns before the start that a prediction takes long.
#pragma once

#include <cstdint>
#include <string>

#include "blueprint/program.h"

namespace dps::commands {

/// The facts, besides the program, on which the time of a prediction depends.
struct PredictionSize {
  std::uint32_t runs = 1;
  bool has_packets =
      false;  ///< the machine sends packets: the time of a message depends on its route
};

/// The note about the line that fires and sends most, with an estimate of the time of the whole
/// prediction; "" if it takes less than a minute, or if the text does not determine the number of
/// firings of its lines.
std::string long_prediction_note(const blueprint::Program& program, const PredictionSize& size);

}  // namespace dps::commands
