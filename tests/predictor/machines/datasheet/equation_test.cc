#include "predictor/machines/kinds/datasheet/equation.h"

#include <cmath>

#include <gtest/gtest.h>

namespace dps::machines {
namespace {

constexpr std::uint64_t kNanosecond = 1'000'000'000;  // attoseconds

/// The equation 0.5 us + 4 us f(p) + 2 us g(p, d).
Equation all_terms(StartForm start, DataForm data) {
  return {{Attoseconds(500 * kNanosecond), Attoseconds(4000 * kNanosecond),
           Attoseconds(2000 * kNanosecond)},
          start,
          data,
          {},
          {}};
}

TEST(Equation, EveryFormIsAFunctionOfProcessesAndElements) {
  EXPECT_EQ(start_factor(std::nullopt, 8), 0);
  EXPECT_EQ(start_factor(StartForm::kProcesses, 8), 8);
  EXPECT_EQ(start_factor(StartForm::kLogProcesses, 8), std::log(8.0));
  EXPECT_EQ(start_factor(StartForm::kSquare, 8), 64);
  EXPECT_EQ(data_factor(std::nullopt, 8, 5), 0);
  EXPECT_EQ(data_factor(DataForm::kData, 8, 5), 5);
  EXPECT_EQ(data_factor(DataForm::kProcessesData, 8, 5), 40);
  EXPECT_EQ(data_factor(DataForm::kLogProcessesData, 8, 5), std::log(8.0) * 5);
  EXPECT_EQ(data_factor(DataForm::kSquareData, 8, 5), 320);
}

TEST(Equation, TheTimeIsTheSumOfItsTerms) {
  const Equation equation = all_terms(StartForm::kSquare, DataForm::kProcessesData);
  EXPECT_DOUBLE_EQ(times_of(equation, 3, 10).average, 96.5e-6);  // 0.5 + 4 * 9 + 2 * 30 us
  EXPECT_DOUBLE_EQ(times_of(equation, 3, 10).min, 96.5e-6);
  EXPECT_DOUBLE_EQ(times_of(equation, 3, 10).max, 96.5e-6);
}

TEST(Equation, ItsBoundsHaveTheCoefficientsLessAndPlusTheirErrors) {
  Equation equation = all_terms(StartForm::kProcesses, DataForm::kData);
  equation.errors = Coefficients{Attoseconds(100 * kNanosecond), Attoseconds(10 * kNanosecond),
                                 Attoseconds(1 * kNanosecond)};
  const EquationTimes times = times_of(equation, 2, 20);
  EXPECT_DOUBLE_EQ(times.average, 48.5e-6);
  EXPECT_NEAR(times.max - times.average, 140e-9, 1e-18);  // 100 + 2 * 10 + 20 * 1 ns
  EXPECT_NEAR(times.average - times.min, 140e-9, 1e-18);
}

TEST(Equation, NoTimeIsBelowZero) {
  Equation equation;
  equation.value.constant = Attoseconds(kNanosecond);
  equation.errors = Coefficients{Attoseconds(3 * kNanosecond), {}, {}};
  EXPECT_EQ(times_of(equation, 1, 0).min, 0);
  EXPECT_DOUBLE_EQ(times_of(equation, 1, 0).max, 4e-9);
}

TEST(Equation, TheIntervalNeedsCorrelations) {
  Equation equation = all_terms(StartForm::kProcesses, DataForm::kData);
  EXPECT_FALSE(confidence(equation, 2, 3));
  equation.errors = Coefficients{Attoseconds(30 * kNanosecond), Attoseconds(20 * kNanosecond),
                                 Attoseconds(10 * kNanosecond)};
  EXPECT_FALSE(confidence(equation, 2, 3));
  equation.correlations = Correlations{0, 0, 0};
  // Factors 1, 2 and 3: sqrt(30^2 + 40^2 + 30^2) ns.
  EXPECT_NEAR(*confidence(equation, 2, 3), 1.959964 * std::sqrt(3400.0) * 1e-9, 1e-15);
  equation.correlations = Correlations{-1, 1, -1};  // (30 - 40 + 30)^2
  EXPECT_NEAR(*confidence(equation, 2, 3), 1.959964 * 20e-9, 1e-15);
}

}  // namespace
}  // namespace dps::machines
