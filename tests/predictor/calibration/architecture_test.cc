// Architecture files of calibrations.
#include "predictor/calibration/architecture.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "predictor/machines/kinds/architecture/file/architecture_file.h"
#include "tests/predictor/calibration/synthetic.h"

namespace dps::calibration {
namespace {

/// A message takes 2 us and 4 ns for a byte, and 0.3 us to take; every third run is disturbed.
LegSamples bare(LegKind kind, std::uint64_t bytes) {
  const double time = kind == LegKind::kDrain ? 0.3e-6 : 2e-6 + 4e-9 * static_cast<double>(bytes);
  LegSamples samples{0, {kind, bytes, 30}, {}};
  for (std::uint64_t run = 0; run < 6; ++run) {
    samples.runs.push_back({run, {0, run % 3 == 2 ? 5 * time : time}});
  }
  return samples;
}

Findings dated_findings() {
  Findings findings = test::findings_of(test::usual_costs());
  findings.environment = {{"date", "today\nnot a key = 1"}};
  for (const std::uint64_t bytes : {1000U, 0U, 1'000'000U}) {
    findings.bare_legs.push_back(bare(LegKind::kPingPong, bytes));
  }
  findings.bare_legs.push_back(bare(LegKind::kDrain, 64));
  findings.bare_legs.push_back(bare(LegKind::kDrain, 0));
  return findings;
}

TEST(ArchitectureOf, TheLatenciesAreHalfARoundTripAndTheTimeOfTaking) {
  const auto figures = architecture_of(dated_findings());
  EXPECT_NEAR(figures.send_latency, 2e-6, 1e-12);
  EXPECT_NEAR(figures.receive_latency, 0.3e-6, 1e-12);
  EXPECT_NEAR(figures.word, 8 * 4e-9, 1e-14);
  EXPECT_EQ(figures.multiply, 1e-9);
}

TEST(ArchitectureText, ReadsBack) {
  const std::string text = architecture_text(dated_findings(), "lab");
  const SourceText source{"lab.arch", text};
  const auto reading = machines::read_architecture_file(source);
  ASSERT_NE(reading.machine, nullptr) << render(source, reading.diagnostics);
  EXPECT_EQ(reading.machine->summary().name, "lab");
  EXPECT_NE(text.find("receive latency = 3e-07 seconds\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace dps::calibration
