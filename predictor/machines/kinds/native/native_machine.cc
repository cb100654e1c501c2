#include "predictor/machines/kinds/native/native_machine.h"

#include <utility>

#include "predictor/machines/kinds/native/plain_topologies.h"
#include "predictor/machines/packets/packet_network.h"
#include "predictor/machines/packets/worm_network.h"

namespace dps::machines {
namespace {

/// The cost of the bytes of a message: a piecewise linear function of the size. `beyond` selects
/// the cost of sending or receiving in each bend.
Picoseconds bent_cost(std::uint64_t bytes, TimePerByte per_byte, const std::vector<CostBend>& bends,
                      TimePerByte CostBend::*beyond) {
  Picoseconds total;
  for (auto bend = bends.rbegin(); bend != bends.rend(); ++bend) {
    if (bytes > bend->size) {
      total = later(total, product(bytes - bend->size, ((*bend).*beyond).each));
      bytes = bend->size;
    }
  }
  return later(total, product(bytes, per_byte.each));
}

/// The network of a native machine. `Carrier` has the calls of Network except cost().
template <typename Carrier>
class NativeNetwork final : public Network {
 public:
  /// The costs are borrowed.
  template <typename... Arguments>
  explicit NativeNetwork(const NativeCosts& cost, const Arguments&... arguments)
      : cost_(cost), carrier_(arguments...) {}

  [[nodiscard]] MessageCost cost(const Letter& letter) const override;
  bool enter(std::uint32_t id, const Letter& letter, Picoseconds now) override {
    return carrier_.enter(id, letter, now);
  }
  void listen(std::uint32_t process, bool does, Picoseconds now) override {
    carrier_.listen(process, does, now);
  }
  [[nodiscard]] Picoseconds next() override { return carrier_.next(); }
  void advance(Picoseconds now, NetworkEvents& events) override { carrier_.advance(now, events); }
  [[nodiscard]] NetworkReport report() const override { return carrier_.report(); }

 private:
  const NativeCosts& cost_;  // borrowed from the machine
  Carrier carrier_;
};

template <typename Carrier>
MessageCost NativeNetwork<Carrier>::cost(const Letter& letter) const {
  MessageCost total;
  total.send = later(cost_.send, bent_cost(letter.bytes, cost_.send_per_byte, cost_.bends,
                                           &CostBend::send_per_byte));
  total.receive = later(cost_.receive, bent_cost(letter.bytes, cost_.receive_per_byte, cost_.bends,
                                                 &CostBend::receive_per_byte));
  if (letter.packed) {
    total.pack =
        product(letter.bytes, (letter.xdr ? cost_.xdr_per_byte : cost_.pack_per_byte).each);
    total.unpack = product(letter.bytes, cost_.unpack_per_byte.each);
  }
  return total;
}

}  // namespace

NativeMachine::NativeMachine(NativeDescription description) : description_(std::move(description)) {
  if (description_.graph == nullptr) {
    plain_ = plain_topology(description_.network, description_.hosts.size());
  }
  speeds_.reserve(description_.hosts.size());
  for (const MachineHost& host : description_.hosts) {
    speeds_.push_back(host.speed);
  }
}

MachineSummary NativeMachine::summary() const {
  MachineSummary summary{
      "native", description_.name, description_.least_bytes, description_.most_bytes, {}};
  for (const std::string& note : description_.notes) {
    summary.notes.push_back({note});
  }
  return summary;
}

MachineParts NativeMachine::parts() const {
  return {nullptr,
          description_.graph != nullptr ? description_.graph.get() : plain_.get(),
          {},
          description_.packets.switching != Switching::kFlow};
}

WaitingCost NativeMachine::waiting_cost() const {
  return {{},
          description_.cost.blocks ? description_.cost.wakeup : Picoseconds{},
          description_.network.buffer.has_value(),
          description_.cost.poll,
          description_.cost.blocks ? description_.cost.rested : std::nullopt};
}

Picoseconds NativeMachine::work_cost(std::uint32_t host, WorkKind kind, double amount) const {
  if (kind == WorkKind::kMultiply) {
    return product(amount, description_.multiply[host]);
  }
  return at_speed(picoseconds_of(amount), speeds_[host]);
}

std::unique_ptr<Network> NativeMachine::make_network(std::span<const std::uint32_t> host_of,
                                                     LinkObserver* observer) const {
  const PacketOptions& packets = description_.packets;
  const LocalWire local{description_.network.local_bandwidth, description_.network.local_latency};
  const Topology* graph = description_.graph.get();
  switch (packets.switching) {
    case Switching::kFlow:
      break;
    case Switching::kStoreAndForward:
    case Switching::kCutThrough:
      return std::make_unique<NativeNetwork<PacketNetwork>>(description_.cost, packets, local,
                                                            *graph, host_of, observer);
    case Switching::kWormhole:
      return std::make_unique<NativeNetwork<WormNetwork>>(description_.cost, packets, local, *graph,
                                                          host_of, observer);
  }
  return std::make_unique<NativeNetwork<FlowNetwork>>(description_.cost, description_.network,
                                                      description_.hosts.size(), host_of, graph);
}

}  // namespace dps::machines
