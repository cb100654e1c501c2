/// Reads the ticks of pictures.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/plots/ticks.h"

namespace dps::support {

/// The number nearest to the value of a label, in the plain unit: "1,000 µs" is 0.001. nullopt if
/// the text is not the label of a tick.
std::optional<double> tick_value(std::string_view label);

/// A label and its place along an axis, in the picture's coordinates.
struct DrawnTick {
  std::string label;
  double value = 0;
  double place = 0;
};

/// The ticks of an SVG picture by gnuplot, by the side of the labels on which their positions are:
/// "middle" is the x axis, "end" the vertical axis to the left, "start" the one to the right or, in
/// space, the y axis. Only texts that are labels of ticks are read, so no title should be one.
std::map<std::string, std::vector<DrawnTick>> drawn_ticks(const std::string& svg);

/// Returns the mistake; "" if there are at least two ticks, the labels differ, and all positions
/// match the values.
std::string mistake_in_ticks(const std::vector<DrawnTick>& ticks, bool is_logarithmic);

}  // namespace dps::support
