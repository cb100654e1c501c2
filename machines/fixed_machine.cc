#include "machines/fixed_machine.h"

#include "machines/delay_line.h"

namespace dps::machines {
namespace {

class FixedNetwork final : public Network {
 public:
  explicit FixedNetwork(Picoseconds transit) : line_(transit) {}

  bool enter(std::uint32_t id, const Letter&, Picoseconds now) override {
    line_.push(id, now);
    return true;
  }
  void listen(std::uint32_t, bool, Picoseconds) override {}
  [[nodiscard]] Picoseconds next() override { return line_.next(); }
  void advance(Picoseconds now, Happenings& happenings) override {
    line_.take(now, happenings.arrived);
  }

 private:
  DelayLine line_;
};

}  // namespace

Picoseconds FixedMachine::work_cost(std::uint32_t, WorkKind kind, double amount) const {
  constexpr std::uint64_t kMillionths = 1'000'000;
  return kind == WorkKind::kMultiply
             ? product(amount, static_cast<std::uint64_t>(figures_.multiply) * kMillionths)
             : picoseconds_of(amount);
}

std::unique_ptr<Network> FixedMachine::make_network(std::span<const std::uint32_t>) const {
  return std::make_unique<FixedNetwork>(figures_.transit);
}

}  // namespace dps::machines
