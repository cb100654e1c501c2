/// The definition of virtual time, implemented literally: one event after another, by time.
/// Source: docs/programs.md, "Order".
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "tests/mpi_programs/sequencer/fake_board.h"

namespace dps::sequencer {

class Definition {
 public:
  Definition(const std::vector<Script>& scripts, SheetTimes& times)
      : scripts_(scripts), times_(times), ranks_(scripts.size()) {}

  /// The clocks at the ends of the calls of each rank.
  std::vector<std::vector<std::int64_t>> play() {
    while (step()) {
    }
    std::vector<std::vector<std::int64_t>> ends;
    for (const NaiveRank& rank : ranks_) {
      ends.push_back(rank.ends);
    }
    return ends;
  }

 private:
  struct NaiveMessage {
    std::int64_t arrival, begin;
    std::int32_t sender;
    std::uint64_t number;
    std::int32_t to, tag;
    std::uint64_t bytes;
    [[nodiscard]] auto order() const { return std::tie(arrival, begin, sender, number); }
  };
  struct NaiveRank {
    std::size_t next = 0;
    std::int64_t clock = 0;
    bool is_in_call = false;
    std::vector<NaiveMessage> unexpected;
    std::vector<std::int64_t> ends;
  };

  const Step& step_of(std::int32_t rank) const {
    return scripts_[static_cast<std::size_t>(rank)][ranks_[static_cast<std::size_t>(rank)].next];
  }
  bool fits(std::int32_t rank, const NaiveMessage& message) const {
    const Step& step = step_of(rank);
    return (step.peer == board::kAny || step.peer == message.sender) &&
           (step.tag == board::kAny || step.tag == message.tag);
  }
  void end_call(std::int32_t rank, std::int64_t clock) {
    NaiveRank& of = ranks_[static_cast<std::size_t>(rank)];
    of.clock = clock;
    of.ends.push_back(clock);
    of.is_in_call = false;
    ++of.next;
  }
  std::int64_t begin_of(std::int32_t rank) const {
    return ranks_[static_cast<std::size_t>(rank)].clock + step_of(rank).computes;
  }

  bool step() {
    std::int32_t caller = -1;
    for (std::int32_t r = 0; r < static_cast<std::int32_t>(ranks_.size()); ++r) {
      const NaiveRank& of = ranks_[static_cast<std::size_t>(r)];
      const bool can_call =
          !of.is_in_call && of.next < scripts_[static_cast<std::size_t>(r)].size();
      if (can_call && (caller < 0 || begin_of(r) < begin_of(caller))) {
        caller = r;
      }
    }
    const auto arrival = std::min_element(
        under_way_.begin(), under_way_.end(),
        [](const auto& one, const auto& other) { return one.order() < other.order(); });
    const bool has_arrival = arrival != under_way_.end();
    if (has_arrival && (caller < 0 || arrival->arrival <= begin_of(caller))) {
      const NaiveMessage message = *arrival;
      under_way_.erase(arrival);
      arrive(message);
      return true;
    }
    if (caller < 0) {
      return false;
    }
    call(caller);
    return true;
  }

  void arrive(const NaiveMessage& message) {
    NaiveRank& of = ranks_[static_cast<std::size_t>(message.to)];
    const bool receives = of.is_in_call && step_of(message.to).kind == board::RequestKind::kReceive;
    if (receives && fits(message.to, message)) {
      end_call(message.to,
               message.arrival + times_.take(message.bytes, {message.sender, message.to}).count());
    } else {
      of.unexpected.push_back(message);
    }
  }

  void call(std::int32_t rank) {
    NaiveRank& of = ranks_[static_cast<std::size_t>(rank)];
    const Step& step = step_of(rank);
    const std::int64_t now = begin_of(rank);
    if (step.kind == board::RequestKind::kSend) {
      const Pair pair{rank, step.peer};
      under_way_.push_back({now + times_.transit(step.bytes, pair).count(), now, rank, number_++,
                            step.peer, step.tag, step.bytes});
      end_call(rank, now + times_.send(step.function, step.bytes, pair).count());
      return;
    }
    if (step.kind == board::RequestKind::kCollective) {
      of.is_in_call = true;
      latest_ = std::max(latest_, now);
      if (++here_ == ranks_.size()) {
        const std::int64_t end =
            latest_ + times_.collective(step.function, ranks_.size(), step.bytes).count();
        here_ = 0;
        latest_ = 0;
        for (std::int32_t r = 0; r < static_cast<std::int32_t>(ranks_.size()); ++r) {
          end_call(r, end);
        }
      }
      return;
    }
    const auto found = std::find_if(of.unexpected.begin(), of.unexpected.end(),
                                    [&](const auto& message) { return fits(rank, message); });
    of.is_in_call = true;
    if (found != of.unexpected.end()) {
      const NaiveMessage message = *found;
      of.unexpected.erase(found);
      end_call(rank, now + times_.take(message.bytes, {message.sender, rank}).count());
      return;
    }
    of.clock = now;
  }

  const std::vector<Script>& scripts_;
  SheetTimes& times_;
  std::vector<NaiveRank> ranks_;
  std::vector<NaiveMessage> under_way_;
  std::uint64_t number_ = 0;
  std::size_t here_ = 0;
  std::int64_t latest_ = 0;
};

}  // namespace dps::sequencer
