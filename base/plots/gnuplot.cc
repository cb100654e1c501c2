#include "base/plots/gnuplot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/plots/script_text.h"
#include "base/plots/ticked_range.h"
#include "base/processes/filter.h"

namespace dps::plots {
namespace {

/// Colours that remain distinct for the colour-blind. Source: Okabe and Ito, 2008, without yellow.
constexpr std::array<std::string_view, 7> kColors{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                  "#56B4E9", "#E69F00", "#000000"};
constexpr std::array<int, 7> kMarks{7, 5, 9, 13, 11, 4, 6};
constexpr std::size_t kMostNames = 12;

std::string_view terminal(PictureFormat format) {
  switch (format) {
    case PictureFormat::kSvg:
      return "set encoding utf8\nset terminal svg size 760,440 dynamic noenhanced font "
             "'sans-serif,13' background "
             "'#ffffff'\n";
    case PictureFormat::kPdf:
      return "set encoding utf8\nset terminal pdfcairo size 16cm,9.5cm noenhanced font "
             "'sans-serif,10'\n";
    case PictureFormat::kTex:
      break;
  }
  return "set encoding utf8\nset terminal pict2e color size 14cm,8.5cm font ',10'\n";
}

/// `axis` is x, y, z or cb.
std::string axis_lines(std::string_view axis, const Axis& properties, PictureFormat format) {
  return fmt::format("set {}label {}\n", axis, quoted(properties.label, format)) +
         (properties.is_logarithmic ? fmt::format("set logscale {}\n", axis) : "");
}

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "NaN";
}

std::string data_block(std::size_t name, const Curve& curve) {
  std::string text = fmt::format("$curve{} << END\n", name);
  for (const CurvePoint& point : curve.points) {
    text += fmt::format("{} {} {}\n", number(point.x), number(point.y), number(point.half_width));
  }
  return text + "END\n";
}

std::string curve_command(std::size_t name, const Curve& curve, PictureFormat format) {
  const bool has_intervals =
      std::any_of(curve.points.begin(), curve.points.end(),
                  [](const CurvePoint& point) { return point.half_width > 0; });
  const std::size_t color = curve.color % kColors.size();
  const std::string title =
      curve.title.empty() ? "notitle" : "title " + quoted(curve.title, format);
  return fmt::format("$curve{} using 1:2{} with {} lw 2 dt {} lc rgb '{}' pt {} ps 0.7 {}", name,
                     has_intervals ? ":3" : "", has_intervals ? "yerrorlines" : "linespoints",
                     curve.is_dashed ? 2 : 1, kColors.at(color), kMarks.at(color), title);
}

/// Names for positions 0, 1, …: at most kMostNames of them.
std::string named_tics(std::string_view axis, const std::vector<std::string>& values,
                       PictureFormat format) {
  const std::size_t stride = (values.size() + kMostNames - 1) / kMostNames;
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < values.size(); i += std::max<std::size_t>(1, stride)) {
    ticks.push_back({static_cast<double>(i), values[i]});
  }
  return tics_line(axis, ticks, format) +
         fmt::format("set {}tics out nomirror\nset {}range [-0.5:{}]\n", axis, axis,
                     static_cast<double>(values.size()) - 0.5);
}

/// Adds colours for readers that prefer a dark background. Source: the elements that gnuplot 5.4
/// writes; other versions may keep the light ones.
void adapt_to_dark(std::string& svg) {
  constexpr std::string_view kStyle =
      "<style>@media (prefers-color-scheme:dark){#gnuplot_canvas>rect:first-of-type{fill:#0d1117}"
      "[stroke=\"black\"]{stroke:#9198a1}[fill=\"black\"]{fill:#f0f6fc}"
      "[color=\"black\"]{color:#f0f6fc}.gridline{stroke:#3d444d}}</style>\n";
  const std::size_t title = svg.find("<title>");
  if (title != std::string::npos) {
    svg.insert(title, kStyle);
  }
}

tl::unexpected<Error> no_gnuplot() {
  return failure(ErrorCode::kSystem,
                 "gnuplot is not installed (there is no program 'gnuplot' in PATH; Debian: "
                 "gnuplot-nox); --format csv has the figures for another program");
}

}  // namespace

std::optional<PictureFormat> picture_format(std::string_view path) {
  if (path.ends_with(".svg")) {
    return PictureFormat::kSvg;
  }
  if (path.ends_with(".pdf")) {
    return PictureFormat::kPdf;
  }
  return path.ends_with(".tex") ? std::optional(PictureFormat::kTex) : std::nullopt;
}

std::string curve_script(const CurvePicture& picture, PictureFormat format) {
  std::string text(terminal(format));
  text += fmt::format("set title {}\n", quoted(picture.title, format));
  text += axis_lines("x", picture.x, format) + axis_lines("y", picture.y, format);
  text += "set grid lc rgb '#d1d9e0'\nset border 3\nset tics nomirror\n";
  NumberRange xs;
  NumberRange ys;
  std::set<double> values;
  for (const Curve& curve : picture.curves) {
    for (const CurvePoint& point : curve.points) {
      xs.add(point.x);
      ys.add(point.y);
      ys.add(point.y + point.half_width);
      if (std::isfinite(point.x)) {
        values.insert(point.x);
      }
    }
  }
  text += TickedRange(picture.x, with_margin(xs, picture.x.is_logarithmic, false), kAcross)
              .lines_at("x", values, format);
  text += TickedRange(picture.y, with_margin(ys, picture.y.is_logarithmic, true), kUpwards)
              .lines("y", format);
  text += picture.curves.size() > 1 ? "set key outside right top\n" : "set key off\n";
  std::string commands;
  for (std::size_t i = 0; i < picture.curves.size(); ++i) {
    text += data_block(i, picture.curves[i]);
    commands += (i == 0 ? "plot " : ", \\\n  ") + curve_command(i, picture.curves[i], format);
  }
  return text + commands + "\n";
}

