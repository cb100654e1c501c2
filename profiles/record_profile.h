/// Makes the profile of a process from its sums, with names instead of numbers, and seconds instead
/// of Nanoseconds or Picoseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/time_units.h"
#include "blueprint/program.h"
#include "profiles/process_sums.h"
#include "profiles/record.h"
#include "profiles/result.h"

namespace dps::profiles {

double seconds_of(Nanoseconds time);
double seconds_of(Picoseconds time);

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

/// Notes on unclaimed messages: their number and type, and the unit and processes that took them
/// from the mailbox (docs/language.md, rule 6). The processes of one unit share a note. After the
/// first notes, only the number of the others is reported.
class UnclaimedNotes {
 public:
  explicit UnclaimedNotes(const blueprint::Program& program) : program_(program) {}

  /// `unit` is a position in the plan of the process. A unit that the program does not have is
  /// written as "?", a message type that it does not have is left out. Must be called process by
  /// process, in the order of units and types, once for each.
  void add(ProcessId process, std::uint32_t unit, MessageId mid, std::uint64_t count);
  [[nodiscard]] std::vector<std::string> take();

 private:
  struct Row {
    std::string unit;
    MessageId mid{};
    std::uint64_t messages = 0;
    std::uint64_t processes = 0;
    ProcessId first{};
  };
  [[nodiscard]] std::string note(const Row& row) const;

  const blueprint::Program& program_;  // borrowed
  std::vector<Row> rows_;              // by their first process
  std::map<std::pair<std::string, MessageId>, std::size_t> positions_;
};

}  // namespace dps::profiles
