/// The form of an event in memory that survives its writer, and in files: 32 bytes.
/// Source: docs/trace.md, "Record".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "profiles/traces/event.h"

namespace dps::traces {

struct Record {
  std::array<std::uint64_t, 4> words{};

  bool operator==(const Record&) const = default;
};
inline constexpr std::size_t kRecordBytes = sizeof(Record);
static_assert(kRecordBytes == 32);

namespace detail {
constexpr std::uint64_t word(Ticks ticks) {
  return static_cast<std::uint64_t>(ticks);
}
constexpr std::uint64_t last_word(EventKind kind, std::uint8_t flags, std::uint64_t number) {
  return static_cast<std::uint64_t>(kind) | std::uint64_t{flags} << 8 | number << 16;
}
}  // namespace detail

/// The start or end of a process, a unit or a functionality.
constexpr Record nesting_record(EventKind kind, std::uint8_t flags, std::uint32_t position,
                                Ticks time, std::array<Ticks, 2> cpu) {
  return {{detail::word(time), detail::word(cpu[0]), detail::word(cpu[1]),
           detail::last_word(kind, flags, position)}};
}

/// The start or end of a computation, or a wait (computation 0).
constexpr Record plain_record(EventKind kind, std::uint32_t computation, Ticks time) {
  return {{detail::word(time), 0, 0, detail::last_word(kind, 0, computation)}};
}

/// The message of a record.
struct RecordedMessage {
  std::uint32_t element = 0;  ///< of a send: the output; else the message type
  std::uint32_t peer = 0;
  std::uint64_t number = 0;  ///< below 2^48
};

/// `value`: bytes, or a duration.
constexpr Record message_record(EventKind kind, std::uint8_t flags, const RecordedMessage& message,
                                Ticks time, std::uint64_t value) {
  return {{detail::word(time), value, message.element | std::uint64_t{message.peer} << 32,
           detail::last_word(kind, flags, message.number)}};
}

/// The event of a record, whose kind may be unknown.
Event event_of(const Record& record);
Record record_of(const Event& event);

/// Little-endian bytes; `bytes` has kRecordBytes for each record.
void store(std::span<const Record> records, std::span<std::byte> bytes);
Record load(std::span<const std::byte, kRecordBytes> bytes);

}  // namespace dps::traces
