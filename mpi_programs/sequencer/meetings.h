/// The collective calls of each communicator, in the order in which its members make them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "mpi_programs/library/functions.h"

namespace dps::sequencer {

/// A collective call of a communicator, and the members that have begun it.
struct Meeting {
  struct Member {
    std::int32_t rank = 0;
    std::int32_t operation = 0;  ///< 0: the member waits in its call
  };
  mpi_library::Function function = mpi_library::kNoFunction;
  std::int64_t latest = 0;  ///< the start of the last member's call
  std::int32_t last = 0;    ///< the last member; of several, the first one whose call is known
  std::uint64_t bytes = 0;  ///< the largest argument of a member
  std::vector<Member> members;
};

/// The n-th collective call of a member belongs to the n-th of every other one. Many meetings of
/// non-blocking calls may be open.
class Meetings {
 public:
  /// The meeting of the next call of this rank on the communicator with this common number.
  Meeting& enter(std::uint32_t communicator, std::int32_t rank) {
    Queue& queue = queues_[communicator];
    const std::uint64_t number = queue.next[rank]++;
    while (queue.open.size() <= number - queue.first) {
      queue.open.emplace_back();
    }
    return queue.open[number - queue.first];
  }
  /// Removes and returns the oldest meeting of the communicator, in which all members have arrived.
  Meeting close(std::uint32_t communicator) {
    Queue& queue = queues_[communicator];
    Meeting meeting = std::move(queue.open.front());
    queue.open.pop_front();
    ++queue.first;
    return meeting;
  }

 private:
  struct Queue {
    std::deque<Meeting> open;
    std::uint64_t first = 0;                     // the number of the oldest one that is open
    std::map<std::int32_t, std::uint64_t> next;  // by rank
  };
  std::map<std::uint32_t, Queue> queues_;  // by common number
};

}  // namespace dps::sequencer
