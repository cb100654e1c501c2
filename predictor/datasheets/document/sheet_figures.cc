#include "predictor/datasheets/document/sheet_figures.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "predictor/datasheets/fit/fit_function.h"
#include "predictor/datasheets/fit/size_ranges.h"
#include "predictor/datasheets/functions.h"

namespace dps::datasheets {
namespace {

using machines::FunctionClass;
using machines::SheetFunction;
using machines::SheetRange;

/// Numbers that differ by more than this factor have a logarithmic axis.
constexpr double kWideSpan = 20;

/// The points by number of processes, in the order of sizes.
using PointsByProcesses = std::map<std::uint64_t, std::vector<RawPoint>>;

/// True if an axis for these numbers, which are not negative, should be logarithmic.
bool is_wide(const std::vector<double>& numbers) {
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  return !numbers.empty() && *least > 0 && *most > kWideSpan * *least;
}

plots::Axis time_axis(const std::vector<double>& times) {
  return {"time", is_wide(times), "s"};
}

double fitted_time(const SheetRange& range, const RawPoint& point) {
  return machines::times_of(range.equation, static_cast<double>(point.processes),
                            static_cast<double>(point.elements))
      .average;
}

/// Curves over elements, one for each number of processes; for a barrier one over processes.
/// A logarithmic axis has no place for messages without elements.
plots::CurvePicture picture_of(std::string title, std::vector<RawPoint> points,
                               const SheetFunction& function, const SheetRange& range) {
  const bool over_processes = function.function_class == FunctionClass::kBarrier;
  const auto without_zero = [&] {
    std::vector<double> elements;
    for (const RawPoint& point : points) {
      if (point.elements > 0) {
        elements.push_back(static_cast<double>(point.elements));
      }
    }
    return elements;
  }();
  const bool is_logarithmic =
      !over_processes && (is_wide(without_zero) || without_zero.size() == points.size());
  title += ": measured (lines) and fitted (dashed)";
  if (is_logarithmic && without_zero.size() < points.size()) {
    std::erase_if(points, [](const RawPoint& point) { return point.elements == 0; });
    title += ", without 0 elements";
  }
  PointsByProcesses groups;
  for (const RawPoint& point : points) {
    groups[over_processes ? 0 : point.processes].push_back(point);
  }
  plots::CurvePicture picture;
  picture.title = std::move(title);
  picture.x = {over_processes ? "processes" : "elements", is_logarithmic, "", true};
  std::vector<double> times;
  for (const auto& [processes, group] : groups) {
    const std::size_t color = picture.curves.size() / 2;
    plots::Curve measured{
        groups.size() > 1 ? fmt::format("p = {}", processes) : "", {}, color, false};
    plots::Curve fitted{"", {}, color, true};
    for (const RawPoint& point : group) {
      const auto x = static_cast<double>(over_processes ? point.processes : point.elements);
      measured.points.push_back({x, point.median, point.error});
      fitted.points.push_back({x, fitted_time(range, point), 0});
      times.insert(times.end(), {point.median, fitted.points.back().y});
    }
    picture.curves.push_back(std::move(measured));
    picture.curves.push_back(std::move(fitted));
  }
  picture.y = time_axis(times);
  return picture;
}

/// The fitted times of all ranges as a surface, with the measured ones; nullopt if there are too
/// few numbers of processes or elements.
std::optional<plots::SurfacePicture> surface_of(const std::string& name,
                                                const std::vector<RawPoint>& points,
                                                const SheetFunction& function) {
  constexpr std::size_t kLeast = 3;
  std::set<std::uint64_t> processes;
  std::set<std::uint64_t> elements;
  std::vector<double> times;
  plots::SurfacePicture picture;
  for (const RawPoint& point : points) {
    if (point.elements > 0) {
      processes.insert(point.processes);
      elements.insert(point.elements);
      times.push_back(point.median);
      picture.points.push_back({static_cast<double>(point.elements),
                                static_cast<double>(point.processes), point.median});
    }
  }
  if (processes.size() < kLeast || elements.size() < kLeast) {
    return std::nullopt;
  }
  for (const std::uint64_t p : processes) {
    auto& line = picture.mesh.emplace_back();
    for (const std::uint64_t d : elements) {
      const SheetRange& range = machines::range_for(function, static_cast<double>(d));
      line.push_back({static_cast<double>(d), static_cast<double>(p),
                      fitted_time(range, RawPoint{p, d, 0, 0, {}})});
      times.push_back(line.back().z);
    }
  }
  picture.title = name + ", all sizes";
  picture.x = {"elements", true, "", true};
  picture.y = {"processes", true, "", true};
  picture.z = time_axis(times);
  picture.mesh_title = "fitted";
  picture.points_title = "measured";
  return picture;
}

/// True if the point belongs to the range: to the one whose equation gives its time.
bool is_in(const RawPoint& point, const SheetRange& range, const SheetRange* before) {
  const bool is_large_enough = before == nullptr || point.elements > before->most.value_or(0);
  return is_large_enough && point.elements <= range.most.value_or(UINT64_MAX);
}

}  // namespace

std::vector<SheetFigure> figures_of(const SheetFunction& function, const RawFolder& folder) {
  std::vector<SheetFigure> figures;
  const auto series = std::find_if(
      folder.series.begin(), folder.series.end(),
      [&](const RawSeries& one) { return one.name == function.name && one.path == function.path; });
  if (series == folder.series.end() || function.function_class == FunctionClass::kLocal) {
    return figures;
  }
  const std::vector<RawPoint> all = points_once(*series);
  const std::string name = full_name(function.name, function.path);
  for (std::size_t i = 0; i < function.ranges.size(); ++i) {
    const SheetRange* before = i == 0 ? nullptr : &function.ranges[i - 1];
    const SheetRange& range = function.ranges[i];
    std::vector<RawPoint> points;
    std::copy_if(all.begin(), all.end(), std::back_inserter(points),
                 [&](const RawPoint& point) { return is_in(point, range, before); });
    if (points.empty()) {
      continue;
    }
    const std::string sizes = sizes_of(range, before);
    const std::string title = sizes.empty() ? name : fmt::format("{}, {}", name, sizes);
    figures.push_back(
        {fmt::format("{}_{}", name, i + 1), picture_of(title, std::move(points), function, range)});
  }
  if (function.function_class == FunctionClass::kCollective) {
    if (auto surface = surface_of(name, all, function)) {
      figures.push_back({name + "_surface", *std::move(surface)});
    }
  }
  return figures;
}

std::string figure_data(const SheetFigure& figure) {
  std::string text;
  if (const auto* picture = std::get_if<plots::CurvePicture>(&figure.picture)) {
    for (std::size_t i = 0; i < picture->curves.size(); ++i) {
      const plots::Curve& curve = picture->curves[i];
      const std::string& title = picture->curves[i - i % 2].title;
      text += fmt::format("# {}{}{}\n", curve.is_dashed ? "fitted" : "measured",
                          title.empty() ? "" : ", ", title);
      for (const plots::CurvePoint& point : curve.points) {
        text += fmt::format("{} {} {}\n", point.x, point.y, point.half_width);
      }
      text += "\n\n";
    }
  } else if (const auto* surface = std::get_if<plots::SurfacePicture>(&figure.picture)) {
    text += "# fitted\n";
    for (const auto& line : surface->mesh) {
      for (const plots::SurfacePoint& point : line) {
        text += fmt::format("{} {} {}\n", point.x, point.y, point.z);
      }
      text += "\n";
    }
    text += "\n# measured\n";
    for (const plots::SurfacePoint& point : surface->points) {
      text += fmt::format("{} {} {}\n", point.x, point.y, point.z);
    }
  }
  return text;
}

}  // namespace dps::datasheets
