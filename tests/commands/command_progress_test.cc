// --progress json, as another program reads it.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

constexpr const char* kPlan = R"(
I Go.i 1 Go.m
I Back.i 1 Back.m
C Work.c  sleep 600ms
O Go.o    Worker.p -t Go.m -b 1000
O Back.o  ACK -t Back.m -b 10
F ask.f   NULL NULL Go.o SAME
F end.f   Back.i NULL NULL NULL
F work.f  Go.i Work.c Back.o NULL
U ask.u   ask.f end.f
U work.u  work.f
P Master.p 1 ask.u
P Worker.p 1 work.u
)";

class ProgressOfCommands : public support::CommandTest {
 protected:
  ProgressOfCommands() { folder_.write("plan.txt", kPlan); }

  /// The stderr of the command; stdout is dropped.
  [[nodiscard]] std::string stderr_of(const std::string& arguments) const {
    const auto finished = dps(arguments + " 2>&1 >/dev/null");
    EXPECT_EQ(finished.status, 0) << finished.out;
    return finished.out;
  }
  [[nodiscard]] std::vector<nlohmann::json> reports_of(const std::string& arguments) const {
    std::istringstream lines(stderr_of(arguments));
    std::vector<nlohmann::json> reports;
    for (std::string line; std::getline(lines, line);) {
      EXPECT_TRUE(line.starts_with('{') && nlohmann::json::accept(line)) << line;
      reports.push_back(nlohmann::json::parse(line, nullptr, false));
    }
    return reports;
  }
};

std::vector<std::string> phases_of(const std::vector<nlohmann::json>& reports) {
  std::vector<std::string> phases;
  for (const auto& report : reports) {
    const std::string phase = report.value("phase", "");
    if (phases.empty() || phases.back() != phase) {
      phases.push_back(phase);
    }
  }
  return phases;
}

TEST_F(ProgressOfCommands, ARunReportsItsPhasesAndWaitingProcesses) {
  const auto reports = reports_of("run plan.txt --progress json");
  EXPECT_EQ(phases_of(reports),
            (std::vector<std::string>{"starting agents", "launching", "connecting", "running",
                                      "collecting", "ending"}));
  // Earlier reports may show how the worker waits for the master.
  EXPECT_TRUE(std::any_of(reports.begin(), reports.end(), [](const nlohmann::json& report) {
    return report.contains("waiting") && report["waiting"]["names"] == "Master.p[0]" &&
           report["messages"] == 1 && report["bytes"] == 1000;
  })) << "the master waits while the worker sleeps";
}

TEST_F(ProgressOfCommands, QuietDoesNotSuppressRequestedProgress) {
  EXPECT_FALSE(reports_of("predict plan.txt --machine laptop --quiet --progress json").empty());
}

TEST_F(ProgressOfCommands, ASweepReportsItsPoints) {
  const auto reports =
      reports_of("sweep plan.txt --machine laptop --machine office_cluster --progress json");
  ASSERT_FALSE(reports.empty());
  EXPECT_EQ(reports.front()["phase"], "predicting");
  EXPECT_EQ(reports.front()["points"], 2);
}

TEST_F(ProgressOfCommands, NoneAndAutoWithoutATerminalPrintNothing) {
  EXPECT_EQ(stderr_of("run plan.txt --progress none"), "");
  EXPECT_EQ(stderr_of("run plan.txt"), "");
}

}  // namespace
}  // namespace dps
