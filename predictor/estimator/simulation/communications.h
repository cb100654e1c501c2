/// The communications between pairs of processors: posted halves, and the queue of potential
/// communications.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "predictor/estimator/simulation/estimate.h"

namespace dps::estimator {

using CommunicationId = std::uint32_t;
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// A send and its receive. Each half has the number of its instruction, 0 until it is posted.
struct Communication {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t words = 0;     ///< words of the send
  std::uint64_t room = 0;      ///< words of the receive
  std::uint64_t sequence = 0;  ///< counts the sends of all processors, in the order of posting
  std::uint32_t send = 0;
  std::uint32_t receive = 0;
  CommunicationId next = kNone;  ///< the next communication of the same pair

  [[nodiscard]] bool is_potential() const { return send != 0 && receive != 0; }
};

/// The k-th send of a to b and the k-th receive of b from a are one communication. A potential
/// communication can begin if neither end takes part in a transmission; on a bus, if nobody does.
class Communications {
 public:
  Communications(std::size_t processors, bool has_bus);

  /// Posts a half, which is instruction number `number` of this processor. `begun` is called with
  /// the communication if it begins now.
  template <typename Begin>
  CommunicationId post(std::uint32_t processor, const StreamInstruction& half, std::uint32_t number,
                       const Begin& begin);

  /// Called when the transmission has ended: frees its ends. Its record stays valid until forget().
  void end(CommunicationId id);
  void forget(CommunicationId id) { free_.push_back(id); }

  /// Begins, after calls of end(), all potential communications that can begin, in the order of
  /// their sends.
  template <typename Begin>
  void begin_potential(const Begin& begin);

  [[nodiscard]] const Communication& at(CommunicationId id) const { return records_[id]; }
  [[nodiscard]] bool transmits(std::uint32_t processor) const { return transmits_[processor] != 0; }

  /// Halves without their other halves, by pair in the order of first use.
  [[nodiscard]] std::vector<Unmet> unmet() const;
  /// The halves that this processor has posted and that are incomplete, by instruction.
  [[nodiscard]] std::vector<Awaited> awaited_by(std::uint32_t processor) const;

 private:
  /// The communications of a pair that have not begun, a list: first the potential ones, then
  /// halves, which are all sends or all receives.
  struct Pair {
    std::uint32_t from;
    std::uint32_t to;
    CommunicationId first = kNone;
    CommunicationId last = kNone;
    CommunicationId half = kNone;  ///< the first that is not potential
  };
  /// A pair whose first communication is potential. Of a pair, only the first one can begin.
  struct Candidate {
    std::uint64_t sequence;
    std::uint32_t pair;

    bool operator>(const Candidate& other) const { return sequence > other.sequence; }
  };

  using Heap = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

  [[nodiscard]] std::uint32_t pair_of(std::uint32_t from, std::uint32_t to);
  /// Returns the communication that this half completes or, if there is none, a new one.
  CommunicationId join(Pair& pair, bool is_send);
  [[nodiscard]] bool can_begin(const Pair& pair) const;
  /// Takes the first communication of the pair, which begins.
  CommunicationId take(std::uint32_t pair);
  void enlist(std::uint32_t pair);
  void remove(std::uint32_t processor, std::uint32_t pair);
  [[nodiscard]] std::optional<Candidate> first_candidate(std::uint32_t processor) const;

  std::size_t processors_;
  bool has_bus_;
  bool bus_is_busy_ = false;
  std::uint64_t sends_ = 0;
  std::vector<std::uint32_t> pair_index_;  // by from and to
  std::vector<Pair> pairs_;
  std::vector<Communication> records_;
  std::vector<CommunicationId> free_;
  std::vector<std::uint8_t> transmits_;             // by processor
  std::vector<std::vector<Candidate>> candidates_;  // by end, in the order of their sends
  Heap bus_queue_;                                  // candidates on a bus
  std::vector<std::uint32_t> freed_;                // since begin_potential()
};

template <typename Begin>
CommunicationId Communications::post(std::uint32_t processor, const StreamInstruction& half,
                                     std::uint32_t number, const Begin& begin) {
  const bool sends = is_send(half.operation());
  const std::uint32_t pair =
      sends ? pair_of(processor, half.processor()) : pair_of(half.processor(), processor);
  const bool had_first = pairs_[pair].first != pairs_[pair].half;
  const CommunicationId id = join(pairs_[pair], sends);
  Communication& record = records_[id];
  if (sends) {
    record.words = half.words();
    record.sequence = sends_++;
    record.send = number;
  } else {
    record.room = half.words();
    record.receive = number;
  }
  if (record.is_potential() && !had_first) {
    if (can_begin(pairs_[pair])) {
      begin(take(pair));
    } else {
      enlist(pair);
    }
  }
  return id;
}

template <typename Begin>
void Communications::begin_potential(const Begin& begin) {
  if (has_bus_) {
    if (!bus_is_busy_ && !bus_queue_.empty()) {
      const std::uint32_t pair = bus_queue_.top().pair;
      bus_queue_.pop();
      begin(take(pair));
    }
    return;
  }
  using Turn = std::pair<std::uint64_t, std::uint32_t>;  // sequence, freed processor
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns;
  const auto add_turn = [&](std::uint32_t processor) {
    if (const auto first = first_candidate(processor)) {
      turns.emplace(first->sequence, processor);
    }
  };
  for (const std::uint32_t processor : freed_) {
    add_turn(processor);
  }
  freed_.clear();
  while (!turns.empty()) {
    const auto [sequence, processor] = turns.top();
    turns.pop();
    const auto first = first_candidate(processor);
    if (first && first->sequence == sequence) {
      begin(take(first->pair));
    } else if (first) {
      turns.emplace(first->sequence, processor);
    }
  }
}

}  // namespace dps::estimator
