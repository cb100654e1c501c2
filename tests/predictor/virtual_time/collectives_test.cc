// The times of collective operations on a machine without contention are those of the formulas.
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blueprint/collectives/schedule.h"
#include "blueprint/reading/reader.h"
#include "predictor/virtual_time/predictor.h"
#include "tests/support/fixed_machine.h"

namespace dps::predictor::collective {
namespace {

constexpr double kSend = 5e-6;
constexpr double kTransit = 50e-6;
constexpr double kReceive = 4e-6;
constexpr double kHop = kSend + kTransit + kReceive;
constexpr double kPicosecond = 1e-12;

machines::FixedMachine machine() {
  machines::FixedFigures figures;
  figures.message.send = Picoseconds(5'000'000);
  figures.message.receive = Picoseconds(4'000'000);
  figures.transit = Picoseconds(50'000'000);
  return machines::FixedMachine(figures);
}

blueprint::Program read(const std::string& text) {
  const SourceText source{"b.txt", text};
  auto reading = blueprint::read_blueprint(source);
  EXPECT_TRUE(reading.program) << render(source, reading.diagnostics);
  return *reading.program;
}

/// All members perform the operation once, and wait for it.
std::string once(const std::string& operation, int members, const std::string& more = "") {
  return fmt::format(
      "I Sum.i 1 Sum.m\n"
      "C Add.c compute 8us\n"
      "O Sum.o W.p -t Sum.m -collective {} {}\n"
      "F go.f NULL {} Sum.o SAME\n"
      "F end.f Sum.i NULL NULL NULL\n"
      "U w.fu go.f end.f\n"
      "P W.p {} w.fu\n",
      operation, more, more.find("Add.c") == std::string::npos ? "Add.c" : "NULL", members);
}

Prediction predicted(const std::string& text,
                     profiles::Level level = profiles::Level::kFunctionality) {
  const blueprint::Program program = read(text);
  const std::vector<std::uint32_t> hosts(program.process_count(), 0);
  const machines::FixedMachine fixed = machine();
  auto made = predict(program, fixed, hosts, {level});
  EXPECT_TRUE(made);
  return *made;
}

struct Case {
  std::string operation;
  int members;
  std::string more;
  double makespan_s;  ///< without the computation of 8 us before it, if there is no -combine
};

TEST(Collectives, TakeTheTimesOfTheFormulas) {
  const double combine = 8e-6;
  const std::vector<Case> cases{
      {"bcast", 6, "-b 8 -alg linear", 5 * kSend + kTransit + kReceive},
      {"bcast", 6, "-b 8 -alg chain", 5 * kHop},
      {"bcast", 8, "-b 8 -alg binomial", 3 * kHop},
      {"barrier", 8, "-alg recursive_doubling", 3 * kHop},
      {"barrier", 5, "-alg dissemination", 3 * kHop},
      {"barrier", 5, "-alg recursive_doubling", 3 * kHop},
      {"allgather", 7, "-b 100 -alg ring", 6 * kHop},
      {"allgather", 7, "-b 100 -alg linear", 6 * kSend + kTransit + kReceive},
      {"scan", 5, "-b 8 -alg chain", 4 * kHop},
      {"reduce", 2, "-b 8 -alg chain -combine Add.c", kHop + combine},
      {"allreduce", 8, "-b 8 -alg recursive_doubling -combine Add.c", 3 * (kHop + combine)},
      {"allreduce", 4, "-b 8 -alg rabenseifner -combine Add.c", 4 * kHop + combine * 3 / 4},
      {"allreduce", 4, "-b 8 -alg ring -combine Add.c", 6 * kHop + combine * 3 / 4},
      {"reduce_scatter", 4, "-b 8 -alg pairwise -combine Add.c", 3 * (kHop + combine)}};
  for (const Case& each : cases) {
    const bool combines = each.more.find("Add.c") != std::string::npos;
    const double wanted = each.makespan_s + (combines ? 0 : 8e-6);
    EXPECT_NEAR(predicted(once(each.operation, each.members, each.more)).run.makespan_s, wanted,
                2 * kPicosecond)
        << each.operation << " " << each.members << " " << each.more;
  }
}

TEST(Collectives, CountMessagesInsideAndCompletions) {
  const Prediction made = predicted(once("allreduce", 8, "-b 64 -alg rabenseifner"));
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  for (const auto& process : made.run.processes) {
    messages += process.msgs_out;
    bytes += process.bytes_out;
    EXPECT_EQ(process.msgs_in, 7U);
    EXPECT_EQ(process.late_msgs, 0U);
  }
  EXPECT_EQ(messages, 8U * 6 + 8);
  EXPECT_EQ(bytes, 8U * 2 * 56);
  EXPECT_TRUE(made.deadlock.empty());
}

TEST(Collectives, LevelsAgree) {
  const std::string text = once("allreduce", 6, "-b 100 -alg rabenseifner -combine Add.c");
  const double makespan = predicted(text).run.makespan_s;
  EXPECT_EQ(predicted(text, profiles::Level::kProcess).run.makespan_s, makespan);
  EXPECT_EQ(predicted(text, profiles::Level::kUnit).run.makespan_s, makespan);
}

TEST(Collectives, SendsThatFollowATakeAreInNoFunctionality) {
  const Prediction made = predicted(once("allreduce", 4, "-b 8 -alg recursive_doubling"));
  const auto& process = made.run.processes.front();
  const auto& unit = process.units.front();
  EXPECT_EQ(process.msgs_out, 3U);  // the completion is one
  EXPECT_EQ(unit.msgs_out, 3U);
  EXPECT_EQ(unit.functionalities[0].msgs_out, 1U);
  EXPECT_EQ(unit.functionalities[1].msgs_out, 0U);
  EXPECT_NEAR(process.send_s, 2 * kSend, kPicosecond);
  EXPECT_NEAR(unit.functionalities[0].send_s, kSend, kPicosecond);
}

TEST(Collectives, AProcessDoesItsPartsBeforeItCompletes) {
  const Prediction made = predicted(
      "O Sum.o W.p -t Sum.m -collective allreduce -b 8 -alg recursive_doubling\n"
      "O More.o W.p -t More.m\n"
      "F go.f NULL NULL Sum.o,More.o NULL\n"
      "U w.fu go.f\n"
      "P W.p 4 w.fu\n");
  EXPECT_TRUE(made.deadlock.empty());
  for (const auto& process : made.run.processes) {
    EXPECT_EQ(process.msgs_in, 2U);        // those inside
    EXPECT_EQ(process.late_msgs, 4U + 1);  // four of the others, and the completion
    EXPECT_EQ(process.msgs_out, 2U + 4U + 1);
  }
}

TEST(Collectives, ADeadlockNamesTheMembersThatHaveNotContributed) {
  const Prediction made = predicted(
      "I Sum.i 1 Sum.m\n"
      "O Sum.o W.p -t Sum.m -collective barrier\n"
      "F go.f NULL NULL Sum.o SAME\n"
      "F no.f NULL NULL NULL NULL\n"
      "F end.f Sum.i NULL NULL NULL\n"
      "U w.fu {self == 1 ? no.f : go.f} end.f\n"
      "P W.p 3 w.fu\n");
  ASSERT_EQ(made.deadlock.size(), 4U);
  EXPECT_EQ(made.deadlock[1], "  W.p[0,2] wait in w.fu");
  EXPECT_EQ(made.deadlock[3],
            "    waits for 'Sum.m', operation 1 of the barrier 'Sum.o' (3 members): W.p[1] has not "
            "contributed");
}

TEST(Collectives, AScaledLineScalesItsVector) {
  const blueprint::Program program = read(once("allreduce", 4, "-b 80 -alg ring"));
  const std::vector<std::uint32_t> hosts(program.process_count(), 0);
  const machines::FixedMachine fixed = machine();
  PredictionOptions options;
  for (std::uint32_t line = 0; line < program.definitions.size(); ++line) {
    if (program.tag(line) == "Sum.o") {
      options.scale = {line, machines::Factor{1, 2}};
    }
  }
  const auto made = predict(program, fixed, hosts, options);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->run.processes.front().bytes_out, 60U);
}

}  // namespace
}  // namespace dps::predictor::collective
