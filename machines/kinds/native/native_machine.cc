#include "machines/kinds/native/native_machine.h"

#include <utility>

namespace dps::machines {
namespace {

constexpr std::uint64_t kReferenceSpeed = 1000;

/// Rounded to the nearest picosecond.
Picoseconds scaled(Picoseconds time, std::uint64_t speed) {
  if (speed == kReferenceSpeed || time == kNever) {
    return time;
  }
  return clamped((Wide{static_cast<std::uint64_t>(time)} * kReferenceSpeed + speed / 2) / speed);
}

/// What the bytes of a message cost, by a line with bends.
Picoseconds bent_cost(std::uint64_t bytes, std::uint64_t per_byte,
                      const std::vector<CostBend>& bends, std::uint64_t CostBend::*beyond) {
  Picoseconds total = 0;
  for (auto bend = bends.rbegin(); bend != bends.rend(); ++bend) {
    if (bytes > bend->size) {
      total = later(total, product(bytes - bend->size, (*bend).*beyond));
      bytes = bend->size;
    }
  }
  return later(total, product(bytes, per_byte));
}

}  // namespace

NativeMachine::NativeMachine(NativeDescription description)
    : description_(std::move(description)) {}

MachineSummary NativeMachine::summary() const {
  return {"native", description_.name, description_.least_bytes, description_.most_bytes,
          description_.notes};
}

MessageCost NativeMachine::message_cost(const Letter& letter) const {
  const auto& cost = description_.cost;
  MessageCost total;
  total.send = later(
      cost.send, bent_cost(letter.bytes, cost.send_per_byte, cost.bends, &CostBend::send_per_byte));
  total.receive = later(cost.receive, bent_cost(letter.bytes, cost.receive_per_byte, cost.bends,
                                                &CostBend::receive_per_byte));
  if (letter.packed) {
    total.pack = product(letter.bytes, letter.xdr ? cost.xdr_per_byte : cost.pack_per_byte);
    total.unpack = product(letter.bytes, cost.unpack_per_byte);
  }
  return total;
}

WaitingCost NativeMachine::waiting_cost() const {
  return {0, description_.cost.blocks ? description_.cost.wakeup : 0};
}

Picoseconds NativeMachine::work_cost(std::uint32_t host, WorkKind kind, double amount) const {
  if (kind == WorkKind::kMultiply) {
    return product(amount, description_.multiply[host]);
  }
  return scaled(picoseconds_of(amount), description_.hosts[host].speed);
}

std::unique_ptr<Network> NativeMachine::make_network(std::span<const std::uint32_t> host_of) const {
  return std::make_unique<FlowNetwork>(description_.network, description_.hosts.size(), host_of);
}

}  // namespace dps::machines
