/// The number of runs of a session: --runs, --warmup, --until-error.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace dps::coordinator {

/// The number of runs of a session.
struct Repetition {
  std::uint32_t runs = 1;    ///< with until_error, the maximum
  std::uint32_t warmup = 0;  ///< runs before these, which are not counted
  /// Stop when half the 95 % confidence interval of the mean makespan is at most this many per
  /// cent of the mean.
  std::optional<double> until_error_percent;
  /// The number of runs of earlier sessions: the runs of this one continue their numbers and draws.
  std::uint32_t before = 0;
};

/// The minimum with until_error, so that the deviation can be estimated.
inline constexpr std::uint32_t kFewestRuns = 5;

/// True if no more runs are needed after counted runs with these makespans.
bool is_enough(const Repetition& repetition, std::span<const double> makespans);

}  // namespace dps::coordinator
