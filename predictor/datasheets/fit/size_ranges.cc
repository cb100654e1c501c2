#include "predictor/datasheets/fit/size_ranges.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "predictor/datasheets/fit/form_fit.h"

namespace dps::datasheets {
namespace {

using machines::FunctionClass;

constexpr std::size_t kMostSizes = 200;
constexpr std::size_t kMostRanges = 5;
constexpr std::size_t kFewestSizes = 3;
constexpr double kNever = std::numeric_limits<double>::infinity();

bool has_several_sizes(const std::vector<RawPoint>& points) {
  return std::any_of(points.begin(), points.end(), [&](const RawPoint& point) {
    return point.elements != points.front().elements;
  });
}

/// Adds points to those of another range. A point that is in both was measured once.
void add_new(std::vector<RawPoint>& points, const std::vector<RawPoint>& others) {
  const auto key = [](const RawPoint& point) {
    return std::tuple(point.processes, point.elements, point.median, point.error);
  };
  std::set<std::tuple<std::uint64_t, std::uint64_t, double, double>> known;
  for (const RawPoint& point : points) {
    known.insert(key(point));
  }
  std::copy_if(others.begin(), others.end(), std::back_inserter(points),
               [&](const RawPoint& point) { return !known.contains(key(point)); });
}

/// Leaves out a range of one size; if both have one, all points are in one range.
std::vector<PointRange> without_single_sizes(PointRange small, PointRange large) {
  const bool keeps_small = has_several_sizes(small.points);
  const bool keeps_large = has_several_sizes(large.points);
  if (keeps_small && keeps_large) {
    return {std::move(small), std::move(large)};
  }
  if (!keeps_small && !keeps_large) {
    add_new(small.points, large.points);
    return {{std::nullopt, std::move(small.points)}};
  }
  return {{std::nullopt, keeps_small ? std::move(small.points) : std::move(large.points)}};
}

std::vector<PointRange> split_at(const std::vector<RawPoint>& points, std::uint64_t split) {
  PointRange small{split, {}};
  PointRange large;
  for (const RawPoint& point : points) {
    if (point.elements <= split) {
      small.points.push_back(point);
    }
    if (point.elements >= split) {
      large.points.push_back(point);
    }
  }
  return without_single_sizes(std::move(small), std::move(large));
}

/// All points of a series by size.
std::vector<RawPoint> all_points(const RawSeries& series) {
  std::vector<RawPoint> points = points_once(series);
  std::stable_sort(points.begin(), points.end(), [](const RawPoint& one, const RawPoint& other) {
    return one.elements < other.elements;
  });
  return points;
}

/// Finds the ranges with the least chi-squared plus a price for each range.
class RangeSearch {
 public:
  RangeSearch(FunctionClass function_class, std::vector<RawPoint> points, double floor)
      : function_class_(function_class), points_(std::move(points)) {
    weighted_ = weighted(points_, floor);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (i == 0 || points_[i].elements != points_[i - 1].elements) {
        firsts_.push_back(i);
      }
    }
    firsts_.push_back(points_.size());
  }

  [[nodiscard]] std::size_t sizes() const { return firsts_.size() - 1; }

  [[nodiscard]] std::vector<PointRange> find() const {
    const auto chi_squared = chi_squared_of_ranges();
    // least[r][j]: with r + 1 ranges, of the sizes before j; origin: the first size of the last one
    std::vector<std::vector<double>> least(kMostRanges, std::vector<double>(sizes() + 1, kNever));
    std::vector<std::vector<std::size_t>> origin(kMostRanges,
                                                 std::vector<std::size_t>(sizes() + 1, 0));
    for (std::size_t j = 1; j <= sizes(); ++j) {
      least[0][j] = chi_squared[0][j];
      for (std::size_t r = 1; r < kMostRanges; ++r) {
        for (std::size_t i = 1; i < j; ++i) {
          const double sum = least[r - 1][i] + chi_squared[i][j];
          if (sum < least[r][j]) {
            least[r][j] = sum;
            origin[r][j] = i;
          }
        }
      }
    }
    return ranges_with(cheapest(least), origin);
  }

 private:
  using Matrix = std::vector<std::vector<double>>;

  /// The cost of a range of the sizes from i to before j; infinite if the range is too small.
  [[nodiscard]] Matrix chi_squared_of_ranges() const {
    Matrix all(sizes() + 1, std::vector<double>(sizes() + 1, kNever));
    const std::span<const WeightedPoint> points(weighted_);
    for (std::size_t i = 0; i < sizes(); ++i) {
      FormFitter fitter(function_class_);
      for (std::size_t j = i + 1; j <= sizes(); ++j) {
        fitter.add(points.subspan(firsts_[j - 1], firsts_[j] - firsts_[j - 1]));
        if (j - i >= kFewestSizes && firsts_[j] - firsts_[i] > fitter.coefficients()) {
          all[i][j] = fitter.best().chi_squared;
        }
      }
    }
    return all;
  }

  /// The number of ranges less 1.
  [[nodiscard]] std::size_t cheapest(const Matrix& least) const {
    const double price = std::log(static_cast<double>(points_.size()));
    const std::size_t coefficients = FormFitter(function_class_).coefficients();
    std::size_t best = 0;
    double best_cost = kNever;
    for (std::size_t r = 0; r < kMostRanges; ++r) {
      const double cost =
          least[r][sizes()] + price * static_cast<double>(coefficients * (r + 1) + r);
      if (cost < best_cost) {
        best = r;
        best_cost = cost;
      }
    }
    return best;
  }

  [[nodiscard]] std::vector<PointRange> ranges_with(
      std::size_t last, const std::vector<std::vector<std::size_t>>& origin) const {
    std::vector<PointRange> ranges(last + 1);
    std::size_t end = sizes();
    for (std::size_t r = last + 1; r-- > 0;) {
      const std::size_t begin = r == 0 ? 0 : origin[r][end];
      ranges[r].points.assign(points_.begin() + static_cast<std::ptrdiff_t>(firsts_[begin]),
                              points_.begin() + static_cast<std::ptrdiff_t>(firsts_[end]));
      if (r < last) {
        ranges[r].most = ranges[r].points.back().elements;
      }
      end = begin;
    }
    return ranges;
  }

  FunctionClass function_class_;
  std::vector<RawPoint> points_;
  std::vector<WeightedPoint> weighted_;
  std::vector<std::size_t> firsts_;  // the first point of each size; at the end their number
};

}  // namespace

std::vector<RawPoint> points_once(const RawSeries& series) {
  std::vector<RawPoint> points = series.points;
  if (series.large) {
    add_new(points, *series.large);
  }
  return points;
}

Result<std::vector<PointRange>> ranges_of(const RawSeries& series, const FitOptions& options) {
  const bool has_ranges = series.function_class == FunctionClass::kPointToPoint ||
                          series.function_class == FunctionClass::kCollective;
  if (!has_ranges) {
    return std::vector<PointRange>{{std::nullopt, all_points(series)}};
  }
  if (options.finds_ranges) {
    const RangeSearch search(series.function_class, all_points(series), options.floor);
    if (search.sizes() > kMostSizes) {
      return failure(ErrorCode::kInput,
                     fmt::format("--breakpoints auto takes at most {} sizes, but {} has {}; use "
                                 "--split",
                                 kMostSizes, full_name(series.name, series.path), search.sizes()));
    }
    return search.find();
  }
  if (series.large) {
    return without_single_sizes({series.points.back().elements, series.points},
                                {std::nullopt, *series.large});
  }
  return split_at(series.points, options.split);
}

}  // namespace dps::datasheets
