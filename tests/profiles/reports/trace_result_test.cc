#include "profiles/reports/trace_result.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/reports/same_run.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/simple_machine.h"

namespace dps::reports {
namespace {

/// Sums of picoseconds as fractions of seconds are rounded once.
RC_GTEST_PROP(TraceResult, HasTheSumsOfThePrediction, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = traces::record_prediction(traces::random_blueprint(seed));
  const auto result = result_of(made.trace);
  RC_ASSERT(result.has_value());
  RC_ASSERT(is_same_run(*result, made.trace.head()));
  const profiles::RunProfile& run = result->runs.at(0);
  RC_ASSERT(run.processes.size() == made.sums.size());
  for (std::size_t p = 0; p < made.sums.size(); ++p) {
    const profiles::ProcessProfile& row = run.processes[p];
    const profiles::ProcessSums<Picoseconds>& sums = made.sums[p];
    RC_ASSERT(row.real_s == seconds_of(sums.times.real));
    RC_ASSERT(row.user_s == seconds_of(sums.times.user));
    RC_ASSERT(row.compute_s == seconds_of(sums.compute));
    RC_ASSERT(row.send_s == seconds_of(sums.send));
    RC_ASSERT(row.pack_s == seconds_of(sums.pack));
    RC_ASSERT(row.take_s == seconds_of(sums.take));
    RC_ASSERT(row.idle_s == seconds_of(sums.idle));
    RC_ASSERT(row.msgs_in == sums.traffic.msgs_in);
    RC_ASSERT(row.bytes_in == sums.traffic.bytes_in);
    RC_ASSERT(row.msgs_out == sums.traffic.msgs_out);
    RC_ASSERT(row.bytes_out == sums.traffic.bytes_out);
    RC_ASSERT(row.late_msgs == sums.late);
    RC_ASSERT(row.units.size() == sums.units.size());
    for (std::size_t u = 0; u < row.units.size(); ++u) {
      RC_ASSERT(row.units[u].active == sums.units[u].active);
      RC_ASSERT(row.units[u].real_s == seconds_of(sums.units[u].times.real));
      RC_ASSERT(row.units[u].msgs_in == sums.units[u].traffic.msgs_in);
      RC_ASSERT(row.units[u].functionalities.size() == sums.units[u].functionalities.size());
      for (std::size_t f = 0; f < row.units[u].functionalities.size(); ++f) {
        const profiles::FunctionalityProfile& functionality = row.units[u].functionalities[f];
        RC_ASSERT(functionality.triggered == sums.units[u].functionalities[f].triggered);
        RC_ASSERT(functionality.real_s == seconds_of(sums.units[u].functionalities[f].times.real));
        RC_ASSERT(functionality.send_s == seconds_of(sums.units[u].functionalities[f].send));
      }
    }
  }
}

TEST(TraceResult, TimeAsleepIsKnownApart) {
  const auto made = traces::record_on(traces::simple_machine(), R"(
C Rest.c  sleep   3us
C Work.c  compute 5us
F both.f  NULL    Rest.c,Work.c NULL NULL
U only.u  both.f
P Only.p  1 only.u
)");
  const auto result = result_of(made.trace);
  ASSERT_TRUE(result.has_value());
  EXPECT_DOUBLE_EQ(result->runs[0].processes[0].sleep_s, 3e-6);
  EXPECT_DOUBLE_EQ(result->runs[0].processes[0].compute_s, 8e-6);
}

TEST(TraceResult, AnIncompleteTraceHasANote) {
  traces::Limits limits;
  limits.events = 5;
  const auto made = traces::record_prediction(traces::random_blueprint(7), limits);
  const auto result = result_of(made.trace);
  ASSERT_TRUE(result.has_value());
  ASSERT_FALSE(result->notes.empty());
  EXPECT_NE(result->notes.back().find("the trace left out"), std::string::npos);
}

TEST(SameRun, AResultOfOtherProcessesOrTimesIsAnotherRun) {
  const auto made = traces::record_prediction(traces::random_blueprint(7));
  auto result = *result_of(made.trace);
  profiles::ProcessProfile& process = result.runs[0].processes[0];
  process.real_s += 1e-6;
  EXPECT_FALSE(is_same_run(result, made.trace.head()));
  process.real_s = profiles::kUnknown;
  EXPECT_TRUE(is_same_run(result, made.trace.head()));
  process.ptag += "x";
  EXPECT_FALSE(is_same_run(result, made.trace.head()));
  result.kind = "run";
  EXPECT_FALSE(is_same_run(result, made.trace.head()));
}

}  // namespace
}  // namespace dps::reports
