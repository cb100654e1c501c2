/// The range of an axis and its ticks, as lines of a script for gnuplot.
#pragma once

#include <cmath>
#include <set>
#include <string>
#include <string_view>

#include "base/plots/picture.h"
#include "base/plots/ticks.h"

namespace dps::plots {

/// The least and the greatest of some numbers; NaN is no number.
struct NumberRange {
  double least = HUGE_VAL;
  double most = -HUGE_VAL;

  void add(double number);
};

/// Widens a range by a margin, on one side if the axis begins at zero. gnuplot refuses ranges of no
/// width. A range without numbers becomes that from 0 to 1.
NumberRange with_margin(NumberRange range, bool is_logarithmic, bool from_zero);

// Letters that have room along the axes of pictures: along the vertical ones, these are lines.
inline constexpr double kAcross = 75;
inline constexpr double kAcrossInSpace = 60;
inline constexpr double kUpwards = 200;

/// Lines for an axis: "x", "y", "z" or "cb".
class TickedRange {
 public:
  /// `letters`: the number of letters that fit along the axis.
  TickedRange(const Axis& axis, NumberRange range, double letters);

  [[nodiscard]] std::string lines(std::string_view name, PictureFormat format) const;

  /// The lines with a tic at each of these values, if there are few.
  [[nodiscard]] std::string lines_at(std::string_view name, const std::set<double>& values,
                                     PictureFormat format) const;

 private:
  [[nodiscard]] std::string range_line(std::string_view name) const;

  TickedAxis axis_;
  double letters_;
};

}  // namespace dps::plots
