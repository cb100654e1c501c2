// Predictions on data sheets, compared with closed forms, to the picosecond.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"
#include "tests/predictor/virtual_time/prediction.h"

namespace dps::predictor {
namespace {

using machines::MachineOptions;
using test::makespan_ps;
using test::predicted;
using test::process;

constexpr std::int64_t kMicrosecond = 1'000'000;  // picoseconds

std::unique_ptr<machines::Machine> machine_of(const std::string& text,
                                              const MachineOptions& options = {}) {
  const SourceText source{"s.toml", text};
  auto reading = machines::read_datasheet_file(source, options);
  EXPECT_TRUE(reading.machine) << render(source, reading.diagnostics);
  return std::move(reading.machine);
}

std::string library(const std::string& name) {
  std::ifstream in("predictor/machines/library/" + name + ".toml");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The makespan in nanoseconds.
std::int64_t nanoseconds(const std::string& blueprint, const machines::Machine& machine,
                         const test::Settings& settings = {}) {
  const std::int64_t time = makespan_ps(predicted(blueprint, machine, settings));
  EXPECT_EQ(time % 1000, 0);
  return time / 1000;
}

constexpr const char* kPingPong = R"(
V bytes 800
V rounds 5
I Ping.i 1 Ping.m
I Pong.i 1 Pong.m
O Ping.o B.p -t Ping.m -b {bytes}
O Pong.o A.p -t Pong.m -b {bytes}
F begin.f NULL   NULL Ping.o play.fu
F again.f Pong.i NULL Ping.o SAME*{rounds-2},last.fu
F last.f  Pong.i NULL NULL   NULL
F reply.f Ping.i NULL Pong.o SAME*{rounds-1},NULL
U begin.fu begin.f
U play.fu  again.f
U last.fu  last.f
U reply.fu reply.f
P A.p 1 begin.fu play.fu last.fu
P B.p 1 reply.fu
)";

/// A sends one message to B, which sleeps first.
constexpr const char* kSleeper = R"(
V bytes 800
V sleep 20
O out.o  B.p -t R.m -b {bytes}
I in.i   1 R.m
C nap.c  sleep {sleep}us
F send.f NULL NULL  out.o NULL
F nap.f  NULL nap.c NULL  SAME
F got.f  in.i NULL  NULL  NULL
U a.fu send.f
U b.fu nap.f got.f
P A.p 1 a.fu
P B.p 1 b.fu
)";

constexpr const char* kSheet = R"(format = "dps-datasheet"
version = 1
name = "test"
element = "1B"
[[function]]
name = "send"
class = "point-to-point"
range = [{c = "30us", error = {c = "10us"}}]
[[function]]
name = "recv"
class = "point-to-point"
range = [{c = "60us", data = "d", d = "1us", error = {c = "5us", d = "0s"}}]
[[function]]
name = "recvmin"
class = "point-to-point"
range = [{c = "40us"}]
[[function]]
name = "allsend"
class = "collective"
range = [{c = "10us", start = "p", s = "20us"}]
[[function]]
name = "allrecv"
class = "collective"
range = [{c = "100us", start = "p^2", s = "1us"}]
)";

