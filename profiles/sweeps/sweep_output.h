/// A sweep as text, Markdown, CSV and JSON. Source: docs/sweep.md, "The table".
#pragma once

#include <cstddef>
#include <string>

#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

/// The header, a row for each point, at most `width` columns wide, and the notes. Columns that do
/// not fit are left out, with a remark.
std::string sweep_text(const Sweep& sweep, std::size_t width);

/// The table of sweep_text() in Markdown, with all columns.
std::string sweep_markdown(const Sweep& sweep);

/// A line for each prediction and each set of runs.
std::string sweep_csv(const Sweep& sweep);

/// Everything, with the single makespans.
std::string sweep_json(const Sweep& sweep);

}  // namespace dps::sweeps
