// The shapes of graphs: counts, routes, and the rules by which they route.
#include "predictor/machines/topology.h"

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "predictor/machines/topology/crossbar.h"
#include "predictor/machines/topology/dragonfly.h"
#include "predictor/machines/topology/fat_tree.h"
#include "predictor/machines/topology/graph.h"
#include "predictor/machines/topology/grid.h"
#include "predictor/machines/topology/multistage.h"

namespace dps::machines {
namespace {

using Numbers = std::vector<std::uint32_t>;

std::shared_ptr<const Shape> grid(const Numbers& size, bool is_torus, std::uint32_t hosts,
                                  std::uint32_t per_router = 1, bool has_links = false) {
  Numbers order(size.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  return std::make_shared<GridShape>(GridDescription{is_torus ? "torus" : "mesh", size, per_router,
                                                     order, is_torus, has_links, hosts});
}

std::shared_ptr<const Shape> tree(const Numbers& down, const Numbers& up, const Numbers& parallel,
                                  std::uint32_t hosts) {
  return std::make_shared<FatTree>(FatTreeDescription{"tree", down, up, parallel, hosts});
}

/// A topology of the shape, with links of 1 Gbit/s.
GraphTopology topology(std::shared_ptr<const Shape> shape, std::uint32_t hosts,
                       RoutingKind routing = RoutingKind::kShape) {
  GraphDescription graph;
  graph.hosts = hosts;
  graph.shape = std::move(shape);
  graph.figures.levels.assign(64, {BitsPerSecond(1'000'000'000), Picoseconds(1000)});
  graph.figures.host = graph.figures.levels.front();
  graph.delay = Picoseconds(10);
  graph.routing = routing;
  return GraphTopology(std::move(graph));
}

Numbers route(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  Numbers links;
  topology.make_finder()->find(from, to, links);
  return links;
}

/// The nodes of a route, by name: routers as the topology names them, hosts by their numbers.
std::string hops(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::string names;
  for (const std::uint32_t node : nodes_of(topology, from, to, route(topology, from, to))) {
    names += names.empty() ? "" : " ";
    names += node < topology.host_count() ? std::to_string(node)
                                          : topology.router_name(node - topology.host_count());
  }
  return names;
}

/// Shapes of each kind with their numbers of hosts.
struct Example {
  std::string name;
  std::shared_ptr<const Shape> shape;
  std::uint32_t hosts;
  std::size_t links;
};

std::vector<Example> examples() {
  const auto dragonfly = [](std::uint32_t g, std::uint32_t c, std::uint32_t k, std::uint32_t h) {
    return std::make_shared<Dragonfly>(DragonflyDescription{g, c, k, h, g * c * k * h});
  };
  const auto stages = [](bool is_omega, std::uint32_t radix, std::uint32_t n, std::uint32_t hosts) {
    return std::make_shared<Multistage>(MultistageDescription{is_omega, radix, n, hosts});
  };
  return {
      {"mesh 4x3", grid({4, 3}, false, 12), 12, 34},
      {"torus 5x3", grid({5, 3}, true, 15), 15, 60},
      {"torus of axes of 1 and 2", grid({2, 1, 3}, true, 6), 6, 18},
      {"torus with links of hosts", grid({3, 3}, true, 17, 2, true), 17, 36 + 34},
      {"hypercube 4", grid({2, 2, 2, 2}, false, 16), 16, 64},
      {"binary tree of 8", tree({2, 2, 2}, {1, 1, 1}, {1, 1, 1}, 8), 8, 28},
      {"fat tree with cables", tree({4, 3}, {2, 2}, {1, 3}, 12), 12, 2 * (12 * 2 + 6 * 2 * 3)},
      {"fat tree that is not full", tree({2, 2, 3}, {1, 2, 3}, {2, 1, 2}, 9), 9,
       2 * (9 * 2 + 6 * 2 + 6 * 3 * 2)},
      {"dragonfly 4x2x3x2", dragonfly(4, 2, 3, 2), 48, 2 * (48 + 4 * 2 * 3 + 4 * 3 + 6)},
      {"dragonfly of one group", dragonfly(1, 1, 3, 1), 3, 2 * (3 + 3)},
      {"omega 2^3", stages(true, 2, 3, 8), 8, 32},
      {"omega 3^2", stages(true, 3, 2, 9), 9, 27},
      {"omega of one stage", stages(true, 4, 1, 3), 3, 6},
      {"butterfly 2^3", stages(false, 2, 3, 8), 8, 32},
      {"butterfly 3^3", stages(false, 3, 3, 20), 20, 20 + 27 + 27 + 20},
      {"crossbar", std::make_shared<Crossbar>(6), 6, 12},
  };
}

TEST(Shapes, EachHasAsManyLinksAndRoutersAsItSays) {
  for (const Example& example : examples()) {
    const GraphTopology made = topology(example.shape, example.hosts);
    EXPECT_EQ(made.links().size(), example.links) << example.name;
    const ShapeSize size = example.shape->size();
    EXPECT_EQ(size.links, example.links) << example.name;
    EXPECT_EQ(size.routers, made.router_count()) << example.name;
    EXPECT_GE(size.places, example.hosts) << example.name;
  }
}

TEST(Shapes, RouterNamesAreDistinct) {
  for (const Example& example : examples()) {
    std::set<std::string> names;
    for (std::uint32_t router = 0; router < example.shape->size().routers; ++router) {
      EXPECT_TRUE(names.insert(example.shape->router_name(router)).second) << example.name;
    }
  }
}

TEST(Shapes, LinksWithTheSameEndsAreCountedAsCables) {
  for (const Example& example : examples()) {
    const GraphTopology made = topology(example.shape, example.hosts);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> cables;
    for (const TopologyLink& link : made.links()) {
      EXPECT_EQ(link.cable, (cables[{link.from, link.to}]++)) << example.name;
    }
  }
}

TEST(Shapes, ARouteIsAPathOfDifferentLinksFromTheSenderToTheReceiver) {
  for (const Example& example : examples()) {
    const GraphTopology made = topology(example.shape, example.hosts);
    for (std::uint32_t from = 0; from < example.hosts; ++from) {
      for (std::uint32_t to = 0; to < example.hosts; ++to) {
        if (from == to) {
          continue;
        }
        const Numbers links = route(made, from, to);
        std::uint32_t node = made.node_of(from);
        for (const std::uint32_t link : links) {
          ASSERT_LT(link, made.links().size()) << example.name;
          ASSERT_EQ(made.links()[link].from, node) << example.name << " " << from << " " << to;
          node = made.links()[link].to;
        }
        EXPECT_EQ(node, made.node_of(to)) << example.name << " " << from << " " << to;
        EXPECT_EQ(std::set(links.begin(), links.end()).size(), links.size()) << example.name;
        EXPECT_LE(links.size(), example.shape->size().longest_route) << example.name;
      }
    }
  }
}

TEST(Shapes, RoutesOfGridsAreAsLongAsTheDistance) {
  const GraphTopology torus = topology(grid({5, 4, 3}, true, 60), 60);
  const GraphTopology mesh = topology(grid({5, 4, 3}, false, 60), 60);
  const GraphTopology cube = topology(grid({2, 2, 2, 2, 2}, false, 32), 32);
  const Numbers size{5, 4, 3};
  for (std::uint32_t a = 0; a < 60; ++a) {
    for (std::uint32_t b = 0; b < 60; ++b) {
      std::uint32_t in_mesh = 0;
      std::uint32_t in_torus = 0;
      for (std::uint32_t stride = 1; const std::uint32_t n : size) {
        const std::uint32_t x = a / stride % n;
        const std::uint32_t y = b / stride % n;
        const std::uint32_t apart = std::max(x, y) - std::min(x, y);
        in_mesh += apart;
        in_torus += std::min(apart, n - apart);
        stride *= n;
      }
      EXPECT_EQ(route(mesh, a, b).size(), in_mesh);
      EXPECT_EQ(route(torus, a, b).size(), in_torus);
      if (a < 32 && b < 32) {
        EXPECT_EQ(route(cube, a, b).size(), static_cast<std::size_t>(std::popcount(a ^ b)));
      }
    }
  }
}

TEST(Shapes, GridsGoAlongTheirAxesInOrderAndUpwardsIfBothWaysAreEqual) {
  EXPECT_EQ(hops(topology(grid({4, 4}, false, 16), 16), 0, 5), "r(0,0) r(1,0) r(1,1)");
  EXPECT_EQ(route(topology(grid({4, 4}, false, 16), 16), 0, 5), (Numbers{0, 13}));
  EXPECT_EQ(hops(topology(grid({4}, true, 4), 4), 0, 2), "r(0) r(1) r(2)");
  EXPECT_EQ(hops(topology(grid({4}, true, 4), 4), 3, 1), "r(3) r(0) r(1)");
  EXPECT_EQ(hops(topology(grid({5}, true, 5), 5), 0, 3), "r(0) r(4) r(3)");
  EXPECT_EQ(hops(topology(grid({3, 2}, true, 12, 2, true), 12), 1, 11),
            "1 r(0,0) r(2,0) r(2,1) 11");
  const auto backwards =
      std::make_shared<GridShape>(GridDescription{"mesh", {3, 3}, 1, {1, 0}, false, false, 9});
  EXPECT_EQ(hops(topology(backwards, 9), 0, 8), "r(0,0) r(0,1) r(0,2) r(1,2) r(2,2)");
}

TEST(Shapes, RoutesOfTreesTurnAtTheCommonAncestor) {
  const GraphTopology made = topology(tree({2, 2, 2}, {1, 1, 1}, {1, 1, 1}, 8), 8);
  for (std::uint32_t a = 0; a < 8; ++a) {
    for (std::uint32_t b = 0; b < 8; ++b) {
      if (a != b) {
        EXPECT_EQ(route(made, a, b).size(), 2U * static_cast<std::size_t>(std::bit_width(a ^ b)));
      }
    }
  }
  EXPECT_EQ(hops(made, 0, 3), "0 s(1,0) s(2,0) s(1,1) 3");
}

TEST(Shapes, FatTreesGoUpByTheDigitsOfTheReceiver) {
  // d = b mod 2 on level 1, (b / 2) mod 6 on level 2: parent d mod 2, cable d / 2.
  const GraphTopology made = topology(tree({4, 3}, {2, 2}, {1, 3}, 12), 12);
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = 0; b < 12; ++b) {
      if (a / 4 == b / 4) {
        continue;
      }
      const Numbers links = route(made, a, b);
      ASSERT_EQ(links.size(), 4U);
      const std::uint32_t member = b % 2;
      const std::uint32_t turn = b / 2 % 6;
      const std::uint32_t top = member + 2 * (turn % 2);
      EXPECT_EQ(hops(made, a, b),
                std::to_string(a) + " s(1," + std::to_string(member + 2 * (a / 4)) + ") s(2," +
                    std::to_string(top) + ") s(1," + std::to_string(member + 2 * (b / 4)) + ") " +
                    std::to_string(b));
      EXPECT_EQ(made.links()[links[1]].cable, turn / 2);
      EXPECT_EQ(made.links()[links[2]].cable, a % 3);
    }
  }
}

TEST(Shapes, DragonfliesGoToTheSlotThenToTheChassisThenToTheGroup) {
  const auto shape = std::make_shared<Dragonfly>(DragonflyDescription{4, 2, 3, 1, 24});
  const GraphTopology made = topology(shape, 24);
  EXPECT_EQ(hops(made, 0, 5), "0 r(0,0,0) r(0,0,2) r(0,1,2) 5");
  // Group 3 is joined with router 3 of group 0, which is r(0,1,0); and group 0 with r(3,0,0).
  EXPECT_EQ(hops(made, 1, 23), "1 r(0,0,1) r(0,0,0) r(0,1,0) r(3,0,0) r(3,0,2) r(3,1,2) 23");
  EXPECT_EQ(hops(made, 23, 1), "23 r(3,1,2) r(3,1,0) r(3,0,0) r(0,1,0) r(0,1,1) r(0,0,1) 1");
}

TEST(Shapes, OmegaNetworksPassEveryCyclicShiftAndNotBitReversal) {
  const auto shape = std::make_shared<Multistage>(MultistageDescription{true, 2, 4, 16});
  const GraphTopology made = topology(shape, 16);
  const auto most_on_a_link = [&](auto&& to_of) {
    std::map<std::uint32_t, int> counts;
    int most = 0;
    for (std::uint32_t a = 0; a < 16; ++a) {
      for (const std::uint32_t link : a == to_of(a) ? Numbers() : route(made, a, to_of(a))) {
        most = std::max(most, ++counts[link]);
      }
    }
    return most;
  };
  for (std::uint32_t shift = 1; shift < 16; ++shift) {
    EXPECT_EQ(most_on_a_link([&](std::uint32_t a) { return (a + shift) % 16; }), 1) << shift;
  }
  EXPECT_EQ(most_on_a_link([](std::uint32_t a) {
              return (a & 1) << 3 | (a & 2) << 1 | (a & 4) >> 1 | (a & 8) >> 3;
            }),
            3);
}

TEST(Shapes, RoutesOfStagesHaveALinkMoreThanStages) {
  for (const bool is_omega : {true, false}) {
    const auto shape = std::make_shared<Multistage>(MultistageDescription{is_omega, 3, 3, 27});
    const GraphTopology made = topology(shape, 27);
    for (std::uint32_t b = 1; b < 27; ++b) {
      EXPECT_EQ(route(made, 0, b).size(), 4U);
    }
  }
}

TEST(Shapes, TheDelaysOfTheEndsOfGridsCountOnlyIfHostsHaveLinks) {
  const GraphTopology in_routers = topology(grid({4}, false, 4), 4);
  const GraphTopology with_links = topology(grid({4}, false, 4, 1, true), 4);
  EXPECT_EQ(latency_of(in_routers, 0, route(in_routers, 0, 3)), Picoseconds(3 * 1000 + 2 * 10));
  EXPECT_EQ(latency_of(with_links, 0, route(with_links, 0, 3)), Picoseconds(5 * 1000 + 4 * 10));
}

TEST(ShortestRoutes, HaveTheLengthOfTheShapesOwnWhereThatIsTheDistance) {
  for (const auto& shape : {grid({4, 3, 2}, true, 24), grid({6, 4}, false, 24)}) {
    const GraphTopology own = topology(shape, 24);
    const GraphTopology shortest = topology(shape, 24, RoutingKind::kShortest);
    const auto finder = shortest.make_finder();
    for (std::uint32_t a = 0; a < 24; ++a) {
      for (std::uint32_t b = 0; b < 24; ++b) {
        if (a != b) {
          Numbers links;
          finder->find(a, b, links);
          EXPECT_EQ(links.size(), route(own, a, b).size());
          EXPECT_EQ(nodes_of(shortest, a, b, links).back(), shortest.node_of(b));
        }
      }
    }
  }
}

TEST(ShortestRoutes, APairAlwaysHasTheSameRouteAndPairsUseAllEqualOnes) {
  const auto shape = tree({4, 4}, {1, 4}, {1, 1}, 16);
  const GraphTopology made = topology(shape, 16, RoutingKind::kShortest);
  std::set<std::uint32_t> tops;
  for (std::uint32_t b = 4; b < 16; ++b) {
    const Numbers links = route(made, 0, b);
    ASSERT_EQ(links.size(), 4U);
    EXPECT_EQ(route(made, 0, b), links);
    tops.insert(made.links()[links[1]].to);
  }
  EXPECT_EQ(tops.size(), 4U);
}

}  // namespace
}  // namespace dps::machines
