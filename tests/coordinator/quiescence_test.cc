#include "coordinator/session/quiescence.h"

#include <gtest/gtest.h>

#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using namespace std::chrono_literals;

using profiles::ProcessState;

constexpr std::uint32_t kServer = 2;  // the server of kServed; 0 and 1 are its clients

/// Counters of the processes of kServed, and the verdict.
struct Situation {
  const char* name;
  std::vector<bool> done;
  std::vector<Counters> counters;
  Quiescence verdict;
};

Counters with_timer(Counters counters) {
  counters.timers_pending = 1;
  ++counters.sent;
  return counters;
}

Counters with_native(Counters counters) {
  counters.natives_pending = 1;
  ++counters.sent;
  return counters;
}

Counters in_state(Counters counters, ProcessState state) {
  counters.state = state;
  return counters;
}

TEST(QuiescenceOf, DistinguishesDeadlockAndIdleServersFromRunsThatMayContinue) {
  const Situation situations[] = {
      {"all wait, no message is under way",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), waiting(2, 0, 2)},
       Quiescence::kDeadlock},
      {"a message is under way",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), waiting(2, 0, 1)},
       Quiescence::kNo},
      {"one process computes",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), in_state(waiting(2, 0, 2), ProcessState::kRunning)},
       Quiescence::kNo},
      {"one process waits to send",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), in_state(waiting(2, 0, 2), ProcessState::kSending)},
       Quiescence::kNo},
      {"a timer of a client is pending",
       {false, false, false},
       {with_timer(waiting(0, 1, 0)), waiting(1, 1, 0), waiting(2, 0, 2)},
       Quiescence::kNo},
      {"only a library's operation is under way",
       {false, false, false},
       {with_native(waiting(0, 1, 0)), waiting(1, 1, 0), waiting(2, 0, 2)},
       Quiescence::kNativesOnly},
      {"a library's operation is under way, and a timer is pending",
       {false, false, false},
       {with_native(waiting(0, 1, 0)), with_timer(waiting(1, 1, 0)), waiting(2, 0, 2)},
       Quiescence::kNo},
      {"a timer of the server is pending",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), with_timer(waiting(2, 0, 2))},
       Quiescence::kNo},
      {"a late message counts as arrived",
       {true, false, false},
       {in_state(waiting(0, 1, 0, 1), ProcessState::kComplete), waiting(1, 1, 0), waiting(2, 1, 2)},
       Quiescence::kDeadlock},
      {"only the server is left and waits",
       {true, true, false},
       {waiting(0, 1, 1), waiting(1, 1, 1), waiting(2, 2, 2)},
       Quiescence::kServersOnly},
      {"only the server is left, an answer is under way",
       {true, true, false},
       {waiting(0, 1, 1), waiting(1, 1, 0), waiting(2, 2, 2)},
       Quiescence::kNo},
      {"only the server is left, with a timer",
       {true, true, false},
       {waiting(0, 1, 1), waiting(1, 1, 1), with_timer(waiting(2, 2, 2))},
       Quiescence::kServersOnly},
      {"all are complete",
       {true, true, true},
       {waiting(0, 1, 1), waiting(1, 1, 1), waiting(2, 2, 2)},
       Quiescence::kNo},
  };
  const blueprint::Program program = read_program(kServed);
  for (const Situation& situation : situations) {
    const std::vector<std::optional<Counters>> counters(situation.counters.begin(),
                                                        situation.counters.end());
    EXPECT_EQ(quiescence_of(program, situation.done, counters), situation.verdict)
        << situation.name;
  }
}

TEST(QuiescenceOf, IsUnknownUntilThereAreCountersOfEveryProcess) {
  const blueprint::Program program = read_program(kServed);
  const std::vector<std::optional<Counters>> counters = {waiting(0, 0, 0), std::nullopt,
                                                         waiting(2, 0, 0)};
  EXPECT_EQ(quiescence_of(program, {false, false, false}, counters), Quiescence::kNo);
}

