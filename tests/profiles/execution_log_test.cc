#include "profiles/execution_log.h"

#include <vector>

#include <gtest/gtest.h>

#include "tests/profiles/page_memory.h"

namespace dps::profiles {
namespace {

/// Stands still until it is told how much time was used; counts its readings.
class ManualClock {
 public:
  Times now() {
    ++readings;
    return time_;
  }
  Times soon() { return now(); }
  Times next() { return now(); }

  void use(std::int64_t real_ns, std::int64_t user_ns = 0, std::int64_t sys_ns = 0) {
    time_.real_ns += real_ns;
    time_.user_ns += user_ns;
    time_.sys_ns += sys_ns;
  }

  int readings = 0;

 private:
  Times time_{1'000'000, 500, 300};
};

/// A process with two units of two functionalities and one, and its log.
template <Level level>
struct Logged {
  Logged() : memory(shape()), page(memory.create()), log(page, clock) { page.reset(1); }

  static PageShape shape() {
    PageShape shape;
    shape.level = level;
    shape.functionalities = {2, 1};
    return shape;
  }

  /// Unit 0 fires both of its functionalities on one message of 400 bytes, then unit 1 its own on
  /// another of 8.
  void play() {
    clock.use(5);
    log.process_begin(1'000'000);
    log.unit_begin(0);
    clock.use(100, 1, 2);
    log.taken(400, 30);
    log.functionality_begin(0);
    clock.use(50, 40, 10);
    log.computed(50);
    log.functionality_end();
    log.functionality_begin(1);
    clock.use(7, 2, 5);
    log.sent(12, 7);
    log.functionality_end();
    log.unit_begin(1);
    clock.use(200, 3, 4);
    log.taken(8, 1);
    log.functionality_begin(0);
    clock.use(9, 9, 0);
    log.computed(9);
    clock.use(11, 0, 11);
    log.sent(1, 11);
    log.functionality_end();
    clock.use(1);
    log.process_end();
  }

  ProcessRecord record() { return *page.read(); }

  PageMemory memory;
  RecordPage page;
  ManualClock clock;
  ExecutionLog<level, ManualClock> log;
};

TEST(ExecutionLog, KeepsTheWholeProcessAtEveryLevel) {
  Logged<Level::kProcess> process;
  Logged<Level::kUnit> unit;
  Logged<Level::kFunctionality> functionality;
  process.play();
  unit.play();
  functionality.play();
  for (const ProcessRecord& record : {process.record(), unit.record(), functionality.record()}) {
    EXPECT_EQ(record.start_late_ns, 5);
    EXPECT_EQ(record.times, (Times{378, 55, 32}));
    EXPECT_EQ(record.compute_ns, 59);
    EXPECT_EQ(record.send_ns, 18);
    EXPECT_EQ(record.take_ns, 31);
    EXPECT_EQ(record.traffic, (Traffic{408, 2, 13, 2}));
  }
}

TEST(ExecutionLog, ReadsTheClockTwiceAtLevelProcess) {
  Logged<Level::kProcess> logged;
  logged.play();
  EXPECT_EQ(logged.clock.readings, 2);
}

TEST(ExecutionLog, AUnitLastsUntilTheNextOrTheEnd) {
  Logged<Level::kUnit> logged;
  logged.play();
  const auto units = logged.record().units;
  EXPECT_EQ(units[0], (UnitSums{1, {157, 43, 17}, {400, 1, 12, 1}, {}}));
  EXPECT_EQ(units[1], (UnitSums{1, {221, 12, 15}, {8, 1, 1, 1}, {}}));
}

TEST(ExecutionLog, AFunctionalityLastsFromItsBeginToItsEnd) {
  Logged<Level::kFunctionality> logged;
  logged.play();
  const auto units = logged.record().units;
  EXPECT_EQ(units[0].times, (Times{157, 43, 17}));
  EXPECT_EQ(units[0].functionalities[0], (FunctionalitySums{1, {50, 40, 10}, 50, 0, 0, 0}));
  EXPECT_EQ(units[0].functionalities[1], (FunctionalitySums{1, {7, 2, 5}, 0, 7, 12, 1}));
  EXPECT_EQ(units[1].functionalities[0], (FunctionalitySums{1, {20, 9, 11}, 9, 11, 1, 1}));
}

TEST(ExecutionLog, TheRecordOfARunningProcessHasItsTimesAsOfTheNewestEntry) {
  Logged<Level::kFunctionality> logged;
  logged.log.process_begin(0);
  logged.log.unit_begin(0);
  logged.clock.use(100, 1, 2);
  logged.log.taken(400, 30);
  EXPECT_EQ(logged.record().times, (Times{}));
  logged.log.functionality_begin(0);
  EXPECT_EQ(logged.record().times, (Times{100, 1, 2}));
}

TEST(ExecutionLog, EntriesWithoutAStepBetweenThemShareAReading) {
  Logged<Level::kFunctionality> logged;
  logged.play();
  // PROCESS_BEGIN with the first FU_BEGIN; FUNC_BEGIN; END with BEGIN; END with FU_BEGIN;
  // FUNC_BEGIN; FUNC_END; PROCESS_END.
  EXPECT_EQ(logged.clock.readings, 7);
}

TEST(ExecutionLog, WhatIsUnderWayEndsWithAStoppedProcess) {
  Logged<Level::kFunctionality> logged;
  logged.log.process_begin(0);
  logged.log.unit_begin(1);
  logged.log.functionality_begin(0);
  logged.clock.use(70, 30, 20);
  logged.log.process_end();
  const ProcessRecord record = logged.record();
  EXPECT_EQ(record.times, (Times{70, 30, 20}));
  EXPECT_EQ(record.units[1].times, (Times{70, 30, 20}));
  EXPECT_EQ(record.units[1].functionalities[0].times, (Times{70, 30, 20}));
}

TEST(ExecutionLog, TheSameUnitBecomesActiveAnew) {
  Logged<Level::kUnit> logged;
  logged.log.process_begin(0);
  logged.log.unit_begin(0);
  logged.clock.use(10);
  logged.log.sent(1, 10);
  logged.log.unit_begin(0);
  logged.clock.use(5);
  logged.log.process_end();
  EXPECT_EQ(logged.record().units[0].active, 2U);
  EXPECT_EQ(logged.record().units[0].times.real_ns, 15);
}

}  // namespace
}  // namespace dps::profiles
