// The times of collective operations follow from the contributions and completions of the members.
#include "base/statistics/operation_times.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace dps::statistics {
namespace {

constexpr std::uint32_t kLine = 7;
constexpr LineOperations kTwo{kLine, 0, 2};

CollectiveLatency row_of(OperationTimes& times) {
  const auto rows = times.take_rows([](std::uint32_t line) { return "O" + std::to_string(line); });
  EXPECT_EQ(rows.size(), 1U);
  return rows.empty() ? CollectiveLatency{} : rows.front();
}

TEST(OperationTimes, HaveTotalSkewAndRest) {
  OperationTimes times(0);
  times.name(kLine, "allreduce", "ring");
  times.contribute(0, kTwo, 1, 10);
  times.contribute(1, kTwo, 1, 30);
  times.complete(0, kTwo, 1);
  times.take(0, kLine, 45);
  times.complete(1, kTwo, 1);
  times.take(1, kLine, 50);
  const CollectiveLatency row = row_of(times);
  EXPECT_EQ(row.otag, "O7");
  EXPECT_EQ(row.operation, "allreduce");
  EXPECT_EQ(row.alg, std::vector<std::string>{"ring"});
  EXPECT_EQ(row.members, 2U);
  EXPECT_EQ(row.operations, 1U);
  EXPECT_EQ(row.completions, 2U);
  EXPECT_EQ(row.total.min(), 20U);
  EXPECT_EQ(row.total.max(), 35U);
  EXPECT_EQ(row.skew.max(), 20U);
  EXPECT_EQ(row.rest.max(), 20U);
}

TEST(OperationTimes, KeepApartTheGroupsAndTheNumbersOfALine) {
  OperationTimes times(0);
  const LineOperations one{kLine, 1, 1};
  times.contribute(0, kTwo, 1, 0);
  times.contribute(0, one, 1, 1);
  times.contribute(0, kTwo, 2, 2);
  times.contribute(1, kTwo, 1, 5);
  for (const LineOperations& group : {kTwo, one}) {
    times.complete(0, group, 1);
    times.take(0, kLine, 10);
  }
  times.complete(1, kTwo, 1);
  times.take(1, kLine, 10);
  const CollectiveLatency row = row_of(times);
  EXPECT_EQ(row.operations, 3U);
  EXPECT_EQ(row.completions, 3U);
  EXPECT_EQ(row.skew.count(), 2U);
  EXPECT_EQ(row.rest.count(), 2U);
  EXPECT_EQ(row.rest.min(), 5U);
  EXPECT_EQ(row.members, 2U);
}

TEST(OperationTimes, AreNeverNegative) {
  OperationTimes times(0);
  times.contribute(0, kTwo, 1, 10);
  times.complete(0, kTwo, 1);
  times.take(0, kLine, 8);
  times.contribute(1, kTwo, 1, 20);
  times.complete(1, kTwo, 1);
  times.take(1, kLine, 19);
  const CollectiveLatency row = row_of(times);
  EXPECT_EQ(row.total.max(), 0U);
  EXPECT_EQ(row.rest.max(), 0U);
  EXPECT_EQ(row.completions, 2U);
}

TEST(OperationTimes, LeaveOutOperationsThatBeganBeforeTheFirstEvent) {
  OperationTimes times(0);
  times.complete(0, kTwo, 3);  // its contribution is missing
  times.contribute(0, kTwo, 4, 10);
  times.take(0, kLine, 11);
  times.complete(0, kTwo, 4);
  times.take(0, kLine, 15);
  times.take(0, kLine, 20);  // a take without a completion
  const CollectiveLatency row = row_of(times);
  EXPECT_EQ(row.completions, 1U);
  EXPECT_EQ(row.total.max(), 5U);
}

TEST(OperationTimes, LeaveOutOperationsBeforeTheInstant) {
  OperationTimes times(12);
  times.contribute(0, kTwo, 1, 10);
  times.contribute(1, kTwo, 1, 11);
  times.complete(0, kTwo, 1);
  times.take(0, kLine, 11);
  times.complete(1, kTwo, 1);
  times.take(1, kLine, 13);
  const CollectiveLatency row = row_of(times);
  EXPECT_EQ(row.operations, 0U);
  EXPECT_EQ(row.completions, 1U);
  EXPECT_TRUE(row.skew.empty());
  EXPECT_EQ(row.rest.max(), 2U);
}

TEST(OperationTimes, OfSeveralRunsAddUp) {
  Latencies all;
  Latencies more;
  CollectiveLatency row;
  row.otag = "Sum.o";
  row.alg = {"ring"};
  row.members = 2;
  row.operations = 1;
  row.total.add(5);
  all.collectives.push_back(row);
  row.alg = {"chain", "ring"};
  row.members = 4;
  more.collectives.push_back(row);
  all.merge(more);
  ASSERT_EQ(all.collectives.size(), 1U);
  EXPECT_EQ(all.collectives[0].alg, (std::vector<std::string>{"ring", "chain"}));
  EXPECT_EQ(all.collectives[0].members, 4U);
  EXPECT_EQ(all.collectives[0].operations, 2U);
  EXPECT_EQ(all.collectives[0].total.count(), 2U);
}

}  // namespace
}  // namespace dps::statistics
