#include "predictor/machines/flows/routes.h"

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

}  // namespace
}  // namespace dps::machines
