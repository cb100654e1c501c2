/// The books of a process: how many messages of which type it exchanged with whom.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "engine/engine.h"
#include "profiles/record.h"
#include "profiles/record_page.h"

namespace dps::simulator {

/// Keeps the flow rows of the record page. Finding a row is one look into a hash table; a message
/// that has none can only come from a peer that plays another blueprint.
class Books {
 public:
  /// `page` is borrowed; `rows` are its rows, in order.
  Books(profiles::RecordPage& page, std::span<const profiles::FlowRow> rows);

  // Each returns false, and counts nothing, if there is no row.

  bool sent(ProcessId to, MessageId mid, std::uint64_t bytes);
  bool taken(ProcessId from, MessageId mid, std::uint64_t bytes);
  bool late(ProcessId from, MessageId mid);
  bool unclaimed(const engine::Unclaimed& messages);

  /// Of the newest message of that type and sender; 0 if none was taken.
  [[nodiscard]] std::uint64_t newest_bytes(ProcessId from, MessageId mid) const;

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t row = 0;
    bool used = false;
    bool outgoing = false;
    std::uint64_t newest_bytes = 0;
  };

  [[nodiscard]] std::size_t place_of(ProcessId peer, MessageId mid, bool outgoing) const;
  /// nullptr if there is no row.
  [[nodiscard]] Slot* find(ProcessId peer, MessageId mid, bool outgoing);

  profiles::RecordPage& page_;
  std::vector<Slot> slots_;  ///< open addressing; a power of two, at most half full
};

}  // namespace dps::simulator
