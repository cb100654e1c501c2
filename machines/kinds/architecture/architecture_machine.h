/// The machine of the Performance Estimator: processors that are all equally far from one another,
/// whose system software has one entry point for sends and receives.
#pragma once

#include <cstdint>
#include <string>

#include "base/time_units.h"
#include "machines/machine.h"

namespace dps::machines {

/// The contents of an architecture file.
struct ArchitectureDescription {
  std::string name;
  Attoseconds receive_latency;
  Attoseconds send_latency;
  Attoseconds word;      ///< to transmit 8 bytes
  Attoseconds multiply;  ///< one multiplication
  bool has_bus = false;  ///< one transmission at a time in all
};

/// Each process has a processor of its own. A send costs it the send latency; then the message
/// waits to be transmitted. To wait for a message costs the receive latency; then the process is
/// ready for one transmission. A transmission begins when both ends are ready and neither takes
/// part in another one and, on a bus, nobody does; the message that was sent first comes first.
class ArchitectureMachine final : public Machine {
 public:
  explicit ArchitectureMachine(ArchitectureDescription description)
      : description_(std::move(description)) {}

  [[nodiscard]] MachineSummary summary() const override;
  [[nodiscard]] std::span<const MachineHost> hosts() const override { return {}; }
  [[nodiscard]] WaitingCost waiting_cost() const override;
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] std::unique_ptr<Network> make_network(
      std::span<const std::uint32_t> host_of) const override;

 private:
  ArchitectureDescription description_;
};

}  // namespace dps::machines
