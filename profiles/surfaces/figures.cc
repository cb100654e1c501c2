#include "profiles/surfaces/figures.h"

#include <algorithm>
#include <map>
#include <utility>

namespace dps::surfaces {
namespace {

std::optional<double> quotient(double a, double b) {
  return b != 0 ? std::optional(a / b) : std::nullopt;
}

const Surface* find_surface(const std::vector<Surface>& surfaces, const std::string& phase) {
  const auto found = std::find_if(surfaces.begin(), surfaces.end(),
                                  [&](const Surface& each) { return each.phase == phase; });
  return found == surfaces.end() ? nullptr : &*found;
}

}  // namespace

std::vector<SpeedupRow> speedups_of(const std::vector<Surface>& surfaces) {
  std::vector<SpeedupRow> rows;
  for (const Surface& surface : surfaces) {
    std::optional<std::pair<double, double>> base;  // data and processes
    for (const auto& [point, seconds] : surface.seconds) {
      const auto& [data, processes] = point;
      if (!base || base->first != data) {  // the points are sorted
        const bool has_one = surface.seconds.contains({data, 1});
        base.emplace(data, has_one ? 1 : processes);
      }
      rows.push_back({surface.phase, processes, data, seconds, base->second,
                      quotient(surface.seconds.at(*base), seconds)});
    }
  }
  return rows;
}

Ratios ratios_of(const std::vector<Surface>& a, const std::vector<Surface>& b) {
  Ratios ratios;
  std::size_t points_of_b = 0;
  for (const Surface& surface : b) {
    points_of_b += surface.seconds.size();
  }
  for (const Surface& surface : a) {
    const Surface* other = find_surface(b, surface.phase);
    for (const auto& [point, seconds] : surface.seconds) {
      const auto same = other != nullptr ? other->seconds.find(point) : surface.seconds.end();
      if (other == nullptr || same == other->seconds.end()) {
        ++ratios.only_in_a;
        continue;
      }
      ratios.rows.push_back({surface.phase, point.second, point.first, seconds, same->second,
                             quotient(same->second, seconds)});
    }
  }
  ratios.only_in_b = points_of_b - ratios.rows.size();
  return ratios;
}

}  // namespace dps::surfaces
