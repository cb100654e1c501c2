// The times of ranks and of their sites in results of dps run -- COMMAND.
#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/mpi_programs/programs/recorded_run.h"

namespace dps {
namespace {

using Json = nlohmann::json;

TEST(MpiProgram, TheIdleTimeOfARankIsThatOfItsSites) {
  const Recorded run = record(mpirun(2, program("late_receiver")));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  std::map<std::string, double> idle;  // by rank
  std::map<std::string, double> sites;
  std::uint64_t calls = 0;
  for (const Json& row : run.run().at("mpi").at("rank_sites")) {
    idle[row.at("ptag")] += row.at("idle_s").get<double>();
    sites[row.at("place")] += row.at("idle_s").get<double>();
    calls += row.at("calls").get<std::uint64_t>();
  }
  for (const Json& process : run.run().at("processes")) {
    EXPECT_NEAR(process.at("idle_s"), idle.at(process.at("ptag")), 1e-9) << process;
  }
  for (const Json& site : run.run().at("mpi").at("sites")) {
    EXPECT_NEAR(site.at("idle_s"), sites.at(site.at("place")), 1e-9) << site;
    calls -= site.at("calls").get<std::uint64_t>();
  }
  EXPECT_EQ(calls, 0U);
  EXPECT_GT(sites.at("late_receiver.c:36"), 0);  // MPI_Ssend
}

TEST(MpiProgram, InitAndFinalizeHaveTheirTimes) {
  const Recorded run = record(mpirun(2, program("late")), "");
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_EQ(run.run().at("mpi").at("rank_bounds").size(), 2U);
  for (const Json& rank : run.run().at("mpi").at("rank_bounds")) {
    EXPECT_GT(rank.at("init_s"), 0) << rank;
    EXPECT_GT(rank.at("finalize_s"), 0) << rank;
  }
  std::map<std::string, double> totals;  // by function
  for (const Json& row : run.run().at("mpi").at("functions")) {
    totals[row.at("function")] = row.at("total_s");
  }
  EXPECT_GT(totals.at("MPI_Init"), 0);
  EXPECT_GT(totals.at("MPI_Finalize"), 0);
  EXPECT_NE(run.finished.out.find("These times exclude MPI_Init, up to "), std::string::npos)
      << run.finished.out;
}

}  // namespace
}  // namespace dps
