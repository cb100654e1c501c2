#include "predictor/virtual_time/predictor.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "blueprint/engine/play.h"
#include "predictor/machines/wide.h"
#include "profiles/json/result_json.h"
#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/file_text.h"
#include "tests/support/fixed_machine.h"
#include "tests/support/time_units.h"

namespace dps::predictor {
namespace {

using test::predicted;
using test::process;
using test::program_of;

machines::NativeDescription cluster() {
  machines::NativeDescription machine;
  machine.name = "cluster";
  for (int i = 0; i < 6; ++i) {
    machine.hosts.push_back({"n" + std::to_string(i), i < 3 ? "SGI" : "HP", 1000, 2, 8ULL << 30});
    machine.multiply.push_back(1'000'000'000_as);
  }
  machine.network.bandwidth = 1'000'000'000_bps;
  machine.network.latency = 30'000'000_ps;
  machine.network.local_bandwidth = 16'000'000'000_bps;
  machine.network.local_latency = 1'000'000_ps;
  machine.cost.send = 3'000'000_ps;
  machine.cost.receive = 2'000'000_ps;
  machine.cost.wakeup = 4'000'000_ps;
  return machine;
}

/// The example without its T lines, since the hosts above do not satisfy all of them.
blueprint::Program example(const std::filesystem::path& folder) {
  std::istringstream in(file_text(folder / "blueprint.txt"));
  std::string text;
  for (std::string line; std::getline(in, line);) {
    text += line.starts_with("T ") ? "\n" : line + "\n";
  }
  return program_of(text);
}

TEST(Predictor, CountsAreThoseOfEveryExamplePlayed) {
  std::size_t examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator("examples")) {
    if (!std::filesystem::exists(entry.path() / "blueprint.txt")) {
      continue;
    }
    SCOPED_TRACE(entry.path());
    const auto program = example(entry.path());
    const auto played = engine::play(program);
    const auto made = predicted(program, machines::NativeMachine(cluster()));
    EXPECT_TRUE(made.deadlock.empty());
    std::uint64_t sent = 0;
    for (const auto& one : made.run.processes) {
      sent += one.msgs_out;
    }
    const bool picks = std::any_of(program.outputs.begin(), program.outputs.end(),
                                   [](const auto& output) { return output.window > 0; });
    if (!picks) {  // otherwise the time decides which server draws for a request
      EXPECT_EQ(sent, played.messages);
    }
    ASSERT_EQ(made.run.processes.size(), played.processes.size());
    ++examples;
  }
  EXPECT_GE(examples, 7U);
}

TEST(Predictor, LatenciesAreSplitAtTheArrival) {
  const auto made = predicted(test::kBusyReceiver, cluster());
  ASSERT_TRUE(made.run.latencies.has_value());
  const statistics::Latencies& of = *made.run.latencies;
  ASSERT_EQ(of.messages.size(), 1U);
  EXPECT_EQ(of.messages[0].mtag, "R.m");
  const statistics::MessageTimes& times = of.messages[0].times;
  EXPECT_EQ(times.total.count(), 1U);
  // B computes for 10 ms and then takes the message in 2 us.
  EXPECT_EQ(times.total.max(), 10'002'000'000U);
  // The send takes 3 us, and the message is then in the network for 100 us and 30 us.
  EXPECT_EQ(times.under_way.max(), 133'000'000U);
  EXPECT_EQ(times.queued.max(), 10'002'000'000U - 133'000'000U);
  EXPECT_TRUE(times.unknown.empty());
}

TEST(Predictor, LatenciesCountEveryFiringAndMessageOfAllClones) {
  const auto made = predicted(test::kFanIn, cluster(), {{"k", "5"}, {"n", "7"}});
  const statistics::Latencies& of = made.run.latencies.value();
  ASSERT_EQ(of.messages.size(), 1U);
  EXPECT_EQ(of.messages[0].times.total.count(), 35U);
  ASSERT_EQ(of.functionalities.size(), 2U);
  EXPECT_EQ(of.functionalities[0].ptag, "Master.p");
  EXPECT_EQ(of.functionalities[1].ptag, "Worker.p");
  EXPECT_EQ(of.functionalities[1].futag, "w.fu");
  EXPECT_EQ(of.functionalities[1].ftag, "send.f");
  EXPECT_EQ(of.functionalities[1].real.count(), 5U);
}

TEST(Predictor, TimersAndOtherLevelsHaveNoLatencies) {
  const auto program = program_of(R"(
O tick.o A.p -t T.m -d 1
I tick.i 1 T.m
F set.f NULL NULL tick.o NULL
F end.f tick.i NULL NULL NULL
U a.fu set.f end.f
P A.p 1 a.fu
)");
  const machines::NativeMachine machine(cluster());
  EXPECT_TRUE(predicted(program, machine).run.latencies.value().messages.empty());
  EXPECT_FALSE(predicted(program, machine, profiles::Level::kUnit).run.latencies.has_value());
}

TEST(Predictor, TheBooksBalanceAndTimesAddUp) {
  std::size_t examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator("examples")) {
    if (!std::filesystem::exists(entry.path() / "blueprint.txt")) {
      continue;
    }
    ++examples;
    const auto made = predicted(example(entry.path()), machines::NativeMachine(cluster()));
    EXPECT_FALSE(made.run.messages.empty()) << entry.path();
    for (const auto& row : made.run.messages) {
      EXPECT_EQ(row.sent, row.taken + row.late) << row.mtag;
    }
    for (const auto& one : made.run.processes) {
      EXPECT_NEAR(one.compute_s + one.send_s + one.wait_s, one.real_s, 1e-12);
      double units = 0;
      std::uint64_t messages = 0;
      for (const auto& unit : one.units) {
        units += unit.real_s;
        messages += unit.msgs_in;
      }
      EXPECT_NEAR(units, one.real_s, 1e-9) << one.ptag;
      EXPECT_EQ(messages, one.msgs_in) << one.ptag;
    }
  }
  EXPECT_GE(examples, 8U);
}

/// If there are more rows than a result may have, they are merged by clone group while messages are
/// in transit.
TEST(Predictor, RowsAreMergedByCloneGroupWhileMessagesAreInTransit) {
  const char* text = R"(
I in.i   2 Late.m
O out.o  P.p -t Data.m
O two.o  P.p -t Late.m
F out.f  NULL NULL out.o,two.o SAME
F end.f  in.i NULL NULL NULL
U a.fu out.f end.f
P P.p 110 a.fu
)";
  const auto made = predicted(text, machines::NativeMachine(cluster()));
  ASSERT_EQ(made.run.messages.size(), 2U);
  for (const auto& row : made.run.messages) {
    EXPECT_EQ(row.sender, "P.p");
    EXPECT_EQ(row.sent, 110U * 110U);
    EXPECT_EQ(row.taken + row.late, row.sent);
  }
  EXPECT_EQ(made.run.messages[0].late, 110U * 108U);
}

constexpr const char* kStuck = R"(
I in.i   2 R.m
O out.o  B.p -t R.m
C work.c compute 0.001
F send.f NULL work.c out.o NULL
F got.f  in.i NULL NULL NULL
U a.fu send.f
U b.fu got.f
P A.p 1 a.fu
P B.p 1 b.fu
)";

TEST(Predictor, StopsOnRequestAndReportsTheRunSoFar) {
  const auto program = program_of(R"(
I in.i   1 M.m
O out.o  P.p[{1-self}] -t M.m
F go.f   NULL NULL {self==0 ? out.o : NULL} SAME
F on.f   in.i NULL out.o SAME
U p.fu   go.f on.f
P P.p 2 p.fu
)");
  int asked = 0;
  PredictionOptions options;
  PredictionProgress seen;
  options.is_to_stop = [&](const PredictionProgress& progress) {
    seen = progress;
    return ++asked == 2;
  };
  const auto made = predict(program, machines::NativeMachine(cluster()), {0, 1}, options);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(asked, 2);
  EXPECT_TRUE(made->is_stopped);
  EXPECT_TRUE(made->deadlock.empty());
  EXPECT_GT(made->run.makespan_s, 0);
  EXPECT_GT(made->run.processes[0].msgs_in, 100U);
  EXPECT_EQ(seen.complete, 0U);
  EXPECT_GT(seen.messages, made->run.processes[0].msgs_in);
  EXPECT_GT(seen.now, Picoseconds(0));
}

/// A message travels back and forth forever, in some 133 us; the program of the test above.
TEST(Predictor, EndsAtTheTimeThatIsAskedFor) {
  const auto program = program_of(R"(
I in.i   1 M.m
C work.c sleep 40us
O out.o  P.p[{1-self}] -t M.m
F go.f   NULL NULL {self==0 ? out.o : NULL} SAME
F on.f   in.i work.c out.o SAME
U p.fu   go.f on.f
P P.p 2 p.fu
)");
  const machines::NativeMachine machine(cluster());
  PredictionOptions options;
  options.level = profiles::Level::kFunctionality;
  options.end = Picoseconds(100'000'000'000);
  const auto made = predict(program, machine, {0, 1}, options);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_FALSE(made->is_stopped);
  EXPECT_TRUE(made->deadlock.empty());
  EXPECT_EQ(made->run.makespan_s, 0.1);
  std::uint64_t under_way = 0;
  for (const auto& row : made->run.messages) {
    under_way += row.sent - row.taken - row.late;
  }
  const auto ended = std::find_if(made->notes.begin(), made->notes.end(), [](const auto& note) {
    return note.starts_with(
        "ended after 100 ms, as requested: 2 processes were not complete, and ");
  });
  ASSERT_NE(ended, made->notes.end());
  EXPECT_TRUE(
      ended->ends_with(under_way == 1 ? "1 message was under way" : "0 messages were under way"))
      << *ended;
  const auto& on = made->run.processes[1].units.at(0).functionalities.at(1);
  EXPECT_GT(on.triggered, 200U);
  EXPECT_EQ(made->run.processes[1].real_s, 0.1);
  options.is_to_stop = [](const PredictionProgress&) { return false; };
  const auto watched = predict(program, machine, {0, 1}, options);
  EXPECT_EQ(watched->run.processes[1].msgs_in, made->run.processes[1].msgs_in);
  EXPECT_EQ(watched->notes, made->notes);
}

/// Two processes have half of a core each; the third one has packed a message and is sending it.
TEST(Predictor, TheCpuTimeOfAnActivityThatTheEndStopsCountsUntilThen) {
  const auto program = program_of(R"(
I in.i   1 M.m
C work.c compute 1s
C spin.c busywait 1s
O out.o  In.p -t M.m -b 2000000
F work.f NULL work.c NULL NULL
F spin.f NULL spin.c NULL NULL
F send.f NULL NULL out.o NULL
F in.f   in.i NULL NULL NULL
U work.u work.f
U spin.u spin.f
U send.u send.f
U in.u   in.f
P Work.p 1 work.u
P Spin.p 1 spin.u
P Send.p 1 send.u
P In.p 1 in.u
)");
  machines::NativeDescription machine = cluster();
  machine.hosts[0].cores = 1;
  machine.cost.xdr_per_byte = 30'000'000'000_as_per_byte;
  machine.cost.send = 100'000'000'000_ps;
  PredictionOptions options;
  options.level = profiles::Level::kFunctionality;
  options.end = Picoseconds(100'000'000'000);
  const auto made = predict(program, machines::NativeMachine(machine), {0, 0, 1, 2}, options);
  ASSERT_TRUE(made) << made.error().message;
  for (const std::size_t p : {0U, 1U}) {
    EXPECT_EQ(made->run.processes[p].compute_s, 0.1);
    EXPECT_EQ(made->run.processes[p].cpu_s, 0.05);
    EXPECT_EQ(made->run.processes[p].units.at(0).functionalities.at(0).cpu_s, 0.05);
  }
  EXPECT_EQ(made->run.processes[2].send_s, 0.1);
  EXPECT_EQ(made->run.processes[2].user_s, 0.06);
  EXPECT_EQ(made->run.processes[2].sys_s, 0.04);
}

/// A run drops it, too: the process is stopped before the timer is due.
TEST(Predictor, ATimerOfAProcessThatIsStoppedIsNotLate) {
  const auto program = program_of(R"(
I tick.i 1 Tick.m
O tick.o P.p -t Tick.m -d 30ms
F go.f   NULL   NULL tick.o SAME
F on.f   tick.i NULL tick.o SAME
U p.fu   go.f on.f
P P.p 1 p.fu
)");
  PredictionOptions options;
  options.end = Picoseconds(100'000'000'000);
  const auto made = predict(program, machines::NativeMachine(cluster()), {0}, options);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->run.messages.at(0).sent, 4U);
  EXPECT_EQ(made->run.messages.at(0).taken, 3U);
  EXPECT_EQ(made->run.messages.at(0).late, 0U);
}

TEST(Predictor, AnEndAfterTheRunChangesNothing) {
  const auto program = program_of(test::kFanIn);
  const machines::NativeMachine machine(cluster());
  PredictionOptions options;
  const auto plain = predict(program, machine, {0, 1, 0, 1}, options);
  options.end = machines::picoseconds_of(plain->run.makespan_s) + Picoseconds(1);
  const auto made = predict(program, machine, {0, 1, 0, 1}, options);
  EXPECT_EQ(made->run.makespan_s, plain->run.makespan_s);
  EXPECT_EQ(made->notes, plain->notes);
}

TEST(Predictor, ADeadlockBeforeTheEndRemainsOne) {
  PredictionOptions options;
  options.end = Picoseconds(1'000'000'000'000);
  const auto made = predict(program_of(kStuck), machines::FixedMachine({}), {0, 1}, options);
  EXPECT_FALSE(made->deadlock.empty());
}

TEST(Predictor, ADeadlockIsReportedAsInARun) {
  const auto made = predicted(kStuck, machines::FixedMachine({}));
  const std::vector<std::string> expected{
      "deadlock: 1 process waits and no message is under way", "  B.p[0] waits in b.fu",
      "    got.f (in.i) has 1 of 2 R.m", "    unclaimed: 1 R.m, taken in b.fu"};
  EXPECT_EQ(made.deadlock, expected);
  EXPECT_EQ(process(made, 1).real_s, 0.001);
}

TEST(Predictor, AServerEndsWithTheRun) {
  const char* text = R"(
I ask.i  1 Ask.m
I ans.i  1 Ans.m
I tick.i 1 Tick.m
O ask.o  S.p -t Ask.m
O ans.o  ACK -t Ans.m
O tick.o S.p -t Tick.m -d 1ms
C work.c compute 0.0025
F tick0.f NULL NULL tick.o SAME
F tick.f tick.i NULL tick.o SAME
F ans.f  ask.i NULL ans.o SAME
F ask.f  NULL work.c ask.o SAME
F got.f  ans.i NULL NULL NULL
U s.fu tick0.f tick.f ans.f
U c.fu ask.f got.f
P C.p 1 c.fu
P S.p 1 -server s.fu
)";
  const auto made = predicted(text, machines::FixedMachine({}));
  EXPECT_TRUE(made.deadlock.empty());
  EXPECT_EQ(process(made, 1).real_s, 0.0025);
  EXPECT_EQ(process(made, 1).msgs_in, 3U);    // two ticks and the question
  EXPECT_EQ(process(made, 1).late_msgs, 1U);  // the third tick was never due
}

TEST(Predictor, MessagesOfOneInstantAreTakenInTheOrderInWhichTheirSendsBegan) {
  const char* text = R"(
I one.i  1 One.m
I two.i  1 Two.m
O one.o  R.p -t One.m
O two.o  R.p -t Two.m -n 2
C nap.c  sleep {self==0 ? 0.002 : 0.001}
F s.f    NULL {self==0 ? nap.c : NULL} {self==0 ? one.o : two.o} NULL
F one.f  one.i NULL NULL NULL
F two.f  two.i NULL NULL SAME
U s.fu s.f
U r.fu one.f two.f
P S.p 2 s.fu
P R.p 1 r.fu
)";
  // The message of S.p[1], which it sends at once, is sent first, although S.p[0] precedes it.
  const auto made = predicted(text, machines::FixedMachine({}));
  EXPECT_EQ(process(made, 2).msgs_in, 3U);
  EXPECT_EQ(process(made, 2).late_msgs, 0U);
}

TEST(Predictor, AComponentWithoutCostTakesNoTimeAndIsNamed) {
  const char* text = R"(
C call.c call anything
F f.f NULL call.c NULL NULL
U f.fu f.f
P P.p 1 f.fu
)";
  const auto made = predicted(text, machines::FixedMachine({}));
  EXPECT_EQ(made.run.makespan_s, 0);
  ASSERT_EQ(made.notes.size(), 1U);
  EXPECT_NE(made.notes[0].find("call.c"), std::string::npos);
}

