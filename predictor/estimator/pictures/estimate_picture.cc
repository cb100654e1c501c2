#include "predictor/estimator/pictures/estimate_picture.h"

#include <algorithm>
#include <utility>

namespace dps::estimator {
namespace {

constexpr double kPicosecond = 1e-12;

std::string title_of(const EstimateTable& table) {
  return table.source + " on " + table.machine;
}

template <typename FigureOf>
plots::Curve curve_of(const EstimateTable& table, const char* title, std::size_t color,
                      const FigureOf& figure) {
  plots::Curve curve{title, {}, color};
  for (const EstimateRow& row : table.rows) {
    if (row.estimate.is_complete()) {
      curve.points.push_back({static_cast<double>(row.processors), figure(row.estimate)});
    }
  }
  std::sort(curve.points.begin(), curve.points.end(),
            [](const auto& a, const auto& b) { return a.x < b.x; });
  return curve;
}

}  // namespace

plots::CurvePicture curves_picture(const EstimateTable& table) {
  plots::CurvePicture picture{
      title_of(table), {"processors", false, "", true}, {"time", false, "s"}, {}};
  picture.curves.push_back(curve_of(table, "time", 0, [](const StreamEstimate& estimate) {
    return static_cast<double>(estimate.time.count()) * kPicosecond;
  }));
  for (std::size_t p = 0; p < kParts; ++p) {
    const auto part = static_cast<TimePart>(p);
    picture.curves.push_back(
        curve_of(table, name_of(part), p + 1,
                 [part](const StreamEstimate& estimate) { return mean_seconds(estimate, part); }));
    picture.curves.back().is_dashed = true;
  }
  return picture;
}

plots::CurvePicture timeline_picture(const EstimateTable& table, const Timeline& timeline) {
  plots::CurvePicture picture{
      title_of(table), {"time", false, "s"}, {"processor", false, "", true}, {}};
  const double step = static_cast<double>(timeline.time.count()) * kPicosecond / kTimelineSteps;
  for (std::size_t part = 0; part < kParts - 1; ++part) {  // nothing is drawn where it is idle
    picture.curves.push_back({name_of(static_cast<TimePart>(part)), {}, part + 1});
  }
  for (std::size_t p = 0; p < timeline.steps.size(); ++p) {
    const auto& steps = timeline.steps[p];
    for (std::size_t i = 0; i < steps.size();) {
      std::size_t end = i + 1;
      while (end < steps.size() && steps[end] == steps[i]) {
        ++end;
      }
      if (steps[i]) {
        auto& points = picture.curves[static_cast<std::size_t>(*steps[i])].points;
        const auto y = static_cast<double>(p);
        points.push_back({static_cast<double>(i) * step, y});
        points.push_back({static_cast<double>(end) * step, y});
        points.push_back({plots::kMissing, plots::kMissing});  // the line ends here
      }
      i = end;
    }
  }
  std::erase_if(picture.curves, [](const plots::Curve& curve) { return curve.points.empty(); });
  return picture;
}

}  // namespace dps::estimator
