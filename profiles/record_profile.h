/// Makes the profile of a process from its sums, with names instead of numbers, and seconds instead
/// of Nanoseconds or Picoseconds.
#pragma once

#include <string>

#include "base/time_units.h"
#include "blueprint/program.h"
#include "profiles/process_sums.h"
#include "profiles/record.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The profile of a process without a record: its name, host and htag; all figures are unknown.
ProcessProfile bare_profile(const blueprint::Program& program, ProcessId id,
                            const std::string& host);

/// The profile with the sums of the process. Time is Nanoseconds or Picoseconds.
template <typename Time>
ProcessProfile sums_profile(const blueprint::Program& program, ProcessId id,
                            const ProcessSums<Time>& sums, const std::string& host);

/// The profile of a process that ran: its sums, its lateness and its unclaimed messages. Figures
/// that the record does not know are unknown.
ProcessProfile record_profile(const blueprint::Program& program, ProcessId id,
                              const ProcessRecord& record, const std::string& host);

}  // namespace dps::profiles
