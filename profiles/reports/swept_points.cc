#include "profiles/reports/swept_points.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/value_list.h"
#include "profiles/quantity.h"
#include "profiles/sweeps/store/stored_point.h"

namespace dps::reports {
namespace {

using Json = nlohmann::ordered_json;
using profiles::Dimension;
using profiles::Figure;

/// The data of a point.
struct SweptPoint {
  sweeps::PointKey key;
  sweeps::StoredPoint stored;
  std::map<std::string, std::string> settings;
  std::map<std::string, double> figures;  ///< by name; without those that are unknown
};

/// A figure that some point has.
struct FigureName {
  std::string name;
  Dimension dimension = Dimension::kTime;
};

const char* unit_of(Dimension dimension) {
  switch (dimension) {
    case Dimension::kTime:
      return "s";
    case Dimension::kNumber:
      return "";
    case Dimension::kRate:
      return "/s";
    case Dimension::kShare:
      break;
  }
  return "share";
}

Figure figure_of(Figure::Kind kind, const std::string& name) {
  Figure figure;
  figure.kind = kind;
  figure.name = name;
  return figure;
}

/// The latency figures of a message type or, by `is_message` false, of a functionality or an age.
void add_latency(const std::string& name, bool is_message, std::vector<profiles::Quantity>& all) {
  const auto add = [&](const char* word, Figure::Kind kind, statistics::QuantileShare share) {
    Figure figure = figure_of(kind, name);
    figure.share = share;
    figure.is_message = is_message;
    all.push_back({figure, std::nullopt, fmt::format("{}({})", word, name)});
  };
  add("mean", Figure::Kind::kMean, {});
  add("p50", Figure::Kind::kQuantile, statistics::kP50);
  add("p99", Figure::Kind::kQuantile, statistics::kP99);
  add("max", Figure::Kind::kMax, {});
}

/// All quantities that these results can have, apart from ratios.
std::vector<profiles::Quantity> quantities_of(const profiles::KnownFigures& known) {
  std::vector<profiles::Quantity> all{
      {figure_of(Figure::Kind::kMakespan, ""), std::nullopt, "makespan"}};
  for (const auto& [ptag, busy] : known.busy) {
    all.push_back({figure_of(Figure::Kind::kUtilisation, ptag), std::nullopt,
                   fmt::format("utilisation({})", ptag)});
  }
  for (const auto& [ftag, count] : known.firings) {
    all.push_back(
        {figure_of(Figure::Kind::kRate, ftag), std::nullopt, fmt::format("rate({})", ftag)});
    all.push_back(
        {figure_of(Figure::Kind::kCount, ftag), std::nullopt, fmt::format("count({})", ftag)});
  }
  if (known.latencies) {
    for (const auto& row : known.latencies->of.messages) {
      add_latency(row.mtag, true, all);
    }
    std::set<std::string> names;  // of several P lines and units
    for (const auto& row : known.latencies->of.functionalities) {
      names.insert(row.ftag);
    }
    for (const auto& row : known.latencies->of.requests) {
      names.insert(std::string(Figure::kAge) + row.ftag);
    }
    for (const auto& row : known.latencies->of.collectives) {
      for (const std::string_view part : Figure::kParts) {
        names.insert(std::string(part) + row.otag);
      }
    }
    for (const std::string& name : names) {
      add_latency(name, false, all);
    }
  }
  return all;
}

class SweptPoints {
 public:
  Result<void> add(sweeps::Store& store, const sweeps::PointKey& key);
  /// The points in the order of their axes.
  [[nodiscard]] Json take();

 private:
  void add_figures(const profiles::RunResult& results, SweptPoint& point);
  [[nodiscard]] std::vector<std::string> axes() const;
  [[nodiscard]] Json axis_json(const std::string& name) const;
  [[nodiscard]] Json point_json(const SweptPoint& point,
                                const std::vector<std::string>& axis_names) const;

