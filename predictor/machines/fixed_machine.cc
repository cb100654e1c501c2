#include "predictor/machines/fixed_machine.h"

#include "predictor/machines/delay_line.h"

namespace dps::machines {
namespace {

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

 private:
  MessageCost message_;
  DelayLine line_;
};

}  // namespace

Picoseconds FixedMachine::work_cost(std::uint32_t, WorkKind kind, double amount) const {
  return kind == WorkKind::kMultiply ? product(amount, figures_.multiply) : picoseconds_of(amount);
}

std::unique_ptr<Network> FixedMachine::make_network(std::span<const std::uint32_t>) const {
  return std::make_unique<FixedNetwork>(figures_);
}

}  // namespace dps::machines
