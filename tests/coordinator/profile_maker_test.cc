#include "coordinator/session/results/profile_maker.h"

#include <gtest/gtest.h>

#include "profiles/unclaimed_notes.h"
#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using namespace std::chrono_literals;

class ProfileMaker : public testing::Test {
 protected:
  ProfileMaker() {
    session.complete = true;
    session.hosts.resize(1);
    session.runs.resize(1);
    session.runs[0].number = 1;
    session.runs[0].records = {record_with(1, {sent_row(1, 1, 2), taken_row(1, 0, 1)}),
                               record_with(1, {sent_row(0, 0, 1), taken_row(0, 1, 2)})};
    session.runs[0].endings.resize(2);
  }
  profiles::RunResult make() const {
    return make_result(program, placement, options, "local", session);
  }

  blueprint::Program program = read_program(kPair);
  Placement placement = on_this_machine(program);
  SessionOptions options;
  SessionResult session;
};

TEST_F(ProfileMaker, ComputeSendAndWaitAddUpToReal) {
  profiles::ProcessRecord& record = *session.runs[0].records[0];
  record.start_late = 500us;
  record.times = {4s, 1s, 250ms};
  record.compute = 1'500ms;
  record.send = 500ms;
  record.take = 125ms;
  const profiles::RunResult result = make();
  const profiles::ProcessProfile& process = result.runs[0].processes[0];
  EXPECT_EQ(process.ptag, "A.p[0]");
  EXPECT_EQ(process.host, "localhost");
  EXPECT_DOUBLE_EQ(process.real_s, 4);
  EXPECT_DOUBLE_EQ(process.cpu_s, 1.25);
  EXPECT_DOUBLE_EQ(process.compute_s + process.send_s + process.wait_s, process.real_s);
  EXPECT_DOUBLE_EQ(process.wait_s, 2);
  EXPECT_DOUBLE_EQ(process.take_s, 0.125);
  EXPECT_DOUBLE_EQ(result.runs[0].makespan_s, 4.0005);
}

TEST_F(ProfileMaker, MessagesHaveARowForEachPair) {
  const auto messages = make().runs[0].messages;
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[1].mtag, "Ask.m");
  EXPECT_EQ(messages[1].sender, "A.p[0]");
  EXPECT_EQ(messages[1].receiver, "B.p[0]");
  EXPECT_EQ(messages[1].sent, 2u);
  EXPECT_EQ(messages[1].taken, 2u);
}

TEST_F(ProfileMaker, UnitsAndFunctionalitiesHaveTheirTags) {
  options.level = profiles::Level::kFunctionality;
  profiles::ProcessRecord& record = *session.runs[0].records[0];
  record.units.resize(2);
  record.units[0].active = 1;
  record.units[0].functionalities.resize(1);
  record.units[0].functionalities[0].triggered = 1;
  record.units[1].functionalities.resize(1);
  const auto units = make().runs[0].processes[0].units;
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].futag, "ask.u");
  EXPECT_EQ(units[0].functionalities[0].ftag, "ask.f");
  EXPECT_EQ(units[0].functionalities[0].triggered, 1u);
  EXPECT_EQ(units[1].futag, "answered.u");
}

TEST_F(ProfileMaker, TheReasonOfAFailureIsTheFirstNote) {
  session.complete = false;
  session.failure = Failure{ExitStatus::kFailed, "it broke", {"and this"}, "look there"};
  session.notes = {"a note"};
  session.runs[0].records[1].reset();
  const profiles::RunResult result = make();
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.notes, (std::vector<std::string>{"it broke", "and this", "a note"}));
  EXPECT_EQ(result.runs[0].processes[1].ptag, "B.p[0]");
  EXPECT_EQ(result.runs[0].processes[1].msgs_in, 0u);
}

TEST_F(ProfileMaker, UnclaimedMessagesAreReportedWithTypeUnitAndProcess) {
  control::DoneFrame done;
  done.unclaimed = {{MessageId{1}, ProcessId{0}, 0, 2}, {MessageId{1}, ProcessId{1}, 0, 1}};
  session.runs[0].endings[1] = done;
  EXPECT_EQ(make().notes, std::vector<std::string>{
                              "3 'Ask.m' stayed unclaimed, taken in unit 'answer.u' of 'B.p[0]'"});
}

TEST_F(ProfileMaker, ProcessesThatLeftTheSameTypeInTheSameUnitShareANote) {
  const blueprint::Program clones = read_program(
      "I in.i 1 M.m\nO out.o P.p -t M.m\nF go.f NULL NULL out.o NULL\nF got.f in.i NULL NULL NULL\n"
      "U go.u go.f\nU got.u got.f\nP P.p 3 go.u got.u\n");
  profiles::UnclaimedNotes notes(clones);
  const auto left = [](std::uint32_t from, std::uint32_t unit, std::uint64_t count) {
    return engine::Unclaimed{MessageId{0}, ProcessId{from}, unit, count};
  };
  notes.add(ProcessId{0}, std::vector{left(1, 1, 999), left(2, 1, 1)});
  notes.add(ProcessId{1}, std::vector{left(0, 0, 5)});
  notes.add(ProcessId{2}, std::vector{left(0, 1, 2)});
  EXPECT_EQ(notes.take(),
            (std::vector<std::string>{
                "1,002 'M.m' stayed unclaimed, taken in unit 'got.u' of 2 processes, the first of "
                "them 'P.p[0]'",
                "5 'M.m' stayed unclaimed, taken in unit 'go.u' of 'P.p[1]'"}));
}

TEST_F(ProfileMaker, AHostThatOtherWorkUsedIsNamedInANote) {
  control::HelloFrame hello;
  hello.cores = 2;
  session.hosts[0].hello = hello;
  control::DoneFrame done;
  done.switches = 10'000;
  done.steal = 3s;  // each process reports all of its host
  session.runs[0].endings = {done, done};
  const profiles::RunResult result = make();
  const std::pair<std::string, std::string> switches{"involuntary_switches", "[\"20000\"]"};
  const std::pair<std::string, std::string> steal{"steal_s", "[\"3.000\"]"};
  EXPECT_EQ(std::ranges::count(result.environment, switches), 1);
  EXPECT_EQ(std::ranges::count(result.environment, steal), 1);
  EXPECT_EQ(result.notes.back().rfind("other work used localhost (20,000 involuntary", 0), 0U)
      << result.notes.back();
}

TEST_F(ProfileMaker, HostsHaveThePropertiesThatTheirAgentsReported) {
  control::HelloFrame hello;
  hello.machine = "x86_64";
  hello.cores = 2;
  hello.memory = 4096;
  hello.cpu = "a CPU";
  session.hosts[0].hello = hello;
  const profiles::RunResult result = make();
  EXPECT_EQ(result.hosts[0].type, "x86_64");
  EXPECT_EQ(result.hosts[0].cores, 2u);
  const std::pair<std::string, std::string> cpus{"cpus", "[\"a CPU\"]"};
  EXPECT_NE(std::find(result.environment.begin(), result.environment.end(), cpus),
            result.environment.end());
}

}  // namespace
}  // namespace dps::coordinator