TEST(DatasheetPrediction, APingPongIsItsReceives) {
  const auto t3d = machine_of(library("cray_t3d"));
  EXPECT_EQ(nanoseconds(kPingPong, *t3d), 1'100'000);
  EXPECT_EQ(nanoseconds(kPingPong, *t3d, {{"bytes", "256"}, {"rounds", "4"}}), 659'200);
  EXPECT_EQ(nanoseconds(kPingPong, *t3d, {{"bytes", "264"}, {"rounds", "4"}}), 612'000);
}

TEST(DatasheetPrediction, ALateReceiverTakesAMessageThatHasArrived) {
  const auto t3d = machine_of(library("cray_t3d"));
  EXPECT_EQ(nanoseconds(kSleeper, *t3d), 110'000);
  EXPECT_EQ(nanoseconds(kSleeper, *t3d, {{"sleep", "90"}}), 160'000);
  EXPECT_EQ(nanoseconds(kSleeper, *t3d, {{"sleep", "1000"}}), 1'070'000);
}

TEST(DatasheetPrediction, ASendTakesItsTimeAlthoughTheMessageIsThereBefore) {
  // The message of 10 bytes arrives after 70 - 40 us; that of 0 bytes after 20 us, in the send.
  const auto machine = machine_of(kSheet);
  for (const char* bytes : {"0", "10"}) {
    const Prediction made = predicted(kSleeper, *machine, {{"bytes", bytes}, {"sleep", "0"}});
    EXPECT_NEAR(process(made, 0).real_s, 30e-6, 1e-12) << bytes;
    EXPECT_NEAR(process(made, 0).send_s, 30e-6, 1e-12) << bytes;
    EXPECT_EQ(process(made, 0).msgs_out, 1U);
  }
  EXPECT_EQ(nanoseconds(kSleeper, *machine, {{"bytes", "0"}, {"sleep", "0"}}), 60'000);
  EXPECT_EQ(nanoseconds(kSleeper, *machine, {{"bytes", "10"}, {"sleep", "0"}}), 70'000);
}

/// The ends of A and B in microseconds.
std::pair<double, double> ends(const machines::Machine& machine, const test::Settings& settings) {
  const Prediction made = predicted(kSleeper, machine, settings);
  return {process(made, 0).real_s * 1e6, process(made, 1).real_s * 1e6};
}

TEST(DatasheetPrediction, BeyondEagerASendWaitsForItsReceiver) {
  MachineOptions options;
  options.eager = 9;
  const auto machine = machine_of(kSheet, options);
  const auto near = [](std::pair<double, double> a, double first, double second) {
    EXPECT_NEAR(a.first, first, 1e-5);
    EXPECT_NEAR(a.second, second, 1e-5);
  };
  near(ends(*machine, {{"bytes", "9"}, {"sleep", "100"}}), 30, 140);    // not beyond
  near(ends(*machine, {{"bytes", "10"}, {"sleep", "100"}}), 130, 140);  // held until 100 us
  near(ends(*machine, {{"bytes", "10"}, {"sleep", "0"}}), 30, 70);      // B waits from the start
  near(ends(*machine, {{"bytes", "100"}, {"sleep", "0"}}), 120, 160);   // until it is there
  near(ends(*machine, {{"bytes", "100"}, {"sleep", "1000"}}), 1030, 1040);
}

TEST(DatasheetPrediction, TwoLargeSendsToOneAnotherAreNoDeadlock) {
  constexpr const char* kCross = R"(
I In.i 1 M.m
O Out.o X.p[{1-self}] -t M.m -b 100
F send.f NULL NULL Out.o SAME
F got.f  In.i NULL NULL  NULL
U x.fu send.f got.f
P X.p 2 x.fu
)";
  MachineOptions options;
  options.eager = 0;
  const Prediction made = predicted(kCross, *machine_of(kSheet, options));
  EXPECT_TRUE(made.deadlock.empty());
  // Each process is held in its send from 0 on, so each message arrives after 120 us.
  EXPECT_EQ(makespan_ps(made), 160 * kMicrosecond);
}

TEST(DatasheetPrediction, MessagesOfAPairStayInTheirOrder) {
  constexpr const char* kTwo = R"(
I Both.i 1 Large.m 1 Small.m
O Large.o B.p -t Large.m -b 1000
O Small.o B.p -t Small.m -b 0
F send.f NULL NULL Large.o,Small.o NULL
F got.f  Both.i NULL NULL NULL
U a.fu send.f
U b.fu got.f
P A.p 1 a.fu
P B.p 1 b.fu
)";
  // The small one, sent after 30 us, would be there after 50 us and be taken first.
  EXPECT_EQ(nanoseconds(kTwo, *machine_of(kSheet)), 1'020'000 + 2 * 40'000);
}

TEST(DatasheetPrediction, ContendedEquationsAreForAllProcesses) {
  MachineOptions options;
  options.contended = true;
  // p = 2: a send takes 50 us, a receive 104 us.
  const Prediction made = predicted(kSleeper, *machine_of(kSheet, options), {{"sleep", "0"}});
  EXPECT_EQ(makespan_ps(made), 104 * kMicrosecond);
  EXPECT_NEAR(process(made, 0).real_s, 50e-6, 1e-12);
}

TEST(DatasheetPrediction, ModesAreTheCoefficientsLessOrPlusTheirErrors) {
  const auto at = [](machines::CostMode mode) {
    MachineOptions options;
    options.mode = mode;
    return ends(*machine_of(kSheet, options), {{"bytes", "0"}, {"sleep", "0"}});
  };
  EXPECT_NEAR(at(machines::CostMode::kMin).first, 20, 1e-5);
  EXPECT_NEAR(at(machines::CostMode::kMin).second, 55, 1e-5);
  EXPECT_NEAR(at(machines::CostMode::kMax).first, 40, 1e-5);
  EXPECT_NEAR(at(machines::CostMode::kMax).second, 65, 1e-5);
}

TEST(DatasheetPrediction, ASheetWithoutEquationsForMessagesIsAnError) {
  const auto models = machine_of(library("cray_t3d_models"));
  const auto made = predict(test::program_of(kSleeper), *models, {}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kInput);
  EXPECT_EQ(made.error().message,
            "the data sheet has no equation for 'send', 'recv' and 'recvmin', which predictions "
            "need; add a [[function]], or name another function in [alias], such as "
            "send = \"allsend\"");
}

TEST(DatasheetPrediction, ProcessesOfOneHostTakeItsEquations) {
  const std::string host = R"([[host]]
name = "n"
cores = 4
[[function]]
name = "recv"
class = "point-to-point"
path = "host"
range = [{c = "45us"}]
)";
  EXPECT_EQ(nanoseconds(kSleeper, *machine_of(kSheet + host), {{"sleep", "0"}}), 45'000);
}

TEST(DatasheetPrediction, TheSamePredictionTwice) {
  MachineOptions options;
  options.eager = 64;
  const auto machine = machine_of(library("cray_t3d"), options);
  for (const char* bytes : {"8", "800"}) {
    const test::Settings settings{{"k", "20"}, {"n", "7"}, {"bytes", bytes}};
    const Prediction one = predicted(test::kFanIn, *machine, settings);
    const Prediction two = predicted(test::kFanIn, *machine, settings);
    EXPECT_EQ(makespan_ps(one), makespan_ps(two));
    EXPECT_EQ(process(one, 0).msgs_in, 140U);
  }
}

}  // namespace
}  // namespace dps::predictor
