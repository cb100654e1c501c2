#include "predictor/rawtiming/plan/pairing.h"

#include <set>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::rawtiming {
namespace {

RC_GTEST_PROP(Pairing, IsMutualAndCoversAllButOneOfAnOddNumber, ()) {
  const auto ranks = *rc::gen::inRange<std::uint32_t>(2, 40);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto trial = *rc::gen::arbitrary<std::uint64_t>();
  std::uint32_t alone = 0;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const Partner partner = partner_of(rank, ranks, seed, trial);
    if (partner.role == Role::kNone) {
      ++alone;
      continue;
    }
    RC_ASSERT(partner.rank != rank);
    const Partner back = partner_of(partner.rank, ranks, seed, trial);
    RC_ASSERT(back.rank == rank);
    RC_ASSERT(back.role != partner.role);
  }
  RC_ASSERT(alone == ranks % 2);
}

TEST(Pairing, IsNewInEachTrial) {
  std::set<std::pair<Role, std::uint32_t>> partners;
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const Partner partner = partner_of(0, 4, 1, trial);
    partners.emplace(partner.role, partner.rank);
  }
  EXPECT_EQ(partners.size(), 6U);  // three others, first or second
}

}  // namespace
}  // namespace dps::rawtiming
