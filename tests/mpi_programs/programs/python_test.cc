// The sites of programs in Python.
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/mpi_programs/programs/recorded_run.h"

namespace dps {
namespace {

constexpr const char* kPython = "/usr/bin/python3";  // has the package of mpi4py

bool has_mpi4py() {
  return support::run_shell(std::string(kPython) + " -c 'import mpi4py' 2>&1").status == 0;
}

std::string ring(const std::string& arguments) {
  return mpirun(2, std::string(kPython) + " '" DPS_MPI_SOURCES "/ring.py' " + arguments);
}

/// The calls by place.
std::map<std::string, int> calls_in(const Recorded& run) {
  std::map<std::string, int> calls;
  for (const nlohmann::json& row : run.run().at("mpi").at("sites")) {
    calls[row.at("place")] += row.at("calls").get<int>();
  }
  return calls;
}

TEST(PythonProgram, SitesAreLinesOfPython) {
  if (!has_mpi4py()) {
    GTEST_SKIP() << "no mpi4py";
  }
  const Recorded run = record(ring(""));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  const auto calls = calls_in(run);
  EXPECT_EQ(calls.at("ring.py:15"), 40);  // isend
  EXPECT_GE(calls.at("ring.py:16"), 80);  // recv: a matching probe, then the receive
  EXPECT_EQ(calls.at("ring.py:17"), 40);  // wait
  EXPECT_EQ(calls.at("ring.py:27"), 2);   // Barrier
  for (const auto& [place, count] : calls) {
    EXPECT_TRUE(place.starts_with("ring.py:")) << place;
  }
  expect_balance(run.run());
}

/// The lock of the interpreter might be held by the other thread.
TEST(PythonProgram, WithSeveralThreadsSitesAreInTheLibrary) {
  if (!has_mpi4py()) {
    GTEST_SKIP() << "no mpi4py";
  }
  const Recorded run = record(ring("threads"));
  ASSERT_EQ(run.finished.status, 0) << run.finished.out;
  const auto calls = calls_in(run);
  EXPECT_EQ(calls.count("ring.py:15"), 0U);
  EXPECT_TRUE(calls.begin()->first.starts_with("MPI.")) << calls.begin()->first;
}

}  // namespace
}  // namespace dps
