#include "base/clocks/tree.h"

#include <set>

#include <gtest/gtest.h>

namespace dps::clocks {
namespace {

TEST(Tree, OneClockNeedsNoRound) {
  EXPECT_TRUE(tree_rounds(1).empty());
}

TEST(Tree, FiveClocksNeedThreeRounds) {
  using Round = std::vector<TreePair>;
  EXPECT_EQ(tree_rounds(5), (std::vector<Round>{{{1, 0}, {3, 2}}, {{2, 0}}, {{4, 0}}}));
}

TEST(Tree, EveryClockIsAClientOnceAndInOnePairOfARound) {
  for (std::size_t count = 1; count < 70; ++count) {
    std::set<std::size_t> clients;
    for (const auto& round : tree_rounds(count)) {
      std::set<std::size_t> busy;
      for (const TreePair& pair : round) {
        EXPECT_TRUE(clients.insert(pair.client).second);
        EXPECT_TRUE(busy.insert(pair.client).second && busy.insert(pair.reference).second);
        EXPECT_EQ(pair.reference, reference_of(pair.client));
      }
    }
    EXPECT_EQ(clients.size(), count - 1);
  }
}

}  // namespace
}  // namespace dps::clocks
