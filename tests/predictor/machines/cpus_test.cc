#include "predictor/machines/cpus.h"

#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/time_units.h"

namespace dps::machines {
namespace {

using Ends = std::vector<std::pair<Picoseconds, std::uint32_t>>;

/// A host with this number of cores, on which all processes run.
struct OneHost {
  OneHost(std::uint32_t cores, std::size_t processes, Picoseconds turn = {})
      : hosts{{"h", "", 1000, cores, {}, turn}}, host_of(processes, 0), cpus(hosts, host_of) {}

  std::vector<MachineHost> hosts;
  std::vector<std::uint32_t> host_of;
  Cpus cpus;
};

Ends run_out(Cpus& cpus) {
  Ends ends;
  while (cpus.has_jobs()) {
    const Picoseconds now = cpus.next();
    while (const auto process = cpus.take_ended(now)) {
      ends.emplace_back(now, *process);
    }
  }
  return ends;
}

TEST(Cpus, ProcessesShareTheCoreAndTheLastOneHasItAlone) {
  OneHost host(1, 2);
  host.cpus.run(0, 1000_ps, 0_ps);
  host.cpus.run(1, 3000_ps, 0_ps);
  EXPECT_EQ(run_out(host.cpus), (Ends{{2000_ps, 0}, {4000_ps, 1}}));
}

TEST(Cpus, AsManyJobsAsCoresDoNotDelayEachOther) {
  OneHost host(2, 3);
  host.cpus.run(0, 1000_ps, 0_ps);
  host.cpus.run(1, 3000_ps, 0_ps);
  EXPECT_EQ(host.cpus.next(), 1000_ps);
  host.cpus.run(2, 1000_ps, 500_ps);  // from now on each proceeds at 2/3
  EXPECT_EQ(run_out(host.cpus), (Ends{{1250_ps, 0}, {1750_ps, 2}, {3250_ps, 1}}));
}

TEST(Cpus, AJobThatFollowsImmediatelyLosesNoFractionOfAPicosecond) {
  OneHost host(2, 3);
  for (std::uint32_t process = 0; process < 3; ++process) {
    host.cpus.run(process, 1_ps, 0_ps);  // 1.5 ps each
  }
  Picoseconds now;
  for (int round = 1; round < 1000; ++round) {
    now = host.cpus.next();
    while (const auto process = host.cpus.take_ended(now)) {
      host.cpus.run(*process, 1_ps, now);
    }
  }
  EXPECT_EQ(host.cpus.next(), 1500_ps);
}

TEST(Cpus, ASpinningProcessTakesItsShareAndReportsIt) {
  OneHost host(1, 2);
  host.cpus.spin(0, 0_ps);
  host.cpus.run(1, 1000_ps, 1000_ps);
  EXPECT_EQ(host.cpus.next(), 3000_ps);
  EXPECT_EQ(host.cpus.spun(0, 2000_ps), 1500_ps);
  EXPECT_EQ(run_out(host.cpus), (Ends{{2500_ps, 1}}));
}

TEST(Cpus, AJobHasReceivedItsShareBeforeItsEnd) {
  OneHost host(1, 2);
  host.cpus.run(0, 1000_ps, 0_ps);
  EXPECT_EQ(host.cpus.left(0, 400_ps), 600_ps);
  host.cpus.run(1, 3000_ps, 400_ps);
  EXPECT_EQ(host.cpus.left(0, 1000_ps), 300_ps);
  EXPECT_EQ(host.cpus.left(1, 1000_ps), 2700_ps);

  OneHost turns(1, 2, 1000_ps);
  turns.cpus.run(0, 1000_ps, 0_ps);
  turns.cpus.run(1, 3000_ps, 0_ps);
  EXPECT_EQ(turns.cpus.left(0, 400_ps), 600_ps);
  EXPECT_EQ(turns.cpus.left(1, 400_ps), 3000_ps);
}

TEST(Cpus, WithoutHostsEachProcessHasItsOwn) {
  const std::vector<std::uint32_t> host_of{0, 1};
  Cpus cpus({}, host_of);
  cpus.run(0, 1000_ps, 0_ps);
  cpus.run(1, 1000_ps, 0_ps);
  EXPECT_EQ(run_out(cpus), (Ends{{1000_ps, 0}, {1000_ps, 1}}));
}

// --- turns --------------------------------------------------------------------------------------

TEST(Cpus, ProcessesHaveACoreInTurns) {
  OneHost host(1, 3, 1000_ps);
  host.cpus.run(0, 2500_ps, 0_ps);
  host.cpus.run(1, 500_ps, 100_ps);
  host.cpus.run(2, 1200_ps, 200_ps);
  // 0 to 1000: 0; to 1500: 1; to 2500: 2; to 3500: 0; to 3700: 2; then 0
  EXPECT_EQ(run_out(host.cpus), (Ends{{1500_ps, 1}, {3700_ps, 2}, {4200_ps, 0}}));
}

TEST(Cpus, AProcessStaysOnItsCoreUntilATurnEnds) {
  OneHost host(2, 3, 1000_ps);  // 0 and 2 are on the first core
  host.cpus.run(0, 5000_ps, 0_ps);
  EXPECT_FALSE(host.cpus.has_idle_core(2));
  EXPECT_TRUE(host.cpus.has_idle_core(1));
  host.cpus.run(2, 500_ps, 300_ps);  // on the second core from 1000 on
  EXPECT_EQ(run_out(host.cpus), (Ends{{1500_ps, 2}, {5000_ps, 0}}));
}

TEST(Cpus, AProcessWhoseTurnIsOverLeavesItsCoreAtOnce) {
  OneHost host(1, 2, 1000_ps);
  host.cpus.run(0, 5000_ps, 0_ps);
  host.cpus.run(1, 500_ps, 2000_ps);
  EXPECT_EQ(run_out(host.cpus), (Ends{{2500_ps, 1}, {5500_ps, 0}}));
}

TEST(Cpus, ACoreThatBecomesFreeTakesAProcessThatWaitsForAnother) {
  OneHost host(2, 3, 1000_ps);
  host.cpus.run(0, 900_ps, 0_ps);
  host.cpus.run(1, 200_ps, 0_ps);
  host.cpus.run(2, 300_ps, 0_ps);
  EXPECT_EQ(run_out(host.cpus), (Ends{{200_ps, 1}, {500_ps, 2}, {900_ps, 0}}));
  host.cpus.run(0, 900_ps, 900_ps);
  EXPECT_TRUE(host.cpus.has_idle_core(2));  // on the second core now
}

TEST(Cpus, AProcessThatContinuesKeepsItsCoreUntilItsTurnEnds) {
  OneHost host(1, 2, 1000_ps);
  host.cpus.run(0, 400_ps, 0_ps);
  host.cpus.run(1, 100_ps, 0_ps);
  EXPECT_EQ(host.cpus.take_ended(400_ps), 0U);
  host.cpus.run(0, 800_ps, 400_ps);
  EXPECT_EQ(run_out(host.cpus), (Ends{{1100_ps, 1}, {1300_ps, 0}}));
}

TEST(Cpus, AProcessThatBeginsAfterOthersAtTheInstantOfItsEndHasLeftItsCore) {
  OneHost host(1, 3, 1000_ps);
  host.cpus.run(0, 400_ps, 0_ps);
  host.cpus.run(1, 100_ps, 0_ps);
  EXPECT_EQ(host.cpus.take_ended(400_ps), 0U);
  host.cpus.run(2, 100_ps, 400_ps);
  host.cpus.run(0, 800_ps, 400_ps);
  EXPECT_EQ(run_out(host.cpus), (Ends{{500_ps, 1}, {600_ps, 2}, {1400_ps, 0}}));
}

TEST(Cpus, AProcessThatSpinsHasTurnsToo) {
  OneHost host(1, 2, 1000_ps);
  host.cpus.spin(0, 0_ps);
  host.cpus.run(1, 1500_ps, 0_ps);
  for (const Picoseconds end : {1000_ps, 2000_ps}) {
    EXPECT_EQ(host.cpus.next(), end);
    EXPECT_EQ(host.cpus.take_ended(end), std::nullopt);
  }
  EXPECT_EQ(host.cpus.spun(0, 2600_ps), 1600_ps);
  EXPECT_EQ(run_out(host.cpus), (Ends{{3100_ps, 1}}));
}

}  // namespace
}  // namespace dps::machines
