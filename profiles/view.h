/// A result cut down to what a reader wants to see of it, before it is printed in any format.
#pragma once

#include <cstddef>

#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::profiles {

/// Leaves out what is finer than `level`. A level that is finer than the result's changes nothing:
/// what was not kept cannot be shown (compare RunResult::level first).
void coarsen(RunResult& result, Level level);

/// Leaves only what was selected, with the process and unit around it, and the messages of the
/// processes that stay. The figures that stay are those of the whole; a note tells what was asked
/// for.
void focus(RunResult& result, const Selection& selection);

/// The run that is printed: that of the median makespan. There is at least one.
std::size_t shown_run(const RunResult& result);

}  // namespace dps::profiles
