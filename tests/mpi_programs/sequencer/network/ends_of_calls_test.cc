// The instants on which the ends of calls depend on a machine with a network.
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/mpi_programs/sequencer/call_chain.h"
#include "tests/mpi_programs/sequencer/network/sample_machine.h"

namespace dps::sequencer {
namespace {

constexpr std::int64_t kMicrosecond = 1'000'000;

/// For the start of each call, by its rank: the rank and the instant on which its end depended.
using Dependences =
    std::map<std::pair<std::int32_t, std::int64_t>, std::pair<std::int32_t, std::int64_t>>;

Dependences dependences(const std::vector<Script>& scripts, std::optional<std::uint64_t> eager) {
  const auto machine = machine_of(lab());
  PlayOnMachine played(scripts, *machine, 2, eager);
  Dependences found;
  for (const EndOfCall& end : played.board().sequencer().ends_of_calls()) {
    found[{end.rank, end.call / kMicrosecond}] = {end.on.rank, end.on.at / kMicrosecond};
  }
  return found;
}

Step after(std::int64_t microseconds, Step step, std::uint64_t bytes = 0) {
  step.computes = microseconds * kMicrosecond;
  step.bytes = bytes;
  return step;
}

/// 100,000 bytes take 8 ms.
TEST(EndsOfCalls, ReceiverThatComesDuringTheTransferIsNotTheCause) {
  const std::vector<Script> scripts{{after(10, send_to(1), 100'000)},
                                    {after(1'000, receive_from(0))}};
  EXPECT_EQ(dependences(scripts, 1'000), (Dependences{{{0, 10}, {0, 10}}, {{1, 1'000}, {0, 10}}}));
}

TEST(EndsOfCalls, LateReceiverIsTheCause) {
  const std::vector<Script> scripts{{after(10, send_to(1), 100'000)},
                                    {after(20'000, receive_from(0))}};
  EXPECT_EQ(dependences(scripts, 1'000),
            (Dependences{{{0, 10}, {1, 20'000}}, {{1, 20'000}, {1, 20'000}}}));
}

TEST(EndsOfCalls, LateSenderIsTheCause) {
  const std::vector<Script> scripts{{after(500, send_to(1), 100'000)},
                                    {after(10, receive_from(0))}};
  EXPECT_EQ(dependences(scripts, 1'000), (Dependences{{{0, 500}, {0, 500}}, {{1, 10}, {0, 500}}}));
}

TEST(EndsOfCalls, WaitForASendThatDoesNotBlockDependsOnItsStartOrItsReceiver) {
  Step begin = after(10, send_to(1), 100'000);
  begin.kind = board::RequestKind::kBeginSend;
  begin.function = mpi_library::kIsend;
  Step wait = after(100, begin);
  wait.kind = board::RequestKind::kWaitAll;
  wait.listed = {1};
  const auto wait_with = [&](std::int64_t receiver) {
    return dependences({{begin, wait}, {after(receiver, receive_from(0))}}, 1'000).at({0, 115});
  };
  EXPECT_EQ(wait_with(1'000), std::make_pair(0, std::int64_t{10}));
  EXPECT_EQ(wait_with(20'000), std::make_pair(1, std::int64_t{20'000}));
}

Step play(Function function, std::int64_t microseconds) {
  Step step;
  step.kind = board::RequestKind::kPlay;
  step.function = function;
  step.peer = 0;
  return after(microseconds, step, 8);
}

/// The messages of the root reach all members before the last one enters.
TEST(EndsOfCalls, BroadcastDependsOnTheRootOnly) {
  const auto found = dependences({{play(mpi_library::kBcast, 100)},
                                  {play(mpi_library::kBcast, 20)},
                                  {play(mpi_library::kBcast, 5'000)}},
                                 std::nullopt);
  EXPECT_EQ(found.at({0, 100}), std::make_pair(0, std::int64_t{100}));
  EXPECT_EQ(found.at({1, 20}), std::make_pair(0, std::int64_t{100}));
  EXPECT_EQ(found.at({2, 5'000}), std::make_pair(2, std::int64_t{5'000}));
}

TEST(EndsOfCalls, BarrierDependsOnTheLastMember) {
  const auto found = dependences({{play(mpi_library::kBarrier, 100)},
                                  {play(mpi_library::kBarrier, 20)},
                                  {play(mpi_library::kBarrier, 5'000)}},
                                 std::nullopt);
  for (const auto& [call, on] : found) {
    EXPECT_EQ(on, std::make_pair(2, std::int64_t{5'000})) << call.first;
  }
}

/// Messages without bytes, so that none slows another one. Blocking calls in one order cannot wait
/// for one another.
std::vector<Script> random_scripts(std::mt19937& random) {
  std::vector<Script> scripts(4);
  const auto computes = [&] { return static_cast<std::int64_t>(random() % 200'000'000); };
  for (int i = 0; i < 12; ++i) {
    const auto from = static_cast<std::int32_t>(random() % 4);
    const auto to = static_cast<std::int32_t>((static_cast<unsigned>(from) + 1 + random() % 3) % 4);
    Step send = send_to(to, computes());
    send.function = random() % 2 == 0 ? mpi_library::kSsend : mpi_library::kSend;
    send.bytes = 0;
    scripts[static_cast<std::size_t>(from)].push_back(send);
    scripts[static_cast<std::size_t>(to)].push_back(receive_from(from, computes()));
  }
  return scripts;
}

RC_GTEST_PROP(EndsOfCalls, LongerComputationOnTheChainLengthensTheRunByTheSameTime, ()) {
  std::mt19937 random(*rc::gen::arbitrary<unsigned>());
  std::vector<Script> scripts = random_scripts(random);
  const auto machine = machine_of(lab());
  PlayOnMachine played(scripts, *machine, 2);
  const std::int64_t before = makespan_of(played.board(), scripts.size());
  const auto on_chain = CallChain(scripts, played.board()).computations();
  RC_ASSERT(!on_chain.empty());
  for (const auto& [rank, step] : on_chain) {
    scripts[rank][step].computes += 1;
    PlayOnMachine longer(scripts, *machine, 2);
    RC_ASSERT(makespan_of(longer.board(), scripts.size()) == before + 1);
    scripts[rank][step].computes -= 1;
  }
}

}  // namespace
}  // namespace dps::sequencer
