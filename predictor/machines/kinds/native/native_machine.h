/// The native machine: hosts, costs of messages, and a network whose links are shared fairly.
/// Source: docs/machines.md, "The model".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/rates.h"
#include "base/time_units.h"
#include "predictor/machines/flows/flow_network.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/packets/packets.h"
#include "predictor/machines/topology.h"

namespace dps::machines {

/// The costs of the bytes of a message from `size` to the next bend.
struct CostBend {
  std::uint64_t size = 0;
  TimePerByte send_per_byte;
  TimePerByte receive_per_byte;
  bool operator==(const CostBend&) const = default;
};

/// CPU time for messages, independent of the host's speed.
struct NativeCosts {
  Picoseconds send;
  Picoseconds receive;
  TimePerByte send_per_byte;
  TimePerByte receive_per_byte;
  TimePerByte pack_per_byte;
  TimePerByte xdr_per_byte;
  TimePerByte unpack_per_byte;
  Picoseconds wakeup;
  std::optional<Picoseconds> poll;  ///< the duration of a test or a probe of an MPI program
  std::vector<CostBend> bends;      ///< in strictly ascending order of their sizes
  bool blocks = true;               ///< wait = "block"
  std::optional<WaitingCost::Rested> rested{};
};

/// The contents of a native machine file.
struct NativeDescription {
  std::string name;
  std::vector<MachineHost> hosts;
  std::vector<Attoseconds> multiply;  ///< per multiplication, by host
  FlowNetworkOptions network;
  std::shared_ptr<const Topology> graph;  ///< the topology of a graph; null on a switch or a bus
  PacketOptions packets;                  ///< the packets of a graph
  NativeCosts cost;
  std::optional<std::uint64_t> least_bytes;  ///< range of the measured message sizes
  std::optional<std::uint64_t> most_bytes;
  std::vector<std::string> notes;  ///< MachineSummary::notes
  /// The times of operations, by host; null: not known. Empty: of no host.
  std::vector<std::shared_ptr<const ProcessorTimings>> timings{};
};

/// Hosts, with costs per message and per byte, whose messages are flows in a FlowNetwork, packets
/// in a PacketNetwork, or worms in a WormNetwork.
class NativeMachine final : public Machine {
 public:
  explicit NativeMachine(NativeDescription description);

  [[nodiscard]] MachineSummary summary() const override;
  [[nodiscard]] MachineParts parts() const override;
  [[nodiscard]] std::span<const MachineHost> hosts() const override { return description_.hosts; }
  [[nodiscard]] WaitingCost waiting_cost() const override;
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] const ProcessorTimings* timings(std::uint32_t host) const override {
    return description_.timings.empty() ? nullptr : description_.timings[host].get();
  }
  [[nodiscard]] std::unique_ptr<Network> make_network(std::span<const std::uint32_t> host_of,
                                                      LinkObserver* observer) const override;

 private:
  NativeDescription description_;
  std::vector<std::uint64_t>
      speeds_;  // of the hosts: close together, for each computation reads one
  std::unique_ptr<const Topology> plain_;  // of a switch or a bus
};

}  // namespace dps::machines
