// The figures of the paper's two programs on its SP2. Source: docs/estimate.md, "Figures".
#include <map>

#include <gtest/gtest.h>

#include "predictor/estimator/simulation/simulate.h"
#include "tests/predictor/estimator/support/spmd.h"

namespace dps::estimator {
namespace {

double milliseconds(int nprocs, const std::function<void(Spmd&)>& program) {
  const auto estimate = simulate(streams_of(nprocs, program), sp2());
  return static_cast<double>(estimate->time.count()) * 1e-9;
}

double adi(int nprocs, int points) {
  return milliseconds(nprocs, [points](Spmd& spmd) { AdiStep(spmd, points).run(); });
}

TEST(Figures, OneStepOfAdi) {
  const std::map<int, double> large{{1, 34.18}, {2, 27.16}, {3, 31.44}, {4, 18.78}, {5, 27.02}};
  const std::map<int, double> small{{1, 8.54}, {2, 9.36}, {3, 12.93}, {4, 7.39}, {5, 11.97}};
  for (const auto& [nprocs, time] : large) {
    EXPECT_NEAR(adi(nprocs, 200), time, 0.005) << nprocs;
  }
  for (const auto& [nprocs, time] : small) {
    EXPECT_NEAR(adi(nprocs, 100), time, 0.005) << nprocs;
  }
}

TEST(Figures, AdiIsLeastEfficientOnAPrimeNumberOfProcessors) {
  for (const int points : {100, 200}) {
    for (const int prime : {3, 5, 7, 11, 13}) {
      EXPECT_GT(adi(prime, points), adi(prime - 1, points)) << prime;
      EXPECT_GT(adi(prime, points), adi(prime + 1, points)) << prime;
    }
  }
}

TEST(Figures, Psrs) {
  const std::map<int, double> times{
      {1, 534.000}, {2, 386.598}, {4, 223.396}, {8, 127.035}, {16, 67.167}};
  for (const auto& [nprocs, time] : times) {
    EXPECT_NEAR(milliseconds(nprocs, [](Spmd& spmd) { psrs(spmd, 1'000'000); }), time, 0.0005)
        << nprocs;
  }
}

}  // namespace
}  // namespace dps::estimator
