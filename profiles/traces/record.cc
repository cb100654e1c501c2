#include "profiles/traces/record.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/check.h"

namespace dps::traces {
namespace {

constexpr std::uint64_t kLow32 = 0xffffffff;

Ticks ticks_of(std::uint64_t word) {
  return static_cast<Ticks>(word);
}

/// Compilers do not join the bytes of a word in a loop, and a record is read several times.
constexpr bool kIsLittleEndian = std::endian::native == std::endian::little;

void store_word(std::uint64_t word, std::byte* to) {
  if constexpr (kIsLittleEndian) {
    std::memcpy(to, &word, sizeof(word));
    return;
  }
  for (unsigned i = 0; i < 8; ++i) {
    to[i] = static_cast<std::byte>(word >> (8 * i));
  }
}

std::uint64_t load_word(const std::byte* from) {
  std::uint64_t word = 0;
  if constexpr (kIsLittleEndian) {
    std::memcpy(&word, from, sizeof(word));
    return word;
  }
  for (unsigned i = 0; i < 8; ++i) {
    word |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
  }
  return word;
}

}  // namespace

std::string_view name_of(EventKind kind) {
  constexpr std::array<std::string_view, 24> kNames{"PROCESS_BEGIN",
                                                    "PROCESS_END",
                                                    "FU_BEGIN",
                                                    "FU_END",
                                                    "FUNC_BEGIN",
                                                    "FUNC_END",
                                                    "COMPUTE_BEGIN",
                                                    "COMPUTE_END",
                                                    "SEND_BEGIN",
                                                    "SEND_END",
                                                    "SEND_FAILED",
                                                    "ARRIVAL",
                                                    "WAIT",
                                                    "TAKE",
                                                    "LATE",
                                                    "SEND_HELD",
                                                    "SEND_FREED",
                                                    "RELEASED",
                                                    "COLLECTIVE_BEGIN",
                                                    "COLLECTIVE_END",
                                                    "REQUEST_BEGIN",
                                                    "REQUEST",
                                                    "SEND_QUEUED",
                                                    "SEND_ADMITTED"};
  return kNames.at(static_cast<std::size_t>(kind) - 1);
}

Event event_of(const Record& record) {
  const auto& [time, value, second, last] = record.words;
  Event event;
  event.kind = static_cast<EventKind>(last & 0xff);
  event.flags = static_cast<std::uint8_t>(last >> 8);
  event.time = ticks_of(time);
  const std::uint64_t number = last >> 16;
  if (has_peer(event.kind)) {
    event.element = static_cast<std::uint32_t>(second & kLow32);
    event.peer = static_cast<std::uint32_t>(second >> 32);
    event.number = number;
    if (has_bytes(event.kind)) {
      event.bytes = value;
    } else {
      event.work = ticks_of(value);
    }
    return event;
  }
  // A number above 32 bits is in no list: no reader accepts the largest element.
  event.element = static_cast<std::uint32_t>(std::min(number, kLow32));
  if (is_nesting(event.kind)) {
    event.user = ticks_of(value);
    event.sys = ticks_of(second);
  }
  return event;
}

Record record_of(const Event& event) {
  if (is_nesting(event.kind)) {
    return nesting_record(event.kind, event.flags, event.element, event.time,
                          {event.user, event.sys});
  }
  if (!has_peer(event.kind)) {
    return plain_record(event.kind, event.element, event.time);
  }
  return message_record(event.kind, event.flags, {event.element, event.peer, event.number},
                        event.time, has_bytes(event.kind) ? event.bytes : detail::word(event.work));
}

void store(std::span<const Record> records, std::span<std::byte> bytes) {
  DPS_CHECK(bytes.size() == records.size() * kRecordBytes);
  std::byte* to = bytes.data();
  for (const Record& record : records) {
    for (const std::uint64_t word : record.words) {
      store_word(word, to);
      to += sizeof(word);
    }
  }
}

Record load(std::span<const std::byte, kRecordBytes> bytes) {
  Record record;
  for (std::size_t i = 0; i < record.words.size(); ++i) {
    record.words[i] = load_word(bytes.data() + 8 * i);
  }
  return record;
}

}  // namespace dps::traces
