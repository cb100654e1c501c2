/// From the end of a prediction to its result.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "predictor/book_keeper.h"
#include "predictor/predictor.h"
#include "predictor/virtual_process.h"

namespace dps::predictor {

/// The report of a deadlock: the processes, servers aside, that are not complete.
std::vector<std::string> deadlock_report_of(const blueprint::Program& program,
                                            std::span<const VirtualProcess> processes);

/// Counts the unclaimed messages of all processes, which have finished, in the books and in their
/// profiles, and returns the notes on them.
std::vector<std::string> count_unclaimed(const blueprint::Program& program,
                                         std::span<const VirtualProcess> processes,
                                         BookKeeper& books, profiles::RunProfile& run);

}  // namespace dps::predictor
