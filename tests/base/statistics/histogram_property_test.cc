// Histograms of random values of all magnitudes, compared with the values themselves.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/statistics/histogram.h"

namespace dps::statistics {
namespace {

using Values = std::vector<std::uint64_t>;

/// Durations from 0 to 2^63; every power of two has the same probability.
rc::Gen<std::uint64_t> durations() {
  return rc::gen::map(
      rc::gen::pair(rc::gen::arbitrary<std::uint64_t>(), rc::gen::inRange(1, 64)),
      [](const std::pair<std::uint64_t, int>& of) { return of.first >> of.second; });
}

rc::Gen<Values> many() {
  return rc::gen::container<Values>(durations());
}

Histogram measured(const Values& values) {
  Histogram histogram;
  for (const std::uint64_t value : values) {
    histogram.add(value);
  }
  return histogram;
}

RC_GTEST_PROP(HistogramProperty, QuantilesAreWithinOnePerCent, ()) {
  Values values = *rc::gen::nonEmpty(many());
  const auto share = *rc::gen::inRange<std::uint32_t>(0, kWholeShare + 1);
  const std::uint64_t got = measured(values).quantile(QuantileShare{share});
  std::sort(values.begin(), values.end());
  const double rank =
      std::ceil(static_cast<double>(share) * static_cast<double>(values.size()) / kWholeShare);
  const std::uint64_t exact = values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
  const std::uint64_t error = got > exact ? got - exact : exact - got;
  RC_ASSERT(static_cast<double>(error) <= Histogram::kLargestError * static_cast<double>(exact));
}

RC_GTEST_PROP(HistogramProperty, ExactFiguresAreThoseOfTheValues, ()) {
  const Values values = *rc::gen::nonEmpty(many());
  const Histogram of = measured(values);
  Histogram::Sum sum = 0;
  for (const std::uint64_t value : values) {
    sum += value;
  }
  RC_ASSERT(of.count() == values.size());
  RC_ASSERT(of.min() == *std::min_element(values.begin(), values.end()));
  RC_ASSERT(of.max() == *std::max_element(values.begin(), values.end()));
  RC_ASSERT((of.parts().sum == sum));
}

RC_GTEST_PROP(HistogramProperty, MergingGivesTheHistogramOfAllValues, ()) {
  const Values some = *many();
  const Values more = *many();
  Values all = some;
  all.insert(all.end(), more.begin(), more.end());
  Histogram merged = measured(some);
  merged.merge(measured(more));
  RC_ASSERT((merged == measured(all)));
}

RC_GTEST_PROP(HistogramProperty, DoesNotDependOnTheOrder, ()) {
  Values values = *many();
  const Histogram before = measured(values);
  std::sort(values.begin(), values.end());
  RC_ASSERT((measured(values) == before));
  std::reverse(values.begin(), values.end());
  RC_ASSERT((measured(values) == before));
}

RC_GTEST_PROP(HistogramProperty, AValueMayBeAddedManyTimesAtOnce, ()) {
  const Values values = *many();
  const auto count = *rc::gen::inRange<std::uint64_t>(1, 5);
  Histogram weighted;
  Histogram repeated;
  for (const std::uint64_t value : values) {
    weighted.add(value, count);
    for (std::uint64_t i = 0; i < count; ++i) {
      repeated.add(value);
    }
  }
  RC_ASSERT((weighted == repeated));
}

RC_GTEST_PROP(HistogramProperty, IsMadeOfItsParts, ()) {
  const Histogram of = measured(*many());
  const auto again = Histogram::of(of.parts());
  RC_ASSERT(again.has_value());
  RC_ASSERT((*again == of));
}

}  // namespace
}  // namespace dps::statistics