  std::vector<SweptPoint> points_;
  std::vector<FigureName> figures_;  ///< in the order in which the points have them
};

Result<void> SweptPoints::add(sweeps::Store& store, const sweeps::PointKey& key) {
  const auto stored = store.find(key);
  const auto results = sweeps::read_results(store, key);
  if (!stored || !results) {
    return tl::unexpected(stored ? results.error() : stored.error());
  }
  SweptPoint point{key, stored->value_or(sweeps::StoredPoint()), {}, {}};
  point.settings["kind"] = sweeps::kind_name(key.kind);
  point.settings["machine"] = key.machine;
  for (const std::string& item : sweeps::setting_items(key.variables)) {
    const std::size_t equals = item.find('=');
    point.settings[item.substr(0, equals)] =
        equals == std::string::npos ? "" : item.substr(equals + 1);
  }
  if (*results) {
    add_figures(**results, point);
  }
  points_.push_back(std::move(point));
  return {};
}

void SweptPoints::add_figures(const profiles::RunResult& results, SweptPoint& point) {
  profiles::KnownFigures known;
  known.add(results);
  for (const profiles::Quantity& quantity : quantities_of(known)) {
    const auto value = profiles::value_of(quantity, known);
    if (!value) {
      continue;
    }
    point.figures[quantity.text] = *value;
    if (std::none_of(figures_.begin(), figures_.end(),
                     [&](const FigureName& one) { return one.name == quantity.text; })) {
      figures_.push_back({quantity.text, quantity.dimension()});
    }
  }
}

/// The settings that differ.
std::vector<std::string> SweptPoints::axes() const {
  std::map<std::string, std::vector<std::string>> values;
  for (const SweptPoint& point : points_) {
    for (const auto& [name, value] : point.settings) {
      values[name].push_back(value);
    }
  }
  std::vector<std::string> names;
  for (const auto& [name, all] : values) {
    const bool is_same = std::equal(all.begin() + 1, all.end(), all.begin());
    if (all.size() < points_.size() || !is_same) {
      names.push_back(name);
    }
  }
  return names;
}

/// A setting as a number: of a variable, or of a key of the machine.
std::optional<text::MachineNumber> number_of(const SweptPoint& point, const std::string& axis) {
  const auto setting = point.settings.find(axis);
  if (setting == point.settings.end()) {
    return std::nullopt;
  }
  const auto& variables = point.stored.variables;
  const auto variable = std::find_if(variables.begin(), variables.end(),
                                     [&](const auto& one) { return one.first == axis; });
  return variable != variables.end() ? text::MachineNumber{variable->second, ""}
                                     : text::machine_number(setting->second);
}

/// The sort key of a point on an axis: numbers are sorted by value, other settings by text.
std::pair<double, std::string> place_on(const SweptPoint& point, const std::string& axis) {
  const auto number = number_of(point, axis);
  const auto setting = point.settings.find(axis);
  return {number ? number->value : 0,
          number || setting == point.settings.end() ? "" : setting->second};
}

Json SweptPoints::axis_json(const std::string& name) const {
  std::string unit;
  bool is_number = true;
  for (const SweptPoint& point : points_) {
    const auto number = number_of(point, name);
    is_number = is_number && number;
    unit = number ? std::string(number->unit) : unit;
  }
  return {{"name", name}, {"is_number", is_number}, {"unit", unit}};
}

Json SweptPoints::point_json(const SweptPoint& point,
                             const std::vector<std::string>& axis_names) const {
  Json values = Json::array();
  Json numbers = Json::array();
  for (const std::string& name : axis_names) {
    const auto setting = point.settings.find(name);
    const auto number = number_of(point, name);
    values.push_back(setting == point.settings.end() ? "" : setting->second);
    numbers.push_back(number ? Json(number->value) : Json(nullptr));
  }
  Json figures = Json::array();
  for (const FigureName& figure : figures_) {
    const auto found = point.figures.find(figure.name);
    figures.push_back(found == point.figures.end() ? Json(nullptr) : Json(found->second));
  }
  return {{"kind", sweeps::kind_name(point.key.kind)},
          {"selector", sweeps::selector_of(point.key)},
          {"status", point.stored.outcome.status},
          {"reason", point.stored.outcome.reason},
          {"runs", point.stored.outcome.makespans.size()},
          {"values", std::move(values)},
          {"numbers", std::move(numbers)},
          {"figures", std::move(figures)}};
}

Json SweptPoints::take() {
  const std::vector<std::string> axis_names = axes();
  std::stable_sort(points_.begin(), points_.end(), [&](const SweptPoint& a, const SweptPoint& b) {
    const auto differs = std::find_if(
        axis_names.begin(), axis_names.end(),
        [&](const std::string& axis) { return place_on(a, axis) != place_on(b, axis); });
    return differs != axis_names.end() && place_on(a, *differs) < place_on(b, *differs);
  });
  Json axes = Json::array();
  for (const std::string& name : axis_names) {
    axes.push_back(axis_json(name));
  }
  Json figures = Json::array();
  for (const FigureName& figure : figures_) {
    figures.push_back({{"name", figure.name}, {"unit", unit_of(figure.dimension)}});
  }
  Json points = Json::array();
  Json notes = Json::array();
  for (const SweptPoint& point : points_) {
    points.push_back(point_json(point, axis_names));
    for (const std::string& note : point.stored.outcome.notes) {
      if (std::find(notes.begin(), notes.end(), Json(note)) == notes.end()) {
        notes.push_back(note);
      }
    }
  }
  return {{"axes", std::move(axes)},
          {"figures", std::move(figures)},
          {"points", std::move(points)},
          {"notes", std::move(notes)}};
}

}  // namespace

Result<Json> swept_points(sweeps::Store& store, std::span<const sweeps::PointKey> keys) {
  SweptPoints points;
  for (const sweeps::PointKey& key : keys) {
    if (auto added = points.add(store, key); !added) {
      return tl::unexpected(added.error());
    }
  }
  return points.take();
}

}  // namespace dps::reports
