/// Numbers messages (events::Message::number) for consumers that request every detail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "blueprint/events/process_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::predictor {

class MessageNumbers {
 public:
  /// Assigns the next number for this type, sender and receiver to the message `id`, and returns
  /// it.
  std::uint64_t assign(std::uint32_t id, const events::Message& message) {
    if (id >= numbers_.size()) {
      numbers_.resize(id + std::size_t{1});
    }
    const traces::MessageKey first = traces::message_key({index(message.from), index(message.to)},
                                                         index(message.mid), message.is_timer, 0);
    numbers_[id] = ++counts_[first];
    return numbers_[id];
  }
  [[nodiscard]] std::uint64_t of(std::uint32_t id) const { return numbers_[id]; }

 private:
  std::unordered_map<traces::MessageKey, std::uint64_t, traces::MessageKeyHash> counts_;
  std::vector<std::uint64_t> numbers_;  // by id
};

}  // namespace dps::predictor
