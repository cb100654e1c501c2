// Predictions of `life` and of a barrier have the figures that the dissertation on MPI data sheets
// prints for them (5.4.1, 5.4.5), as far as its printed sheets give them.
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/run_shell.h"

namespace {

using Json = nlohmann::json;

constexpr double kMicro = 1e-6;

struct Setting {
  std::string machine = "cray_t3d";
  int ranks = 32;
  int generations = 20;
  std::string options = {};
};

/// The prediction of `life` on 128 x 128 cells, each of which takes two steps of 1 us. An integer
/// of the T3D had 8 bytes.
Json life(const Setting& setting) {
  const auto finished = dps::support::run_shell(fmt::format(
      "'{}' predict --machine {} --step 1us {} --quiet --format json -- {} -n {} '{}/life' --n 128 "
      "--long --generations {} | sed -n '/^{{/,$p'",
      DPS_PROGRAM, setting.machine, setting.options, COWICHAN_MPIRUN, setting.ranks,
      COWICHAN_FOLDER, setting.generations));
  return Json::parse(finished.out).at("runs").at(0);
}

/// The time of one generation, the communication included.
double generation_s(Setting setting) {
  const double before = life(setting).at("makespan_s").get<double>();
  ++setting.generations;
  return life(setting).at("makespan_s").get<double>() - before;
}

/// The mean time of a call of the function in the exchange of rows.
double call_s(const Json& run, const std::string& function) {
  for (const Json& site : run.at("mpi").at("sites")) {
    if (site.at("function") == function) {
      return site.at("times").at("mean_s").get<double>();
    }
  }
  ADD_FAILURE() << "no " << function;
  return 0;
}

TEST(PrintedFigures, AGenerationOfLifeOnTheT3D) {
  constexpr double kMost = 4e-12;
  EXPECT_NEAR(generation_s({.ranks = 32}), 1269.44 * kMicro, kMost);   // printed: 1300 us
  EXPECT_NEAR(generation_s({.ranks = 2}), 16'629.44 * kMicro, kMost);  // 16,900 us
  const Json run = life({});
  const double exchange = 2 * (call_s(run, "MPI_Send") + call_s(run, "MPI_Recv"));
  EXPECT_NEAR(exchange, 245.44 * kMicro, kMost);  // 255 us, 20 % and 1.5 % of a generation
  EXPECT_NEAR(exchange / generation_s({.ranks = 32}), 0.193, 0.0005);
  EXPECT_NEAR(20 * generation_s({.ranks = 32}), 25.4e-3, 0.05e-3);  // 26 ms
}

TEST(PrintedFigures, ContendedSendsAreDearer) {  // 0.41, and then 0.71 of the measured time
  EXPECT_DOUBLE_EQ(call_s(life({}), "MPI_Send"), 41.52 * kMicro);
  EXPECT_DOUBLE_EQ(call_s(life({.options = "--contended"}), "MPI_Send"), 56.0 * kMicro);
}

TEST(PrintedFigures, TheFirstBarrierOfEightWorkstations) {  // 71 ms
  const Json run = life({.machine = "sparc5_ethernet", .ranks = 8, .generations = 1});
  EXPECT_DOUBLE_EQ(call_s(run, "MPI_Barrier"), 72e-3);
}

}  // namespace
