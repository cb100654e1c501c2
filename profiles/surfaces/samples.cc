#include "profiles/surfaces/samples.h"

#include <unordered_map>

#include "profiles/statistics.h"

namespace dps::surfaces {

std::vector<Surface> surfaces_of(const std::vector<Sample>& samples) {
  std::vector<std::string> phases;
  std::unordered_map<std::string, std::map<std::pair<double, double>, std::vector<double>>> all;
  for (const Sample& sample : samples) {
    const auto [points, is_new] = all.try_emplace(sample.phase);
    if (is_new) {
      phases.push_back(sample.phase);
    }
    points->second[{sample.data, sample.processes}].push_back(sample.seconds);
  }
  std::vector<Surface> surfaces;
  surfaces.reserve(phases.size());
  for (std::string& phase : phases) {
    Surface surface;
    for (const auto& [point, seconds] : all[phase]) {
      surface.seconds.emplace(point, profiles::statistics_of(seconds).median);
    }
    surface.phase = std::move(phase);
    surfaces.push_back(std::move(surface));
  }
  return surfaces;
}

}  // namespace dps::surfaces
