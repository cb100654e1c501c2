/// The letters that ranks have put into the network, and those that wait until the network releases
/// their sender.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "mpi_programs/sequencer/network/rank_on_machine.h"
#include "predictor/machines/machine.h"

namespace dps::sequencer {

enum class LetterKind : std::uint8_t {
  kMessage,  ///< a message of the program
  kReceipt,  ///< the answer to a send that waits for its receive
  kPart,     ///< a part of a collective operation
};

struct SentLetter {
  machines::Letter letter;
  LetterKind kind = LetterKind::kMessage;
  Parcel parcel;               ///< of a message of the program
  std::int32_t operation = 0;  ///< the send of a message; of a receipt, the send that it completes
  std::uint64_t collective = 0;   ///< of a part: the operation to which it belongs
  std::uint32_t from_member = 0;  ///< likewise: its sender
  std::uint32_t to_member = 0;    ///< likewise: its receiver
  std::int32_t caller = 0;  ///< the rank whose call sends the message, of a receipt that message
  std::int64_t call = 0;    ///< the start of this call
  std::int64_t begin = 0;   ///< the start of its send
  /// The instant on which that depended: of a message, its start; of a receipt, the start of the
  /// send or the post of the receive; of a part, the entry of a member into the operation.
  RankInstant due_to;
  std::uint64_t number = 0;  ///< in the order in which sends began

  /// The order of letters that arrive at one instant.
  [[nodiscard]] auto order() const { return std::tie(begin, letter.from, number); }
};

/// A rank that the network holds sends nothing else: its other letters wait in their order.
class Letters {
 public:
  /// The network is borrowed. `ranks`: their number.
  Letters(machines::Network& network, std::uint32_t ranks) : network_(network), outboxes_(ranks) {}

  std::uint32_t add(SentLetter letter) {
    letter.number = count_++;
    if (free_.empty()) {
      list_.push_back(letter);
      return static_cast<std::uint32_t>(list_.size() - 1);
    }
    const std::uint32_t id = free_.back();
    free_.pop_back();
    list_[id] = letter;
    return id;
  }
  void remove(std::uint32_t id) { free_.push_back(id); }
  [[nodiscard]] const SentLetter& operator[](std::uint32_t id) const { return list_[id]; }

  /// True if the network has taken the letter and does not hold its sender.
  bool enter(std::uint32_t id, Picoseconds now) {
    Outbox& outbox = outboxes_[list_[id].letter.from];
    if (outbox.held) {
      outbox.waiting.push_back(id);
      return false;
    }
    if (network_.enter(id, list_[id].letter, now)) {
      return true;
    }
    outbox.held = list_[id];
    return false;
  }
  /// Called when the network no longer holds the rank. Appends the letters that it had held, which
  /// may have arrived meanwhile, and those that follow and are not held.
  void release(std::uint32_t rank, Picoseconds now, std::vector<SentLetter>& entered) {
    Outbox& outbox = outboxes_[rank];
    if (!outbox.held) {
      return;
    }
    entered.push_back(*outbox.held);
    outbox.held.reset();
    while (!outbox.held && !outbox.waiting.empty()) {
      const std::uint32_t id = outbox.waiting.front();
      outbox.waiting.pop_front();
      if (enter(id, now)) {
        entered.push_back(list_[id]);
      }
    }
  }

 private:
  struct Outbox {
    std::optional<SentLetter> held;
    std::deque<std::uint32_t> waiting;
  };

  machines::Network& network_;
  std::vector<SentLetter> list_;
  std::vector<std::uint32_t> free_;
  std::vector<Outbox> outboxes_;  // by rank
  std::uint64_t count_ = 0;
};

}  // namespace dps::sequencer
