#include "predictor/calibration/operations/cache_cut.h"

#include <cstddef>

namespace dps::calibration {
namespace {

double mean_of(std::span<const LoopTime> times) {
  double sum = 0;
  for (const LoopTime& one : times) {
    sum += one.seconds;
  }
  return sum / static_cast<double>(times.size());
}

}  // namespace

CacheFigures cache_figures(std::span<const LoopTime> times) {
  constexpr double kLeastSpeedup = 1.1;
  constexpr double kHidden = 0.1;
  while (times.size() > 1 && times.front().seconds < kHidden * times.back().seconds) {
    times = times.subspan(1);
  }
  CacheFigures figures{times.back().copies, 1};
  double steepest = 0;
  for (std::size_t cut = 1; cut < times.size(); ++cut) {
    const double before = mean_of(times.first(cut));
    const double behind = mean_of(times.subspan(cut));
    if (before <= 0 || behind < kLeastSpeedup * before || times[cut - 1].seconds <= 0) {
      continue;
    }
    const double growth = times[cut].seconds / times[cut - 1].seconds;
    if (growth > steepest) {
      steepest = growth;
      figures = {times[cut - 1].copies, behind / before};
    }
  }
  return figures;
}

}  // namespace dps::calibration
