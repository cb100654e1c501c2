/// The clocks of all ranks: their differences from that of rank 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clocks/line.h"
#include "base/result.h"
#include "predictor/rawtiming/mpi/world.h"

namespace dps::rawtiming {

class ClockTable {
 public:
  explicit ClockTable(const World& world);

  [[nodiscard]] bool is_one_clock() const { return world_.clock_leaders.size() == 1; }

  /// Measures bursts between the first ranks of all clocks, along a tree, and fits the lines anew.
  /// All ranks call it. Errors, only in rank 0 (kSystem): a clock was set again and again.
  Result<void> measure(int bursts);

  /// The line of this rank.
  [[nodiscard]] const clocks::ClockLine& own_line() const { return lines_[clock_]; }
  /// The lines by clock.
  [[nodiscard]] const std::vector<clocks::ClockLine>& lines() const { return lines_; }

 private:
  void measure_pairs(int bursts);
  [[nodiscard]] std::string fit();

  const World& world_;
  std::uint32_t clock_;
  std::vector<clocks::ClockLine> lines_;            // by clock
  std::vector<std::vector<clocks::Burst>> bursts_;  // by clock, against its reference; in rank 0
  std::vector<clocks::Burst> measured_;             // of this rank as the reference
  std::vector<std::uint32_t> measured_clients_;     // of measured_
};

}  // namespace dps::rawtiming
