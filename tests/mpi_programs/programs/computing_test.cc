// The functions that compute, in results of dps run -- COMMAND.
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/mpi_programs/programs/recorded_run.h"

namespace dps {
namespace {

using Json = nlohmann::json;

double sum_of(const Json& rows) {
  double sum = 0;
  for (const Json& row : rows) {
    sum += row.at("cpu_s").get<double>();
  }
  return sum;
}

/// The rows by function.
std::map<std::string, Json> by_function(const Json& rows) {
  std::map<std::string, Json> found;
  for (const Json& row : rows) {
    found[row.at("function")] = row;
  }
  return found;
}

TEST(MpiProgram, TheFunctionsThatComputeHaveTheirSharesOfIt) {
  const Recorded run = record(mpirun(2, program("computing")), "--why");
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  const Json& rows = run.run().at("mpi").at("computing");
  const auto functions = by_function(rows);
  ASSERT_TRUE(functions.contains("thrice") && functions.contains("once")) << rows;
  EXPECT_NEAR(functions.at("thrice").at("cpu_s").get<double>() / sum_of(rows), 0.75, 0.15) << rows;
  EXPECT_NEAR(functions.at("once").at("cpu_s").get<double>() / sum_of(rows), 0.25, 0.15) << rows;
  EXPECT_EQ(functions.at("thrice").at("place"), "computing.c:27") << rows;
  EXPECT_EQ(functions.at("thrice").at("module"), "computing");
  // Rank 1 is in its calls meanwhile, which is not computing.
  EXPECT_EQ(functions.at("thrice").at("ranks"), 1);
  EXPECT_NE(run.finished.out.find("thrice (computing.c:27)"), std::string::npos)
      << run.finished.out;
}

TEST(MpiProgram, AComputationHasTheFunctionsThatAreInIt) {
  const Recorded run = record(mpirun(2, program("computing")), "--quiet --why");
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  std::map<std::string, std::string> main_functions;  // by region; the first row has most
  for (const Json& row : run.run().at("mpi").at("regions")) {
    main_functions.try_emplace(row.at("tag"), row.at("function"));
  }
  EXPECT_EQ(main_functions["BUSY from MPI_Init to MPI_Bcast@computing.c:76"], "thrice");
  EXPECT_EQ(main_functions["BUSY from computing.c:76 to MPI_Barrier@computing.c:80"], "once");
  std::map<std::string, std::string> on_path;  // time without a core has no function
  for (const Json& row : run.result.at("why").at("functions")) {
    EXPECT_EQ(row.at("ptag"), "p[0]") << row;
    on_path[row.at("tag")] += row.at("function");
  }
  EXPECT_EQ(on_path["BUSY from MPI_Init to MPI_Bcast@computing.c:76"], "thrice");
}

TEST(MpiProgram, WithoutSamplesNoFunctionIsNamed) {
  const Recorded run = record(mpirun(2, program("computing")), "--no-samples --why");
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_TRUE(run.run().at("mpi").at("computing").empty());
  EXPECT_FALSE(run.result.at("why").contains("functions"));
  EXPECT_EQ(run.finished.out.find("Computing by function"), std::string::npos);
}

TEST(MpiProgram, SamplesLeaveTheTimersAndTheSleepsOfAProgramAlone) {
  const Recorded run = record(mpirun(1, program("computing") + " signals"));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  EXPECT_NE(run.finished.out.find("SIGPROF came, 0 sleeps interrupted\n"), std::string::npos)
      << run.finished.out;
  EXPECT_TRUE(by_function(run.run().at("mpi").at("computing")).contains("chain"));
}

TEST(MpiProgram, ARankThatIsKilledKeepsItsSamples) {
  const Recorded run = record(mpirun(2, program("computing") + " dies"));
  EXPECT_EQ(run.finished.status, 1) << run.finished.out;
  EXPECT_EQ(run.result.at("complete"), false);
  EXPECT_TRUE(by_function(run.run().at("mpi").at("computing")).contains("thrice"));
}

}  // namespace
}  // namespace dps
