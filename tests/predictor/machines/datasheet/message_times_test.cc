#include "predictor/machines/kinds/datasheet/message_times.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/kinds/datasheet/natural_log.h"
#include "predictor/machines/wide.h"
#include "tests/predictor/machines/datasheet/any_number.h"

namespace dps::machines {
namespace {

TEST(NaturalLog, TheLogarithmOfOneIsZero) {
  EXPECT_EQ(natural_log(1), 0U);
}

RC_GTEST_PROP(NaturalLog, AgreesWithTheLibrary, ()) {
  const auto number = any_number(1, *rc::gen::element<std::uint64_t>(2, 1000, 1ULL << 40));
  const long double wanted = std::log(static_cast<long double>(number));
  const long double found = static_cast<long double>(natural_log(number)) / 0x1p56L;
  RC_ASSERT(std::abs(found - wanted) < 0x1p-50L);
}

/// A function of one range with coefficients below a millisecond.
SheetFunction any_function() {
  const auto any_time = [] { return Attoseconds(any_number(0, 1'000'000'000'000'000)); };
  SheetRange range;
  Equation& equation = range.equation;
  equation.value = {any_time(), any_time(), any_time()};
  equation.start_form = static_cast<StartForm>(any_number(0, 3));
  equation.data_form = static_cast<DataForm>(any_number(0, 4));
  if (*rc::gen::arbitrary<bool>()) {
    equation.errors = Coefficients{any_time(), any_time(), any_time()};
  }
  return {"f", FunctionClass::kCollective, FunctionPath::kAny, {range}};
}

RC_GTEST_PROP(SheetMessageTimes, AgreeWithTheEquations, ()) {
  const SheetFunction function = any_function();
  const auto element = any_number(1, 17);
  const auto processes = any_number(1, 130);
  const auto bytes = any_number(0, 100'000);
  const auto mode = static_cast<CostMode>(any_number(0, 3));
  const EquationTimes times = times_of(function.ranges[0].equation, static_cast<double>(processes),
                                       static_cast<double>(bytes) / static_cast<double>(element));
  const double wanted = mode == CostMode::kMin   ? times.min
                        : mode == CostMode::kMax ? times.max
                                                 : times.average;
  const Picoseconds found = SheetMessageTimes(function, element, mode, processes).of(bytes);
  const double difference = static_cast<double>(found.count()) - wanted * 1e12;
  // In double precision, sums with large terms are less exact than 2 ps.
  RC_ASSERT(std::abs(difference) <= 2 + times.max * 1e12 * 1e-14);
}

TEST(SheetMessageTimes, ARangeHoldsForItsBytes) {
  SheetFunction function;
  function.ranges.resize(2);
  function.ranges[0].most = 32;
  function.ranges[0].equation.value.constant = Attoseconds(1'000'000);
  function.ranges[1].equation.value.constant = Attoseconds(2'499'999);
  const SheetMessageTimes times(function, 4, CostMode::kAverage, 2);
  EXPECT_EQ(times.of(0), Picoseconds(1));
  EXPECT_EQ(times.of(128), Picoseconds(1));
  EXPECT_EQ(times.of(129), Picoseconds(2));
  EXPECT_EQ(SheetMessageTimes().of(1000), Picoseconds{});
}

TEST(SheetMessageTimes, ATimeBeyondTheEndOfVirtualTimeIsNever) {
  SheetFunction function;
  function.ranges.resize(1);
  Equation& equation = function.ranges[0].equation;
  equation.value.data = Attoseconds(18'000'000'000'000'000'000U);
  equation.data_form = DataForm::kSquareData;
  const SheetMessageTimes times(function, 1, CostMode::kAverage, 1'000'000);
  EXPECT_EQ(times.of(0), Picoseconds{});
  EXPECT_EQ(times.of(1ULL << 59), kNever);
  EXPECT_EQ(times.of(1'000'000), kNever);
}

}  // namespace
}  // namespace dps::machines
