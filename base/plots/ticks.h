/// The ticks of the axes of all pictures: the labels are distinct, and each is the exact value of
/// its place. profiles/reports/page/ticks.js has the same rules for pages, which zoom;
/// tests/base/plots/ticks.txt has the ticks of both.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dps::plots {

struct Tick {
  double value = 0;
  std::string label;  ///< "200 ns", "1,024"
};

/// An axis on which ticks are placed.
struct TickedAxis {
  double least = 0;
  double most = 1;
  bool is_logarithmic = false;  ///< both ends are greater than 0
  bool is_whole = false;        ///< values between whole numbers have no meaning
  std::string unit = {};        ///< "s" and "B" have prefixes; empty: plain numbers
};

/// At most `count` + 1 ticks at round values, which are 1, 2 or 5 times a power of ten apart. On a
/// logarithmic axis they are powers of ten; if few of these are in its range, also twice and five
/// times as much, or values at equal distances. None if the axis has no width, or one below the
/// precision of its numbers.
std::vector<Tick> round_ticks(const TickedAxis& axis, std::size_t count);

/// These ticks, but fewer if the labels would touch on an axis along which `letters` have room.
std::vector<Tick> spaced_round_ticks(const TickedAxis& axis, std::size_t count, double letters);

/// A tick at each of these values, in ascending order, except where labels would touch.
std::vector<Tick> spaced_ticks_at(const TickedAxis& axis, const std::vector<double>& values,
                                  double letters);

}  // namespace dps::plots