TEST(Predictor, SizesOutsideTheMeasuredRangeAreNoted) {
  auto machine = cluster();
  machine.least_bytes = 0;
  machine.most_bytes = 16;
  const auto made = predicted(program_of(file_text("examples/ring/blueprint.txt")),
                              machines::NativeMachine(machine));
  ASSERT_EQ(made.notes.size(), 1U);
  EXPECT_NE(made.notes[0].find("800 messages are of 64 B"), std::string::npos) << made.notes[0];
}

TEST(Predictor, TimeThatRunsOutIsAnError) {
  const char* text = R"(
I go.i 1 Go.m
O go.o P.p -t Go.m
C nap.c sleep 1e6
F f.f NULL nap.c go.o SAME
F g.f go.i nap.c go.o SAME
U f.fu f.f g.f
P P.p 1 f.fu
)";
  const auto program = program_of(text);
  const auto made = predict(program, machines::FixedMachine({}), {}, {});
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("106 days"), std::string::npos);
}

TEST(Predictor, RandomValuesAreDrawnAtEveryUseFromTheSeedAndTheRun) {
  const char* text = R"(
I go.i 1 Go.m
O go.o P.p[{self}] -t Go.m -d {uniform(0,0.002)}
C nap.c sleep {exponential(0.003)}
F f.f NULL NULL go.o SAME
F g.f go.i nap.c go.o SAME*2000,NULL
U f.fu f.f g.f
P P.p 2 f.fu
)";
  const auto program = program_of(text);
  const auto played = [&](engine::Chance chance) {
    PredictionOptions options;
    options.chance = chance;
    return predict(program, machines::FixedMachine({}), {}, options)->run;
  };
  const auto one = played({1, 0});
  EXPECT_NEAR(one.processes[0].compute_s, 2001 * 0.003, 0.5);
  EXPECT_NE(one.processes[0].compute_s, one.processes[1].compute_s);
  EXPECT_EQ(one.makespan_s, played({1, 0}).makespan_s);
  EXPECT_NE(one.makespan_s, played({1, 1}).makespan_s);
  EXPECT_NE(one.makespan_s, played({2, 0}).makespan_s);
}

TEST(Predictor, TheSameGivesTheSame) {
  const auto program = example("examples/stencil_2d");
  const auto json = [&] {
    profiles::RunResult result;
    result.runs.push_back(predicted(program, machines::NativeMachine(cluster())).run);
    return profiles::to_json(result);
  };
  EXPECT_EQ(json(), json());
}

TEST(Predictor, EveryLevelGivesTheSameTimes) {
  const auto program = example("examples/matrix_multiply_1");
  const machines::NativeMachine machine(cluster());
  const auto coarse = predicted(program, machine, profiles::Level::kProcess);
  const auto fine = predicted(program, machine, profiles::Level::kFunctionality);
  for (std::size_t p = 0; p < coarse.run.processes.size(); ++p) {
    EXPECT_EQ(process(coarse, p).real_s, process(fine, p).real_s);
    EXPECT_EQ(process(coarse, p).cpu_s, process(fine, p).cpu_s);
  }
}

}  // namespace
}  // namespace dps::predictor
