// Runs of blueprints with a thread for each process. The expected counts follow from
// docs/language.md.
#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "tests/simulator/rehearsal.h"
#include "tests/support/threaded_network.h"

namespace dps::simulator {
namespace {

using profiles::Level;
using profiles::ProcessRecord;

/// A run of all processes of a blueprint.
class Ensemble {
 public:
  Ensemble(const std::string& text, Level level)
      : program_(program_of(text)), network_(program_.process_count()) {
    SimulationOptions options;
    options.level = level;
    options.stop = network_.signal();
    for (std::uint32_t p = 0; p < program_.process_count(); ++p) {
      transports_.push_back(std::make_unique<support::ThreadedTransport>(network_, ProcessId{p}));
      players_.push_back(
          std::make_unique<Rehearsal>(program_, ProcessId{p}, *transports_[p], options));
      EXPECT_EQ(players_[p]->missing(), "");
    }
    outcomes_.resize(players_.size());
  }

  /// Runs all processes to their ends; with `stop_when_quiet`, stops them when all of them wait.
  void play(bool stop_when_quiet = false) {
    std::vector<std::thread> threads;
    for (std::size_t p = 0; p < players_.size(); ++p) {
      threads.emplace_back([this, p] { outcomes_[p] = players_[p]->run(); });
    }
    if (stop_when_quiet) {
      network_.await_quiet(players_.size());
      network_.stop();
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  /// The number of late messages, after the run.
  void drain() {
    for (std::uint32_t p = 0; p < players_.size(); ++p) {
      EXPECT_TRUE(players_[p]->simulation().drain(-1, sent_to(ProcessId{p})));
    }
  }

  [[nodiscard]] std::uint64_t sent_to(ProcessId receiver) const {
    std::uint64_t sent = 0;
    for (const auto& player : players_) {
      for (const profiles::FlowRow& row : player->record().flows) {
        sent += row.outgoing && row.peer == receiver ? row.messages : 0;
      }
    }
    return sent;
  }

  [[nodiscard]] ProcessRecord record(std::uint32_t p) const { return players_[p]->record(); }
  [[nodiscard]] const ProcessOutcome& outcome(std::uint32_t p) const { return outcomes_[p]; }

 private:
  blueprint::Program program_;
  support::ThreadedNetwork network_;
  std::vector<std::unique_ptr<support::ThreadedTransport>> transports_;
  std::vector<std::unique_ptr<Rehearsal>> players_;
  std::vector<ProcessOutcome> outcomes_;
};

/// The DPS paper's figure 20 with computations that take no time.
constexpr const char* kMatrixMultiply2 = R"(
I GetMats.i 2 Mat.m
I GetRowCol.i 1 Pair.m
I GetVal.i 1 Val.m
I DoneM.i 104 Val.m
I DoneW.i 1 Halt.m
C Mult.c call mult_vectors
C Assign.c sleep 0
O RtrnVal.o ACK -t Val.m -n 1 -b 12
O SndRowCol.o ACK -t Pair.m -n 1 -b 8
O SndMats.o Worker.p -t Mat.m -n 2 -b 400
O HaltWkrs.o Worker.p -t Halt.m -n 1
F wf1.f GetMats.i NULL RtrnVal.o SAME
F wf2.f GetRowCol.i Mult.c RtrnVal.o SAME
F wf3.f DoneW.i NULL NULL NULL
F mf1.f NULL NULL SndMats.o SAME
F mf2.f GetVal.i Assign.c SndRowCol.o SAME
F mf3.f DoneM.i NULL HaltWkrs.o NULL
U worker.fu wf1.f wf2.f wf3.f
U master.fu mf1.f mf2.f mf3.f
P Worker.p 4 worker.fu
P Master.p 1 master.fu
)";
constexpr std::uint32_t kMaster = 4;

TEST(WholeRun, FigureTwentyHasTheCountsOfTheWorkedExample) {
  Ensemble ensemble(kMatrixMultiply2, Level::kFunctionality);
  ensemble.play();
  ensemble.drain();
  const ProcessRecord master = ensemble.record(kMaster);
  EXPECT_EQ(master.traffic, (profiles::Traffic{1248, 104, 4032, 116}));
  EXPECT_EQ(master.late, 4U);
  ASSERT_EQ(master.units.size(), 1U);
  std::vector<std::uint64_t> triggered;
  for (const auto& functionality : master.units[0].functionalities) {
    triggered.push_back(functionality.triggered);
  }
  EXPECT_EQ(triggered, (std::vector<std::uint64_t>{1, 104, 1}));
}

TEST(WholeRun, TheBooksBalanceForEveryPairAndType) {
  Ensemble ensemble(kMatrixMultiply2, Level::kProcess);
  ensemble.play();
  ensemble.drain();
  std::uint64_t messages = 0;
  for (std::uint32_t p = 0; p <= kMaster; ++p) {
    EXPECT_EQ(ensemble.outcome(p).ending, Ending::kComplete);
    for (const profiles::FlowRow& sent : ensemble.record(p).flows) {
      if (!sent.outgoing) {
        continue;
      }
      const auto rows = ensemble.record(index(sent.peer)).flows;
      const auto taken = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
        return !row.outgoing && row.mid == sent.mid && row.peer == ProcessId{p};
      });
      ASSERT_NE(taken, rows.end());
      EXPECT_EQ(sent.messages, taken->messages + taken->late);
      messages += sent.messages;
    }
  }
  EXPECT_GT(messages, 0U);
}

/// Three sums over all processes; no process waits for the completion of two of them.
constexpr const char* kSums = R"(
I Go.i 1 Go.m
I Sum.i 1 Sum.m
C Add.c compute 1us
O Go.o W.p[{self}] -t Go.m -d 0 -n 2
O Sum.o W.p -t Sum.m -collective allreduce -b 1001 -alg rabenseifner -combine Add.c -p off
O Row.o W.p -t Row.m -collective allgather -b 10 -alg ring
F first.f NULL NULL Sum.o SAME
F go.f Sum.i NULL Go.o go.fu
F sum.f Go.i NULL Sum.o,Row.o SAME*1,NULL
U first.fu first.f go.f
U go.fu -early sum.f
P W.p 6 first.fu go.fu
)";

