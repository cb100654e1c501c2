/// The table of a sweep as text and as Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

/// The header, a row for each point, at most `width` columns wide, and the notes. Columns that do
/// not fit are left out, with a remark.
std::string sweep_text(const Sweep& sweep, std::size_t width);

/// The same table for Markdown, with all columns.
std::string sweep_markdown(const Sweep& sweep);

/// "n = 10, workers = 4": the values of a point on the axes with several values.
std::string point_name(const std::vector<Axis>& axes, const Point& point);

}  // namespace dps::sweeps
