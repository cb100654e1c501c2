// Runs of small blueprints under a real agent, frame by frame, and their failures.
#include <chrono>
#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>
#include <signal.h>

#include "blueprint/codec.h"
#include "blueprint/flows.h"
#include "blueprint/reading/reader.h"
#include "blueprint/slice.h"
#include "profiles/record.h"
#include "profiles/traces/record.h"
#include "tests/simulator/agent_driver.h"
#include "tests/support/scratch_folder.h"

namespace dps::simulator {
namespace {

using control::DiedFrame;
using control::DoneFrame;
using control::DrainedFrame;
using control::FailedFrame;
using control::RecordFrame;
using profiles::ProcessRecord;
using profiles::ProcessState;

using events::Ending;

/// A run of a blueprint with one agent, in which the test is the coordinator.
class RunDriver {
 public:
  explicit RunDriver(const std::string& blueprint, const control::TraceOrder& trace = {})
      : trace_(trace),
        program_(blueprint::read_blueprint({"test", blueprint}).program.value()),
        all_flows_(program_, blueprint::Reach(program_)),
        flows_(program_, all_flows_) {
    inner_ = static_cast<pid_t>(agent_.expect<control::HelloFrame>().pid);
    launch();
  }

  AgentDriver& agent() { return agent_; }
  [[nodiscard]] pid_t inner() const { return inner_; }
  [[nodiscard]] pid_t pid(std::uint32_t process) const { return pids_[process]; }
  [[nodiscard]] std::uint32_t count() const { return program_.process_count(); }

  void plan(std::uint32_t process) {
    control::PlanFrame plan;
    plan.program = blueprint::encode_program(blueprint::slice(program_, ProcessId{process}));
    plan.transport = "tcp";
    plan.address = "127.0.0.1";
    plan.largest_arrival = 1 << 16;
    plan.folder = folder_.path();
    plan.secret.assign(control::kSecretBytes, std::byte{'s'});
    plan.run_id.assign(control::kRunIdBytes, std::byte{'r'});
    plan.traces = trace_.events > 0;
    agent_.send(plan, process);
  }

  /// Sends and expects frames until all processes are READY.
  void make_ready() {
    for (std::uint32_t i = 0; i < count(); ++i) {
      plan(i);
    }
    std::vector<std::uint32_t> ports(count());
    each_once<control::ListeningFrame>(
        [&](std::uint32_t process, const control::ListeningFrame& frame) {
          ports[process] = frame.port;
        });
    for (std::uint32_t i = 0; i < count(); ++i) {
      control::PeersFrame peers;
      for (const ProcessId peer : flows_.peers_of(ProcessId{i})) {
        peers.peers.push_back({peer, "127.0.0.1", ports[index(peer)]});
      }
      agent_.send(peers, i);
    }
    each_once<control::ReadyFrame>([](std::uint32_t, const control::ReadyFrame&) {});
  }

  void begin(std::uint32_t run) {
    run_ = run;
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    for (std::uint32_t i = 0; i < count(); ++i) {
      agent_.send(control::BeginFrame{now}, i, run);
    }
  }

  /// Expects RECORD and DONE of one process, and no frames of others.
  DoneFrame done(std::uint32_t process) {
    record_ = agent_.expect<RecordFrame>(process);
    return agent_.expect<DoneFrame>(process);
  }
  [[nodiscard]] ProcessRecord record() const {
    return profiles::decode_record(record_.record).value_or(ProcessRecord{});
  }
  /// The answer to FETCH, if it is one frame.
  control::EventsFrame fetch(std::uint32_t process, std::uint64_t position, std::uint32_t most) {
    agent_.send(control::FetchFrame{ProcessId{process}, position, most});
    return agent_.expect<control::EventsFrame>(process);
  }
  void drain(std::uint32_t process, std::uint64_t expected) {
    agent_.send(control::DrainFrame{expected}, process, run_);
  }

  /// Reads counters until the process is in this state and has taken this number of messages.
  void await_state(std::uint32_t process, ProcessState state, std::uint64_t taken) {
    while (const auto counters = agent_.await<control::CountersFrame>()) {
      const auto& one = counters->processes[process];
      if (one.state == state && one.taken == taken) {
        return;
      }
    }
  }

