// Collective operations of two groups on networks: the steps of their members, and their times.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_programs/sequencer/network/two_group_steps.h"
#include "tests/mpi_programs/sequencer/network/sample_machine.h"

namespace dps::sequencer {
namespace {

using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
using board::RequestKind;

// --- steps --------------------------------------------------------------------------------------

/// The data of each member at the end: the members whose data it has, its own and received ones.
using Known = std::vector<std::set<std::uint32_t>>;

/// Plays the steps of all members without times; each message contains all data of its sender.
/// Returns nullopt if members wait forever, or if messages remain, have another size than their
/// receivers expect, or the size of data that their senders do not have.
std::optional<Known> play_steps(Function function, const TwoGroups& groups,
                                std::optional<std::uint32_t> root) {
  std::vector<std::deque<CollectiveStep>> steps;
  Known known;
  for (std::uint32_t self = 0; self < groups.members; ++self) {
    const auto list = steps_of(function, groups, self, root);
    steps.emplace_back(list.begin(), list.end());
    known.push_back({self});
  }
  using Sent = std::pair<CollectiveStep, std::set<std::uint32_t>>;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<Sent>> sent;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (std::uint32_t self = 0; self < groups.members; ++self) {
      for (; !steps[self].empty(); steps[self].pop_front(), goes_on = true) {
        const CollectiveStep step = steps[self].front();
        if (step.sends) {
          sent[{self, step.peer}].emplace_back(step, known[self]);
          continue;
        }
        auto& queue = sent[{step.peer, self}];
        if (queue.empty()) {
          break;
        }
        const CollectiveStep& other = queue.front().first;
        if (other.peer != self || other.size != step.size || other.of != step.of ||
            other.block != step.block) {
          return {};
        }
        known[self].merge(std::set(queue.front().second));
        queue.pop_front();
      }
    }
  }
  const auto is_empty = [](const auto& queue) { return queue.empty(); };
  const auto has_gone = [](const auto& pair) { return pair.second.empty(); };
  const bool is_complete = std::all_of(steps.begin(), steps.end(), is_empty) &&
                           std::all_of(sent.begin(), sent.end(), has_gone);
  return is_complete ? std::optional(known) : std::nullopt;
}

bool has_all(const std::set<std::uint32_t>& known, const MemberRange& range) {
  for (std::uint32_t member = range.begin; member < range.end; ++member) {
    if (known.count(member) == 0) {
      return false;
    }
  }
  return true;
}

template <typename Check>
void for_all_groups(const Check& check) {
  for (std::uint32_t first = 1; first <= 6; ++first) {
    for (std::uint32_t second = 1; second <= 6; ++second) {
      check(TwoGroups{first, first + second});
    }
  }
}

TEST(TwoGroups, EachMemberGetsTheDataOfTheOtherGroup) {
  for (const Function function : {kAllgather, kAllgatherv, kAllreduce, kReduce_scatter,
                                  kReduce_scatter_block, kAlltoall, kAlltoallv, kAlltoallw}) {
    for_all_groups([&](const TwoGroups& groups) {
      const auto known = play_steps(function, groups, {});
      ASSERT_TRUE(known) << kFunctionTable[function].name << " " << groups.middle << " of "
                         << groups.members;
      for (std::uint32_t self = 0; self < groups.members; ++self) {
        EXPECT_TRUE(has_all((*known)[self], groups.other(self)))
            << kFunctionTable[function].name << " " << groups.middle << " of " << groups.members;
      }
    });
  }
}

TEST(TwoGroups, OnlyTheRootAndTheOtherGroupTakePart) {
  for (const Function function : {kBcast, kGather, kGatherv, kScatter, kScatterv, kReduce}) {
    for_all_groups([&](const TwoGroups& groups) {
      for (std::uint32_t root = 0; root < groups.members; ++root) {
        const auto known = play_steps(function, groups, root);
        ASSERT_TRUE(known) << kFunctionTable[function].name << " " << root << " in "
                           << groups.middle << " of " << groups.members;
        const bool collects = function == kGather || function == kGatherv || function == kReduce;
        const MemberRange own = groups.own(root);
        const MemberRange other = groups.other(root);
        EXPECT_TRUE(!collects || has_all((*known)[root], other));
        for (std::uint32_t self = 0; self < groups.members; ++self) {
          const bool is_passive = own.has(self) && self != root;
          EXPECT_TRUE(!is_passive || steps_of(function, groups, self, root).empty());
          EXPECT_TRUE(collects || !other.has(self) || (*known)[self].count(root) == 1);
        }
      }
    });
  }
}

TEST(TwoGroups, BlocksOfAScatterAreNumberedByTheirReceiver) {
  const TwoGroups groups{2, 5};
  const CollectiveStep to_last{true, 4, CollectiveStep::Size::kBlock, 1, 2};
  EXPECT_EQ(steps_of(kScatterv, groups, 1, 1).back(), to_last);
}

// --- times --------------------------------------------------------------------------------------

constexpr std::int64_t kMicro = 1'000'000;
constexpr std::uint32_t kBetween = 3;

/// p[0] and p[1] are one group, p[2], p[3] and so on the other one.
Step describe(std::int32_t rank, std::int32_t ranks) {
  Step step;
  step.kind = RequestKind::kDescribe;
  step.communicator = kBetween;
  step.peer = 0;
  step.flags = board::kIntercommunicator;
  std::vector<std::int32_t> second;
  for (std::int32_t other = 2; other < ranks; ++other) {
    second.push_back(other);
  }
  const bool is_first = rank < 2;
  step.bytes = is_first ? 2 : second.size();
  step.listed = is_first ? std::vector<std::int32_t>{0, 1} : second;
  const auto others = is_first ? second : std::vector<std::int32_t>{0, 1};
  step.listed.insert(step.listed.end(), others.begin(), others.end());
  return step;
}

Step play(Function function, std::uint64_t bytes, std::int32_t root = 0,
          const std::vector<std::int32_t>& sizes = {}) {
  Step step;
  step.kind = RequestKind::kPlay;
  step.function = function;
  step.communicator = kBetween;
  step.peer = root;
  step.bytes = bytes;
  for (const std::int32_t one : sizes) {
    step.listed.insert(step.listed.end(), {one, 0});
  }
  return step;
}

std::vector<Script> scripts_of(const std::vector<Script>& calls) {
  std::vector<Script> scripts;
  for (std::size_t r = 0; r < calls.size(); ++r) {
    scripts.push_back(calls[r]);
    scripts.back().insert(
        scripts.back().begin(),
        describe(static_cast<std::int32_t>(r), static_cast<std::int32_t>(calls.size())));
  }
  return scripts;
}

/// A switch of 8 MB/s and 10 us without other costs, so that n bytes take n / 8 + 10 us. Messages
/// that share the link of a host halve its bandwidth.
std::unique_ptr<machines::Machine> fast() {
  return machine_of(R"(
[[host]]
name = "h[0-7]"
[network]
kind = "switch"
bandwidth = "8MB/s"
latency = "10us"
[local]
bandwidth = "8GB/s"
latency = "0s"
)");
}

/// The times, in microseconds, at which the ranks leave their only call.
std::vector<std::int64_t> ends(const std::vector<Script>& calls, const machines::Machine& machine) {
  PlayOnMachine played(scripts_of(calls), machine);
  std::vector<std::int64_t> last;
  for (std::size_t r = 0; r < calls.size(); ++r) {
    last.push_back(played.ends(r).empty() ? -1 : played.ends(r).back() / kMicro);
  }
  return last;
}

/// The other calls of the root's group name no root.
constexpr std::int32_t kPassive = board::kNobody;

TEST(TwoGroups, ABroadcastGoesFromTheRootToTheOtherGroup) {
  // p[1] is the root of the members p[1] to p[5]: it sends to p[5], p[3] and p[2], 24 bytes in 3
  // us; p[3] sends to p[4].
  EXPECT_EQ(ends({{play(kBcast, 0, kPassive)},
                  {play(kBcast, 8, board::kIsRoot)},
                  {play(kBcast, 8, 1)},
                  {play(kBcast, 8, 1)},
                  {play(kBcast, 8, 1)},
                  {play(kBcast, 8, 1)}},
                 *fast()),
            (std::vector<std::int64_t>{0, 0, 13, 13, 24, 13}));
}

TEST(TwoGroups, ABroadcastOnTheWorkedMachine) {
  // As in the worked example, 64 bytes arrive at 60.12 us, and p[2] has them at 67.12 us.
  PlayOnMachine played(
      scripts_of(
          {{play(kBcast, 0, kPassive)}, {play(kBcast, 64, board::kIsRoot)}, {play(kBcast, 64, 1)}}),
      *machine_of(lab()));
  EXPECT_EQ(played.ends(0), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(played.ends(1), (std::vector<std::int64_t>{5 * kMicro}));
  EXPECT_EQ(played.ends(2), (std::vector<std::int64_t>{67'120'000}));
}

TEST(TwoGroups, GatherReduceAndScatterHaveTheBytesOfTheOtherGroup) {
  // p[3] is the root: 8 bytes of p[0] and 80 bytes of p[1] share its link, and arrive at 12 and 21.
  EXPECT_EQ(ends({{play(kGatherv, 8, 1)},
                  {play(kGatherv, 80, 1)},
                  {play(kGatherv, 800, kPassive)},
                  {play(kGatherv, 800, board::kIsRoot)}},
                 *fast()),
            (std::vector<std::int64_t>{0, 0, 0, 21}));
  // A tree of p[3], p[0], p[1]: both are children of the root, and their messages share its link.
  EXPECT_EQ(ends({{play(kReduce, 80, 1)},
                  {play(kReduce, 80, 1)},
                  {play(kReduce, 0, kPassive)},
                  {play(kReduce, 80, board::kIsRoot)}},
                 *fast()),
            (std::vector<std::int64_t>{0, 0, 0, 30}));
  // 80 bytes to p[0] and 8 to p[1].
  EXPECT_EQ(ends({{play(kScatterv, 80, 1)},
                  {play(kScatterv, 8, 1)},
                  {play(kScatterv, 0, kPassive)},
                  {play(kScatterv, 0, board::kIsRoot, {80, 8})}},
                 *fast()),
            (std::vector<std::int64_t>{21, 12, 0, 0}));
}

TEST(TwoGroups, AnAllgatherGoesByTheFirstRanks) {
  // p[1] sends 80 bytes to p[0]: 20 us; p[3] sends 8 to p[2]: 11 us. p[2] sends 16 to p[0]: 23 us.
  // p[0] sends 88 to p[2] from 20 us on, and 16 to p[1] from 23 us on: they share its link until
  // 27, and arrive at 43 and 37. p[2] sends 88 to p[3]: 64 us.
  EXPECT_EQ(ends({{play(kAllgatherv, 8)},
                  {play(kAllgatherv, 80)},
                  {play(kAllgatherv, 8)},
                  {play(kAllgatherv, 8)}},
                 *fast()),
            (std::vector<std::int64_t>{23, 37, 43, 64}));
}

TEST(TwoGroups, AnAllreduceGoesByTheFirstRanks) {
  // 80 bytes three times: to the first rank, to the other one, and within its group.
  EXPECT_EQ(ends(std::vector<Script>(4, Script{play(kAllreduce, 80)}), *fast()),
            (std::vector<std::int64_t>{40, 60, 40, 60}));
}

TEST(TwoGroups, AReduceScatterSendsBlocksOfTheOwnGroup) {
  // Wholes of 96 bytes: 22 us to the first rank and 22 us to the other one; then the second block.
  const Step first = play(kReduce_scatter, 96, 0, {16, 80});
  const Step second = play(kReduce_scatter, 96, 0, {32, 64});
  EXPECT_EQ(ends({{first}, {first}, {second}, {second}}, *fast()),
            (std::vector<std::int64_t>{44, 64, 44, 62}));
}

TEST(TwoGroups, AnAlltoallIsAMessageToEachOfTheOtherGroup) {
  // At first p[0] and p[2], p[1] and p[3] exchange 8 and 40, 32 and 64 bytes, until 15, 11, 18 and
  // 14 us. Then p[0] and p[3], p[1] and p[2] exchange 16 and 56, 24 and 48.
  EXPECT_EQ(ends({{play(kAlltoallv, 0, 0, {8, 16})},
                  {play(kAlltoallv, 0, 0, {24, 32})},
                  {play(kAlltoallv, 0, 0, {40, 48})},
                  {play(kAlltoallv, 0, 0, {56, 64})}},
                 *fast()),
            (std::vector<std::int64_t>{31, 27, 31, 27}));
}

TEST(TwoGroups, AMemberThatTakesNoPartIsNotHeldBack) {
  // The root computes for 100 us; p[0] has continued, and enters the next operation.
  Step late = play(kBcast, 8, board::kIsRoot);
  late.computes = 100 * kMicro;
  PlayOnMachine played(scripts_of({{play(kBcast, 0, kPassive), play(kBarrier, 0)},
                                   {late, play(kBarrier, 0)},
                                   {play(kBcast, 8, 1), play(kBarrier, 0)}}),
                       *fast());
  EXPECT_EQ(played.ends(0).at(0), 0);
  EXPECT_EQ(played.ends(1).at(0), 100 * kMicro);
  EXPECT_EQ(played.ends(2).at(0), 111 * kMicro);
}

TEST(TwoGroups, EachMemberGetsThePlacesOfTheOtherGroup) {
  PlayOnMachine played(scripts_of({{play(kAllgather, 1)},
                                   {play(kAllgather, 2)},
                                   {play(kAllgather, 3)},
                                   {play(kAllgather, 4)},
                                   {play(kAllgather, 5)}}),
                       *fast());
  const auto bytes_at = [&](std::size_t rank) {
    std::vector<std::uint64_t> bytes;
    for (const board::Completion& one : played.board().completions(rank).at(0)) {
      bytes.push_back(one.bytes);
    }
    return bytes;
  };
  EXPECT_EQ(bytes_at(1), (std::vector<std::uint64_t>{3, 4, 5}));
  EXPECT_EQ(bytes_at(4), (std::vector<std::uint64_t>{1, 2}));
}

TEST(TwoGroups, AnOperationThatDoesNotBlockIsCollected) {
  Step begins = play(kBcast, 8, 1);
  begins.kind = RequestKind::kBeginPlay;
  Step waits;
  waits.kind = RequestKind::kWaitAll;
  waits.function = kWait;
  waits.listed = {1};
  Step begins_root = begins;
  begins_root.peer = board::kIsRoot;
  Step begins_passive = begins;
  begins_passive.peer = kPassive;
  PlayOnMachine played(scripts_of({{begins_passive, waits}, {begins_root, waits}, {begins, waits}}),
                       *fast());
  EXPECT_EQ(played.ends(0), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(played.ends(1), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(played.ends(2), (std::vector<std::int64_t>{0, 11 * kMicro}));
}

TEST(TwoGroups, RootsThatDoNotAgreeAreErrors) {
  const auto machine = fast();
  const auto reason = [&](std::int32_t zero, std::int32_t one, std::int32_t two,
                          std::int32_t three) {
    FakeBoard board(scripts_of({{play(kBcast, 8, zero)},
                                {play(kBcast, 8, one)},
                                {play(kBcast, 8, two)},
                                {play(kBcast, 8, three)}}),
                    1, [&](std::uint32_t ranks, Replies& replies) {
                      return std::make_unique<MachineSequencer>(ranks, *machine,
                                                                MachineSequencerOptions{}, replies);
                    });
    board.play();
    return board.sequencer().obstacle() ? board.sequencer().obstacle()->reason : "none";
  };
  const std::int32_t root = board::kIsRoot;
  EXPECT_EQ(reason(root, kPassive, 0, 0), "none");
  EXPECT_EQ(reason(root, kPassive, 0, 1),
            "p[3] calls MPI_Bcast with the root p[1] where p[0] has the root p[0]");
  EXPECT_EQ(reason(root, root, 0, 0),
            "p[1] calls MPI_Bcast with the root p[1] where p[0] has the root p[0]");
  EXPECT_EQ(reason(kPassive, kPassive, 0, 0),
            "p[2] calls MPI_Bcast with the root p[0] where p[0] has the root MPI_PROC_NULL");
  EXPECT_EQ(reason(root, 0, 0, 0),
            "p[1] calls MPI_Bcast with the root p[2] where p[0] has the root p[0]");
  EXPECT_EQ(reason(root, kPassive, 0, kPassive),
            "p[3] calls MPI_Bcast with the root MPI_PROC_NULL where p[0] has the root p[0]");
  EXPECT_EQ(reason(root, kPassive, 2, 0),
            "p[2] sent an invalid request: the prediction cannot continue");
  EXPECT_EQ(reason(-7, kPassive, 0, 0),
            "p[0] sent an invalid request: the prediction cannot continue");
}

TEST(TwoGroups, AListOfBlocksHasOneForEachReceiver) {
  const auto machine = fast();
  const auto reason = [&](const Step& step) {
    FakeBoard board(scripts_of({{step}, {step}, {step}, {step}, {step}}), 1,
                    [&](std::uint32_t ranks, Replies& replies) {
                      return std::make_unique<MachineSequencer>(ranks, *machine,
                                                                MachineSequencerOptions{}, replies);
                    });
    board.play();
    return board.sequencer().obstacle() ? board.sequencer().obstacle()->reason : "none";
  };
  // The first group has two members, the other one three.
  EXPECT_EQ(reason(play(kReduce_scatter, 8, 0, {4, 4, 4})),
            "p[0] sent an invalid request: the prediction cannot continue");
  EXPECT_EQ(reason(play(kAlltoallv, 8, 0, {4, 4})),
            "p[0] sent an invalid request: the prediction cannot continue");
}

}  // namespace
}  // namespace dps::sequencer
