/// The points that are measured, and the processes that take part in each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "predictor/machines/kinds/datasheet/datasheet.h"
#include "predictor/rawtiming/plan/buffer_needs.h"
#include "predictor/rawtiming/plan/options.h"

namespace dps::rawtiming {

/// The host of each rank, numbered from 0 in the order of first ranks.
using HostOfRank = std::vector<std::uint32_t>;

/// A function on a path: a raw file.
struct Series {
  const datasheets::KnownFunction* function = nullptr;
  machines::FunctionPath path = machines::FunctionPath::kAny;
  bool in_halves = false;  ///< measured in two groups at once

  [[nodiscard]] std::string name() const;  ///< "bcast", "bcast_half"
};

struct Point {
  std::uint32_t series = 0;
  std::uint32_t cast = 0;       ///< index in MeasurementPlan::casts
  std::uint64_t processes = 1;  ///< as in the raw file
  std::uint64_t elements = 0;
};

struct MeasurementPlan {
  std::vector<Series> series;  ///< in the order of documents
  std::vector<Point> points;   ///< by series, processes and elements
  /// The ranks that take part in points, ascending; rank 0 is in all of them.
  std::vector<std::vector<std::uint32_t>> casts;
  std::uint64_t pool_bytes = 0;       ///< the pool for the buffers of a process
  std::vector<std::string> left_out;  ///< lines about omitted points, with reasons

  [[nodiscard]] std::string name_of(const Point& point) const;  ///< "bcast.host 2 32"
};

/// `largest_cache` in bytes, 0 if it is not known.
MeasurementPlan make_plan(const Options& options, const HostOfRank& hosts,
                          std::uint64_t largest_cache);

/// The rounds of the function in a trial, of which its time is the mean: one, but with --cached
/// several of `pingpong`, after one that does not count. A round alone, after the wait for its
/// start, is slower than those of a loop.
std::uint32_t rounds_of(const Options& options, std::string_view function);

/// The memory of a trial with its gaps between buffers.
std::uint64_t trial_bytes(const Options& options, const Series& series, const Point& point);

/// The order of the points in a pass, counted from 0.
std::vector<std::uint32_t> order_of_pass(const MeasurementPlan& plan, std::uint64_t seed,
                                         std::uint64_t pass);

/// The sizes of groups: those of the options, else 2, 4, 8 … and all ranks.
std::vector<std::uint64_t> group_sizes(const Options& options, std::uint64_t ranks);

/// The estimated seconds of a trial before any measurement, for the estimate of the time.
double guessed_trial(const Options& options, const Series& series, const Point& point);

}  // namespace dps::rawtiming
