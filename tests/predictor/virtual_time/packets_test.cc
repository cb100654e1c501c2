// Predictions on graphs whose messages are packets or worms.
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predictor/machines/kinds/machine_file.h"
#include "tests/predictor/virtual_time/prediction.h"

namespace dps::predictor {
namespace {

using test::makespan_ps;
using test::predicted;

std::unique_ptr<machines::Machine> machine_with(std::uint32_t hosts, const std::string& network) {
  const std::string text = fmt::format(
      "[[host]]\nname = \"h[0-{}]\"\nmultiply = \"0s\"\n[network]\nkind = \"graph\"\n{}", hosts - 1,
      network);
  auto reading = machines::read_machine({"m.toml", text});
  EXPECT_NE(reading.machine, nullptr) << render({"m.toml", text}, reading.diagnostics);
  return std::move(reading.machine);
}

/// Tests run in the folder of the sources.
std::string doubling() {
  std::ostringstream text;
  text << std::ifstream("examples/allreduce/doubling.txt").rdbuf();
  EXPECT_FALSE(text.str().empty());
  return text.str();
}

/// The time of recursive doubling with messages of one byte, in microseconds: a packet occupies a
/// link for 1 us.
double time_of_doubling(std::uint32_t hosts, const std::string& shape) {
  const auto machine =
      machine_with(hosts,
                   "bandwidth = \"1MB/s\"\nlatency = \"0s\"\nswitching = \"store-and-forward\"\n"
                   "[network.shape]\n" +
                       shape);
  const Prediction made =
      predicted(doubling(), *machine, {{"n", std::to_string(hosts)}, {"bytes", "1"}});
  EXPECT_TRUE(made.deadlock.empty());
  return static_cast<double>(makespan_ps(made)) / 1e6;
}

/// Source: paper 000, 6.3.1: a fat tree needs "approximately half the time" of a binary tree.
TEST(PacketPredictions, RecursiveDoublingOnBinaryTrees) {
  const double wanted[] = {7, 15, 27, 45};
  for (std::uint32_t levels = 2; levels <= 5; ++levels) {
    EXPECT_EQ(time_of_doubling(1U << levels,
                               fmt::format("name = \"tree\"\narity = 2\nlevels = {}\n", levels)),
              wanted[levels - 2])
        << levels;
  }
}

TEST(PacketPredictions, RecursiveDoublingOnFatTrees) {
  const double wanted[] = {6, 12, 20, 30, 42};
  for (std::uint32_t levels = 2; levels <= 6; ++levels) {
    std::string down = "2";
    std::string up = "1";
    for (std::uint32_t level = 1; level < levels; ++level) {
      down += ", 2";
      up += ", 2";
    }
    EXPECT_EQ(time_of_doubling(1U << levels, fmt::format("name = \"fat-tree\"\ndown = [{}]\nup = "
                                                         "[{}]\n",
                                                         down, up)),
              wanted[levels - 2])
        << levels;
  }
}

/// Each process sends a long message to the one after the next, upwards round a ring.
constexpr const char* kRingOfWorms = R"(
O out.o  S.p[{(self+2)%5}] -t M.m -b 1000000
I in.i   1 M.m
F send.f NULL NULL out.o SAME
F got.f  in.i NULL NULL NULL
U s.fu   send.f got.f
P S.p    5 s.fu
)";

/// The ring without receivers that wait.
constexpr const char* kRingWithoutReceivers = R"(
O out.o  S.p[{(self+2)%5}] -t M.m -b 1000000
F send.f NULL NULL out.o NULL
U s.fu   send.f
P S.p    5 s.fu
)";

std::unique_ptr<machines::Machine> ring_of(const std::string& switching) {
  return machine_with(5, "bandwidth = \"10Gbit/s\"\nlatency = \"500ns\"\nswitching = \"" +
                             switching + "\"\n[network.shape]\nname = \"torus\"\nsize = [5]\n");
}

TEST(PacketPredictions, WormsThatBlockOneAnotherAreADeadlock) {
  const Prediction made = predicted(kRingOfWorms, *ring_of("wormhole"));
  ASSERT_GE(made.deadlock.size(), 7U);
  EXPECT_EQ(made.deadlock[0], "deadlock in the network: 5 messages block one another");
  EXPECT_EQ(made.deadlock[1],
            "  the message M.m from S.p[0] to S.p[2] holds r(0)->r(1) and waits for r(1)->r(2)");
  EXPECT_EQ(made.deadlock[5],
            "  the message M.m from S.p[4] to S.p[1] holds r(4)->r(0) and waits for r(0)->r(1)");
  EXPECT_EQ(made.deadlock[6], "deadlock: 5 processes wait and all messages under way are blocked");
  EXPECT_TRUE(predicted(kRingOfWorms, *ring_of("cut-through")).deadlock.empty());
  EXPECT_TRUE(predicted(kRingOfWorms, *ring_of("store-and-forward")).deadlock.empty());
}

TEST(PacketPredictions, WormsThatBlockOneAnotherAreADeadlockIfNobodyWaitsForThem) {
  EXPECT_EQ(predicted(kRingWithoutReceivers, *ring_of("wormhole")).deadlock.size(), 6U);
  EXPECT_TRUE(predicted(kRingWithoutReceivers, *ring_of("cut-through")).deadlock.empty());
}

}  // namespace
}  // namespace dps::predictor
