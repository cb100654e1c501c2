#include "predictor/models/table_picture.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace dps::models {
namespace {

/// The axis of numbers that differ by more than this factor is logarithmic.
constexpr double kWideRange = 20;

/// The places of the variables over which the picture goes.
std::vector<std::size_t> drawn_variables(const ModelTable& table) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < table.variables.size(); ++i) {
    if (table.variables[i].values.size() > 1 && table.variables[i].name != table.best) {
      places.push_back(i);
    }
  }
  return places;
}

bool is_wide(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return !values.empty() && *least > 0 && *most > kWideRange * *least;
}

double figure_of(const ModelTable& table, const ModelPoint& point) {
  return table.speedup.empty() ? point.time : point.speedup.value_or(plots::kMissing);
}

std::string title_of(const ModelTable& table) {
  std::string title = fmt::format("{}: {}", fmt::join(table.files, ", "), table.of);
  title += table.machine.empty() ? "" : " on " + table.machine;
  for (const ModelVariable& variable : table.variables) {
    if (variable.values.size() == 1) {
      title += fmt::format(", {} = {}", variable.name, variable.values.front());
    }
  }
  for (const auto& [name, value] : table.fixed) {
    title += fmt::format(", {} = {}", name, value);
  }
  return title + (table.best.empty() ? "" : fmt::format(", the best {}", table.best));
}

plots::Axis figure_axis(const ModelTable& table, const std::vector<double>& figures) {
  return table.speedup.empty() ? plots::Axis{"time", is_wide(figures), "s"}
                               : plots::Axis{"speed-up", is_wide(figures), ""};
}

/// A curve of a figure of each point, over the variable at `x`.
template <typename FigureOf>
plots::Curve curve_of(const ModelTable& table, std::size_t x, std::string title,
                      const FigureOf& figure) {
  plots::Curve curve{std::move(title), {}};
  for (const ModelPoint& point : table.points) {
    curve.points.push_back({point.values[x], figure(point)});
  }
  std::sort(curve.points.begin(), curve.points.end(),
            [](const auto& a, const auto& b) { return a.x < b.x; });
  return curve;
}

std::vector<plots::Curve> curves_of(const ModelTable& table, std::size_t x) {
  std::vector<plots::Curve> curves;
  const auto add = [&](std::string title, std::size_t color, const auto& figure) {
    plots::Curve curve = curve_of(table, x, std::move(title), figure);
    curve.color = color;
    curves.push_back(std::move(curve));
  };
  const bool shows_times = table.speedup.empty();
  add(shows_times ? table.of : "speed-up", 0,
      [&](const ModelPoint& point) { return figure_of(table, point); });
  if (shows_times && table.has_bounds) {
    add("min", 0, [](const ModelPoint& point) { return point.min; });
    curves.back().is_dashed = true;
    add("max", 0, [](const ModelPoint& point) { return point.max; });
    curves.back().is_dashed = true;
  }
  for (std::size_t i = 0; shows_times && i < table.parts.size(); ++i) {
    add(table.parts[i], i + 1, [i](const ModelPoint& point) { return point.parts[i]; });
  }
  return curves;
}

plots::CurvePicture curve_picture(const ModelTable& table, std::size_t x) {
  plots::CurvePicture picture;
  picture.title = title_of(table);
  picture.curves = curves_of(table, x);
  std::vector<double> figures;
  for (const plots::Curve& curve : picture.curves) {
    for (const plots::CurvePoint& point : curve.points) {
      figures.push_back(point.y);
    }
  }
  picture.x = {table.variables[x].name, is_wide(table.variables[x].values), ""};
  picture.y = figure_axis(table, figures);
  return picture;
}

plots::HeatMap heat_map(const ModelTable& table, std::size_t y, std::size_t x) {
  plots::HeatMap map;
  map.title = title_of(table);
  map.x_label = table.variables[x].name;
  map.y_label = table.variables[y].name;
  for (const double value : table.variables[x].values) {
    map.x_values.push_back(fmt::format("{}", value));
  }
  for (const double value : table.variables[y].values) {
    map.y_values.push_back(fmt::format("{}", value));
  }
  map.figures.reserve(table.points.size());
  for (const ModelPoint& point : table.points) {  // by y, then x, as the map has them
    map.figures.push_back(figure_of(table, point));
  }
  map.color = figure_axis(table, map.figures);
  return map;
}

}  // namespace

std::string picture_mistake(const ModelTable& table) {
  const std::size_t drawn = drawn_variables(table).size();
  return drawn == 0 ? "--plot needs one or two names with several values: --vary NAME=VALUES"
         : drawn > 2
             ? fmt::format("--plot draws one or two names with several values, got {}", drawn)
             : "";
}

plots::Picture table_picture(const ModelTable& table) {
  const auto places = drawn_variables(table);
  return places.size() == 2 ? plots::Picture(heat_map(table, places[0], places[1]))
                            : plots::Picture(curve_picture(table, places.front()));
}

}  // namespace dps::models
