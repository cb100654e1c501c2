#include "predictor/machines/flows/routes.h"

#include <map>

#include <gtest/gtest.h>

namespace dps::machines {
namespace {

using Links = std::vector<std::uint32_t>;

TEST(Routes, ARouteHasTheLinksThatItWasMadeOver) {
  Routes routes;
  for (const Links& links : {Links{}, Links{5}, Links{5, 3}, Links{5, 3, 1}, Links{9, 8, 7, 6}}) {
    const Route route = routes.over(links);
    const auto kept = routes.links(route);
    EXPECT_EQ(Links(kept.begin(), kept.end()), links);
    EXPECT_EQ(route.size(), links.size());
  }
}

TEST(Routes, RoutesHaveTheSameNumberIfAndOnlyIfTheirLinksAreTheSame) {
  Routes routes;
  const std::vector<Links> all{{5}, {3}, {5, 3}, {3, 5}, {5, 1, 3}, {5, 2, 3}, {5, 1, 2, 3}};
  for (std::size_t a = 0; a < all.size(); ++a) {
    for (std::size_t b = 0; b < all.size(); ++b) {
      EXPECT_EQ(routes.over(all[a]).number() == routes.over(all[b]).number(), a == b)
          << a << " " << b;
    }
  }
}

TEST(Routes, ASequenceIsForgottenWithItsLastUser) {
  Routes routes;
  const Links links{5, 3, 1};
  const Route first = routes.over(links);
  const Route second = routes.over(links);
  EXPECT_EQ(routes.count(), 1U);
  routes.forget(first);
  const auto kept = routes.links(second);
  EXPECT_EQ(Links(kept.begin(), kept.end()), links);
  routes.forget(second);
  EXPECT_EQ(routes.count(), 0U);
}

TEST(Routes, ManySequencesCanComeAndGo) {
  Routes routes;
  std::map<std::uint32_t, Route> made;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    made[i] = routes.over(Links{i, i + 1, i / 7, 9999});
    if (i % 3 == 0) {
      routes.forget(made[i / 3]);
      made.erase(i / 3);
    }
  }
  EXPECT_EQ(routes.count(), made.size());
  for (const auto& [i, route] : made) {
    const auto links = routes.links(route);
    EXPECT_EQ(Links(links.begin(), links.end()), (Links{i, i + 1, i / 7, 9999}));
    EXPECT_EQ(routes.over(links).number(), route.number());
  }
}

}  // namespace
}  // namespace dps::machines
