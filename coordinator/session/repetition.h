/// How many times a program is run: --runs, --warmup, --until-error.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace dps::coordinator {

struct Repetition {
  std::uint32_t runs = 1;    ///< with until_error the most that are played
  std::uint32_t warmup = 0;  ///< played first and not counted
  /// Stop when half the 95 % confidence interval of the mean makespan is at most this many per
  /// cent of the mean.
  std::optional<double> until_error_percent;
};

/// With until_error: fewer runs would not show their spread.
inline constexpr std::uint32_t kFewestRuns = 5;

/// True if the runs counted so far, with these makespans, are enough.
bool is_enough(const Repetition& repetition, std::span<const double> makespans);

}  // namespace dps::coordinator
