#include "profiles/text/computing_table.h"

#include <string>

#include <gtest/gtest.h>

#include "profiles/json/result_json.h"
#include "profiles/text/csv_profile.h"
#include "profiles/text/why_elements.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

/// Two ranks were 2 s outside of MPI, 1.6 s of it with a core.
RunResult sampled_result() {
  RunResult result = matrix_multiply_2();
  RunProfile& run = result.runs[0];
  run.processes.resize(2);
  for (ProcessProfile& process : run.processes) {
    process.compute_s = 1;
  }
  MpiProfile& mpi = run.mpi.emplace();
  mpi.computing = {{"relax", "jacobi.c:12", "jacobi", "jacobi.c:17", 300, 2, 1.2, 0.9},
                   {"exp", "", "libm.so.6", "", 99, 2, 0.396, 0},
                   {"", "", "", "", 1, 1, 0.004, 0}};
  mpi.regions = {{"BUSY from a.c:1 to MPI_Wait@a.c:2", "relax", "jacobi.c:12", "jacobi", 1.2}};
  return result;
}

TEST(ComputingTable, HasTheFunctionsByTheirShare) {
  const std::string head =
      "Computing by function              ranks       CPU  share              most in line\n"
      "relax (jacobi.c:12)                    2     1.2 s  75.0%          jacobi.c:17, 75%\n"
      "exp (libm.so.6)                        2    396 ms  24.8%                         -\n";
  const std::string foot =
      "CPU time between the calls of MPI, by 400 samples. BUSY is 2 s: for 400 ms of\n"
      "it, the ranks had no core, slept, or were not sampled.\n";
  EXPECT_EQ(computing_table(sampled_result().runs[0], 20, false),
            head + "and 1 function more; --sites all lists them\n" + foot);
  EXPECT_EQ(computing_table(sampled_result().runs[0], 0, false),
            head +
                "unknown code                           1      4 ms   0.2%                         "
                "-\n" +
                foot);
}

TEST(ComputingTable, HasTheFirstFunctionEvenOfOneSample) {
  RunResult result = sampled_result();
  auto& rows = result.runs[0].mpi->computing;
  rows.erase(rows.begin(), rows.end() - 1);
  const std::string table = computing_table(result.runs[0], 20, false);
  EXPECT_NE(table.find("unknown code                           1      4 ms 100.0%"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("by 1 sample. BUSY is"), std::string::npos) << table;
}

TEST(ComputingTable, NamesFunctionsByTheirDeclarationOrTheirFile) {
  EXPECT_EQ(function_text("relax", "jacobi.c:12", "jacobi"), "relax (jacobi.c:12)");
  EXPECT_EQ(function_text("relax", "", "jacobi"), "relax (jacobi)");
  EXPECT_EQ(function_text("jacobi+0x1160", "", "jacobi"), "jacobi+0x1160");
  EXPECT_EQ(function_text("", "", "jacobi"), "unknown code (jacobi)");
  EXPECT_EQ(function_text("", "", ""), "unknown code");
  EXPECT_EQ(function_text("a\tb", "", ""), "a\\x09b");
}

TEST(ComputingTable, CsvHasARowForEachFunction) {
  const std::string csv = csv_profile(sampled_result());
  EXPECT_NE(csv.find("computing,p,,relax (jacobi.c:12),"), std::string::npos) << csv;
  EXPECT_NE(csv.find("computing,p,,exp (libm.so.6),"), std::string::npos) << csv;
}

TEST(ComputingTable, APathNamesTheFunctionsOfItsMainRank) {
  Why why;
  PathShare share;
  share.what = "compute";
  share.ptag = "p";
  share.main_ptag = "p[0]";
  share.tag = "BUSY from a.c:1 to MPI_Wait@a.c:2";
  EXPECT_EQ(functions_text(why, share), "");
  why.functions = {{"p[1]", share.tag, "other", "a.c:9", "a", 1},
                   {"p[0]", share.tag, "relax", "jacobi.c:12", "jacobi", 0.83},
                   {"p[0]", share.tag, "exp", "", "libm.so.6", 0.14}};
  EXPECT_EQ(functions_text(why, share),
            ", 83% of it in relax (jacobi.c:12), 14% in exp (libm.so.6)");
  why.functions.insert(why.functions.begin(), {"p[0]", share.tag, "", "", "", 0.2});
  EXPECT_EQ(functions_text(why, share),
            ", 20% of it off its core, else 83% in relax (jacobi.c:12), 14% in exp (libm.so.6)");
}

TEST(ComputingTable, ResultsKeepFunctionsAndPackedTypes) {
  RunResult result = sampled_result();
  result.program.emplace();
  Why& why = result.why.emplace();
  why.packed = {{"Grad.m", 1.25, 2.5}};
  why.functions = {{"p[0]", "BUSY", "relax", "jacobi.c:12", "jacobi", 0.83}};
  const std::string json = to_json(result);
  const auto read = parse_result(json);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(to_json(*read), json);
  ASSERT_EQ(read->why->packed.size(), 1U);
  EXPECT_EQ(read->why->packed[0].taking_s, 2.5);
  EXPECT_EQ(read->why->functions[0].function, "relax");
  EXPECT_EQ(read->runs[0].mpi->computing[0].samples, 300U);
  EXPECT_EQ(read->runs[0].mpi->regions.size(), 1U);
}

}  // namespace
}  // namespace dps::profiles