TEST(WholeRun, CollectiveOperationsComeToTheirEnd) {
  Ensemble ensemble(kSums, Level::kFunctionality);
  ensemble.play();
  ensemble.drain();
  profiles::Traffic sum;
  std::uint64_t late = 0;
  for (std::uint32_t p = 0; p < 6; ++p) {
    EXPECT_EQ(ensemble.outcome(p).ending, Ending::kComplete) << ensemble.outcome(p).failure;
    const ProcessRecord record = ensemble.record(p);
    sum.msgs_in += record.traffic.msgs_in;
    sum.msgs_out += record.traffic.msgs_out;
    sum.bytes_out += record.traffic.bytes_out;
    late += record.late;
    EXPECT_GE(record.late, 2U);  // two completions of each line, unless one was taken in time
    EXPECT_LE(record.late, 4U);
  }
  // A sum over 6 members: 2 + 4 · 4 + 2 messages, and a gathering 5 · 6; the completions; timers.
  EXPECT_EQ(sum.msgs_out, 3U * 20 + 2U * 30 + 6U * 5 + 6U * 2);
  EXPECT_EQ(sum.msgs_in + late, sum.msgs_out);
  EXPECT_EQ(sum.bytes_out, 3U * (4 * 1001 + 2 * 3 * 1001) + 2U * 30 * 10);
}

TEST(WholeRun, AProcessReportsTheOperationsToWhichItHasContributed) {
  Ensemble ensemble(R"(
I Sum.i 1 Sum.m
O Sum.o W.p -t Sum.m -collective barrier
F go.f NULL NULL Sum.o SAME
F no.f NULL NULL NULL SAME
F end.f Sum.i NULL NULL NULL
U w.fu {self == 1 ? no.f : go.f} end.f
P W.p 3 w.fu
)",
                    Level::kProcess);
  ensemble.play(true);
  const std::vector<engine::Contributions> own{{MessageId{0}, ProcessId{0}, 1, 0}};
  EXPECT_EQ(ensemble.outcome(0).contributions, own);
  EXPECT_EQ(ensemble.outcome(1).contributions, std::vector<engine::Contributions>{});
}

TEST(WholeRun, ADeadlockedPairReportsTheMessagesThatBothWaitFor) {
  Ensemble ensemble(R"(
I In.i 2 Ball.m
O Out.o ACK -t Ball.m
O Serve.o B -t Ball.m
F return.f In.i NULL Out.o SAME
F serve.f NULL NULL Serve.o SAME
U a.u serve.f return.f
U b.u return.f
P A 1 a.u
P B 1 b.u
)",
                    Level::kUnit);
  ensemble.play(true);
  for (std::uint32_t p = 0; p < 2; ++p) {
    const ProcessOutcome& outcome = ensemble.outcome(p);
    EXPECT_EQ(outcome.ending, Ending::kStopped);
    EXPECT_TRUE(outcome.waiting);
    ASSERT_EQ(outcome.progress.size(), 1U);
    EXPECT_EQ(outcome.progress[0].has, p);
    EXPECT_EQ(outcome.progress[0].wants, 2U);
    EXPECT_EQ(outcome.unclaimed.size(), p);
  }
}

}  // namespace
}  // namespace dps::simulator
