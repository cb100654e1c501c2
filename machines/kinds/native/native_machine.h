/// The native machine: hosts, a network of fair flows, and what a message costs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/rates.h"
#include "base/time_units.h"
#include "machines/flows/flow_network.h"
#include "machines/machine.h"

namespace dps::machines {

/// What a byte beyond `size` costs, up to the next bend.
struct CostBend {
  std::uint64_t size = 0;
  TimePerByte send_per_byte;
  TimePerByte receive_per_byte;
  bool operator==(const CostBend&) const = default;
};

/// CPU time that messages cost, whatever the host's speed.
struct NativeCosts {
  Picoseconds send;
  Picoseconds receive;
  TimePerByte send_per_byte;
  TimePerByte receive_per_byte;
  TimePerByte pack_per_byte;
  TimePerByte xdr_per_byte;
  TimePerByte unpack_per_byte;
  Picoseconds wakeup;
  std::vector<CostBend> bends;  ///< in the order of sizes, which differ
  bool blocks = true;           ///< wait = "block"
};

/// The contents of a native machine file.
struct NativeDescription {
  std::string name;
  std::vector<MachineHost> hosts;
  std::vector<Attoseconds> multiply;  ///< by host: one multiplication
  FlowNetworkOptions network;
  NativeCosts cost;
  std::optional<std::uint64_t> least_bytes;  ///< measured
  std::optional<std::uint64_t> most_bytes;
  std::vector<std::string> notes;
};

class NativeMachine final : public Machine {
 public:
  explicit NativeMachine(NativeDescription description);

  [[nodiscard]] MachineSummary summary() const override;
  [[nodiscard]] std::span<const MachineHost> hosts() const override { return description_.hosts; }
  [[nodiscard]] WaitingCost waiting_cost() const override;
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] std::unique_ptr<Network> make_network(
      std::span<const std::uint32_t> host_of) const override;

 private:
  NativeDescription description_;
};

}  // namespace dps::machines
