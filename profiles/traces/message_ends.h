/// Brings the two ends of each message together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "profiles/traces/head.h"

namespace dps::traces {

/// The identity of a message, which its sender and its receiver both record.
struct MessageKey {
  std::uint64_t processes = 0;
  std::uint64_t type = 0;
  std::uint64_t number = 0;

  bool operator==(const MessageKey&) const = default;
};

struct Ends {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

inline MessageKey message_key(const Ends& ends, std::uint32_t mid, bool is_timer,
                              std::uint64_t number) {
  return {std::uint64_t{ends.from} << 32 | ends.to, std::uint64_t{mid} << 1 | (is_timer ? 1 : 0),
          number};
}

/// The message of an event of `process`, which is_message().
inline MessageKey key_of(const TraceHead& head, std::uint32_t process, const Event& event) {
  const Ends ends = is_send(event.kind) ? Ends{process, event.peer} : Ends{event.peer, process};
  return message_key(ends, head.mid_of(event), event.has(Flag::kTimer), event.number);
}

struct MessageKeyHash {
  std::size_t operator()(const MessageKey& key) const {
    // Source: Fibonacci hashing; 2^64 divided by the golden ratio.
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;
    std::uint64_t hash = key.processes * kFactor;
    hash = (hash ^ hash >> 32 ^ key.type) * kFactor;
    hash = (hash ^ hash >> 32 ^ key.number) * kFactor;
    return hash ^ hash >> 32;
  }
};

/// The messages that are not finished yet, with the data `Known` collected for each.
template <typename Known>
using OpenMessages = std::unordered_map<MessageKey, Known, MessageKeyHash>;

}  // namespace dps::traces
