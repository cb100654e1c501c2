#include "simulator/process/flow_counts.h"

#include <bit>

namespace dps::simulator {
namespace {

std::uint64_t key_of(ProcessId peer, MessageId mid) {
  return std::uint64_t{index(peer)} << 32 | index(mid);
}

}  // namespace

FlowCounts::FlowCounts(profiles::RecordPage& page, std::span<const profiles::FlowRow> rows)
    : page_(page), slots_(std::bit_ceil(2 * rows.size() + 2)) {
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const profiles::FlowRow& flow = rows[row];
    FlowSlot& slot = slots_[place_of(flow.peer, flow.mid, flow.outgoing)];
    slot = {key_of(flow.peer, flow.mid), row, true, flow.outgoing};
  }
}

void FlowCounts::begin_run() {
  for (FlowSlot& slot : slots_) {
    slot.newest_bytes = 0;
    slot.timers = 0;
  }
}

bool FlowCounts::sent(const events::Message& message) {
  FlowSlot* slot = find(message.to, message.mid, true);
  if (slot == nullptr) {
    return false;
  }
  slot->timers += message.is_timer ? 1 : 0;
  page_.flow(slot->row).messages.add(1);
  page_.flow(slot->row).bytes.add(message.bytes);
  return true;
}

std::optional<std::uint32_t> FlowCounts::taken(const events::Message& message) {
  FlowSlot* slot = find(message.from, message.mid, false);
  if (slot == nullptr) {
    return std::nullopt;
  }
  slot->newest_bytes = message.bytes;
  slot->timers += message.is_timer ? 1 : 0;
  page_.flow(slot->row).messages.add(1);
  page_.flow(slot->row).bytes.add(message.bytes);
  return slot->row;
}

bool FlowCounts::late(const events::Message& message) {
  FlowSlot* slot = find(message.from, message.mid, false);
  if (slot == nullptr) {
    return false;
  }
  slot->timers += message.is_timer ? 1 : 0;
  page_.flow(slot->row).late.add(1);
  return true;
}

bool FlowCounts::unclaimed(const engine::Unclaimed& messages) {
  const FlowSlot* slot = find(messages.from, messages.mid, false);
  if (slot == nullptr) {
    return false;
  }
  page_.flow(slot->row).unclaimed.add(messages.count);
  return true;
}

std::uint64_t FlowCounts::next_number(const events::Message& message, Direction direction) {
  const bool outgoing = direction == Direction::kOutgoing;
  const FlowSlot* slot = find(outgoing ? message.to : message.from, message.mid, outgoing);
  if (slot == nullptr) {
    return 0;
  }
  const profiles::PageFlow& flow = page_.flow(slot->row);
  const std::uint64_t all = flow.messages.get() + flow.late.get();
  return 1 + (message.is_timer ? slot->timers : all - slot->timers);
}

std::uint64_t FlowCounts::newest_bytes(ProcessId from, MessageId mid) const {
  return slots_[place_of(from, mid, false)].newest_bytes;
}

/// The index of the row's slot, or of the free slot for it.
std::size_t FlowCounts::place_of(ProcessId peer, MessageId mid, bool outgoing) const {
  const std::uint64_t key = key_of(peer, mid);
  const std::size_t mask = slots_.size() - 1;
  // Source: Fibonacci hashing; 2^64 divided by the golden ratio.
  std::size_t place =
      ((key << 1 | static_cast<std::uint64_t>(outgoing)) * 0x9e3779b97f4a7c15) >> 32;
  for (place &= mask; slots_[place].used; place = (place + 1) & mask) {
    if (slots_[place].key == key && slots_[place].outgoing == outgoing) {
      break;
    }
  }
  return place;
}

FlowCounts::FlowSlot* FlowCounts::find(ProcessId peer, MessageId mid, bool outgoing) {
  FlowSlot& slot = slots_[place_of(peer, mid, outgoing)];
  return slot.used ? &slot : nullptr;
}

}  // namespace dps::simulator
