/// The receivers among which -pick chooses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::engine {

/// The processes that an output would send to, in the order of sending, without repetitions and
/// without the sender if the line has -others. Memory and time depend on the number of elements of
/// the line, not on that of the processes.
class Candidates {
 public:
  struct Candidate {
    ProcessId process{};
    std::uint32_t share = 0;  ///< its position in Program::shares_of()
  };

  /// `ack` and `origin` are the processes that the message which fired the functionality names.
  void assign(const blueprint::Program& program, const blueprint::Output& output, ProcessId self,
              ProcessId ack, ProcessId origin);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// `position` is below count().
  [[nodiscard]] Candidate at(std::uint64_t position) const;
  [[nodiscard]] bool contains(ProcessId process) const;

 private:
  /// The processes first, first+step, …
  struct Run {
    std::uint32_t first = 0;
    std::uint32_t step = 1;
    std::uint32_t count = 0;
    std::uint32_t share = 0;  ///< of the first one

    [[nodiscard]] bool contains(std::uint32_t process) const {
      return process >= first && (process - first) % step == 0 && (process - first) / step < count;
    }
  };

  void add(Run run);

  std::vector<Run> runs_;
  std::vector<std::uint32_t> left_out_;  // of elements that follow
  std::uint64_t count_ = 0;
};

}  // namespace dps::engine
