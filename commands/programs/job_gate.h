/// Limits how many ranks of a prediction compute at one time (--jobs): replies wait for their turn.
/// Has no effect on virtual time. Source: docs/protocol_board.md, "Turns".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "mpi_programs/board/request.h"

namespace dps::commands {

/// A reply with its completions.
struct HeldReply {
  std::int32_t rank = 0;
  board::BoardReply reply;
  std::vector<board::Completion> completions;
};

class JobGate {
 public:
  /// Limits the number of ranks that compute at one time to `jobs`, which is at least 1.
  void limit(std::size_t jobs) { jobs_ = jobs; }
  [[nodiscard]] bool is_limited() const { return jobs_ != 0; }

  /// Called when the rank has sent this request. From now on it waits for the reply, or is in MPI,
  /// unless the request is one that does not interrupt its computing.
  void requested(std::int32_t rank, const board::BoardRequest& request);
  /// Called when the connection of the rank has ended.
  void ended(std::int32_t rank);
  /// Returns true if the reply may be sent now. Otherwise stores it, and next() returns it in its
  /// turn.
  bool pass(const HeldReply& held);
  /// The reply with the least (clock, rank) that may be sent now, if one may.
  std::optional<HeldReply> next();

 private:
  std::size_t jobs_ = 0;  // 0: no limit
  std::set<std::int32_t> computing_;
  /// Ranks whose reply lets MPI perform a collective call: all members must get theirs, and they
  /// compute after another request.
  std::set<std::int32_t> released_together_;
  std::map<std::pair<std::int64_t, std::int32_t>, HeldReply> held_;  // by clock and rank
};

}  // namespace dps::commands
