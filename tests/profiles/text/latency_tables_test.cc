#include "profiles/text/latency_tables.h"

#include <string>

#include <gtest/gtest.h>

namespace dps::profiles {
namespace {

/// A rank received two messages, whose time cannot be split, and one call took time.
MergedLatencies of_ranks() {
  MergedLatencies latencies{{}, 1, true};
  latencies.of.ticks_per_second = 1'000'000;
  statistics::MessageTimes times;
  times.add_unsplit(100);
  times.add_unsplit(300);
  latencies.of.messages.push_back({"tag5", times});
  statistics::Histogram real;
  real.add(200);
  latencies.of.functionalities.push_back({"p", "main", "MPI_Recv@ring.c:14", real});
  return latencies;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(LatencyTables, MpiProgramsHaveCallsAndReceivedMessages) {
  const std::string text = latency_tables(of_ranks(), false);
  EXPECT_TRUE(contains(text, "\nmessage               received ")) << text;
  EXPECT_TRUE(contains(text, "\ncall                     calls ")) << text;
  EXPECT_TRUE(contains(text, "end of the call that completes"));
  for (const char* word : {"firing", "unctionalit", "Timers"}) {
    EXPECT_FALSE(contains(text, word)) << text;
  }
}

TEST(LatencyTables, APartThatIsAllOfATimeIsLeftOut) {
  EXPECT_FALSE(contains(latency_tables(of_ranks(), false), "unknown split"));
}

TEST(LatencyTables, LimitsOfTracesAreNotThoseOfMpiPrograms) {
  MergedLatencies latencies = of_ranks();
  latencies.of.left_out = 1;
  EXPECT_TRUE(contains(latency_tables(latencies, false), "INCOMPLETE: 1 event was not recorded"));
  EXPECT_FALSE(contains(latency_tables(latencies, false), "--trace-limit"));
  latencies.is_mpi_program = false;
  EXPECT_TRUE(contains(latency_tables(latencies, false), "--trace-limit raises the limit"));
}

}  // namespace
}  // namespace dps::profiles
