/// From the sums of a process to its profile: names in place of numbers, seconds in place of whole
/// units of time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/time_units.h"
#include "blueprint/program.h"
#include "profiles/process_sums.h"
#include "profiles/record.h"
#include "profiles/result.h"

namespace dps::profiles {

double seconds_of(Nanoseconds time);
double seconds_of(Picoseconds time);

/// The profile of a process without a record: its name, host and htag.
ProcessProfile bare_profile(const blueprint::Program& program, ProcessId id,
                            const std::string& host);

/// The same with the sums of the process. Time is Nanoseconds or Picoseconds.
template <typename Time>
ProcessProfile sums_profile(const blueprint::Program& program, ProcessId id,
                            const ProcessSums<Time>& sums, const std::string& host);

/// The profile of a process that ran: its sums, its lateness and its unclaimed messages.
ProcessProfile record_profile(const blueprint::Program& program, ProcessId id,
                              const ProcessRecord& record, const std::string& host);

/// The notes of a result on messages that stayed unclaimed: how many, of which type, first taken in
/// which unit of which process (docs/language.md, rule 6). Lists the first places, and counts the
/// others.
class UnclaimedNotes {
 public:
  explicit UnclaimedNotes(const blueprint::Program& program) : program_(program) {}

  /// `unit` is a position in the plan of the process. A unit that the program does not have is
  /// written as "?", a message type that it does not have is left out. To be called process by
  /// process, in the order of units and types.
  void add(ProcessId process, std::uint32_t unit, MessageId mid, std::uint64_t count);
  [[nodiscard]] std::vector<std::string> take();

 private:
  const blueprint::Program& program_;  // borrowed
  std::vector<std::string> notes_;
  std::size_t places_ = 0;
};

}  // namespace dps::profiles
