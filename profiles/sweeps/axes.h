/// The axes of a sweep, and its points: all combinations of their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "base/diagnostic.h"

namespace dps::sweeps {

inline constexpr std::size_t kMostPoints = 100'000;

/// The target of the values of an axis.
enum class AxisKind : std::uint8_t {
  kMachine,     ///< the machine of a prediction
  kVariable,    ///< a variable of the blueprint
  kMachineKey,  ///< a value of the machine; a name ends in '*' if the values are factors, in '+' if
                ///< they are times that are added
};

/// The name of the axis of machines.
inline constexpr std::string_view kMachineAxis = "machine";

struct SweepAxis {
  AxisKind kind = AxisKind::kVariable;
  std::string name;
  std::vector<std::string> values;  ///< as they are set; an axis may have one value

  [[nodiscard]] bool has_several() const { return values.size() > 1; }
};

/// A point: for each axis, in the same order, its value.
using Point = std::vector<std::string>;

/// A mistake in an option: the text after the option, such as `NAME=VALUES`, and its place there.
struct AxisMistake {
  SourceText source;
  Diagnostic diagnostic;
};

/// The axis of a setting NAME=VALUES. Errors: those of text::parse_values(), or a name that the
/// selectors of points use (docs/sweep.md).
tl::expected<SweepAxis, AxisMistake> variable_axis(const std::string& name,
                                                   const std::string& values);

/// The axis of a change of the machine: "network.latency", "network.latency*" with factors, or
/// "network.latency+" with times that are added. A list of values has words, numbers with units,
/// and ranges of them. Errors: those of text::parse_machine_values().
tl::expected<SweepAxis, AxisMistake> machine_axis(const std::string& name,
                                                  const std::string& values);

/// The number of points; kMostPoints + 1 if there are more.
std::size_t point_count(std::span<const SweepAxis> axes);

/// All points: the first axis changes slowest. `axes` has at most kMostPoints points.
std::vector<Point> points_of(std::span<const SweepAxis> axes);

/// The settings of a point: the variables with their values, in the order of the axes.
std::vector<std::pair<std::string, std::string>> settings_of(std::span<const SweepAxis> axes,
                                                             const Point& point);

/// The changes of the machine at a point: "network.latency=1us", "cost.send*=2", in the order of
/// the axes.
std::vector<std::string> machine_changes_of(std::span<const SweepAxis> axes, const Point& point);

/// "n = 10, workers = 4": the values of a point on the axes with several values.
std::string point_name(std::span<const SweepAxis> axes, const Point& point);

/// The machine of a point; empty without such an axis.
std::string machine_of(std::span<const SweepAxis> axes, const Point& point);

}  // namespace dps::sweeps
