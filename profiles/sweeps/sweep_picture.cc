#include "profiles/sweeps/sweep_picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/value_list.h"
#include "profiles/sweeps/figures.h"

namespace dps::sweeps {
namespace {

/// Readers confuse the curves if there are more than this.
constexpr std::size_t kMostCurves = 8;
constexpr std::size_t kLeastSquareSide = 4;
/// The axis of a figure whose values differ by more than this factor is logarithmic.
constexpr double kWideRange = 20;

/// True if the values can be drawn along a line: those of a variable, or quantities of a machine.
bool has_numbers(const SweepAxis& axis) {
  return axis.kind == AxisKind::kVariable ||
         (axis.kind == AxisKind::kMachineKey &&
          std::all_of(axis.values.begin(), axis.values.end(),
                      [](const std::string& value) { return text::machine_number(value); }));
}

double number_of(const SweepAxis& axis, const std::string& value) {
  if (axis.kind == AxisKind::kVariable) {
    return text::read_number(value).value_or(0);
  }
  const auto number = text::machine_number(value);
  return number ? number->value : 0;
}

std::string label_of(const SweepAxis& axis) {
  const auto number = axis.kind == AxisKind::kMachineKey ? text::machine_number(axis.values.front())
                                                         : std::optional<text::MachineNumber>();
  return number && !number->unit.empty() ? fmt::format("{} ({})", axis.name, number->unit)
                                         : axis.name;
}

/// The places of the variables with several values, and of quantities of a machine.
std::vector<std::size_t> variables_of(const std::vector<SweepAxis>& axes) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (has_numbers(axes[i]) && axes[i].has_several()) {
      places.push_back(i);
    }
  }
  return places;
}

/// True if there are several machines, or words of a machine such as "bus" and "switch".
bool has_several_machines(const std::vector<SweepAxis>& axes) {
  return std::any_of(axes.begin(), axes.end(), [](const SweepAxis& axis) {
    return axis.kind != AxisKind::kVariable && axis.has_several() && !has_numbers(axis);
  });
}

/// The axis of x: that of --scale or, without it, of the variable that changes fastest.
std::size_t x_axis(const Sweep& sweep) {
  const auto places = variables_of(sweep.axes);
  for (const std::size_t place : places) {
    if (sweep.axes[place].name == sweep.scale) {
      return place;
    }
  }
  return places.back();
}

/// True if a picture needs more than kMostCurves curves, and the values of two variables form a
/// grid.
bool fits_heat_map(const Sweep& sweep) {
  const auto places = variables_of(sweep.axes);
  if (places.size() != 2 || has_several_machines(sweep.axes) ||
      (sweep.has(&SweepRow::predicted) && sweep.has(&SweepRow::measured))) {
    return false;
  }
  const std::size_t x = x_axis(sweep);
  const std::size_t y = places[0] == x ? places[1] : places[0];
  return sweep.axes[y].values.size() > kMostCurves &&
         sweep.axes[x].values.size() >= kLeastSquareSide;
}

std::string title_of(const Sweep& sweep, std::string_view what) {
  std::string title = sweep.path + ", " + std::string(what);
  for (const SweepAxis& axis : sweep.axes) {
    if (!axis.has_several()) {
      title += axis.kind == AxisKind::kMachine
                   ? " on " + axis.values.front()
                   : fmt::format(", {} = {}", axis.name, axis.values.front());
    }
  }
  return title;
}

/// True if all are positive and their range is wide.
bool is_wide(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return !values.empty() && *least > 0 && *most > kWideRange * *least;
}

/// The name of a curve: the values of a point on the other axes with several values.
std::string curve_name(const Sweep& sweep, const Point& point, std::size_t x) {
  std::string name;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    if (i != x && sweep.axes[i].has_several()) {
      name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", sweep.axes[i].name, point[i]);
    }
  }
  return name;
}

/// The values of an outcome that a picture shows.
struct DrawnFigure {
  double value = 0;
  double half_width = 0;  ///< 0: not known
};

/// The makespan or a column; nullopt if it is not known.
std::optional<DrawnFigure> drawn_figure(const Outcome& outcome, const Figures& figures,
                                        std::optional<std::size_t> column) {
  if (!column) {
    return figures.makespan ? std::optional(DrawnFigure{figures.makespan->mean,
                                                        figures.makespan->half_width.value_or(0)})
                            : std::nullopt;
  }
  const auto value = column_of(outcome, *column);
  return value && std::isfinite(*value) ? std::optional(DrawnFigure{*value, 0}) : std::nullopt;
}

/// The axis of the makespan or of a column.
plots::Axis axis_of(const Sweep& sweep, std::optional<std::size_t> column,
                    const std::vector<double>& values) {
  if (!column) {
    return {"makespan", is_wide(values), "s"};
  }
  const QuantityColumn& drawn = sweep.columns[*column];
  return {drawn.dimension == profiles::Dimension::kRate ? drawn.text + " (1/s)" : drawn.text,
          is_wide(values), drawn.dimension == profiles::Dimension::kTime ? "s" : ""};
}

/// The curves of a sweep, under construction.
class Curves {
 public:
  Curves(const Sweep& sweep, std::size_t x, std::optional<std::size_t> column)
      : sweep_(sweep), x_(x), column_(column) {}

