/// Estimates the time that a command still needs.
#pragma once

#include <optional>
#include <string>

#include "base/time_units.h"

namespace dps::commands {

/// Computes it from the share of the work that is done and the time that this share took.
class TimeLeft {
 public:
  /// `done`: the share of the work in steps that are complete, from 0 to 1; never less than before.
  /// The first call begins the work. nullopt while no step is complete.
  std::optional<Seconds> at(double done, Seconds now);

 private:
  std::optional<Seconds> begun_;
  double done_ = 0;
  Seconds end_{};  ///< estimated when `done_` last changed
};

/// ", about 12 s left"; "" for nullopt.
std::string time_left_text(std::optional<Seconds> left);

}  // namespace dps::commands
