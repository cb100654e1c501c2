#include "profiles/sweeps/axes.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/value_list.h"

namespace dps::sweeps {
namespace {

AxisMistake mistake_in(const SourceText& setting, std::size_t begin, std::size_t size) {
  AxisMistake mistake;
  mistake.source = setting;
  mistake.diagnostic.span = {1, static_cast<std::uint32_t>(begin + 1),
                             static_cast<std::uint32_t>(size)};
  return mistake;
}

/// The mistake in the values of NAME=VALUES.
AxisMistake mistake_in_values(const SourceText& setting, std::size_t name,
                              text::Misprint misprint) {
  AxisMistake mistake = mistake_in(setting, name + 1 + misprint.begin, misprint.size);
  mistake.diagnostic.text = std::move(misprint.text);
  return mistake;
}

}  // namespace

tl::expected<SweepAxis, AxisMistake> variable_axis(const std::string& name,
                                                   const std::string& values) {
  constexpr std::array<std::string_view, 2> kSelectors{kMachineAxis, "kind"};
  if (std::find(kSelectors.begin(), kSelectors.end(), name) != kSelectors.end()) {
    AxisMistake mistake = mistake_in({"--set", name + "=" + values}, 0, name.size());
    mistake.diagnostic.text = fmt::format(
        "a sweep cannot set a variable with the name '{}', which names something else in "
        "FILE.db:{}=...",
        name, name);
    return tl::unexpected(std::move(mistake));
  }
  SweepAxis axis{AxisKind::kVariable, name, {}};
  if (!text::is_list(values)) {
    axis.values.push_back(values);
    return axis;
  }
  const auto list = text::parse_values(values);
  if (!list) {
    return tl::unexpected(
        mistake_in_values({"--set", name + "=" + values}, name.size(), list.error()));
  }
  for (const double value : text::expand(*list)) {
    axis.values.push_back(text::number_text(value));
  }
  return axis;
}

tl::expected<SweepAxis, AxisMistake> machine_axis(const std::string& name,
                                                  const std::string& values) {
  auto list = text::parse_machine_values(values);
  if (!list) {
    return tl::unexpected(
        mistake_in_values({"--set-machine", name + "=" + values}, name.size(), list.error()));
  }
  return SweepAxis{AxisKind::kMachineKey, name, *std::move(list)};
}

std::size_t point_count(std::span<const SweepAxis> axes) {
  std::size_t count = 1;
  for (const SweepAxis& axis : axes) {
    count = std::min(count * axis.values.size(), kMostPoints + 1);
  }
  return count;
}

std::vector<Point> points_of(std::span<const SweepAxis> axes) {
  std::vector<Point> points{{}};
  for (const SweepAxis& axis : axes) {
    std::vector<Point> longer;
    longer.reserve(points.size() * axis.values.size());
    for (const Point& point : points) {
      for (const std::string& value : axis.values) {
        longer.push_back(point);
        longer.back().push_back(value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<std::pair<std::string, std::string>> settings_of(std::span<const SweepAxis> axes,
                                                             const Point& point) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].kind == AxisKind::kVariable) {
      settings.emplace_back(axes[i].name, point[i]);
    }
  }
  return settings;
}

std::vector<std::string> machine_changes_of(std::span<const SweepAxis> axes, const Point& point) {
  std::vector<std::string> changes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].kind == AxisKind::kMachineKey) {
      changes.push_back(fmt::format("{}={}", axes[i].name, point[i]));
    }
  }
  return changes;
}

std::string machine_of(std::span<const SweepAxis> axes, const Point& point) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].kind == AxisKind::kMachine) {
      return point[i];
    }
  }
  return "";
}

std::string point_name(std::span<const SweepAxis> axes, const Point& point) {
  std::string name;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].has_several()) {
      name += fmt::format("{}{} = {}", name.empty() ? "" : ", ", printable(axes[i].name),
                          printable(point[i]));
    }
  }
  return name;
}

}  // namespace dps::sweeps
