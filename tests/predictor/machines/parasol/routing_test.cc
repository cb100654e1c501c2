// Routes, and the sizes of grids that follow from links.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/kinds/parasol/routing/router.h"

namespace dps::parasol {
namespace {

/// A topology with a link for each edge of the grid, in the order of visit_edges().
TopologyDescription laid(const char* routing, std::array<std::uint32_t, 3> size) {
  const RoutingRule& rule = *find_routing(routing);
  const ProcessorGrid grid{size, rule.axes, rule.shape == RoutingShape::kTorus};
  TopologyDescription topology;
  topology.routing = routing;
  topology.processors = static_cast<std::uint32_t>(grid.processors());
  visit_edges(grid, [&](std::uint32_t a, std::uint32_t b) {
    topology.links.push_back({0, 0, static_cast<std::uint32_t>(topology.ends.size()), 2});
    topology.ends.push_back(a);
    topology.ends.push_back(b);
    return true;
  });
  return topology;
}

ProcessorRoute route_of(const TopologyDescription& topology, std::uint32_t from, std::uint32_t to) {
  ProcessorRoute route;
  Router::make(topology)->append(from, to, route);
  return route;
}

using Numbers = std::vector<std::uint32_t>;

TEST(ParasolRouting, AMessageGoesAlongTheAxesInTheirOrder) {
  EXPECT_EQ(route_of(laid("XY", {4, 4, 1}), 1, 16).hops, (Numbers{1, 2, 3, 4, 8, 12, 16}));
  EXPECT_EQ(route_of(laid("YX", {4, 4, 1}), 1, 16).hops, (Numbers{1, 5, 9, 13, 14, 15, 16}));
  EXPECT_EQ(route_of(laid("XY", {4, 4, 1}), 16, 1).hops, (Numbers{16, 15, 14, 13, 9, 5, 1}));
  EXPECT_EQ(route_of(laid("ZXY", {2, 3, 2}), 1, 12).hops, (Numbers{1, 7, 8, 10, 12}));
  EXPECT_TRUE(route_of(laid("XY", {4, 4, 1}), 5, 5).links.empty());
}

TEST(ParasolRouting, OnATorusItGoesTheShorterWayAndUpwardsIfBothAreEqual) {
  EXPECT_EQ(route_of(laid("1Dtorus", {6, 1, 1}), 1, 5).hops, (Numbers{1, 6, 5}));
  EXPECT_EQ(route_of(laid("1Dtorus", {6, 1, 1}), 1, 4).hops, (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(route_of(laid("1Dtorus", {6, 1, 1}), 4, 1).hops, (Numbers{4, 5, 6, 1}));
  EXPECT_EQ(route_of(laid("2Dtorus", {4, 4, 1}), 1, 16).hops, (Numbers{1, 4, 16}));
}

TEST(ParasolRouting, AnAxisOfTwoHasNoSecondCable) {
  EXPECT_EQ(laid("2Dtorus", {2, 2, 1}).links.size(), 4U);
  EXPECT_EQ(laid("2Dtorus", {4, 4, 1}).links.size(), laid("XY", {4, 4, 1}).links.size() + 8);
  EXPECT_EQ(laid("XY", {32, 16, 1}).links.size(), 976U);
  EXPECT_EQ(route_of(laid("1Dtorus", {2, 1, 1}), 2, 1).links, (Numbers{1}));
}

TEST(ParasolRouting, OfSeveralLinksWithTheSameEndsTheLowestIsTaken) {
  TopologyDescription topology = laid("XY", {2, 1, 1});
  topology.links.push_back(topology.links[0]);
  EXPECT_EQ(route_of(topology, 2, 1).links, (Numbers{1}));
  EXPECT_EQ(Router::make(topology)->idle_links(), (Numbers{2}));
}

TEST(ParasolRouting, BroadcastTakesTheLowestCommonLink) {
  TopologyDescription topology;
  topology.routing = "broadcast";
  topology.processors = 3;
  topology.links = {{0, 0, 0, 2}, {0, 0, 2, 3}, {0, 0, 5, 2}};
  topology.ends = {2, 3, 1, 2, 3, 1, 2};
  EXPECT_EQ(route_of(topology, 3, 2).links, (Numbers{1}));
  EXPECT_EQ(route_of(topology, 1, 3).links, (Numbers{2}));
  EXPECT_EQ(Router::make(topology)->idle_links(), (Numbers{3}));
  topology.links.erase(topology.links.begin() + 1);
  const auto router = Router::make(topology);
  ASSERT_FALSE(router);
  const auto& pair = std::get<UnjoinedPair>(router.error());
  EXPECT_EQ(std::pair(pair.a, pair.b), std::pair(1U, 3U));
}

TEST(ParasolRouting, TheVirtualSizeIsTheSquarest) {
  EXPECT_EQ(squarest_grid(16, *find_routing("2Dtorus")).text(), "4x4");
  EXPECT_EQ(squarest_grid(12, *find_routing("XY")).text(), "4x3");
  EXPECT_EQ(squarest_grid(12, *find_routing("XYZ")).text(), "3x2x2");
  EXPECT_EQ(squarest_grid(7, *find_routing("3Dtorus")).text(), "7x1x1");
  EXPECT_EQ(
      neighbour_count(16, *find_routing("2Dtorus"), squarest_grid(16, *find_routing("2Dtorus"))),
      64U);
}

TEST(ParasolRouting, TheFirstMissingLinkIsNamed) {
  TopologyDescription topology = laid("XY", {4, 4, 1});
  const auto ends = topology.ends_of(topology.links[11]);
  const std::pair cut(ends[0], ends[1]);
  topology.links.erase(topology.links.begin() + 11);
  const auto router = Router::make(topology);
  ASSERT_FALSE(router);
  const auto& missing = std::get<MissingLink>(router.error());
  EXPECT_EQ(missing.grid.text(), "4x4");
  EXPECT_EQ(std::pair(missing.a, missing.b), cut);
}

std::uint32_t ring_distance(std::uint32_t a, std::uint32_t b, std::uint32_t size, bool wraps) {
  const std::uint32_t direct = a > b ? a - b : b - a;
  return wraps ? std::min(direct, size - direct) : direct;
}

RC_GTEST_PROP(ParasolRouting, RoutesArePathsWhoseLengthsAreDistances, ()) {
  const auto& rule = routing_rules()[*rc::gen::inRange<std::size_t>(0, 11)];
  std::array<std::uint32_t, 3> size{1, 1, 1};
  for (std::uint32_t axis = 0; axis < rule.axes; ++axis) {
    size[axis] = *rc::gen::inRange<std::uint32_t>(1, 6);
  }
  const TopologyDescription topology = laid(std::string(rule.name).c_str(), size);
  const auto router = Router::make(topology);
  RC_ASSERT(router.has_value());
  RC_ASSERT(router->grid().edges() == topology.links.size());
  const auto from = *rc::gen::inRange<std::uint32_t>(1, topology.processors + 1);
  const auto to = *rc::gen::inRange<std::uint32_t>(1, topology.processors + 1);
  ProcessorRoute route;
  router->append(from, to, route);
  RC_ASSERT(route.hops.front() == from && route.hops.back() == to);
  RC_ASSERT(route.links.size() + 1 == route.hops.size());
  for (std::size_t i = 0; i < route.links.size(); ++i) {
    const auto ends = topology.ends_of(topology.links.at(route.links[i] - 1));
    RC_ASSERT((ends[0] == route.hops[i] && ends[1] == route.hops[i + 1]) ||
              (ends[1] == route.hops[i] && ends[0] == route.hops[i + 1]));
  }
  const ProcessorGrid& grid = router->grid();
  std::uint32_t distance = 0;
  for (std::uint32_t axis = 0; axis < grid.axes; ++axis) {
    distance +=
        ring_distance(grid.place(from)[axis], grid.place(to)[axis], grid.size[axis], grid.wraps);
  }
  RC_ASSERT(route.links.size() == distance);
}

}  // namespace
}  // namespace dps::parasol
