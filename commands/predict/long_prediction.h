/// Warns that a prediction, or the answers to its what-if questions, take long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/time_units.h"
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

/// The note about so many what-if questions, of which the answers need so much time; "" if that is
/// unknown or at most 10 s.
std::string long_answers_note(std::size_t questions, std::optional<Seconds> left);

}  // namespace dps::commands