class DetectorOfTwoHosts : public testing::Test {
 protected:
  Quiescence scan_all() {
    detector.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)});
    return detector.on_counters(1, std::vector{waiting(1, 1, 0)});
  }
  void probe(Nanoseconds now) {
    ASSERT_TRUE(detector.wants_probe());
    detector.on_probe_sent(now);
  }

  blueprint::Program program = read_program(kServed);
  std::vector<std::uint32_t> host_of{0, 1, 0};
  QuiescenceDetector detector{program, host_of, 2};
};

TEST_F(DetectorOfTwoHosts, OneScanIsNeverEnough) {
  EXPECT_EQ(scan_all(), Quiescence::kNo);
  EXPECT_TRUE(detector.wants_probe());
}

TEST_F(DetectorOfTwoHosts, ASecondScanAfterTheProbeConfirms) {
  scan_all();
  probe(100ns);
  detector.on_answer(0, 100ns);
  detector.on_answer(1, 100ns);
  EXPECT_EQ(scan_all(), Quiescence::kDeadlock);
}

TEST_F(DetectorOfTwoHosts, ALibrarysOperationIsGivenUpAfterItsTime) {
  const auto scan = [&](std::uint64_t taken) {
    detector.on_counters(0,
                         std::vector{with_native(waiting(0, 1 + taken, taken)), waiting(2, 0, 2)});
    return detector.on_counters(1, std::vector{waiting(1, 1, 0)});
  };
  const auto confirm = [&](Nanoseconds now, std::uint64_t taken) {
    EXPECT_TRUE(detector.wants_probe());
    detector.on_probe_sent(now);
    detector.on_answer(0, now);
    detector.on_answer(1, now);
    return scan(taken);
  };
  EXPECT_EQ(native_limit(program), 10s);
  EXPECT_EQ(scan(0), Quiescence::kNo);
  EXPECT_EQ(confirm(1s, 0), Quiescence::kNo);
  EXPECT_EQ(confirm(9s, 0), Quiescence::kNo);
  EXPECT_EQ(confirm(11s, 0), Quiescence::kDeadlock);
  detector.restart();
  EXPECT_EQ(scan(0), Quiescence::kNo);
  EXPECT_EQ(confirm(1s, 0), Quiescence::kNo);
  EXPECT_EQ(confirm(12s, 1), Quiescence::kNo);  // the process has taken something
  EXPECT_EQ(confirm(13s, 1), Quiescence::kNo);
  EXPECT_EQ(confirm(22s, 1), Quiescence::kNo);
  EXPECT_EQ(confirm(23s, 1), Quiescence::kDeadlock);
}

TEST_F(DetectorOfTwoHosts, TheSecondScanNeedsNewCountersOfEveryHost) {
  scan_all();
  probe(100ns);
  detector.on_answer(0, 100ns);
  detector.on_answer(1, 100ns);
  EXPECT_EQ(detector.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)}),
            Quiescence::kNo);
  EXPECT_EQ(detector.on_counters(1, std::vector{waiting(1, 1, 0)}), Quiescence::kDeadlock);
}

TEST_F(DetectorOfTwoHosts, AnUnconfirmedVerdictNeedsAProbeOfItsOwn) {
  scan_all();
  probe(100ns);
  detector.on_answer(0, 100ns);
  detector.on_answer(1, 100ns);
  Counters moved = waiting(1, 1, 0);
  ++moved.progress;
  detector.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)});
  detector.on_counters(1, std::vector{moved});
  for (int scan = 0; scan < 2; ++scan) {  // their hosts have not answered the second probe
    detector.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)});
    EXPECT_EQ(detector.on_counters(1, std::vector{moved}), Quiescence::kNo);
  }
}

