// Complete runs on this machine, with real agents, simulators and messages.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "coordinator/launch/local_launcher.h"
#include "coordinator/session.h"
#include "coordinator/session/results/profile_maker.h"
#include "coordinator/session/results/record_books.h"
#include "rehearsal.h"

namespace dps::coordinator {
namespace {

class Lines : public ProgressListener {
 public:
  void on_progress(const SessionProgress& progress) override { phases.push_back(progress.phase); }
  void on_line(const std::string& line) override { lines.push_back(line); }
  void on_answer(const std::string& line) override { lines.push_back(line); }
  std::vector<Phase> phases;
  std::vector<std::string> lines;
};

struct Played {
  SessionResult session;
  profiles::RunResult result;
  std::vector<std::string> lines;
};

Played play(const std::string& text, SessionOptions options = {}) {
  const blueprint::Program program = read_program(text);
  const Placement placement = on_this_machine(program);
  LocalLauncher launcher(DPS_SIMULATOR);
  Lines lines;
  options.folder = "/";
  options.level = profiles::Level::kFunctionality;
  Played played;
  played.session = Session(program, placement, options, launcher, lines).run();
  played.result = make_result(program, placement, options, launcher.name(), played.session);
  played.lines = lines.lines;
  return played;
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The messages of the DPS paper's figure 20, with `sleep` instead of computation.
const std::string kMatrixMultiply2 = R"(
I MastRes.i 1 Val.m
I MastAll.i 104 Val.m
I Mats.i 2 Mat.m
I Pair.i 1 Pair.m
I Halt.i 1 Halt.m
C Mult.c sleep 0.0001
O SndMat.o Worker.p -t Mat.m -b 400 -n 2
O SndNext.o ACK -t Pair.m -b 8
O SndVal.o Master.p -t Val.m -b 12
O SndHalt.o Worker.p -t Halt.m
F mf1.f NULL NULL SndMat.o SAME
F mf2.f MastRes.i NULL SndNext.o SAME
F mf3.f MastAll.i NULL SndHalt.o NULL
F wf1.f Mats.i NULL SndVal.o work.fu
F wf2.f Pair.i Mult.c SndVal.o SAME
F wf3.f Halt.i NULL NULL NULL
U master.fu mf1.f mf2.f mf3.f
U init.fu wf1.f
U work.fu -early wf2.f wf3.f
P Master.p 1 master.fu
P Worker.p 4 init.fu work.fu
)";

TEST(LocalSession, HasTheCountsOfTheWorkedExample) {
  const Played played = play(kMatrixMultiply2);
  ASSERT_TRUE(played.session.complete) << played.session.failure->reason;
  const auto& processes = played.result.runs.at(0).processes;
  ASSERT_EQ(processes.size(), 5u);
  const profiles::ProcessProfile& master = processes[0];
  EXPECT_EQ(master.msgs_in, 104u);
  EXPECT_EQ(master.bytes_in, 1248u);
  EXPECT_EQ(master.msgs_out, 116u);
  EXPECT_EQ(master.bytes_out, 4032u);
  EXPECT_EQ(master.late_msgs, 4u);
  const auto& fired = master.units.at(0).functionalities;
  EXPECT_EQ(fired.at(0).triggered, 1u);
  EXPECT_EQ(fired.at(1).triggered, 104u);
  EXPECT_EQ(fired.at(2).triggered, 1u);
  std::uint64_t taken = 0;
  for (std::size_t worker = 1; worker < processes.size(); ++worker) {
    taken += processes[worker].msgs_in;
    EXPECT_DOUBLE_EQ(
        processes[worker].compute_s + processes[worker].send_s + processes[worker].wait_s,
        processes[worker].real_s);
  }
  EXPECT_EQ(taken, 116u);
}

TEST(LocalSession, PlaysAgainOnTheSameSimulators) {
  SessionOptions options;
  options.repetition = {3, 1, std::nullopt};
  const Played played = play(kMatrixMultiply2, options);
  ASSERT_TRUE(played.session.complete) << played.session.failure->reason;
  ASSERT_EQ(played.result.runs.size(), 3u);
  for (const profiles::RunProfile& run : played.result.runs) {
    EXPECT_EQ(run.processes[0].msgs_in, 104u);
    EXPECT_GT(run.makespan_s, 0);
  }
}

TEST(LocalSession, EndsWithItsClientsWhenServersAreIdle) {
  SessionOptions options;
  options.repetition.runs = 2;
  const Played played = play(kServed, options);
  ASSERT_TRUE(played.session.complete) << played.session.failure->reason;
  for (const profiles::RunProfile& run : played.result.runs) {
    EXPECT_EQ(run.processes[2].msgs_in, 2u);
    EXPECT_EQ(run.processes[2].msgs_out, 2u);
  }
}

TEST(LocalSession, ReportsADeadlock) {
  std::string text = kPair;
  text.replace(text.find("-n 2"), 4, "-n 1");
  const Played played = play(text);
  EXPECT_EQ(played.session.exit_status(), 4);
  EXPECT_TRUE(mentions(played.session.failure->reason, "deadlock: 2 processes wait"));
  ASSERT_EQ(played.result.runs.size(), 1u);
  EXPECT_EQ(played.result.runs[0].processes[1].msgs_in, 1u) << "the received message is kept";
}

TEST(LocalSession, NamesAProcessThatIsKilled) {
  const Played played = play(R"(
C Kill.c exec /bin/sh -c "kill -9 $PPID"
C Sleep.c sleep 60
F kill.f NULL Kill.c NULL NULL
F sleep.f NULL Sleep.c NULL NULL
U kill.u kill.f
U sleep.u sleep.f
P Victim.p 1 kill.u
P Other.p 2 sleep.u
)");
  EXPECT_EQ(played.session.exit_status(), 1);
  EXPECT_TRUE(mentions(played.session.failure->reason,
                       "'Victim.p[0]' on localhost was killed by signal 9 (SIGKILL) while running, "
                       "in unit 'kill.u', functionality 'kill.f'"))
      << played.session.failure->reason;
  EXPECT_EQ(played.result.runs.at(0).processes.size(), 3u);
}

TEST(LocalSession, NamesAProgramThatFailsAndShowsItsOutput) {
  const Played played = play(R"(
C Fail.c exec /bin/sh -c "echo oh; exit 3"
F fail.f NULL Fail.c NULL NULL
U fail.u fail.f
P Failing.p 1 fail.u
)");
  EXPECT_EQ(played.session.exit_status(), 1);
  EXPECT_TRUE(mentions(played.session.failure->reason, "status 3"));
  EXPECT_EQ(played.lines, std::vector<std::string>{"[Failing.p[0]] oh"});
}

TEST(LocalSession, IsNotPausedByCtrlZ) {
  const std::string pid = std::to_string(getpid());
  const Played played = play("C Pause.c exec /bin/sh -c \"kill -TSTP " + pid + R"("
F pause.f NULL Pause.c NULL NULL
U pause.u pause.f
P Pausing.p 1 pause.u
)");
  EXPECT_EQ(played.session.exit_status(), 0);
  EXPECT_EQ(played.lines, std::vector<std::string>{"dps: a run cannot be paused; Ctrl-C ends it"});
}

TEST(LocalSession, StopsAtTheTimeout) {
  SessionOptions options;
  options.timeout = Seconds(0.05);
  const Played played = play(R"(
C Sleep.c sleep 600
F sleep.f NULL Sleep.c NULL NULL
U sleep.u sleep.f
P Sleeper.p 3 sleep.u
)",
                             options);
  EXPECT_EQ(played.session.exit_status(), 5);
  EXPECT_EQ(played.session.failure->details.size(), 3u);
}

TEST(LocalSession, ReportsAnUnknownFunctionOnceForAllProcesses) {
  const Played played = play(R"(
C Call.c call no_such_function_anywhere
F call.f NULL Call.c NULL NULL
U call.u call.f
P Caller.p 3 call.u
)");
  EXPECT_EQ(played.session.exit_status(), 1);
  EXPECT_TRUE(mentions(played.session.failure->reason, "'Caller.p[0]' (and 2 more)"))
      << played.session.failure->reason;
  EXPECT_TRUE(mentions(played.session.failure->reason, "no_such_function_anywhere"));
  EXPECT_TRUE(played.result.runs.empty());
}

}  // namespace
}  // namespace dps::coordinator
