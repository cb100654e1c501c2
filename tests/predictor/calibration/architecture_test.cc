// Architecture files of calibrations.
#include "predictor/calibration/architecture.h"

#include <string>

#include <gtest/gtest.h>

#include "predictor/machines/kinds/architecture/file/architecture_file.h"
#include "tests/predictor/calibration/synthetic.h"

namespace dps::calibration {
namespace {

Findings dated_findings() {
  Findings findings = test::findings_of(test::usual_costs());
  findings.environment = {{"date", "today\nnot a key = 1"}};
  return findings;
}

/// Between two hosts: 9 + 50 + 3 + 1.5 us, and 0.15 + 8 + 0.1 ns for a byte.
TEST(ArchitectureOf, TheLatenciesAreHalfARoundTripAndTheCostOfTaking) {
  const auto figures = architecture_of(dated_findings());
  EXPECT_NEAR(figures.send_latency, 63.5e-6, 0.01e-6);
  EXPECT_NEAR(figures.receive_latency, 1.5e-6, 0.001e-6);
  EXPECT_NEAR(figures.word, 8 * 8.25e-9, 1e-12);
  EXPECT_EQ(figures.multiply, 1e-9);
}

TEST(ArchitectureOf, WithOneHostTheMessagesAreThoseWithinIt) {
  Findings findings = dated_findings();
  findings.paths.resize(1);
  std::erase_if(findings.observations, [](const Observation& seen) { return seen.path != 0; });
  EXPECT_NEAR(architecture_of(findings).send_latency, 14.5e-6, 0.01e-6);
}

TEST(ArchitectureText, ReadsBack) {
  const std::string text = architecture_text(dated_findings(), "lab");
  const SourceText source{"lab.arch", text};
  const auto reading = machines::read_architecture_file(source);
  ASSERT_NE(reading.machine, nullptr) << render(source, reading.diagnostics);
  EXPECT_EQ(reading.machine->summary().name, "lab");
  EXPECT_NE(text.find("receive latency = 1.5e-06 seconds\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace dps::calibration
