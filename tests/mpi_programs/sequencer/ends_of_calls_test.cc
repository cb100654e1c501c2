// The instants on which the ends of calls depend on a data sheet.
#include <map>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/mpi_programs/sequencer/call_chain.h"
#include "tests/mpi_programs/sequencer/request_steps.h"

namespace dps::sequencer {
namespace {

using board::RequestKind;

/// Plays scripts, and notes the instants.
class ObservedBoard {
 public:
  explicit ObservedBoard(const std::vector<Script>& scripts,
                         const machines::Datasheet& sheet = sheet_with_requests())
      : sheet_(sheet),
        times_(sheet_, {}, static_cast<std::uint32_t>(scripts.size())),
        board_(scripts, times_, 1) {
    board_.on_sheet().observe_ends();
    board_.play();
    EXPECT_FALSE(board_.sequencer().obstacle()) << board_.sequencer().obstacle()->reason;
  }
  [[nodiscard]] FakeBoard& board() { return board_; }

  /// The rank and the instant, in microseconds, on which the end of the call depended that the rank
  /// began at `us`.
  [[nodiscard]] std::pair<std::int32_t, std::int64_t> end_of(std::int32_t rank, std::int64_t us) {
    for (const EndOfCall& end : board_.sequencer().ends_of_calls()) {
      if (end.rank == rank && end.call == us * kUs) {
        return {end.on.rank, end.on.at / kUs};
      }
    }
    return {-1, 0};
  }

 private:
  machines::Datasheet sheet_;
  SheetTimes times_;
  FakeBoard board_;
};

using On = std::pair<std::int32_t, std::int64_t>;

/// Messages arrive 475 us after the start of their send; a synchronous one takes 80 us.
machines::Datasheet slow_sheet() {
  machines::Datasheet sheet = sample_sheet();
  for (machines::SheetFunction& one : sheet.functions) {
    one = one.name == "recv" ? function("recv", 500) : one;
  }
  return sheet;
}

Step ssend_to(std::int32_t peer, std::int64_t us) {
  Step step = send_to(peer, us * kUs);
  step.function = mpi_library::kSsend;
  return step;
}

TEST(EndsOfCallsOnASheet, ReceiverThatComesDuringTheTransferIsNotTheCause) {
  ObservedBoard played({{ssend_to(1, 10)}, {receive_from(0, 100 * kUs)}}, slow_sheet());
  EXPECT_EQ(played.end_of(0, 10), (On{0, 10}));
  EXPECT_EQ(played.end_of(1, 100), (On{0, 10}));
}

TEST(EndsOfCallsOnASheet, LateReceiverIsTheCause) {
  ObservedBoard played({{ssend_to(1, 10)}, {receive_from(0, 600 * kUs)}}, slow_sheet());
  EXPECT_EQ(played.end_of(0, 10), (On{1, 600}));
  EXPECT_EQ(played.end_of(1, 600), (On{1, 600}));
}

/// The receive takes 40 us from 103 us on, of which computing hides at most 30.
TEST(EndsOfCallsOnASheet, ComputingThatAReceiveHidesIsNotTheCause) {
  const auto with = [](std::int64_t computes) {
    const std::vector<Script> scripts{{send_to(1, 100 * kUs)},
                                      {irecv_from(0), about(RequestKind::kWaitAll, {1}, computes)}};
    return ObservedBoard(scripts).end_of(1, 3 + computes);
  };
  EXPECT_EQ(with(120), (On{0, 100}));
  EXPECT_EQ(with(497), (On{1, 500}));
}

/// Scripts that cannot wait for one another: each message follows the one before it in the program.
std::vector<Script> random_scripts(std::mt19937& random) {
  std::vector<Script> scripts(3);
  std::vector<std::int32_t> operations(3);
  const auto add = [&](std::int32_t rank, Step step) {
    step.computes = static_cast<std::int64_t>(random() % 150'000'000);
    Script& script = scripts[static_cast<std::size_t>(rank)];
    script.push_back(step);
    if (step.kind == RequestKind::kBeginSend || step.kind == RequestKind::kBeginReceive) {
      Step wait = about(RequestKind::kWaitAll, {++operations[static_cast<std::size_t>(rank)]});
      wait.computes = static_cast<std::int64_t>(random() % 60'000'000);
      script.push_back(wait);
    }
  };
  for (int i = 0; i < 10; ++i) {
    const auto from = static_cast<std::int32_t>(random() % 3);
    const auto to = static_cast<std::int32_t>((static_cast<unsigned>(from) + 1 + random() % 2) % 3);
    const std::vector<Step> sends{send_to(to), ssend_to(to, 0), isend_to(to),
                                  isend_to(to, 0, mpi_library::kIssend)};
    add(from, sends[random() % sends.size()]);
    add(to, random() % 2 == 0 ? receive_from(from) : irecv_from(from));
  }
  return scripts;
}

RC_GTEST_PROP(EndsOfCallsOnASheet, LongerComputationOnTheChainLengthensTheRunByTheSameTime, ()) {
  std::mt19937 random(*rc::gen::arbitrary<unsigned>());
  std::vector<Script> scripts = random_scripts(random);
  ObservedBoard played(scripts);
  const std::int64_t before = makespan_of(played.board(), scripts.size());
  const auto on_chain = CallChain(scripts, played.board()).computations();
  RC_ASSERT(!on_chain.empty());
  for (const auto& [rank, step] : on_chain) {
    scripts[rank][step].computes += 1;
    ObservedBoard longer(scripts);
    RC_ASSERT(makespan_of(longer.board(), scripts.size()) == before + 1);
    scripts[rank][step].computes -= 1;
  }
}

}  // namespace
}  // namespace dps::sequencer
