/// Numbers messages (events::Message::number) for consumers that want every detail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "events/process_events.h"

namespace dps::predictor {

class MessageNumbers {
 public:
  /// Assigns the next number for this type, sender and receiver to the message `id`, and returns
  /// it.
  std::uint64_t assign(std::uint32_t id, const events::Message& message) {
    if (id >= numbers_.size()) {
      numbers_.resize(id + std::size_t{1});
    }
    numbers_[id] = ++counts_[{std::uint64_t{index(message.from)} << 32 | index(message.to),
                              std::uint64_t{index(message.mid)} << 1 | (message.is_timer ? 1 : 0)}];
    return numbers_[id];
  }
  [[nodiscard]] std::uint64_t of(std::uint32_t id) const { return numbers_[id]; }

 private:
  struct Key {
    std::uint64_t processes;
    std::uint64_t type;

    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      // Source: Fibonacci hashing; 2^64 divided by the golden ratio.
      constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
      return (key.processes * kFactor ^ key.type) * kFactor >> 16;
    }
  };

  std::unordered_map<Key, std::uint64_t, Hash> counts_;
  std::vector<std::uint64_t> numbers_;  // by id
};

}  // namespace dps::predictor
