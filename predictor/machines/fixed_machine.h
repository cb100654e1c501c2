/// The simplest machine: every cost is a constant, and messages do not delay each other. For tests
/// of the users of machines, and as the smallest example of a machine.
#pragma once

#include <vector>

#include "predictor/machines/machine.h"

namespace dps::machines {

struct FixedFigures {
  std::vector<MachineHost> hosts;  ///< may be empty: Machine::hosts()
  MessageCost message;             ///< the same for all messages
  WaitingCost waiting;
  Picoseconds transit;   ///< from a message's entry into the network to its arrival
  Attoseconds multiply;  ///< per multiplication
};

/// Its hosts have no speeds: work takes the same time on each.
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
