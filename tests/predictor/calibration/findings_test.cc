#include "predictor/calibration/findings.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "predictor/calibration/plan.h"
#include "predictor/machines/kinds/native/file/native_file.h"
#include "tests/predictor/calibration/synthetic.h"
#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/time_units.h"

namespace dps::calibration {
namespace {

Findings usual_findings() {
  Findings findings = test::findings_of(test::usual_costs());
  findings.buffer = 2U << 20U;
  findings.environment = {{"dps", "0.1.0"}, {"cpus", "\"quoted\" \\ and\nmore"}};
  return findings;
}

TEST(Findings, AMachineHasTheCostsThatWereMeasured) {
  const auto made = machine_of(usual_findings(), "lab").machine;
  EXPECT_EQ(made.name, "lab");
  EXPECT_EQ(made.cost.send, 9'000'000_ps);
  EXPECT_EQ(made.cost.receive, 1'500'000_ps);
  EXPECT_EQ(made.cost.wakeup, 3'000'000_ps);
  EXPECT_EQ(made.cost.send_per_byte, 150'000'000_as_per_byte);
  EXPECT_EQ(made.cost.xdr_per_byte, 900'000'000_as_per_byte);
  EXPECT_EQ(made.network.bandwidth, 1'000'000'000_bps);
  EXPECT_EQ(made.network.latency, 50'000'000_ps);
  EXPECT_EQ(made.network.local_bandwidth, 40'000'000'000_bps);
  EXPECT_EQ(made.network.local_latency, 1'000'000_ps);
  EXPECT_EQ(made.network.buffer, 2U << 20U);
  EXPECT_EQ(made.most_bytes, 1U << 20U);
}

TEST(Findings, SpeedsAreRelativeToTheFirstHostUnlessTheyAreGiven) {
  Findings findings = usual_findings();
  EXPECT_EQ(machine_of(findings, "").machine.hosts[1].speed, 500U);
  EXPECT_EQ(machine_of(findings, "").machine.multiply[1], 2'000'000'000_as);
  findings.hosts[1].speed = 700;
  EXPECT_EQ(machine_of(findings, "").machine.hosts[1].speed, 700U);
  findings.hosts[1] = findings.hosts[0];
  findings.hosts[1].multiply.value = 1.03e-9;
  EXPECT_EQ(machine_of(findings, "").machine.hosts[1].speed, 1000U);
}

TEST(Findings, WithPollingReceiversASendHasNoCostOfWaking) {
  Findings findings = usual_findings();
  findings.blocks = false;
  const auto made = machine_of(findings, "lab").machine;
  EXPECT_EQ(made.cost.send, 4'000'000_ps);
  EXPECT_FALSE(made.cost.blocks);
}

TEST(Findings, TheFileIsReadAndReportsItsAccuracy) {
  const auto made = machine_of(usual_findings(), "lab");
  const std::string text = machines::native_text(made.machine, made.remarks);
  const SourceText source{"lab.toml", text};
  const auto reading = machines::read_native_file(source);
  ASSERT_TRUE(reading.machine) << render(source, reading.diagnostics);
  EXPECT_NE(text.find("measured times differ by 0.0 % (median)"), std::string::npos) << text;
  EXPECT_NE(text.find("residual_largest = \"0."), std::string::npos) << text;
  EXPECT_NE(text.find("range_2 = \"a - b: 0 B to 1.0 MiB\""), std::string::npos) << text;
}

TEST(Findings, ACalibrationWithLargeErrorsOrResidualsIsUnreliable) {
  EXPECT_EQ(unreliable(machine_of(usual_findings(), "lab").accuracy), "");
  EXPECT_EQ(unreliable({0.2, 1.0, 0.2}), "");
  EXPECT_EQ(unreliable({0.1, 1.13, 0.36}),
            "measured times have standard errors of up to 36.0 % (limit 20.0 %); a predicted and a "
            "measured time differ by 113.0 % (limit 100.0 %)");
  EXPECT_EQ(unreliable({0.25, 0.4, 0}),
            "predicted and measured times differ by 25.0 % (median; limit 20.0 %)");
}

/// A prediction of the calibration's own blueprint gives the times that the calibration measured.
TEST(Findings, TheMachinePredictsItsOwnCalibration) {
  const auto made = machine_of(usual_findings(), "lab").machine;
  const std::vector<Leg> legs = message_legs({30e-6, 0.3e-9}, Effort::kQuick);
  const auto run = predictor::test::predicted(pair_blueprint(legs, Pair({"a", "b"})), made).run;
  const auto times = leg_times(legs, run);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const Measure measure = legs[i].kind == LegKind::kDrain ? Measure::kTake : Measure::kOneWay;
    const double measured =
        predicted(test::usual_costs(), {measure, 1, legs[i].bytes, legs[i].packing, true, 0, 0});
    EXPECT_NEAR(times[i].rest / measured, 1, 2e-3) << i << ": " << legs[i].bytes << " bytes";
  }
}

}  // namespace
}  // namespace dps::calibration
