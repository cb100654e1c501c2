// Networks of packets and worms: closed forms, ties, blocked worms, and random traffic.
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"
#include "tests/predictor/machines/graph_machine.h"
#include "tests/predictor/machines/naive_packets.h"

namespace dps::machines {
namespace {

/// A line of 5 hosts with links of 10 Gbit/s (0.8 ns a byte), 500 ns, and routers of 100 ns.
std::string line(const std::string& keys, const char* shape = "mesh") {
  return graph_text(5, std::string(kUsual) + keys +
                           fmt::format("\n[network.shape]\nname = \"{}\"\nsize = [5]", shape));
}

constexpr const char* kStore = "switching = \"store-and-forward\"\npacket = \"100B\"\n";
constexpr const char* kCut = "switching = \"cut-through\"\npacket = \"1000B\"\n";
constexpr const char* kWorm = "switching = \"wormhole\"\n";

/// The latencies of h links, and the delays between them.
constexpr std::int64_t wires(std::int64_t h) {
  return h * 500'000 + (h - 1) * 100'000;
}
constexpr std::int64_t kFlit = 12'800;  // 16 bytes

TEST(Packets, AreStoredAndForwarded) {
  // hL + (h-1)D + (h+n-1)p/R; the last packet may be smaller.
  expect_near(arrivals(*graph_machine(line(kStore)), {{0, 1, 1000}}), {wires(1) + 10 * 80'000});
  expect_near(arrivals(*graph_machine(line(kStore)), {{0, 4, 1000}}), {wires(4) + 13 * 80'000});
  expect_near(arrivals(*graph_machine(line(kStore)), {{0, 4, 50}}), {wires(4) + 4 * 40'000});
  expect_near(arrivals(*graph_machine(line(kStore)), {{0, 2, 150}}),
              {wires(2) + 80'000 + 80'000 + 40'000});
  expect_near(arrivals(*graph_machine(line(kStore)), {{0, 4, 0}}), {wires(4)});
}

TEST(Packets, HaveHeaders) {
  const std::string keys = std::string(kStore) + "header = \"25B\"\n";
  expect_near(arrivals(*graph_machine(line(keys)), {{0, 4, 1000}}), {wires(4) + 13 * 100'000});
  expect_near(arrivals(*graph_machine(line(keys)), {{0, 4, 0}}), {wires(4) + 4 * 20'000});
}

TEST(Packets, CutThroughAndWormholePayAFlitForEachFurtherLink) {
  // hL + (h-1)(D + f/R) + b/R
  for (const char* keys : {kCut, kWorm}) {
    const auto machine = graph_machine(line(keys));
    expect_near(arrivals(*machine, {{0, 1, 1000}}), {wires(1) + 800'000});
    expect_near(arrivals(*machine, {{0, 4, 1000}}), {wires(4) + 3 * kFlit + 800'000});
    expect_near(arrivals(*machine, {{0, 4, 0}}), {wires(4)});
    expect_near(arrivals(*machine, {{0, 4, 10}}), {wires(4) + 4 * 8'000});
  }
  expect_near(arrivals(*graph_machine(line(kWorm)), {{0, 4, 100'000}}),
              {wires(4) + 3 * kFlit + 80'000'000});
}

TEST(Packets, ALinkServesOnePacketAtATimeInTheOrderOfJoining) {
  const auto machine = graph_machine(line(kStore));
  // Both enter 0->1 at once: the packets of the first message, then those of the second.
  expect_near(arrivals(*machine, {{0, 1, 1000}, {0, 1, 100}}),
              {wires(1) + 800'000, wires(1) + 880'000});
  // The packet of the second message enters 1->2 at 40 ns, before those of the first.
  expect_near(arrivals(*machine, {{0, 2, 300}, {1, 2, 100, 40'000}}),
              {wires(2) + 4 * 80'000, wires(1) + 40'000 + 80'000});
  // At the same instant, the message that entered earlier precedes.
  const std::int64_t joins = 80'000 + 600'000;
  expect_near(arrivals(*machine, {{0, 2, 100}, {1, 2, 100, joins}}),
              {wires(2) + 160'000, joins + 160'000 + wires(1)});
}

TEST(Packets, ABlockedPacketIsStoredWholeWithCutThrough) {
  const auto machine = graph_machine(line(kCut));
  // 1->2 is busy until 2,000 ns with two packets; the other message waits there and then needs its
  // whole time.
  expect_near(arrivals(*machine, {{1, 2, 2500}, {0, 2, 1000}}),
              {wires(1) + 2'000'000, wires(1) + 2'000'000 + 800'000});
}

TEST(Packets, ATailThatIsSlowerThanTheNextLinkHoldsIt) {
  const std::string text = graph_text(
      3, std::string(kUsual) + "switching = \"cut-through\"\n[[network.router]]\nname = \"s\"\n" +
             "[[network.link]]\nends = [\"h0\", \"s\"]\nbandwidth = \"1Gbit/s\"\n"
             "[[network.link]]\nends = [\"h[1-2]\", \"s\"]\n");
  // The head is at the switch at 128 + 600 ns, the tail at 8,000 + 600 ns; a flit later the link
  // into h1 is free.
  const auto times = arrivals(*graph_machine(text), {{0, 1, 1000}, {2, 1, 1000, 700'000}});
  expect_near(times, {8'600'000 + kFlit + 500'000, 8'600'000 + kFlit + 800'000 + 500'000});
}

TEST(Worms, HoldTheirLinksUntilTheirTailsHaveLeft) {
  const auto machine = graph_machine(line(kWorm));
  // The second worm enters when the tail of the first one has left 0->1.
  expect_near(arrivals(*machine, {{0, 4, 1000}, {0, 4, 1000}}),
              {wires(4) + 3 * kFlit + 800'000, wires(4) + 3 * kFlit + 1'600'000});
  // The worm of 80 us from 0 to 2 waits at 1->2 from 612.8 ns until 800 us, and holds 0->1.
  const std::int64_t leaves = 800'000'000;
  expect_near(arrivals(*machine, {{1, 2, 1'000'000}, {0, 2, 100'000}, {0, 1, 1000, 1}}),
              {wires(1) + leaves, leaves + 80'000'000 + wires(1),
               leaves + 80'000'000 - wires(2) + wires(1) - kFlit + 800'000 + wires(1)});
}

TEST(Worms, AreServedInTheOrderInWhichTheirHeadsAsk) {
  const auto machine = graph_machine(line(kWorm));
  const std::int64_t each = 8'000'000;  // 10,000 bytes
  expect_near(arrivals(*machine, {{3, 4, 10'000}, {2, 4, 10'000}, {3, 4, 10'000, 700'000}}),
              {each + wires(1), 2 * each + wires(1), 3 * each + wires(1)});
}

TEST(Worms, ThatBlockOneAnotherAreReportedAsACycle) {
  const auto machine = graph_machine(line(kWorm, "torus"));
  std::vector<Message> messages;
  for (std::uint32_t i = 0; i < 5; ++i) {
    messages.push_back({i, (i + 2) % 5, 1'000'000});
  }
  EXPECT_EQ(arrivals(*machine, messages), std::vector<std::int64_t>(5, -1));
  const std::vector<std::uint32_t> host_of{0, 1, 2, 3, 4};
  const auto network = machine->make_network(host_of, nullptr);
  for (std::uint32_t i = 0; i < 5; ++i) {
    network->enter(10 + i, {i, (i + 2) % 5, 1'000'000}, Picoseconds{});
  }
  NetworkEvents events;
  while (network->next() != Picoseconds::max()) {
    network->advance(network->next(), events);
  }
  EXPECT_TRUE(events.arrived.empty());
  EXPECT_EQ(
      network->report().blocked,
      (std::vector<BlockedLetter>{{10, 0, 1}, {11, 1, 2}, {12, 2, 3}, {13, 3, 4}, {14, 4, 0}}));
}

TEST(Packets, MessagesWithoutLinksDoNotUseTheNetwork) {
  for (const char* keys : {kStore, kWorm}) {
    const auto machine = graph_machine(line(keys));
    // 1 ns and 1 TB/s between processes of one host, one message after the other.
    expect_near(arrivals(*machine, {{3, 3, 1'000'000}, {3, 3, 1'000'000}}), {1'001'000, 2'001'000});
    const auto routers = graph_machine(graph_text(
        4, std::string(kUsual) + keys + "[network.shape]\nname = \"mesh\"\nsize = [2]\nhosts = 2"));
    expect_near(arrivals(*routers, {{0, 1, 1'000'000, 7}}), {7});
  }
}

TEST(Packets, LinksThatAreNotSharedServeEachPairApart) {
  for (const char* keys : {kStore, kCut, kWorm}) {
    const auto machine = graph_machine(graph_text(
        4, std::string(kUsual) + keys +
               "[[network.router]]\nname = \"s\"\n[[network.link]]\nends = [\"h[0-3]\", \"s\"]\n"
               "shared = false\n"));
    const auto alone = arrivals(*machine, {{0, 3, 2000}});
    const auto times = arrivals(*machine, {{0, 3, 2000}, {1, 3, 2000}, {0, 3, 2000}});
    EXPECT_EQ(times[0], alone[0]);
    EXPECT_EQ(times[1], alone[0]);
    EXPECT_EQ(times[2], alone[0] + 1'600'000);
  }
}

TEST(Packets, BothWaysOfAHalfDuplexLinkTakeTurns) {
  for (const char* keys : {kStore, kCut, kWorm}) {
    const auto machine = graph_machine(
        graph_text(2, std::string(kUsual) + keys +
                          "[[network.link]]\nends = [\"h0\", \"h1\"]\nduplex = \"half\"\n"));
    expect_near(arrivals(*machine, {{0, 1, 1000}, {1, 0, 1000}}),
                {wires(1) + 800'000, wires(1) + 1'600'000});
  }
}

/// Collects the intervals of one link.
class Collector final : public LinkObserver {
 public:
  void occupied(std::uint32_t link, std::uint32_t letter, Picoseconds from,
                Picoseconds to) override {
    seen += fmt::format("{}:{} {}-{} ", link, letter, from.count() / 1000, to.count() / 1000);
  }
  std::string seen;
};

TEST(Packets, AnObserverGetsTheIntervalsOfOccupiedLinks) {
  Collector store;
  arrivals(*graph_machine(line(kStore)), {{0, 2, 200}, {0, 1, 0}}, &store);
  EXPECT_EQ(store.seen, "0:0 0-160 1:0 680-760 1:0 760-840 ");
  Collector worm;
  arrivals(*graph_machine(line(kWorm)), {{0, 2, 1000}, {0, 2, 1000}}, &worm);
  EXPECT_EQ(worm.seen, "0:0 0-800 1:0 612-1412 0:1 800-1600 1:1 1412-2212 ");
}

TEST(Packets, TheLoadsOfLinksHaveHeaders) {
  const auto machine = graph_machine(line(std::string(kStore) + "header = \"10B\"\n"));
  const std::vector<std::uint32_t> host_of{0, 1, 2, 3, 4};
  const auto network = machine->make_network(host_of, nullptr);
  network->enter(0, {0, 2, 250}, Picoseconds{});
  NetworkEvents events;
  while (network->next() != Picoseconds::max()) {
    network->advance(network->next(), events);
  }
  const auto links = network->report().links;
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[1].link, 1U);
  EXPECT_EQ(links[1].bytes, 280U);
  EXPECT_EQ(links[1].busy, Picoseconds(224'000));
}

/// Random traffic on a torus, whose links are of two rates, against a simulation with queues.
TEST(Packets, RandomTrafficArrivesAsInASimulationOfQueues) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&](std::uint32_t below) {
      return static_cast<std::uint32_t>(random() % below);
    };
    const bool cuts_through = seed % 2 == 1;
    const std::uint32_t latency = draw(3) * 7;
    const std::uint32_t delay = draw(3) * 5;
    const std::uint32_t packet = 1 + draw(60);
    const std::uint32_t header = draw(3) * 4;
    const std::uint32_t flit = 1 + draw(30);
    const auto machine = graph_machine(graph_text(
        12, fmt::format("bandwidths = [\"8Gbit/s\", \"4Gbit/s\"]\nlatency = \"{}ns\"\n"
                        "delay = \"{}ns\"\nswitching = \"{}\"\npacket = \"{}B\"\nheader = "
                        "\"{}B\"\nflit = \"{}B\"\n[network.shape]\nname = \"torus\"\nsize = "
                        "[4, 3]",
                        latency, delay, cuts_through ? "cut-through" : "store-and-forward", packet,
                        header, flit)));
    const Topology& topology = *machine->parts().topology;
    NaivePacketNetwork naive{{}, latency * 1000, delay * 1000, packet, header, flit, cuts_through};
    for (std::uint32_t link = 0; link < topology.links().size(); ++link) {
      naive.links.push_back(
          {topology.kind_of(link).bandwidth == BitsPerSecond(8'000'000'000) ? 1000 : 2000});
    }
    const auto finder = topology.make_finder();
    std::vector<Message> messages;
    std::vector<NaivePacketMessage> same;
    std::int64_t start = 0;
    for (std::uint32_t i = 0; i < 60; ++i) {
      start += draw(3) * 20'000;
      const std::uint32_t from = draw(12);
      const std::uint32_t to = (from + 1 + draw(11)) % 12;
      messages.push_back({from, to, draw(200), start});
      same.push_back({{}, messages.back().bytes, start});
      finder->find(from, to, same.back().route);
    }
    EXPECT_EQ(arrivals(*machine, messages), naive.play(same)) << "seed " << seed;
  }
}

/// Keeps the intervals of each link.
class Intervals final : public LinkObserver {
 public:
  void occupied(std::uint32_t link, std::uint32_t letter, Picoseconds from,
                Picoseconds to) override {
    EXPECT_LT(from, to);
    EXPECT_LE(free_[link], from) << "link " << link << ", letter " << letter;
    free_[link] = to;
  }

 private:
  std::map<std::uint32_t, Picoseconds> free_;
};

/// Routing by dimensions on a mesh has no cycles, so all worms arrive; each alone is quickest.
TEST(Worms, OnAMeshAllArriveAndNoLinkHasTwo) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&](std::uint32_t below) {
      return static_cast<std::uint32_t>(random() % below);
    };
    const auto machine = graph_machine(
        graph_text(12, fmt::format("bandwidths = [\"8Gbit/s\", \"4Gbit/s\"]\nlatency = "
                                   "\"{}ns\"\ndelay = \"{}ns\"\nflit = \"{}B\"\n{}"
                                   "[network.shape]\nname = \"mesh\"\nsize = [4, 3]",
                                   draw(3) * 7, draw(3) * 5, 1 + draw(30), kWorm)));
    std::vector<Message> messages;
    std::int64_t start = 0;
    for (std::uint32_t i = 0; i < 80; ++i) {
      start += draw(3) * 20'000;
      const std::uint32_t from = draw(12);
      messages.push_back({from, (from + 1 + draw(11)) % 12, draw(300), start});
    }
    Intervals intervals;
    const auto times = arrivals(*machine, messages, &intervals);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      Message alone = messages[i];
      alone.start = 0;
      EXPECT_GE(times[i] - messages[i].start, arrivals(*machine, {alone})[0])
          << "seed " << seed << ", message " << i;
    }
  }
}

/// The first error of a machine.
std::string error_of(const std::string& text) {
  const auto reading = read_machine({"m.toml", text});
  return reading.diagnostics.empty() ? "none" : reading.diagnostics.front().text;
}

TEST(Packets, MistakesAreReportedWithTheirReason) {
  EXPECT_EQ(error_of(line("switching = \"store-and-forwards\"\n")),
            "expected 'flow', 'store-and-forward', 'cut-through' or 'wormhole' for 'switching', "
            "got 'store-and-forwards'; did you mean 'store-and-forward'?");
  EXPECT_EQ(error_of(line(std::string(kStore) + "flit = \"0B\"\n")),
            "expected 1 byte to 1,099,511,627,776 bytes for 'flit'");
  EXPECT_EQ(error_of(line("flit = \"16B\"\n")),
            "'flit' goes with packets, and the messages of switching = \"flow\" have none");
  EXPECT_EQ(error_of(line(std::string(kStore) + "burst = \"1KiB\"\n")),
            "'burst' goes with switching = \"flow\"");
  EXPECT_EQ(error_of(line(kWorm) + "\n[cost]\nbuffer = \"1KiB\"\n"),
            "'buffer' goes with switching = \"flow\"");
  EXPECT_EQ(error_of(line(kWorm)), "none");
}

}  // namespace
}  // namespace dps::machines
