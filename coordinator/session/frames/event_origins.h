/// Replaces the positions that a simulator records by those of the whole program.
#pragma once

#include <map>
#include <span>

#include "base/ids.h"
#include "base/result.h"
#include "blueprint/program.h"
#include "blueprint/slice.h"
#include "profiles/traces/record.h"

namespace dps::coordinator {

/// A simulator knows its slice of the program, and records positions of computations and outputs
/// in it. The coordinator makes the same slice.
class EventOrigins {
 public:
  /// Borrowed.
  explicit EventOrigins(const blueprint::Program& program) : program_(program) {}

  /// Errors (kProtocol): a position that the slice does not have.
  Result<void> replace(ProcessId process, std::span<traces::Record> records);

 private:
  const blueprint::SliceOrigins& origins_of(ProcessId process);

  const blueprint::Program& program_;
  std::map<std::uint32_t, blueprint::SliceOrigins> origins_;  // by plan
};

}  // namespace dps::coordinator
