// Collective operations on networks: the steps of their members, and the times of the dissertation.
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "mpi_programs/sequencer/network/collective_steps.h"
#include "tests/mpi_programs/sequencer/network/sample_machine.h"

namespace dps::sequencer {
namespace {

using board::RequestKind;

/// Links of 8 MB/s and 0 s: 8 bytes occupy one for 1 us, a hop. Messages cost nothing.
std::string graph(std::size_t hosts, const std::string& shape) {
  return fmt::format(R"(
[[host]]
name = "h[0-{}]"
[network]
kind = "graph"
bandwidth = "8MB/s"
latency = "0s"
switching = "store-and-forward"
[network.shape]
{}
[local]
bandwidth = "8GB/s"
latency = "0s"
)",
                     hosts - 1, shape);
}

Step play(Function function, std::uint64_t bytes, std::int32_t root = 0,
          std::vector<std::int32_t> listed = {}) {
  Step step;
  step.kind = RequestKind::kPlay;
  step.function = function;
  step.peer = root;
  step.bytes = bytes;
  step.listed = std::move(listed);
  return step;
}

/// The time, in microseconds, at which the last rank leaves an operation that all enter at 0.
std::int64_t last_end(const machines::Machine& machine, std::size_t ranks, const Step& step) {
  PlayOnMachine played(std::vector<Script>(ranks, Script{step}), machine);
  std::int64_t last = 0;
  for (std::size_t r = 0; r < ranks; ++r) {
    last = std::max(last, played.ends(r).at(0));
  }
  return last / 1'000'000;
}

std::int64_t hops(std::size_t hosts, const std::string& shape) {
  return last_end(*machine_of(graph(hosts, shape)), hosts, play(mpi_library::kAllreduce, 8));
}

TEST(CollectivesOnNetworks, AnAllreduceTakesTheHopsOfTheDissertation) {
  const std::vector<std::int64_t> tree{2, 7, 15, 27, 45};
  const std::vector<std::int64_t> fat_tree{2, 6, 12, 20, 30, 42};
  std::string down = "2";
  std::string up = "1";
  for (std::size_t levels = 1; levels <= 6; ++levels) {
    const std::size_t hosts = std::size_t{1} << levels;
    if (levels <= 5) {
      EXPECT_EQ(hops(hosts, fmt::format("name = \"tree\"\narity = 2\nlevels = {}", levels)),
                tree[levels - 1]);
      EXPECT_EQ(hops(hosts, fmt::format("name = \"omega\"\nstages = {}", levels)),
                levels * (levels + 1));
    }
    EXPECT_EQ(hops(hosts, fmt::format("name = \"fat-tree\"\ndown = [{}]\nup = [{}]", down, up)),
              fat_tree[levels - 1]);
    EXPECT_EQ(hops(hosts, "name = \"crossbar\""), 2 * levels);
    down += ", 2";
    up += ", 2";
  }
  EXPECT_EQ(hops(16, "name = \"mesh\"\nsize = [4, 4]"), 6);
  EXPECT_EQ(hops(64, "name = \"mesh\"\nsize = [4, 4, 4]"), 9);
}

TEST(CollectivesOnNetworks, BytesOfBlocksAreThoseOfEachMember) {
  // Hosts at one router: 8 bytes take 1 us to it and 1 us from it.
  const auto machine = machine_of(graph(3, "name = \"crossbar\""));
  const auto sizes = [](std::vector<std::int32_t> bytes) {
    std::vector<std::int32_t> list;
    for (const std::int32_t one : bytes) {
      list.insert(list.end(), {one, 0});
    }
    return list;
  };
  // 80 bytes to rank 1, then 8 to rank 2, behind them on the first link.
  const std::vector<Script> scripts{{play(mpi_library::kScatterv, 0, 0, sizes({800, 80, 8}))},
                                    {play(mpi_library::kScatterv, 80)},
                                    {play(mpi_library::kScatterv, 8)}};
  PlayOnMachine played(scripts, *machine);
  EXPECT_EQ(played.ends(0), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(played.ends(1), (std::vector<std::int64_t>{20'000'000}));
  EXPECT_EQ(played.ends(2), (std::vector<std::int64_t>{12'000'000}));
}

/// Plays the steps of all members without times; false if they wait for ever, or if messages
/// remain or have other sizes than their receivers expect.
bool are_complete(Function function, std::uint32_t members, std::uint32_t root) {
  std::vector<std::vector<CollectiveStep>> steps;
  for (std::uint32_t self = 0; self < members; ++self) {
    steps.push_back(steps_of(function, members, self, root));
  }
  std::vector<std::size_t> next(members);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<CollectiveStep>> sent;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (std::uint32_t self = 0; self < members; ++self) {
      while (next[self] < steps[self].size()) {
        const CollectiveStep& step = steps[self][next[self]];
        if (step.sends) {
          sent[{self, step.peer}].push_back(step);
        } else {
          auto& queue = sent[{step.peer, self}];
          if (queue.empty()) {
            break;
          }
          if (queue.front().size != step.size) {
            return false;
          }
          queue.pop_front();
        }
        ++next[self];
        goes_on = true;
      }
    }
  }
  for (std::uint32_t self = 0; self < members; ++self) {
    if (next[self] != steps[self].size()) {
      return false;
    }
  }
  return std::all_of(sent.begin(), sent.end(),
                     [](const auto& queue) { return queue.second.empty(); });
}

TEST(CollectivesOnNetworks, EveryMessageIsReceived) {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  for (const Function function :
       {kBarrier, kBcast, kReduce, kAllreduce, kGather, kScatterv, kAllgather, kAlltoallw,
        kReduce_scatter, kScan, kExscan, kComm_dup}) {
    for (std::uint32_t members = 1; members <= 17; ++members) {
      for (std::uint32_t root = 0; root < members; ++root) {
        EXPECT_TRUE(are_complete(function, members, root))
            << kFunctionTable[function].name << " " << members << " " << root;
      }
    }
  }
}

TEST(CollectivesOnNetworks, MpiCarriesOutACallWhenAllMembersHaveCalledIt) {
  // The root has left the broadcast when the other rank, which never copies the communicator,
  // enters it.
  const auto machine = machine_of(lab());
  Step late = play(mpi_library::kBcast, 8);
  late.computes = 100'000'000;
  Step copies = play(mpi_library::kComm_dup, 0);
  copies.flags = board::kIsCarriedOut;
  FakeBoard board({{play(mpi_library::kBcast, 8), copies}, {late}}, 1,
                  [&](std::uint32_t ranks, Replies& replies) {
                    return std::make_unique<MachineSequencer>(ranks, *machine,
                                                              MachineSequencerOptions{}, replies);
                  });
  board.play();
  EXPECT_EQ(board.ends(0), (std::vector<std::int64_t>{5'000'000}));
  EXPECT_EQ(board.ends(1).size(), 1U);
}

TEST(CollectivesOnNetworks, DifferentCallsAndRootsAreErrors) {
  const auto machine = machine_of(lab());
  const auto reason = [&](const Step& one, const Step& other) {
    FakeBoard board({{one}, {other}}, 1, [&](std::uint32_t ranks, Replies& replies) {
      return std::make_unique<MachineSequencer>(ranks, *machine, MachineSequencerOptions{},
                                                replies);
    });
    board.play();
    return board.sequencer().obstacle() ? board.sequencer().obstacle()->reason : "none";
  };
  EXPECT_EQ(reason(play(mpi_library::kBcast, 8), play(mpi_library::kBarrier, 8)),
            "p[1] calls MPI_Barrier where p[0] calls MPI_Bcast on the same communicator");
  EXPECT_EQ(reason(play(mpi_library::kBcast, 8), play(mpi_library::kBcast, 8, 1)),
            "p[1] calls MPI_Bcast with the root 1 where p[0] has the root 0");
  EXPECT_EQ(reason(play(mpi_library::kBcast, 8, 9), play(mpi_library::kBcast, 8, 9)),
            "p[0] sent an invalid request: the prediction cannot continue");
}

}  // namespace
}  // namespace dps::sequencer