  /// Expects a frame of this kind from every process, in any order, and RECORDs in between.
  template <typename T, typename Use>
  void each_once(Use use, const std::function<void(std::uint32_t, ProcessRecord)>& keep = {}) {
    for (std::uint32_t left = count(); left > 0;) {
      const auto received = agent_.next();
      ASSERT_TRUE(received.has_value());
      if (const T* frame = std::get_if<T>(&received->frame)) {
        use(received->header.process, *frame);
        --left;
      } else if (const auto* record = std::get_if<RecordFrame>(&received->frame)) {
        if (keep) {
          record_ = *record;
          keep(received->header.process, this->record());
        }
      } else {
        const auto* failed = std::get_if<FailedFrame>(&received->frame);
        FAIL() << control::name(received->header.kind)
               << (failed != nullptr ? " " + failed->text : "");
      }
    }
  }

 private:
  void launch() {
    control::Launch order;
    order.trace = trace_;
    for (std::uint32_t i = 0; i < count(); ++i) {
      const ProcessId process{i};
      control::Launch::One one;
      one.process = process;
      one.name = program_.process_name(process);
      one.server = program_.is_server(process);
      for (const std::uint32_t unit : program_.units_of(program_.plan(process))) {
        one.functionalities.push_back(program_.units[unit].functionalities.count);
      }
      one.flows = flows_.flows_of(process);
      order.processes.push_back(one);
    }
    agent_.send(order);
    for (std::uint32_t i = 0; i < count(); ++i) {
      pids_.push_back(static_cast<pid_t>(agent_.expect<control::LaunchedFrame>(i).pid));
    }
  }

  control::TraceOrder trace_;
  support::ScratchFolder folder_;
  blueprint::Program program_;
  blueprint::Flows all_flows_;
  blueprint::FlowTable flows_;
  AgentDriver agent_;
  pid_t inner_ = 0;
  std::vector<pid_t> pids_;
  RecordFrame record_;
  std::uint32_t run_ = 0;
};

constexpr const char* kPingPong = R"(
I Ping.i 1 Ping.m
I Pong.i 1 Pong.m
O Ping.o Answer.p -t Ping.m -b 100
O Pong.o ACK -t Pong.m -b 10
F first.f NULL NULL Ping.o play.fu
F again.f Pong.i NULL Ping.o SAME*9,NULL
F answer.f Ping.i NULL Pong.o SAME*10,NULL
U begin.fu first.f
U play.fu again.f
U answer.fu answer.f
P Ask.p 1 begin.fu play.fu
P Answer.p 1 answer.fu
)";

/// A process that executes a shell command.
std::string executing(const std::string& command) {
  return "C Run.c exec /bin/sh -c \"" + command + "\"\n" +
         "F run.f NULL Run.c NULL NULL\nU run.fu run.f\nP Run.p 1 run.fu\n";
}

/// A client that sends one request, and a server that does not end by itself.
constexpr const char* kServer = R"(
I Ask.i 1 Ask.m
O Ask.o Server.p -t Ask.m -b 8
F ask.f NULL NULL Ask.o NULL
F serve.f Ask.i NULL NULL SAME
U ask.fu ask.f
U serve.fu serve.f
P Server.p 1 -server serve.fu
P Client.p 1 ask.fu
)";

TEST(AgentRun, PlaysTwoRunsAndTheirBooksBalance) {
  RunDriver driver(kPingPong);
  driver.make_ready();
  for (std::uint32_t run = 1; run <= 2; ++run) {
    driver.begin(run);
    driver.each_once<DoneFrame>([](std::uint32_t, const DoneFrame& done) {
      EXPECT_EQ(done.ending, Ending::kComplete) << done.failure;
    });
    driver.drain(0, 11);
    driver.drain(1, 11);
    std::vector<ProcessRecord> records(2);
    driver.each_once<DrainedFrame>(
        [](std::uint32_t, const DrainedFrame&) {},
        [&](std::uint32_t process, const ProcessRecord& record) { records[process] = record; });
    EXPECT_EQ(records[0].state, ProcessState::kComplete);
    EXPECT_EQ(records[0].run, run);
    EXPECT_EQ(records[0].traffic, (profiles::Traffic{100, 10, 1100, 11}));
    EXPECT_EQ(records[0].late, 1U);
    EXPECT_EQ(records[1].traffic, (profiles::Traffic{1100, 11, 110, 11}));
  }
  driver.agent().send(control::ByeFrame{});
  EXPECT_EQ(driver.agent().wait_exit(), 0);
}

/// The kinds of the events of a frame.
std::vector<traces::EventKind> kinds_of(const control::EventsFrame& frame) {
  std::vector<traces::EventKind> kinds;
  const std::span<const std::byte> bytes(frame.records);
  for (std::size_t at = 0; at < bytes.size(); at += traces::kRecordBytes) {
    kinds.push_back(event_of(traces::load(bytes.subspan(at).first<traces::kRecordBytes>())).kind);
  }
  return kinds;
}

