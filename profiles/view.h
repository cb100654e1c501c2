/// Reduces a result to the parts that the user wants to see (--level, --only) before printing.
#pragma once

#include <cstddef>

#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::profiles {

/// Removes the rows that are finer than `level`, but not the latencies. Does nothing if `level` is
/// finer than the result's: rows that were not recorded cannot be shown.
void coarsen(RunResult& result, Level level);

void remove_latencies(RunResult& result);

/// Removes all rows except the selected ones, the process and unit that contain them, and the
/// messages of the remaining processes, with their latencies. The values of the remaining rows do
/// not change, so they include removed parts. The totals remain those of the whole run. Adds a note
/// with the selection.
void focus(RunResult& result, const Selection& selection);

/// Returns the index of the run to print, the one with the median makespan. The result must have at
/// least one run.
std::size_t shown_run(const RunResult& result);

}  // namespace dps::profiles
