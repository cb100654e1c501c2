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
  /// At most so many ranks, at least 1, compute at one time from now on.
  void limit(std::size_t jobs) { jobs_ = jobs; }
  [[nodiscard]] bool is_limited() const { return jobs_ != 0; }

  /// The rank waits for the reply to this request, or is in MPI from now on; unless the request is
  /// one for which it does not stop computing.
  void requested(std::int32_t rank, const board::BoardRequest& request);
  /// The connection of the rank has ended.
  void ended(std::int32_t rank);
  /// True if the reply may be sent now. False: it is kept, and next() returns it in its turn.
  bool pass(const HeldReply& held);
  /// The reply with the least (clock, rank) that may be sent now, if one may.
  std::optional<HeldReply> next();

 private:
  std::size_t jobs_ = 0;  // 0: no limit
  std::set<std::int32_t> computing_;
  /// Ranks whose reply lets MPI carry out a collective call: all members must have it, and they
  /// compute after a request of theirs.
  std::set<std::int32_t> released_together_;
  std::map<std::pair<std::int64_t, std::int32_t>, HeldReply> held_;  // by clock and rank
};

}  // namespace dps::commands
