/// The messages of a prediction that have been sent and not taken, and the queues of their
/// receivers.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/time_units.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/wide.h"

namespace dps::predictor {

inline constexpr std::uint32_t kNoMessage = 0xffffffff;

struct MessageUnderWay {
  machines::Letter letter;     ///< `packed` and `xdr` are unused for timers
  std::uint64_t sequence = 0;  ///< the order in which sends began, over all processes
  Picoseconds begun{};         ///< the start of its send
  Picoseconds arrived{};
  Picoseconds due{};      ///< the instant at which a timer is due
  Picoseconds unpack{};   ///< CPU time that its receiver pays for unpacking
  Picoseconds receive{};  ///< CPU time that its receiver pays for receiving
  MessageId mid{};
  std::uint32_t row = 0;            ///< its row in BookKeeper, once it is sent
  std::uint32_t next = kNoMessage;  ///< next in its queue or in the free list
  bool is_timer = false;
};

/// The order of messages that arrive at the same instant: by the start of their sends, then by
/// sender, then in the order of sending. Separate from the message, so that sorting moves few
/// bytes.
struct ArrivalOrder {
  Picoseconds begun{};
  std::uint64_t sequence = 0;
  std::uint32_t from = 0;
  std::uint32_t id = 0;

  bool operator<(const ArrivalOrder& other) const {
    if (begun != other.begun) {
      return begun < other.begun;
    }
    return from != other.from ? from < other.from : sequence < other.sequence;
  }
};

/// Messages by number. Numbers and memory of removed messages are reused.
class Messages {
 public:
  /// Returns the number of a new message, whose former values the caller replaces.
  std::uint32_t add() {
    if (free_ == kNoMessage) {
      list_.emplace_back();
      return static_cast<std::uint32_t>(list_.size() - 1);
    }
    const std::uint32_t id = free_;
    free_ = list_[id].next;
    return id;
  }
  /// Removes a message; its values remain readable until the next add().
  void remove(std::uint32_t id) {
    list_[id].next = free_;
    free_ = id;
  }
  [[nodiscard]] MessageUnderWay& operator[](std::uint32_t id) { return list_[id]; }
  [[nodiscard]] const MessageUnderWay& operator[](std::uint32_t id) const { return list_[id]; }

  [[nodiscard]] ArrivalOrder arrival_order(std::uint32_t id) const {
    const MessageUnderWay& message = list_[id];
    return {message.begun, message.sequence, message.letter.from, id};
  }

 private:
  std::vector<MessageUnderWay> list_;
  std::uint32_t free_ = kNoMessage;  // the first one in the free list
};

/// The messages that have arrived for one process, first in, first out.
struct MessageQueue {
  std::uint32_t first = kNoMessage;
  std::uint32_t last = kNoMessage;

  [[nodiscard]] bool empty() const { return first == kNoMessage; }
  void push(Messages& messages, std::uint32_t id) {
    messages[id].next = kNoMessage;
    (empty() ? first : messages[last].next) = id;
    last = id;
  }
  std::uint32_t pop(const Messages& messages) {
    const std::uint32_t id = first;
    first = messages[id].next;
    return id;
  }
};

}  // namespace dps::predictor
