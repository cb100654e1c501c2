/// Texts and tics in scripts for gnuplot.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/plots/picture.h"
#include "base/plots/ticks.h"

namespace dps::plots {

/// A text in single quotes, in which gnuplot replaces nothing.
std::string quoted(std::string_view text, PictureFormat format);

/// The line that places these ticks, and no others, on an axis: "x", "y", "z" or "cb".
std::string tics_line(std::string_view axis, const std::vector<Tick>& ticks, PictureFormat format);

}  // namespace dps::plots
