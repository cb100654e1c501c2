/// Upper bounds on the completions of collective operations, for the proof of a certain deadlock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::engine {

/// More completions that a process may get.
struct MoreCompletions {
  ProcessId process;
  std::uint64_t count;
};

/// Bounds on the contributions of each member to the operations of each line and group.
///
/// Argument. A process gets at most one completion per contribution of its own. In operations in
/// which each member needs data of all others, it gets at most as many as the member that
/// contributes least. In the others (bcast, reduce, scan, gather, scatter), some members need only
/// some others, or none; there the first bound has to do.
class ContributionBounds {
 public:
  /// `program` is borrowed.
  explicit ContributionBounds(const blueprint::Program& program) : program_(program) {}

  /// The member may contribute `more` times more. Appends the completions that become possible.
  void raise(ProcessId process, std::uint32_t output, std::uint64_t more,
             std::vector<MoreCompletions>& found);

 private:
  struct Group {
    std::uint32_t output;
    std::vector<std::uint64_t> contributed;  // by rank
    std::uint64_t least = 0;
    std::size_t at_least = 0;  // members that contribute so often
  };

  Group& group_of(std::uint32_t output);

  const blueprint::Program& program_;
  std::vector<Group> groups_;
  std::map<std::uint32_t, std::size_t> group_of_;  // by output
};

}  // namespace dps::engine
