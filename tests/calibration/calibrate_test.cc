// dps calibrate as a user calls it, with real processes. What is measured depends on the computer;
// that it is a machine of this world does not.
#include <string>

#include <gtest/gtest.h>

#include "machines/machine_file.h"
#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace {

using dps::machines::MachineReading;
using dps::support::Finished;
using dps::support::run_dps;

TEST(Calibrate, AQuickLookWritesAMachineThatPredicts) {
  const dps::support::ScratchFolder folder;
  const std::string file = folder.path() / "here.toml";
  const Finished made = run_dps("calibrate --quick --quiet --launcher local -o '" + file + "'");
  ASSERT_EQ(made.status, 0) << made.out;
  const MachineReading reading = dps::machines::read_machine({"here.toml", made.out});
  ASSERT_TRUE(reading.machine) << made.out;
  const auto& machine = *reading.machine;
  ASSERT_EQ(machine.hosts().size(), 1U);
  EXPECT_EQ(machine.hosts()[0].name, "localhost");
  EXPECT_GE(machine.hosts()[0].cores, 1U);
  // Ten million times as fast and as slow as a computer of 2026 is something else.
  const auto multiply = machine.work_cost(0, dps::machines::WorkKind::kMultiply, 1);
  EXPECT_GE(multiply, 10);
  EXPECT_LE(multiply, 10'000'000);
  const auto cost = machine.message_cost({0, 1, 1024, true, true});
  EXPECT_GT(cost.send + cost.receive, 10'000);
  EXPECT_LT(cost.send + cost.receive, 1'000'000'000'000);
  EXPECT_EQ(machine.summary().most_bytes, 64U << 10U);
  const Finished predicted =
      run_dps("predict examples/ring/blueprint.txt --quiet --machine '" + file + "'");
  EXPECT_EQ(predicted.status, 0) << predicted.out;
  EXPECT_NE(predicted.out.find("makespan"), std::string::npos) << predicted.out;
}

TEST(Calibrate, AFileThatCannotBeWrittenIsToldBeforeAnythingIsMeasured) {
  EXPECT_EQ(run_dps("calibrate -o /nowhere/at/all.toml 2>/dev/null").status, 2);
}

TEST(Calibrate, WhatARunRefusesItRefusesToo) {
  EXPECT_EQ(run_dps("calibrate --quick --launcher local --hosts a 2>/dev/null").status, 2);
}

}  // namespace
