/// The chain of computations on which the end of a script depended, by the dependences of the ends
/// of its calls.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/fake_board.h"

namespace dps::sequencer {

/// The end of the last call.
inline std::int64_t makespan_of(const FakeBoard& board, std::size_t ranks) {
  std::int64_t last = 0;
  for (std::size_t r = 0; r < ranks; ++r) {
    for (const std::int64_t end : board.ends(r)) {
      last = std::max(last, end);
    }
  }
  return last;
}

/// Walks back from the end of the last call. All calls take time.
class CallChain {
 public:
  using StepOfRank = std::pair<std::size_t, std::size_t>;  // the rank, and the number of its step

  CallChain(const std::vector<Script>& scripts, FakeBoard& board)
      : scripts_(scripts), notes_(board.sequencer().ends_of_calls()) {
    for (std::size_t r = 0; r < scripts.size(); ++r) {
      ends_.push_back(board.ends(r));
    }
    RankInstant at{0, makespan_of(board, scripts.size())};
    for (std::size_t r = 0; r < ends_.size(); ++r) {
      if (!ends_[r].empty() && ends_[r].back() == at.at) {
        at.rank = static_cast<std::int32_t>(r);
      }
    }
    while (at.at > 0) {
      at = before(at);
    }
  }

  /// The steps whose computations, before their calls, are on the chain.
  [[nodiscard]] const std::set<StepOfRank>& computations() const { return computations_; }

 private:
  [[nodiscard]] std::int64_t begin_of(std::size_t rank, std::size_t step) const {
    return (step == 0 ? 0 : ends_[rank][step - 1]) + scripts_[rank][step].computes;
  }
  /// The instant on which this one depended: the start of a call on the end of the call before it;
  /// the end of a call on the noted instant, or on its start.
  RankInstant before(RankInstant at) {
    const auto rank = static_cast<std::size_t>(at.rank);
    for (std::size_t step = 0; step < ends_[rank].size(); ++step) {
      const std::int64_t begin = begin_of(rank, step);
      if (begin == at.at) {
        computations_.insert({rank, step});
        return {at.rank, step == 0 ? 0 : ends_[rank][step - 1]};
      }
      if (ends_[rank][step] == at.at) {
        const auto note = std::find_if(notes_.begin(), notes_.end(), [&](const EndOfCall& end) {
          return end.rank == at.rank && end.call == begin;
        });
        return note == notes_.end() ? RankInstant{at.rank, begin} : note->on;
      }
    }
    ADD_FAILURE() << "rank " << rank << " has no call at " << at.at;
    return {};
  }

  const std::vector<Script>& scripts_;
  const std::vector<EndOfCall>& notes_;
  std::vector<std::vector<std::int64_t>> ends_;  // by rank
  std::set<StepOfRank> computations_;
};

}  // namespace dps::sequencer