constexpr control::TraceOrder kAllEvents{.events = 1'000, .from = 0, .to = traces::kNoEnd};

TEST(AgentRun, SendsTheEventsOfEachRunInPieces) {
  RunDriver driver(kPingPong, kAllEvents);
  driver.make_ready();
  std::vector<std::uint64_t> recorded;
  for (std::uint32_t run = 1; run <= 2; ++run) {
    driver.begin(run);
    driver.each_once<DoneFrame>([](std::uint32_t, const DoneFrame&) {});
    driver.drain(0, 11);
    driver.drain(1, 11);
    driver.each_once<DrainedFrame>([](std::uint32_t, const DrainedFrame&) {});
    const auto all = driver.fetch(0, 0, 1'000);
    EXPECT_EQ(all.records.size(), all.recorded * traces::kRecordBytes);
    EXPECT_EQ(kinds_of(all).front(), traces::EventKind::kProcessBegin);
    EXPECT_EQ(kinds_of(all).back(), traces::EventKind::kLate);
    const auto part = driver.fetch(0, 3, 2);
    EXPECT_EQ(part.position, 3U);
    EXPECT_EQ(part.recorded, all.recorded);
    EXPECT_TRUE(std::equal(part.records.begin(), part.records.end(),
                           all.records.begin() + 3 * traces::kRecordBytes));
    EXPECT_EQ(driver.fetch(0, 5'000, 2).records.size(), 0U);
    recorded.push_back(all.recorded);
  }
  EXPECT_EQ(recorded[0], recorded[1]) << "the second run forgets the events of the first";
}

TEST(AgentRun, TheEventsOfAKilledSimulatorSurvive) {
  RunDriver driver(kServer, kAllEvents);
  driver.make_ready();
  driver.begin(1);
  EXPECT_EQ(driver.done(1).ending, Ending::kComplete);
  driver.await_state(0, ProcessState::kWaiting, 1);
  kill(driver.pid(0), SIGKILL);
  driver.agent().expect<RecordFrame>(0);
  driver.agent().expect<DiedFrame>(0);
  const auto events = driver.fetch(0, 0, 1'000);
  ASSERT_GT(events.recorded, 0U);
  EXPECT_EQ(kinds_of(events).back(), traces::EventKind::kWait);
}

TEST(AgentRun, AFetchWithoutATraceIsAViolation) {
  RunDriver driver(kServer);
  driver.make_ready();
  driver.agent().send(control::FetchFrame{ProcessId{0}, 0, 1});
  const auto failed = driver.agent().expect<FailedFrame>();
  EXPECT_NE(failed.text.find("FETCH"), std::string::npos) << failed.text;
}

TEST(AgentRun, AServerIsStoppedInEveryRunAndBeginsTheNext) {
  RunDriver driver(kServer);
  driver.make_ready();
  for (std::uint32_t run = 1; run <= 2; ++run) {
    driver.begin(run);
    EXPECT_EQ(driver.done(1).ending, Ending::kComplete);
    driver.await_state(0, ProcessState::kWaiting, 1);
    driver.agent().send(control::StopFrame{});
    const DoneFrame done = driver.done(0);
    EXPECT_EQ(done.ending, Ending::kStopped);
    EXPECT_TRUE(done.waiting);
    EXPECT_EQ(driver.record().traffic.msgs_in, 1U);
    driver.drain(0, 1);
    driver.drain(1, 0);
    driver.each_once<DrainedFrame>([](std::uint32_t, const DrainedFrame&) {});
  }
}

TEST(AgentRun, ReportsThePhaseOfAKilledSimulator) {
  RunDriver driver(kServer);
  driver.make_ready();
  driver.begin(1);
  EXPECT_EQ(driver.done(1).ending, Ending::kComplete);
  driver.await_state(0, ProcessState::kWaiting, 1);
  kill(driver.pid(0), SIGABRT);
  driver.agent().expect<RecordFrame>(0);
  const auto died = driver.agent().expect<DiedFrame>(0);
  EXPECT_EQ(died.signal, SIGABRT);
  EXPECT_EQ(died.state, ProcessState::kWaiting);
  EXPECT_EQ(died.unit, 0U);
}

TEST(AgentRun, KillsSimulatorsThatDoNotStopInTime) {
  RunDriver driver(kServer);
  driver.make_ready();
  driver.begin(1);
  driver.done(1);
  driver.await_state(0, ProcessState::kWaiting, 1);
  kill(driver.pid(0), SIGSTOP);
  driver.agent().send(control::StopFrame{{}, 100});
  driver.agent().expect<RecordFrame>(0);
  EXPECT_EQ(driver.agent().expect<DiedFrame>(0).signal, SIGKILL);
}

TEST(AgentRun, WarnsOfASimulatorThatWasStopped) {
  RunDriver driver(kServer);
  driver.make_ready();
  driver.begin(1);
  driver.done(1);
  driver.await_state(0, ProcessState::kWaiting, 1);
  kill(driver.pid(0), SIGSTOP);
  EXPECT_EQ(driver.agent().expect<control::StuckFrame>(0).what,
            "has been stopped (SIGSTOP or a debugger)");
}

TEST(AgentRun, ReportsTheMissingFunctionOfAPlan) {
  RunDriver driver("C Run.c call no_such_function\nF f NULL Run.c NULL NULL\nU u f\nP p 1 u\n");
  driver.plan(0);
  driver.agent().expect<control::ListeningFrame>(0);
  const auto failed = driver.agent().expect<FailedFrame>(0);
  EXPECT_EQ(failed.phase, "plan");
  EXPECT_NE(failed.text.find("no_such_function"), std::string::npos) << failed.text;
  driver.agent().expect<RecordFrame>(0);
  EXPECT_EQ(driver.agent().expect<DiedFrame>(0).status, 1);
}

TEST(AgentRun, AnExecThatFailsFailsTheRun) {
  RunDriver driver(executing("exit 3"));
  driver.make_ready();
  driver.begin(1);
  const DoneFrame done = driver.done(0);
  EXPECT_EQ(done.ending, Ending::kFailed);
  EXPECT_NE(done.failure.find("status 3"), std::string::npos) << done.failure;
}

TEST(AgentRun, ForwardsOutputBeforeDone) {
  RunDriver driver(executing("echo one; echo two >&2; printf three"));
  driver.make_ready();
  driver.begin(1);
  driver.done(0);
  EXPECT_EQ(driver.agent().output(), "one\ntwo\n");  // "three" is not a complete line yet
  driver.agent().send(control::ByeFrame{});
  EXPECT_EQ(driver.agent().wait_exit(), 0);
  EXPECT_EQ(driver.agent().output(), "one\ntwo\nthree");
}

TEST(AgentRun, KeepsAMebibyteOfOutputAndCountsTheRest) {
  RunDriver driver(executing("yes 123456789 | head -c 3000000"));
  driver.make_ready();
  driver.begin(1);
  EXPECT_EQ(driver.done(0).ending, Ending::kComplete);
  driver.agent().send(control::ByeFrame{});
  EXPECT_EQ(driver.agent().wait_exit(), 0);
  EXPECT_EQ(driver.agent().output().size(), 1U << 20);
  EXPECT_EQ(driver.agent().suppressed(), 3'000'000U - (1U << 20));
}

// --- daemons ------------------------------------------------------------------------------------

enum class EndedBy { kCoordinator, kInner, kGuardian, kSimulator, kBye };

class Daemons : public testing::TestWithParam<EndedBy> {};

/// A program that starts a daemon: a process in another session, whose parent has ended. The daemon
/// prints its pid and closes its standard streams.
constexpr const char* kDaemonise =
    "setsid sh -c 'echo daemon $$.; exec sleep 1000 </dev/null >/dev/null 2>&1' & sleep 1000";

TEST_P(Daemons, DoNotOutliveTheRun) {
  RunDriver driver(executing(kDaemonise));
  driver.make_ready();
  driver.begin(1);
  AgentDriver& agent = driver.agent();
  ASSERT_TRUE(agent.await_output(".\n"));
  const pid_t daemon = std::atoi(agent.output().c_str() + std::string_view("daemon ").size());
  AwaitedProcesses awaited;
  awaited.add(daemon);
  awaited.add_tree(agent.guardian());
  EXPECT_GE(awaited.count(), 5U);
  switch (GetParam()) {
    case EndedBy::kCoordinator:
      agent.close_down();
      break;
    case EndedBy::kInner:
      kill(driver.inner(), SIGKILL);
      break;
    case EndedBy::kGuardian:
      kill(agent.guardian(), SIGKILL);
      break;
    case EndedBy::kSimulator:  // its loss ends only its process group; BYE ends the daemon
      kill(driver.pid(0), SIGKILL);
      agent.expect<RecordFrame>(0);
      agent.expect<DiedFrame>(0);
      agent.send(control::ByeFrame{});
      break;
    case EndedBy::kBye:
      agent.send(control::ByeFrame{});
      break;
  }
  EXPECT_TRUE(awaited.all_end());
}

INSTANTIATE_TEST_SUITE_P(AgentRun, Daemons,
                         testing::Values(EndedBy::kCoordinator, EndedBy::kInner, EndedBy::kGuardian,
                                         EndedBy::kSimulator, EndedBy::kBye));

}  // namespace
}  // namespace dps::simulator
