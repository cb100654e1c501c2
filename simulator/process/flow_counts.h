/// Counts the messages of a process by peer, type and direction, in the flow rows of its page.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "blueprint/engine/message_table.h"
#include "blueprint/events/process_events.h"
#include "profiles/record.h"
#include "profiles/record_page.h"

namespace dps::simulator {

/// Finding a row takes one access to a hash table. A message without a row can only come from a
/// peer that runs another blueprint.
class FlowCounts {
 public:
  enum class Direction : std::uint8_t { kIncoming, kOutgoing };

  /// `page` is borrowed; `rows` are its rows, in order.
  FlowCounts(profiles::RecordPage& page, std::span<const profiles::FlowRow> rows);

  /// To be called when the page has been reset for a run.
  void begin_run();

  // Each of these returns false or no row, without counting, if there is no row.

  bool sent(const events::Message& message);
  /// Returns the position of the row in the page.
  std::optional<std::uint32_t> taken(const events::Message& message);
  bool late(const events::Message& message);
  bool unclaimed(const engine::Unclaimed& messages);

  /// The number (events::Message::number) that the next message of this type, sender and receiver
  /// will have; 0 if there is no row.
  [[nodiscard]] std::uint64_t next_number(const events::Message& message, Direction direction);

  /// The size of the last message of this type and sender; 0 if none was taken.
  [[nodiscard]] std::uint64_t newest_bytes(ProcessId from, MessageId mid) const;

 private:
  struct FlowSlot {
    std::uint64_t key = 0;
    std::uint32_t row = 0;
    bool used = false;
    bool outgoing = false;
    std::uint64_t newest_bytes = 0;
    std::uint64_t timers = 0;  ///< the number of timer messages among those of the row, in this run
  };

  [[nodiscard]] std::size_t place_of(ProcessId peer, MessageId mid, bool outgoing) const;
  /// nullptr if there is no row.
  [[nodiscard]] FlowSlot* find(ProcessId peer, MessageId mid, bool outgoing);

  profiles::RecordPage& page_;
  std::vector<FlowSlot> slots_;  ///< open addressing; a power of two, at most half full
};

}  // namespace dps::simulator
