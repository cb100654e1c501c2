/// The messages that are sent and not yet taken, and the queues in which they wait for a process.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "machines/wide.h"

namespace dps::predictor {

inline constexpr std::uint32_t kNoMessage = 0xffffffff;

struct Message {
  std::uint64_t bytes = 0;
  std::uint64_t sequence = 0;  ///< in the order in which sends ended
  Picoseconds begun;           ///< its send
  Picoseconds due;             ///< a timer: when
  Picoseconds unpack;          ///< what its receiver pays
  Picoseconds receive;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  MessageId mid{};
  std::uint32_t row = 0;            ///< in the books, once it is sent
  std::uint32_t next = kNoMessage;  ///< behind it in its inbox, or among those that are free
  bool is_timer = false;
  bool packed = true;
  bool xdr = true;
};

/// A message among those that arrive at one instant: in the order in which their sends began, then
/// in process order, then as sent. Apart from the message, since many are sorted at once.
struct Arrival {
  Picoseconds begun;
  std::uint64_t sequence = 0;
  std::uint32_t from = 0;
  std::uint32_t id = 0;

  bool operator<(const Arrival& other) const {
    if (begun != other.begun) {
      return begun < other.begun;
    }
    return from != other.from ? from < other.from : sequence < other.sequence;
  }
};

/// Messages by number; numbers and memory are used again.
class Messages {
 public:
  /// A message of which nothing is said yet.
  std::uint32_t add() {
    if (free_ == kNoMessage) {
      list_.emplace_back();
      return static_cast<std::uint32_t>(list_.size() - 1);
    }
    const std::uint32_t id = free_;
    free_ = list_[id].next;
    list_[id] = Message{};
    return id;
  }
  void remove(std::uint32_t id) {
    list_[id].next = free_;
    free_ = id;
  }
  [[nodiscard]] Message& operator[](std::uint32_t id) { return list_[id]; }
  [[nodiscard]] const Message& operator[](std::uint32_t id) const { return list_[id]; }

  [[nodiscard]] Arrival arrival(std::uint32_t id) const {
    const Message& message = list_[id];
    return {message.begun, message.sequence, message.from, id};
  }

 private:
  std::vector<Message> list_;
  std::uint32_t free_ = kNoMessage;  // the first of those to be used again
};

/// First in, first out.
struct Inbox {
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
