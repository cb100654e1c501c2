/// How often a program is played: --runs, --warmup, --until-error.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace dps::coordinator {

struct Repetition {
  std::uint32_t runs = 1;    ///< that many; with until_error at most that many
  std::uint32_t warmup = 0;  ///< played first and not counted
  /// Until half the 95 % confidence interval of the mean makespan is at most this many per cent of
  /// it.
  std::optional<double> until_error_percent;
};

/// With until_error at least so many, since fewer say nothing about their spread.
inline constexpr std::uint32_t kFewestRuns = 5;

/// True when the runs counted so far, with these makespans, are enough.
bool is_enough(const Repetition& repetition, std::span<const double> makespans);

}  // namespace dps::coordinator