  void add(std::optional<Outcome> SweepRow::*kind, Figures RowFigures::*part,
           std::string_view suffix) {
    const auto figures = figures_of(sweep_);
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < sweep_.rows.size(); ++i) {
      const SweepRow& row = sweep_.rows[i];
      const auto drawn =
          row.*kind ? drawn_figure(*(row.*kind), figures[i].*part, column_) : std::nullopt;
      if (!drawn) {
        continue;
      }
      const std::string name = curve_name(sweep_, row.point, x_);
      const auto [place, is_new] = places.emplace(name, curves_.size());
      if (is_new) {
        const std::size_t color = colors_.emplace(name, colors_.size()).first->second;
        std::string title = name.empty() || suffix.empty() ? name + std::string(suffix)
                                                           : fmt::format("{}, {}", name, suffix);
        curves_.push_back(
            {std::move(title), {}, color, kind == &SweepRow::predicted && has_both()});
      }
      curves_[place->second].points.push_back(
          {number_of(sweep_.axes[x_], row.point[x_]), drawn->value, drawn->half_width});
    }
  }

  std::vector<plots::Curve> take() {
    for (plots::Curve& curve : curves_) {
      std::sort(curve.points.begin(), curve.points.end(),
                [](const auto& a, const auto& b) { return a.x < b.x; });
    }
    return std::move(curves_);
  }

 private:
  [[nodiscard]] bool has_both() const {
    return sweep_.has(&SweepRow::predicted) && sweep_.has(&SweepRow::measured);
  }

  const Sweep& sweep_;
  std::size_t x_;
  std::optional<std::size_t> column_;
  std::vector<plots::Curve> curves_;
  std::map<std::string, std::size_t> colors_;
};

plots::CurvePicture curve_picture(const Sweep& sweep, std::optional<std::size_t> column) {
  const std::size_t x = x_axis(sweep);
  const bool is_predicted = sweep.has(&SweepRow::predicted);
  const bool is_measured = sweep.has(&SweepRow::measured);
  const bool has_both = is_predicted && is_measured;
  Curves curves(sweep, x, column);
  curves.add(&SweepRow::measured, &RowFigures::measured, has_both ? "measured" : "");
  curves.add(&SweepRow::predicted, &RowFigures::predicted, has_both ? "predicted" : "");
  plots::CurvePicture picture;
  picture.title = title_of(sweep, has_both       ? "predicted and measured"
                                  : is_predicted ? "predicted"
                                                 : "measured");
  picture.curves = curves.take();
  std::vector<double> xs;
  std::vector<double> ys;
  for (const plots::Curve& curve : picture.curves) {
    for (const plots::CurvePoint& point : curve.points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
  }
  picture.x = {label_of(sweep.axes[x]), is_wide(xs), ""};
  picture.y = axis_of(sweep, column, ys);
  return picture;
}

plots::HeatMap heat_map(const Sweep& sweep, std::optional<std::size_t> column) {
  const std::size_t x = x_axis(sweep);
  const auto places = variables_of(sweep.axes);
  const std::size_t y = places[0] == x ? places[1] : places[0];
  const bool is_measured = sweep.has(&SweepRow::measured);
  plots::HeatMap map;
  map.title = title_of(sweep, is_measured ? "measured" : "predicted");
  map.x_label = sweep.axes[x].name;
  map.y_label = sweep.axes[y].name;
  map.x_values = sweep.axes[x].values;
  map.y_values = sweep.axes[y].values;
  map.figures.assign(map.x_values.size() * map.y_values.size(), plots::kMissing);
  const auto place_in = [](const std::vector<std::string>& values, const std::string& value) {
    return static_cast<std::size_t>(std::find(values.begin(), values.end(), value) -
                                    values.begin());
  };
  const auto figures = figures_of(sweep);
  std::vector<double> known;
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const auto& outcome = is_measured ? sweep.rows[i].measured : sweep.rows[i].predicted;
    const auto drawn =
        outcome ? drawn_figure(*outcome, is_measured ? figures[i].measured : figures[i].predicted,
                               column)
                : std::nullopt;
    if (drawn) {
      const Point& point = sweep.rows[i].point;
      map.figures[place_in(map.y_values, point[y]) * map.x_values.size() +
                  place_in(map.x_values, point[x])] = drawn->value;
      known.push_back(drawn->value);
    }
  }
  map.color = axis_of(sweep, column, known);
  return map;
}

}  // namespace

std::string picture_mistake(const std::vector<SweepAxis>& axes, bool wants_heat_map) {
  const std::size_t variables = variables_of(axes).size();
  if (variables == 0) {
    return "--plot needs a variable, or a quantity of --set-machine, with several values";
  }
  return wants_heat_map && (variables != 2 || has_several_machines(axes))
             ? "--heat-map needs two variables with several values, and at most one machine"
             : "";
}

Result<plots::Picture> sweep_picture(const Sweep& sweep, const PictureChoice& choice) {
  if (const std::string mistake = picture_mistake(sweep.axes, choice.wants_heat_map);
      !mistake.empty()) {
    return failure(ErrorCode::kInput, mistake);
  }
  const auto figures = figures_of(sweep);
  const auto is_known = [&](const std::optional<Outcome>& outcome, const Figures& of) {
    return outcome && drawn_figure(*outcome, of, choice.column);
  };
  bool has_some = false;
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    has_some = has_some || is_known(sweep.rows[i].predicted, figures[i].predicted) ||
               is_known(sweep.rows[i].measured, figures[i].measured);
  }
  if (!has_some) {
    return failure(ErrorCode::kInput,
                   choice.column
                       ? fmt::format("there is nothing to plot: {} is not known at any point",
                                     sweep.columns[*choice.column].text)
                       : "there is nothing to plot: no point is complete");
  }
  return choice.wants_heat_map || fits_heat_map(sweep)
             ? plots::Picture(heat_map(sweep, choice.column))
             : plots::Picture(curve_picture(sweep, choice.column));
}

}  // namespace dps::sweeps
