// Predictions on Parasol machines, to the picosecond.
#include <gtest/gtest.h>

#include "predictor/machines/kinds/parasol/file/machine_model.h"
#include "tests/predictor/machines/parasol/parasol_texts.h"
#include "tests/predictor/virtual_time/prediction.h"

namespace dps::predictor {
namespace {

Prediction on_two(const std::string& blueprint, const machines::MachineOptions& options = {},
                  std::string machine = parasol::kTwo) {
  const auto reading = parasol::read_parasol_file({"two.par", std::move(machine)}, options);
  EXPECT_TRUE(reading.machine);
  return test::predicted(blueprint, *reading.machine);
}

constexpr const char* kOneMessage = R"(
I in.i   1 R.m
O out.o  B.p -t R.m -b 1000
F send.f NULL NULL out.o NULL
F got.f  in.i NULL NULL NULL
U a.u send.f
U b.u got.f
P A.p 1 a.u
P B.p 1 b.u
)";

TEST(ParasolPrediction, ItBeginsAfterTheSetUpAndAddsTheCostsOfTheRunTimeSystem) {
  // 0.5 s; pack 1 us and send 1.02 ms; 1000 bytes at 1e-7 s and 2 us; receive 2.04 ms.
  const Prediction prediction = on_two(kOneMessage);
  EXPECT_EQ(test::makespan_ps(prediction),
            500'000'000'000 + 1'020'000'000 + 102'000'000 + 2'040'000'000 + 1'000'000);
  EXPECT_EQ(prediction.run.processes[1].start_late_s, 0.5);
  EXPECT_EQ(prediction.run.processes[1].real_s, 0.003163);
}

TEST(ParasolPrediction, WithoutARunTimeSystemOnlyTheNetworkTakesTime) {
  machines::MachineOptions options;
  options.runtime = "none";
  EXPECT_EQ(test::makespan_ps(on_two(kOneMessage, options)), 500'000'000'000 + 102'000'000);
}

TEST(ParasolPrediction, BothDirectionsShareALink) {
  machines::MachineOptions options;
  options.runtime = "none";
  const char* exchange = R"(
I in.i   1 R.m
O ab.o  B.p -t R.m -b 1000
O ba.o  A.p -t R.m -b 1000
F sa.f NULL NULL ab.o SAME
F sb.f NULL NULL ba.o SAME
F got.f  in.i NULL NULL NULL
U a.u sa.f got.f
U b.u sb.f got.f
P A.p 1 a.u
P B.p 1 b.u
)";
  EXPECT_EQ(test::makespan_ps(on_two(exchange, options)), 500'000'000'000 + 202'000'000);
}

TEST(ParasolPrediction, MessagesBetweenOthersThanVirtualNeighboursAreCounted) {
  std::string text = parasol::kTwo;
  text.replace(text.find("topologies = 1"), 14, "topologies = 2");
  text.replace(text.find("begin pvm"), 0,
               "begin virtual; id = 4; setup = 0.25; routing = \"XY\"; processors = 1; begin "
               "mapping; map[1] = 2; end mapping; end virtual\n");
  machines::MachineOptions options;
  options.topology = "vt(4)";
  const char* alone =
      "I in.i 1 R.m\nO out.o A.p -t R.m -b 1000\nF send.f NULL NULL out.o NULL\n"
      "F got.f in.i NULL NULL NULL\nU a.u send.f got.f\nP A.p 1 a.u\n";
  const Prediction prediction = on_two(alone, options, text);
  EXPECT_EQ(prediction.run.processes[0].start_late_s, 0.75);
  EXPECT_EQ(prediction.run.processes[0].host, "p1");
}

}  // namespace
}  // namespace dps::predictor
