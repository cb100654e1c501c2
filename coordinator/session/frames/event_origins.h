/// Replaces the positions that a simulator records by positions in the whole program.
#pragma once

#include <map>
#include <span>

#include "base/ids.h"
#include "base/result.h"
#include "blueprint/program.h"
#include "blueprint/slice.h"
#include "profiles/traces/record.h"

namespace dps::coordinator {

/// A simulator has only its slice of the program, and records positions of computations and outputs
/// in it. The coordinator makes the same slice.
class EventOrigins {
 public:
  /// `program` is borrowed.
  explicit EventOrigins(const blueprint::Program& program) : program_(program) {}

  /// Replaces the positions in the records of a process. Errors (kProtocol): a position that its
  /// slice does not have.
  Result<void> replace(ProcessId process, std::span<traces::Record> records);

 private:
  const blueprint::SliceOrigins& origins_of(ProcessId process);

  const blueprint::Program& program_;
  std::map<std::uint32_t, blueprint::SliceOrigins> origins_;  // by plan
};

}  // namespace dps::coordinator
