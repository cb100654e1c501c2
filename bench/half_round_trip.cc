#include "bench/half_round_trip.h"

#include <algorithm>

#include <fmt/format.h>

#include "bench/statistics.h"

namespace dps::bench {
namespace {

// Source: the project's goal for transports over a library.
constexpr double kMostTimes = 1.10;
constexpr double kMostMoreNs = 500;
constexpr std::uint64_t kKibi = 1024;

}  // namespace

std::string size_name(std::uint64_t bytes) {
  for (const auto& [unit, name] : {std::pair{kKibi * kKibi, "MiB"}, {kKibi, "KiB"}}) {
    if (bytes >= unit && bytes % unit == 0) {
      return fmt::format("{} {}", bytes / unit, name);
    }
  }
  return fmt::format("{} B", bytes);
}

void compare_half_round_trips(const std::string& what, const std::vector<double>& ours,
                              const std::vector<double>& theirs, Limits& limits) {
  const double by_hand = median(theirs);
  const Ratio ratio = ratio_of_medians(ours, theirs);
  fmt::print("{:<22} dps {:10.3f} us, by hand {:10.3f} us, ratio {:.3f} [{:.3f}, {:.3f}]\n", what,
             median(ours) / 1e3, by_hand / 1e3, ratio.value, ratio.low, ratio.high);
  const double limit = std::max(kMostTimes * by_hand, by_hand + kMostMoreNs);
  limits.at_most("  half round trip", median(ours) / 1e3, limit / 1e3, "us");
}

}  // namespace dps::bench