TEST(QuiescenceDetector, AHostWithoutProcessesSendsNoCounters) {
  const blueprint::Program program = read_program(kServed);
  const std::vector<std::uint32_t> host_of{0, 0, 0};
  QuiescenceDetector detector(program, host_of, 2);
  for (const bool is_confirmed : {false, true}) {
    EXPECT_EQ(
        detector.on_counters(0, std::vector{waiting(0, 1, 0), waiting(1, 1, 0), waiting(2, 0, 2)}),
        is_confirmed ? Quiescence::kDeadlock : Quiescence::kNo);
    detector.on_probe_sent(100ns);
    detector.on_answer(0, 100ns);
  }
}

TEST_F(DetectorOfTwoHosts, CountersFromBeforeTheProbeAreNoSecondScan) {
  scan_all();
  probe(100ns);
  detector.on_answer(0, 100ns);
  detector.on_answer(1, 99ns);  // the answer to an earlier PING
  EXPECT_EQ(scan_all(), Quiescence::kNo);
  detector.on_answer(1, 100ns);
  EXPECT_EQ(scan_all(), Quiescence::kDeadlock);
}

TEST_F(DetectorOfTwoHosts, AChangeBetweenTheScansMakesTheSecondTheFirst) {
  scan_all();
  probe(100ns);
  detector.on_answer(0, 100ns);
  detector.on_answer(1, 100ns);
  Counters moved = waiting(1, 1, 0);
  ++moved.progress;
  detector.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)});
  EXPECT_EQ(detector.on_counters(1, std::vector{moved}), Quiescence::kNo);
  EXPECT_TRUE(detector.wants_probe()) << "as a first scan it looks quiet";
}

TEST_F(DetectorOfTwoHosts, ANewRunForgetsTheScansOfTheLast) {
  scan_all();
  probe(100ns);
  detector.on_answer(0, 100ns);
  detector.on_answer(1, 100ns);
  detector.restart();
  EXPECT_EQ(scan_all(), Quiescence::kNo);
}

TEST_F(DetectorOfTwoHosts, ANewRunNeedsNoProbeForTheLast) {
  scan_all();
  ASSERT_TRUE(detector.wants_probe());
  detector.restart();
  EXPECT_FALSE(detector.wants_probe());
}

TEST_F(DetectorOfTwoHosts, ANewRunNeedsNewCountersOfEveryHost) {
  detector.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)});
  detector.restart();
  detector.on_counters(1, std::vector{waiting(1, 1, 0)});
  detector.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)});
  EXPECT_TRUE(detector.wants_probe()) << "the first scan is complete";
}

TEST(QuiescenceDetector, AServerWithARepeatingTimerDoesNotProlongTheRun) {
  const blueprint::Program program = read_program(kServed);
  const std::vector<std::uint32_t> host_of{0, 0, 0};
  QuiescenceDetector detector(program, host_of, 1);
  detector.complete(ProcessId{0});
  detector.complete(ProcessId{1});
  Counters server = with_timer(waiting(kServer, 2, 2));
  detector.on_counters(0, std::vector{waiting(0, 1, 1), waiting(1, 1, 1), server});
  ASSERT_TRUE(detector.wants_probe());
  detector.on_probe_sent(5ns);
  detector.on_answer(0, 5ns);
  ++server.sent;
  ++server.taken;
  server.progress += 4;
  EXPECT_EQ(detector.on_counters(0, std::vector{waiting(0, 1, 1), waiting(1, 1, 1), server}),
            Quiescence::kServersOnly);
}

TEST(QuiescenceDetector, IsQuietFromTheLatestChangeOfState) {
  const blueprint::Program program = read_program(kServed);
  const std::vector<std::uint32_t> host_of{0, 0, 0};
  QuiescenceDetector detector(program, host_of, 1);
  std::vector<Counters> counters{waiting(0, 0, 0), waiting(1, 0, 0), waiting(2, 0, 0)};
  counters[0].changed = 30ns;
  counters[1].changed = 70ns;
  counters[2].changed = 50ns;
  detector.on_counters(0, counters);
  EXPECT_EQ(detector.quiet_since(), 70ns);
}

}  // namespace
}  // namespace dps::coordinator
