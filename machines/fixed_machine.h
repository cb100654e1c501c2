/// The simplest machine: everything costs what it is told, and nothing gets in another's way. For
/// tests of what uses a machine, and as the smallest example of one.
#pragma once

#include <vector>

#include "machines/machine.h"

namespace dps::machines {

struct FixedFigures {
  std::vector<MachineHost> hosts;  ///< may be none
  MessageCost message;             ///< of every message
  WaitingCost waiting;
  Picoseconds transit;   ///< from the entry into the network to the arrival
  Attoseconds multiply;  ///< one multiplication
};

class FixedMachine final : public Machine {
 public:
  explicit FixedMachine(FixedFigures figures) : figures_(std::move(figures)) {}

  [[nodiscard]] MachineSummary summary() const override { return {"fixed", "fixed", {}, {}, {}}; }
  [[nodiscard]] std::span<const MachineHost> hosts() const override { return figures_.hosts; }
  [[nodiscard]] WaitingCost waiting_cost() const override { return figures_.waiting; }
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] std::unique_ptr<Network> make_network(
      std::span<const std::uint32_t> host_of) const override;

 private:
  FixedFigures figures_;
};

}  // namespace dps::machines
