#include "base/plots/ticked_range.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/plots/script_text.h"

namespace dps::plots {
namespace {

constexpr std::size_t kRoundTics = 8;
constexpr std::size_t kMostTics = 12;

}  // namespace

void NumberRange::add(double number) {
  least = std::min(least, number);  // which is `least` if the number is NaN
  most = std::max(most, number);
}

NumberRange with_margin(NumberRange range, bool is_logarithmic, bool from_zero) {
  constexpr double kMargin = 0.04;
  if (range.least > range.most) {
    return {0, 1};
  }
  if (is_logarithmic) {
    const double factor =
        range.most > range.least ? std::pow(range.most / range.least, kMargin) : 2;
    return {range.least / factor, range.most * factor};
  }
  const double least = from_zero ? std::min(0.0, range.least) : range.least;
  const double margin = range.most > least ? kMargin * (range.most - least) : 1;
  return {from_zero ? least : least - margin, range.most + margin};
}

TickedRange::TickedRange(const Axis& axis, NumberRange range, double letters)
    : axis_{range.least, range.most, axis.is_logarithmic, axis.is_whole, axis.unit},
      letters_(letters) {}

std::string TickedRange::lines(std::string_view name, PictureFormat format) const {
  return range_line(name) +
         tics_line(name, spaced_round_ticks(axis_, kRoundTics, letters_), format);
}

std::string TickedRange::lines_at(std::string_view name, const std::set<double>& values,
                                  PictureFormat format) const {
  if (values.size() > kMostTics) {
    return lines(name, format);
  }
  const std::vector<double> all(values.begin(), values.end());
  return range_line(name) + tics_line(name, spaced_ticks_at(axis_, all, letters_), format);
}

std::string TickedRange::range_line(std::string_view name) const {
  return fmt::format("set {}range [{}:{}]\n", name, axis_.least, axis_.most);
}

}  // namespace dps::plots
