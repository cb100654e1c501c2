/// The simplest machine, for tests of code that uses machines, and as the smallest example of one:
/// every cost is a constant, and messages do not delay each other.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "predictor/machines/delay_line.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

struct FixedFigures {
  std::vector<MachineHost> hosts;  ///< may be empty: Machine::hosts()
  MessageCost message;             ///< the same for all messages
  WaitingCost waiting;
  Picoseconds transit;   ///< from a message's entry into the network to its arrival
  Attoseconds multiply;  ///< per multiplication
};

/// Delivers each message `transit` after it has entered.
class FixedNetwork final : public Network {
 public:
  explicit FixedNetwork(const FixedFigures& figures)
      : message_(figures.message), line_(figures.transit) {}

  [[nodiscard]] MessageCost cost(const Letter&) const override { return message_; }
  bool enter(std::uint32_t id, const Letter&, Picoseconds now) override {
    line_.push(id, now);
    return true;
  }
  void listen(std::uint32_t, bool, Picoseconds) override {}
  [[nodiscard]] Picoseconds next() override { return line_.next(); }
  void advance(Picoseconds now, NetworkEvents& events) override { line_.take(now, events.arrived); }
  [[nodiscard]] NetworkReport report() const override { return {}; }

 private:
  MessageCost message_;
  DelayLine line_;
};

/// A machine whose hosts have no speeds: work takes the same time on each.
class FixedMachine final : public Machine {
 public:
  explicit FixedMachine(FixedFigures figures) : figures_(std::move(figures)) {}

  [[nodiscard]] MachineSummary summary() const override { return {"fixed", "fixed", {}, {}, {}}; }
  [[nodiscard]] MachineParts parts() const override { return {}; }
  [[nodiscard]] std::span<const MachineHost> hosts() const override { return figures_.hosts; }
  [[nodiscard]] WaitingCost waiting_cost() const override {
    WaitingCost cost = figures_.waiting;
    cost.network_listens = false;
    return cost;
  }
  [[nodiscard]] Picoseconds work_cost(std::uint32_t /*host*/, WorkKind kind,
                                      double amount) const override {
    return kind == WorkKind::kMultiply ? product(amount, figures_.multiply)
                                       : picoseconds_of(amount);
  }
  [[nodiscard]] const ProcessorTimings* timings(std::uint32_t /*host*/) const override {
    return nullptr;
  }
  [[nodiscard]] std::unique_ptr<Network> make_network(std::span<const std::uint32_t> /*host_of*/,
                                                      LinkObserver* /*observer*/) const override {
    return std::make_unique<FixedNetwork>(figures_);
  }

 private:
  FixedFigures figures_;
};

}  // namespace dps::machines
