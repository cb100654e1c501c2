#include "blueprint/collectives/schedule.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blueprint/collectives/default_algorithms.h"
#include "contributions.h"

namespace dps::collectives {
namespace {

std::string described(const Collective& of) {
  return fmt::format("{} {} n = {} root = {} m = {}", name_of(of.operation), name_of(of.algorithm),
                     of.members, of.root, of.bytes);
}

/// Calls `check` for each operation, algorithm, number of members and root.
template <typename Check>
void for_each_collective(std::uint32_t most_members, const Check& check) {
  for (const std::string_view name : operation_names()) {
    const Operation operation = *find_operation(name);
    for (const Algorithm algorithm : algorithms_of(operation)) {
      for (std::uint32_t n = 1; n <= most_members; ++n) {
        const std::uint64_t bytes = has_bytes(operation) ? 1000 + n : 0;
        for (std::uint32_t root = 0; root < (has_root(operation) ? n : 1); ++root) {
          check(Collective{operation, algorithm, n, root, bytes});
        }
      }
    }
  }
}

TEST(Schedule, EachMemberHasTheDataThatMpiPromisesAndNoneTwice) {
  for_each_collective(64, [](const Collective& of) {
    const Performance done = perform(of, of.members + of.root);
    ASSERT_EQ(done.problem, "") << described(of);
    ASSERT_EQ(broken_promise(of, done), "") << described(of);
    ASSERT_EQ(traffic_of(of), (CollectiveTraffic{done.messages, done.bytes})) << described(of);
  });
}

TEST(Schedule, TheOrderOfTheMembersDoesNotMatter) {
  for_each_collective(17, [](const Collective& of) {
    for (std::uint64_t order = 0; order < 3; ++order) {
      const Performance done = perform(of, order);
      ASSERT_EQ(done.problem + broken_promise(of, done), "") << described(of);
    }
  });
}

TEST(Schedule, FewerBytesThanBlocksLeaveBlocksEmpty) {
  for_each_collective(20, [](Collective of) {
    for (of.bytes = 0; has_bytes(of.operation) && of.bytes < 4; ++of.bytes) {
      const Performance done = perform(of, 1);
      ASSERT_EQ(done.problem + broken_promise(of, done), "") << described(of);
      ASSERT_EQ(traffic_of(of), (CollectiveTraffic{done.messages, done.bytes})) << described(of);
    }
  });
}

TEST(Schedule, ItsSummaryIsThatOfItsRounds) {
  for_each_collective(40, [](const Collective& of) {
    std::uint64_t largest = 0;
    for (std::uint32_t rank = 0; rank < of.members; ++rank) {
      const Schedule schedule(of, rank);
      std::set<std::uint32_t> receivers;
      std::set<std::uint64_t> sizes;
      for (std::uint64_t number = 0; number < schedule.rounds(); ++number) {
        const Round round = schedule.round(number);
        ASSERT_TRUE(round.sends() || round.takes()) << described(of);
        if (round.sends()) {
          receivers.insert(round.to);
          sizes.insert(round.sent);
        }
      }
      const auto found = schedule.sizes();
      ASSERT_EQ(schedule.receivers(),
                std::vector<std::uint32_t>(receivers.begin(), receivers.end()))
          << described(of);
      for (const std::uint64_t size : sizes) {
        ASSERT_TRUE(std::ranges::binary_search(found, size)) << described(of) << " " << size;
      }
      ASSERT_LE(found.size(), sizes.size() + 1) << described(of);
      largest = sizes.empty() ? largest : std::max(largest, *sizes.rbegin());
    }
    ASSERT_EQ(largest_message(of), largest) << described(of);
  });
}

TEST(Schedule, MessagesAndBytesAreThoseOfTheFormulas) {
  constexpr std::uint64_t m = 1 << 20;
  using enum Operation;
  using enum Algorithm;
  const auto traffic = [](Operation operation, Algorithm algorithm, std::uint32_t n) {
    return traffic_of({operation, algorithm, n, 0, has_bytes(operation) ? m : 0});
  };
  EXPECT_EQ(traffic(kAllreduce, kRabenseifner, 16), (CollectiveTraffic{128, 31'457'280}));
  EXPECT_EQ(traffic(kAllreduce, kRing, 16), (CollectiveTraffic{480, 30.0 * m}));
  EXPECT_EQ(traffic(kAllreduce, kRecursiveDoubling, 6), (CollectiveTraffic{2 + 8 + 2, 12.0 * m}));
  EXPECT_EQ(traffic(kBcast, kScatterAllgather, 8),
            (CollectiveTraffic{7 + 56, 12.0 / 8 * m + 7.0 * m}));
  EXPECT_EQ(traffic(kBarrier, kDissemination, 5), (CollectiveTraffic{15, 0}));
  EXPECT_EQ(traffic(kGather, kBinomial, 8), (CollectiveTraffic{7, 12.0 * m}));
  EXPECT_EQ(traffic(kAllgather, kNeighbor, 6), (CollectiveTraffic{18, 30.0 * m}));
  EXPECT_EQ(traffic(kAlltoall, kBruck, 8), (CollectiveTraffic{24, 24.0 * 4 * m}));
  EXPECT_EQ(traffic(kReduceScatter, kPairwise, 7), (CollectiveTraffic{42, 42.0 * m}));
  EXPECT_EQ(traffic(kScan, kRecursiveDoubling, 8), (CollectiveTraffic{7 + 6 + 4, 17.0 * m}));
}

TEST(Schedule, TheLargestOperationNeedsNoListOfItsMessages) {
  const Collective all{Operation::kAlltoall, Algorithm::kLinear, kMaxMembers, 0, 8};
  EXPECT_EQ(traffic_of(all).messages, std::uint64_t{kMaxMembers} * (kMaxMembers - 1));
  EXPECT_EQ(largest_message(all), 8U);
  EXPECT_EQ(Schedule(all, 7).round(2).to, 10U);
  const Collective ring{Operation::kAllreduce, Algorithm::kRing, kMaxMembers, 0, 1 << 20};
  EXPECT_EQ(traffic_of(ring).bytes, 2.0 * (kMaxMembers - 1) * (1 << 20));
}

TEST(DefaultAlgorithm, IsThatOfOpenMpi) {
  using enum Operation;
  using enum Algorithm;
  EXPECT_EQ(default_algorithm(kAllreduce, 16, 1 << 20), kRabenseifner);
  EXPECT_EQ(default_algorithm(kAllreduce, 8, 8191), kRecursiveDoubling);
  EXPECT_EQ(default_algorithm(kAllreduce, 8, 8192), kRabenseifner);
  EXPECT_EQ(default_algorithm(kBcast, 5000, 1 << 20), kScatterAllgather);
  EXPECT_EQ(default_algorithm(kScan, 1, 0), kChain);
  EXPECT_EQ(default_algorithm(kBarrier, 1, 0), kRecursiveDoubling);
  EXPECT_EQ(default_algorithm(kAlltoall, 3, 700 << 10), kPairwise);
}

TEST(DefaultAlgorithm, DividesDataOnlyIfThereIsAByteForEachBlock) {
  EXPECT_EQ(default_algorithm(Operation::kAllreduce, 16, 15), Algorithm::kRecursiveDoubling);
  EXPECT_EQ(default_algorithm(Operation::kAllreduce, 16, 16), Algorithm::kRing);
}

TEST(DefaultAlgorithm, TheTableCoversAllMembersAndSizes) {
  for (const std::string_view name : operation_names()) {
    const Operation operation = *find_operation(name);
    std::uint32_t next = 2;
    for (const DefaultAlgorithms& row : default_algorithms()) {
      if (row.operation == operation) {
        EXPECT_EQ(row.first, next) << name;
        next = row.last + 1;
        std::uint64_t below = 0;
        for (const SizeLimit& size : row.sizes) {
          EXPECT_LT(below, size.below) << name;
          EXPECT_TRUE(performs(size.algorithm, operation)) << name;
          below = size.below;
        }
        EXPECT_EQ(below, kAnySize) << name;
      }
    }
    EXPECT_EQ(next, kMaxMembers + 1) << name;
  }
}

}  // namespace
}  // namespace dps::collectives