std::string surface_script(const SurfacePicture& picture, PictureFormat format) {
  const auto data = [](const std::vector<SurfacePoint>& points) {
    std::string text;
    for (const SurfacePoint& point : points) {
      text += fmt::format("{} {} {}\n", number(point.x), number(point.y), number(point.z));
    }
    return text;
  };
  std::string text(terminal(format));
  text += fmt::format("set title {}\n", quoted(picture.title, format));
  text += axis_lines("x", picture.x, format) + axis_lines("y", picture.y, format) +
          axis_lines("z", picture.z, format);
  NumberRange xs;
  NumberRange ys;
  NumberRange zs;
  std::set<double> rows;
  const auto add = [&](const std::vector<SurfacePoint>& points) {
    for (const SurfacePoint& point : points) {
      xs.add(point.x);
      ys.add(point.y);
      zs.add(point.z);
      rows.insert(point.y);
    }
  };
  std::string mesh;
  for (const std::vector<SurfacePoint>& line : picture.mesh) {
    add(line);
    mesh += (mesh.empty() ? "" : "\n") + data(line);
  }
  add(picture.points);
  text += TickedRange(picture.x, xs, kAcrossInSpace).lines("x", format);
  text += TickedRange(picture.y, ys, kAcrossInSpace).lines_at("y", rows, format);
  text += TickedRange(picture.z, with_margin(zs, picture.z.is_logarithmic, true), kUpwards)
              .lines("z", format);
  text +=
      "set grid lc rgb '#d1d9e0'\nset xyplane relative 0\nset view 58,326,1,1.25\n"
      "set zlabel rotate offset -2,0\nset key top left\n$mesh << END\n" +
      mesh + "END\n$points << END\n" + data(picture.points) + "END\n";
  return text + fmt::format(
                    "splot $mesh with lines lc rgb '{}' lw 1 title {}, \\\n"
                    "  $points with points lc rgb '{}' pt 7 ps 0.5 title {}\n",
                    kColors[0], quoted(picture.mesh_title, format), kColors[1],
                    quoted(picture.points_title, format));
}

std::string heat_map_script(const HeatMap& map, PictureFormat format) {
  std::string text(terminal(format));
  text += fmt::format("set title {}\n", quoted(map.title, format));
  text += fmt::format("set xlabel {}\nset ylabel {}\n", quoted(map.x_label, format),
                      quoted(map.y_label, format));
  text += named_tics("x", map.x_values, format) + named_tics("y", map.y_values, format);
  text += axis_lines("cb", map.color, format);
  NumberRange figures;
  for (const double figure : map.figures) {
    figures.add(figure);
  }
  if (!(figures.most > figures.least)) {
    constexpr double kWider = 1.01;  // colours need a range of some width
    figures.most = figures.least > 0 ? figures.least * kWider : figures.least + 1;
  }
  text += TickedRange(map.color, figures, kUpwards).lines("cb", format);
  // Source of the colours: viridis, at equal distances.
  text +=
      "set palette defined (0 '#fde725', 1 '#5ec962', 2 '#21918c', 3 '#3b528b', 4 '#440154')\n"
      "set key off\n$figures << END\n";
  const std::size_t width = map.x_values.size();
  for (std::size_t i = 0; i < map.figures.size(); ++i) {
    if (std::isfinite(map.figures[i])) {
      text += fmt::format("{} {} {}\n", i % width, i / width, number(map.figures[i]));
    }
  }
  return text +
         "END\nset style fill solid noborder\nplot $figures using 1:2:(0.5):(0.5):3 with "
         "boxxyerror "
         "lc palette\n";
}

std::string picture_script(const Picture& picture, PictureFormat format) {
  if (const auto* curves = std::get_if<CurvePicture>(&picture)) {
    return curve_script(*curves, format);
  }
  const auto* surface = std::get_if<SurfacePicture>(&picture);
  return surface != nullptr ? surface_script(*surface, format)
                            : heat_map_script(std::get<HeatMap>(picture), format);
}

Result<void> find_gnuplot() {
  const auto found = run_filter({"gnuplot", "--version"}, "");
  if (!found) {
    return tl::unexpected(found.error());
  }
  return found->exists ? Result<void>{} : no_gnuplot();
}

Result<std::string> draw(const std::string& script, PictureFormat format) {
  auto drawn = run_filter({"gnuplot"}, script);
  if (!drawn) {
    return tl::unexpected(drawn.error());
  }
  if (!drawn->exists) {
    return no_gnuplot();
  }
  if (!drawn->succeeded || drawn->output.empty()) {
    return failure(ErrorCode::kSystem, "gnuplot could not draw the picture");
  }
  if (format == PictureFormat::kSvg) {
    adapt_to_dark(drawn->output);
  }
  return std::move(drawn->output);
}

}  // namespace dps::plots
