/// The native machine: hosts, a network of fair flows, and what a message costs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machines/flows/flow_network.h"
#include "machines/machine.h"

namespace dps::machines {

/// What a byte beyond `size` costs, up to the next bend.
struct CostBend {
  std::uint64_t size = 0;
  std::uint64_t send_per_byte = 0;
  std::uint64_t receive_per_byte = 0;
  bool operator==(const CostBend&) const = default;
};

/// What a native machine file says. Times are millionths of a picosecond where they are multiplied.
struct NativeDescription {
  std::string name;
  std::vector<MachineHost> hosts;
  std::vector<std::uint64_t> multiply;  ///< by host: one multiplication
  FlowNetworkOptions network;
  struct {
    Picoseconds send = 0;
    Picoseconds receive = 0;
    std::uint64_t send_per_byte = 0;
    std::uint64_t receive_per_byte = 0;
    std::uint64_t pack_per_byte = 0;
    std::uint64_t xdr_per_byte = 0;
    std::uint64_t unpack_per_byte = 0;
    Picoseconds wakeup = 0;
    std::vector<CostBend> bends;  ///< in the order of sizes, which differ
    bool blocks = true;           ///< wait = "block"
  } cost;
  std::optional<std::uint64_t> least_bytes;  ///< measured
  std::optional<std::uint64_t> most_bytes;
  std::vector<std::string> notes;
};

class NativeMachine final : public Machine {
 public:
  explicit NativeMachine(NativeDescription description);

  [[nodiscard]] MachineSummary summary() const override;
  [[nodiscard]] std::span<const MachineHost> hosts() const override { return description_.hosts; }
  [[nodiscard]] MessageCost message_cost(const Letter& letter) const override;
  [[nodiscard]] WaitingCost waiting_cost() const override;
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] std::unique_ptr<Network> make_network(
      std::span<const std::uint32_t> host_of) const override;

 private:
  NativeDescription description_;
};

}  // namespace dps::machines
