// Graphs in native machine files: times of messages, and mistakes.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predictor/machines/kinds/machine_file.h"
#include "predictor/machines/kinds/native/file/shape_keys.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"
#include "tests/predictor/machines/graph_machine.h"

namespace dps::machines {
namespace {

std::string mesh(const std::string& size, std::uint32_t hosts) {
  return graph_text(hosts,
                    std::string(kUsual) + "[network.shape]\nname = \"mesh\"\nsize = " + size);
}

TEST(GraphTimes, AMessagePaysItsLinksTheRoutersBetweenThemAndItsBits) {
  const auto machine = graph_machine(mesh("[4, 4]", 16));
  // h links of 500 ns, h - 1 routers of 100 ns, 1000 bytes at 10 Gbit/s.
  expect_near(arrivals(*machine, {{0, 5, 1000}}), {2 * 500'000 + 100'000 + 800'000});
  expect_near(arrivals(*machine, {{0, 15, 0}}), {6 * 500'000 + 5 * 100'000});
  expect_near(arrivals(*machine, {{3, 3, 1000}}), {1'000 + 1'000});
}

TEST(GraphTimes, FlowsThroughOneLinkShareItEqually) {
  const auto machine = graph_machine(mesh("[4]", 4));
  // The three messages that end in 3 cross the link 2->3, and have a third of it each.
  expect_near(arrivals(*machine, {{0, 3, 1000}, {1, 3, 1000}, {2, 3, 1000}}),
              {2'400'000 + 1'700'000, 2'400'000 + 1'100'000, 2'400'000 + 500'000});
}

TEST(GraphTimes, NestedFlowsOnALineLeaveTogether) {
  const auto machine = graph_machine(graph_text(
      6,
      "bandwidth = \"10Gbit/s\"\nlatency = \"0s\"\n[network.shape]\nname = \"mesh\"\nsize = [6]"));
  expect_near(arrivals(*machine, {{0, 5, 1'000'000}, {1, 4, 1'000'000}, {2, 3, 1'000'000}}),
              {2'400'000'000, 2'400'000'000, 2'400'000'000});
}

TEST(GraphTimes, ACrossbarOfHalfTheLatencyIsASwitch) {
  const std::vector<Message> messages{
      {0, 1, 1000, 0},         {2, 1, 700, 10'000}, {1, 0, 99, 20'000},    {0, 1, 500, 30'000},
      {3, 2, 100'000, 40'000}, {3, 1, 1, 50'000},   {0, 2, 50'000, 60'000}};
  const auto crossbar = graph_machine(graph_text(
      4, "bandwidth = \"1Gbit/s\"\nlatency = \"25us\"\n[network.shape]\nname = \"crossbar\""));
  const auto plain = graph_machine(
      "[[host]]\nname = \"h[0-3]\"\n[network]\nbandwidth = \"1Gbit/s\"\nlatency = \"50us\"\n");
  EXPECT_EQ(arrivals(*crossbar, messages), arrivals(*plain, messages));
}

TEST(GraphTimes, HostsInOneRouterNeedNoTime) {
  const auto machine = graph_machine(graph_text(
      4, std::string(kUsual) + "[network.shape]\nname = \"mesh\"\nsize = [2]\nhosts = 2"));
  expect_near(arrivals(*machine, {{0, 1, 1'000'000, 7}, {0, 2, 1000, 7}}), {7, 500'000 + 800'007});
}

TEST(GraphTimes, MessagesDoNotDelayOneAnotherOnALinkThatIsNotShared) {
  const std::string text =
      std::string(kUsual) +
      "[[network.router]]\nname = \"a\"\n[[network.router]]\nname = \"b\"\n"
      "[[network.link]]\nends = [\"h[0-1]\", \"a\"]\n[[network.link]]\nends = [\"b\", "
      "\"h[2-3]\"]\n[[network.link]]\nends = [\"a\", \"b\"]\nbandwidth = \"8Gbit/s\"\nlatency = "
      "\"1us\"\n";
  const std::int64_t wires = 2 * 500'000 + 1'000'000 + 2 * 100'000;
  expect_near(arrivals(*graph_machine(graph_text(4, text)), {{0, 2, 1000}, {1, 3, 1000}}),
              {wires + 2'000'000, wires + 2'000'000});
  expect_near(arrivals(*graph_machine(graph_text(4, text + "shared = false\n")),
                       {{0, 2, 1000}, {1, 3, 1000}}),
              {wires + 1'000'000, wires + 1'000'000});
}

TEST(GraphTimes, BothWaysShareAHalfDuplexLink) {
  for (const auto& [duplex, time] : {std::pair("full", 800'000), std::pair("half", 1'600'000)}) {
    const auto machine = graph_machine(
        graph_text(2, fmt::format("{}[[network.link]]\nends = [\"h0\", \"h1\"]\nduplex = \"{}\"\n",
                                  kUsual, duplex)));
    expect_near(arrivals(*machine, {{0, 1, 1000}, {1, 0, 1000}}), {500'000 + time, 500'000 + time});
  }
}

TEST(GraphTimes, ARouteOfTheTableIsTakenBothWays) {
  const std::string ring =
      std::string(kUsual) +
      "routing = \"table\"\n[[network.router]]\nname = \"r[0-3]\"\ndelay = \"1us\"\n"
      "[[network.link]]\nends = [\"h0\", \"r0\"]\n[[network.link]]\nends = [\"h1\", \"r1\"]\n"
      "[[network.link]]\nends = [\"r0\", \"r1\"]\n[[network.link]]\nends = [\"r1\", \"r2\"]\n"
      "[[network.link]]\nends = [\"r2\", \"r3\"]\n[[network.link]]\nends = [\"r3\", \"r0\"]\n"
      "[[network.route]]\nfrom = \"h0\"\nto = \"h1\"\nvia = [\"r0\", \"r3\", \"r2\", \"r1\"]\n";
  const auto machine = graph_machine(graph_text(2, ring));
  const std::int64_t around = 5 * 500'000 + 4 * 1'000'000;
  expect_near(arrivals(*machine, {{0, 1, 0}, {1, 0, 0, 1}}), {around, around + 1});
  const auto one_way = graph_machine(graph_text(2, ring + "one_way = true\n"));
  expect_near(arrivals(*one_way, {{1, 0, 0}}), {3 * 500'000 + 2 * 1'000'000});
}

TEST(GraphTimes, LevelsAndHostsHaveFiguresOfTheirOwn) {
  const auto machine = graph_machine(graph_text(
      4,
      "bandwidth = \"1Gbit/s\"\nlatency = \"1us\"\nbandwidths = [\"10Gbit/s\", \"40Gbit/s\"]\n"
      "latencies = [\"1us\", \"3us\"]\nhost_latency = \"2us\"\n[network.shape]\nname = "
      "\"tree\"\narity = 2\nlevels = 2"));
  expect_near(arrivals(*machine, {{0, 3, 1000}}), {2 * 2'000'000 + 2 * 3'000'000 + 800'000});
}

TEST(GraphNames, LinksAreNamedByTheirEndsAndCables) {
  const auto machine = graph_machine(graph_text(
      4, std::string(kUsual) +
             "[[network.router]]\nname = \"s\"\n[[network.link]]\nends = [\"h[0-3]\", \"s\"]\n"
             "[[network.link]]\nends = [\"h0\", \"h1\"]\ncount = 2\nduplex = \"half\"\n"
             "[[network.link]]\nends = [\"h0\", \"s\"]\nduplex = \"one-way\"\n"));
  const Topology& topology = *machine->parts().topology;
  std::string names;
  for (std::uint32_t link = 0; link < topology.links().size(); ++link) {
    names += link_name(topology, machine->hosts(), link) + " ";
  }
  EXPECT_EQ(names, "h0->s s->h0 h1->s s->h1 h2->s s->h2 h3->s s->h3 h0--h1 h0--h1#2 h0->s#2 ");
}

TEST(GraphReport, LinksThatCarriedAnythingAreListedTheBusiestFirst) {
  const auto machine = graph_machine(mesh("[4]", 4));
  const std::vector<std::uint32_t> host_of{0, 1, 2, 3};
  const auto network = machine->make_network(host_of, nullptr);
  network->enter(0, {0, 3, 1000}, Picoseconds{});
  network->enter(1, {2, 3, 500}, Picoseconds{});
  network->enter(2, {1, 1, 7777}, Picoseconds{});
  const auto links = network->report().links;
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(link_name(*machine->parts().topology, machine->hosts(), links[0].link), "r(2)->r(3)");
  EXPECT_EQ(links[0].bytes, 1500U);
  EXPECT_EQ(links[0].busy, Picoseconds(1'200'000));
  EXPECT_EQ(links[1].link, 0U);
  EXPECT_EQ(links[2].link, 1U);
  EXPECT_EQ(links[2].bytes, 1000U);
}

/// The first error of a machine, with its line.
std::string mistake(std::uint32_t hosts, const std::string& network) {
  const std::string text = graph_text(hosts, network);
  const auto reading = read_machine({"m.toml", text});
  return reading.diagnostics.empty() ? "none" : reading.diagnostics.front().text;
}

TEST(GraphMistakes, AreReportedWithTheirReason) {
  struct Row {
    std::uint32_t hosts;
    const char* network;
    const char* error;
  };
  constexpr const char* kStar =
      "[[network.router]]\nname = \"s\"\n[[network.link]]\nends = "
      "[\"h[0-1]\", \"s\"]\n";
  const Row rows[] = {
      {2, "[network.shape]\nname = \"tours\"",
       "expected 'mesh', 'torus', 'hypercube', 'tree', 'fat-tree', 'dragonfly', 'omega', "
       "'butterfly' or 'crossbar' for 'name', got 'tours'; did you mean 'torus'?"},
      {2, "[network.shape]\nname = \"torus\"", "[network.shape] has no 'size'"},
      {2, "[network.shape]\nname = \"mesh\"\nsize = [2]\nhost = 1",
       "unknown key 'host' in [network.shape]; did you mean 'hosts'?"},
      {9, "[network.shape]\nname = \"mesh\"\nsize = [4, 2]", "the shape has 8 places for 9 hosts"},
      {2, "[network.shape]\nname = \"mesh\"\nsize = [4, 0]",
       "expected a whole number from 1 to 1000000 for 'size', got 0"},
      {2, "[network.shape]\nname = \"mesh\"\nsize = [2, 2]\norder = [1, 1]",
       "'order' has each axis once, as a number from 1 to 2"},
      {2, "[network.shape]\nname = \"fat-tree\"\ndown = [2, 2]\nup = [1]",
       "'up' has 1 number for the 2 levels of 'down'"},
      {2, "[network.shape]\nname = \"fat-tree\"\ndown = [2, 2]\nparallel = [1]",
       "'parallel' has 1 number for the 2 levels of 'down'"},
      {2, "[network.shape]\nname = \"dragonfly\"\ngroups = 5\nchassis = 2\nrouters = 2\nhosts = 1",
       "5 groups cannot be joined: a group has 2 · 2 routers, and each of them joins it with one "
       "group"},
      {2, "[network.shape]\nname = \"mesh\"\nsize = [300]",
       "the longest route has 299 links; a route has at most 256"},
      {2, "[network.shape]\nname = \"mesh\"\nsize = [200, 200, 200]",
       "the shape has more than 4,000,000 links"},
      {2, "[network.shape]\nname = \"mesh\"\nsize = [1, 1, 1, 1, 1, 1, 1, 1, 2]",
       "expected a list of 1 to 8 whole numbers for 'size', such as [4, 4], got one of 9"},
      {2, "[network.shape]\nname = \"hypercube\"\ndimensions = 18",
       "expected a whole number from 1 to 17 for 'dimensions', got 18"},
      {2, "[network.shape]\nname = \"tree\"\narity = 1\nlevels = 65",
       "expected a whole number from 1 to 64 for 'levels', got 65"},
      {2, "[[network.link]]\nends = [\"h0\", \"h1\"]\nbandwidth = \"0bit/s\"",
       "'0bit/s' is out of range: from 1bit/s to 1000Tbit/s"},
      {2, "[[network.link]]\nends = [\"h0\", \"h1\"]\ncount = 0",
       "expected a whole number from 1 to 4095 for 'count', got 0"},
      {2, "routing = \"shortst\"\n[network.shape]\nname = \"mesh\"\nsize = [2]",
       "expected 'shape', 'dimension-order', 'shortest' or 'table' for 'routing', got 'shortst'; "
       "did you mean 'shortest'?"},
      {2, "packet = \"1500B\"\n[network.shape]\nname = \"mesh\"\nsize = [2]",
       "'packet' goes with packets, and the messages of switching = \"flow\" have none"},
      {2, "", "a graph has [network.shape] or [[network.link]]"},
      {3, kStar, "no links lead from 'h0' to 'h2'"},
      {2, "[[network.link]]\nends = [\"h0\", \"h2\"]",
       "there is no host or router 'h2'; did you mean 'h0'?"},
      {4, "[[network.link]]\nends = [\"h[0-1]\", \"h[2-3]\"]",
       "one of the two ends may be a node set, not both"},
      {2, "routing = \"dimension-order\"\n[network.shape]\nname = \"crossbar\"",
       "routing = \"dimension-order\" goes with a mesh, a torus or a hypercube"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(mistake(row.hosts, std::string(kUsual) + row.network), row.error);
  }
  const std::string table = std::string(kUsual) + "routing = \"table\"\n" + kStar +
                            "[[network.router]]\nname = \"t\"\n[[network.route]]\nfrom = "
                            "\"h0\"\nto = \"h1\"\nvia = ";
  EXPECT_EQ(mistake(2, table + "[\"t\"]"), "the links of this route do not join its ends");
  EXPECT_EQ(
      mistake(2, table + "[\"t\"]\n[[network.route]]\nfrom = \"h0\"\nto = \"h1\"\nvia = [\"s\"]"),
      "the links of this route do not join its ends");
  EXPECT_EQ(mistake(3, table + "[\"h2\"]"), "hosts do not forward, and 'h2' is a host");
  EXPECT_EQ(mistake(2, table + "[\"s\", \"x\"]"), "there is no host or router 'x'");
}

TEST(GraphMistakes, EachShapeReadsTheKeysOfItsRowAndNoOthers) {
  for (const KeysOfShape& row : kKeysOfShapes) {
    for (const KeysOfShape& other : kKeysOfShapes) {
      for (const std::string_view key : other.keys) {
        if (key.empty()) {
          continue;
        }
        const std::string text = graph_text(
            1, fmt::format("{}[network.shape]\nname = \"{}\"\n{} = 1", kUsual, row.shape, key));
        const std::string errors =
            render({"m.toml", text}, read_machine({"m.toml", text}).diagnostics);
        EXPECT_EQ(errors.find(fmt::format("unknown key '{}'", key)) == std::string::npos,
                  std::find(row.keys.begin(), row.keys.end(), key) != row.keys.end())
            << row.shape << ": " << errors;
      }
    }
  }
}

TEST(GraphMistakes, AHypercubeOfTheMostDimensionsHasNone) {
  EXPECT_EQ(mistake(2, std::string(kUsual) + "[network.shape]\nname = \"hypercube\"\n"
                                             "dimensions = 17"),
            "none");
}

TEST(GraphMistakes, TooFewPlacesAreReportedBesideOtherMistakesOfTheShape) {
  for (const char* shape :
       {"name = \"torus\"\nsize = [2, 3]\norder = [1, 1]",
        "name = \"fat-tree\"\ndown = [2, 3]\nup = [1]",
        "name = \"fat-tree\"\ndown = [2, 3]\nparallel = [1]",
        "name = \"dragonfly\"\ngroups = 3\nchassis = 1\nrouters = 2\nhosts = 1",
        "name = \"dragonfly\"\ngroups = 2\nchassis = 1\nrouters = 3\nhosts = 1\nparallel = [1]"}) {
    const auto reading =
        read_machine({"m.toml", graph_text(9, std::string(kUsual) + "[network.shape]\n" + shape)});
    ASSERT_EQ(reading.diagnostics.size(), 2U) << shape;
    EXPECT_EQ(reading.diagnostics[0].text, "the shape has 6 places for 9 hosts") << shape;
  }
}

TEST(GraphMistakes, AGraphsTablesGoWithAGraph) {
  const auto reading = read_machine(
      {"m.toml",
       "[[host]]\nname = \"h\"\n[network]\nkind = \"bus\"\nbandwidth = \"1Gbit/s\"\nlatency = "
       "\"1us\"\n[network.shape]\nname = \"mesh\"\n[[network.link]]\nends = []\n"
       "[[network.router]]\nname = \"r\"\n[[network.route]]\nvia = []\n"});
  ASSERT_EQ(reading.diagnostics.size(), 4U);
  EXPECT_EQ(reading.diagnostics[0].text, "'shape' goes with kind = \"graph\" in [network]");
  EXPECT_EQ(reading.diagnostics[1].text, "'link' goes with kind = \"graph\" in [network]");
  EXPECT_EQ(reading.diagnostics[2].text, "'router' goes with kind = \"graph\" in [network]");
  EXPECT_EQ(reading.diagnostics[3].text, "'route' goes with kind = \"graph\" in [network]");
}

}  // namespace
}  // namespace dps::machines
