#include "simulator/process/books.h"

#include <bit>

namespace dps::simulator {
namespace {

std::uint64_t key_of(ProcessId peer, MessageId mid) {
  return std::uint64_t{index(peer)} << 32 | index(mid);
}

}  // namespace

Books::Books(profiles::RecordPage& page, std::span<const profiles::FlowRow> rows)
    : page_(page), slots_(std::bit_ceil(2 * rows.size() + 2)) {
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const profiles::FlowRow& flow = rows[row];
    Slot& slot = slots_[place_of(flow.peer, flow.mid, flow.outgoing)];
    slot = {key_of(flow.peer, flow.mid), row, true, flow.outgoing};
  }
}

bool Books::sent(ProcessId to, MessageId mid, std::uint64_t bytes) {
  const Slot* slot = find(to, mid, true);
  if (slot == nullptr) {
    return false;
  }
  page_.flow(slot->row).messages.add(1);
  page_.flow(slot->row).bytes.add(bytes);
  return true;
}

bool Books::taken(ProcessId from, MessageId mid, std::uint64_t bytes) {
  Slot* slot = find(from, mid, false);
  if (slot == nullptr) {
    return false;
  }
  slot->newest_bytes = bytes;
  page_.flow(slot->row).messages.add(1);
  page_.flow(slot->row).bytes.add(bytes);
  return true;
}

bool Books::late(ProcessId from, MessageId mid) {
  const Slot* slot = find(from, mid, false);
  if (slot == nullptr) {
    return false;
  }
  page_.flow(slot->row).late.add(1);
  return true;
}

bool Books::unclaimed(const engine::Unclaimed& messages) {
  const Slot* slot = find(messages.from, messages.mid, false);
  if (slot == nullptr) {
    return false;
  }
  page_.flow(slot->row).unclaimed.add(messages.count);
  return true;
}

std::uint64_t Books::newest_bytes(ProcessId from, MessageId mid) const {
  return slots_[place_of(from, mid, false)].newest_bytes;
}

/// Where the row is, or the free slot where it would be.
std::size_t Books::place_of(ProcessId peer, MessageId mid, bool outgoing) const {
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

Books::Slot* Books::find(ProcessId peer, MessageId mid, bool outgoing) {
  Slot& slot = slots_[place_of(peer, mid, outgoing)];
  return slot.used ? &slot : nullptr;
}

}  // namespace dps::simulator
