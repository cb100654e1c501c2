// Predictions on Parasol machines, to the picosecond.
#include <fmt/format.h>
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
  EXPECT_EQ(prediction.run.processes[1].wait_s, 0.003163);  // without the set-up
  EXPECT_DOUBLE_EQ(prediction.run.processes[0].wait_s,
                   prediction.run.processes[0].real_s - prediction.run.processes[0].send_s);
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

/// A processor of the paper's figures: E, O and N are fitted to table 4.2, times the speed-up.
constexpr const char* kSparc = R"(begin machine; id = 1; name = "fitted"
begin processor; id = 1; name = "SPARC"
  begin timings; modi = 4.194666e-6; ilm = 2.9899854e-6; loopin = 9.33363e-7; end timings
  begin cache; size = 100; smallloopspeedup = 1.62; end cache
end processor
begin topology; id = 1; routing = "broadcast"; processors = 1; begin procid; p[1] = 1; end procid; end topology
end machine
)";

struct SizeOfTable {
  const char* n;
  const char* even;  ///< steps of 2…n
  const char* odd;
  const char* predicted;  ///< as printed
};

std::string with_counts(const SizeOfTable& size, const std::string& place) {
  return fmt::format(
      "V n {}\nV even {}\nV odd {}\nC Geb.c ops \"{{even}}*modi + {{odd}}*ilm + {{n}}*loopin\" {}\n"
      "F f NULL Geb.c NULL NULL\nU u f\nP A.p 1 u\n",
      size.n, size.even, size.odd, place);
}

// Source: the Parasol paper, table 4.2; the counts are those of the program of 4.5.1.
TEST(ParasolPrediction, SumsOfOperationsGiveTable42ToTheLastDigit) {
  for (const SizeOfTable& size : {SizeOfTable{"10000", "567644", "282022", "1.996"},
                                  {"20000", "1225989", "608645", "4.309"},
                                  {"30000", "1914666", "949645", "6.728"},
                                  {"40000", "2628909", "1303684", "9.236"},
                                  {"50000", "3359424", "1665690", "11.802"},
                                  {"60000", "4101768", "2033327", "14.408"},
                                  {"70000", "4862080", "2410777", "17.079"},
                                  {"80000", "5628782", "2790949", "19.772"},
                                  {"90000", "6402047", "3174127", "22.487"},
                                  {"100000", "7188948", "3564892", "25.252"},
                                  {"110000", "7975042", "3954250", "28.011"}}) {
    const Prediction prediction = on_two(with_counts(size, "loop 40"), {}, kSparc);
    EXPECT_EQ(fmt::format("{:.3f}", prediction.run.makespan_s), size.predicted);
  }
}

TEST(ParasolPrediction, OnlyLoopsInTheCacheAreFaster) {
  const SizeOfTable one{"0", "1000", "0", ""};
  const auto predicted = [&](const std::string& place) {
    return test::makespan_ps(on_two(with_counts(one, place), {}, kSparc));
  };
  EXPECT_EQ(predicted(""), 4'194'666'000);
  EXPECT_EQ(predicted("cached"), 2'589'300'000);
  EXPECT_EQ(predicted("loop 100"), 2'589'300'000);
  EXPECT_EQ(predicted("loop 101"), 4'194'666'000);
  EXPECT_EQ(predicted("cached cost 2ms"), 2'000'000'000);
}

TEST(ParasolPrediction, ASumWithAnUnknownTimeIsChargedNothingAndNoted) {
  const Prediction prediction = on_two(
      "C Loop.c ops 5*ila+3*dlm+goto\nC Known.c ops 10*ila\nF f NULL Loop.c,Known.c NULL NULL\n"
      "U u f\nP A.p 1 u\n");
  EXPECT_EQ(test::makespan_ps(prediction), 500'000'000'000 + 1'000'000);
  ASSERT_EQ(prediction.notes.size(), 1U);
  EXPECT_EQ(
      prediction.notes.front(),
      "components without a cost take no time: Loop.c (goto); give the machine the times of these "
      "operations, or their C lines 'cost' and a time");
}

}  // namespace
}  // namespace dps::predictor
