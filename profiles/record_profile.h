/// From the record of a process to its profile: names in place of numbers, seconds in place of
/// ticks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "profiles/record.h"
#include "profiles/result.h"

namespace dps::profiles {

/// How a record counts time: a run in nanoseconds, a prediction in picoseconds.
enum class Tick : std::uint8_t { kNanosecond, kPicosecond };

double seconds_of(std::int64_t ticks, Tick tick);

/// What is known without a record: the process's name, host and htag.
ProcessProfile bare_profile(const blueprint::Program& program, ProcessId id,
                            const std::string& host);

/// The profile of the process whose record it is; of units and functionalities what the record
/// keeps. `unclaimed_msgs` is the sum of the record's flows.
ProcessProfile record_profile(const blueprint::Program& program, ProcessId id,
                              const ProcessRecord& record, const std::string& host, Tick tick);

/// What a result tells of messages that stayed unclaimed: how many, of which type, first taken in
/// which unit of which process (docs/language.md, rule 6). Of many places the first are told.
class UnclaimedNotes {
 public:
  explicit UnclaimedNotes(const blueprint::Program& program) : program_(program) {}

  /// `unit` is a position in the plan of the process. Numbers that the program does not have are
  /// told as "?" or passed over. Those of one process come together, by unit and type.
  void add(ProcessId process, std::uint32_t unit, MessageId mid, std::uint64_t count);
  [[nodiscard]] std::vector<std::string> take();

 private:
  const blueprint::Program& program_;  // borrowed
  std::vector<std::string> notes_;
  std::size_t places_ = 0;
};

}  // namespace dps::profiles
