#include "profiles/record_writer.h"

#include <vector>

#include <gtest/gtest.h>

#include "simulator/process/event_clock.h"
#include "tests/profiles/page_memory.h"

namespace dps::profiles {
namespace {

using simulator::EventClock;

constexpr ProcessId kSelf{3};
constexpr Nanoseconds kBegin{1'000'000};

/// Advances only by use(); counts its readings of CPU time.
class ManualClock {
 public:
  Times now() {
    ++readings;
    return time_;
  }
  Times soon() { return now(); }
  Times next() { return now(); }
  [[nodiscard]] Nanoseconds real() const { return Nanoseconds(time_.real_ns); }

  void use(std::int64_t real_ns, std::int64_t user_ns = 0, std::int64_t sys_ns = 0) {
    time_.real_ns += real_ns;
    time_.user_ns += user_ns;
    time_.sys_ns += sys_ns;
  }

  int readings = 0;

 private:
  Times time_{1'000'000, 500, 300};
};

/// A process with two units of two functionalities and one: its events, as a run reports them, and
/// its record.
template <Level level>
struct Logged {
  Logged() : memory(shape()), page(memory.create()), writer(page) { page.reset(1); }

  static PageShape shape() {
    PageShape shape;
    shape.level = level;
    shape.functionalities = {2, 1};
    return shape;
  }

  void process_begin() { writer.process_begin(kSelf, times.process_begin()); }
  void process_end() { writer.process_end(kSelf, times.process_end(), events::Ending::kComplete); }
  void unit_begin(std::uint32_t unit) { writer.unit_begin(kSelf, unit, times.unit_begin()); }
  void unit_change(std::uint32_t unit) {
    const auto at = times.unit_begin();
    writer.unit_end(kSelf, at);
    writer.unit_begin(kSelf, unit, at);
  }
  void functionality_begin(std::uint32_t position) {
    writer.functionality_begin(kSelf, position, times.functionality_begin());
  }
  void functionality_end() { writer.functionality_end(kSelf, times.functionality_end()); }
  void computation(std::int64_t real_ns, std::int64_t user_ns, std::int64_t sys_ns) {
    const Nanoseconds before = times.read_real();
    clock.use(real_ns, user_ns, sys_ns);
    writer.computation_end(kSelf, 0, {before, times.read_real()});
  }
  void send(std::uint64_t bytes, std::int64_t real_ns, std::int64_t user_ns = 0,
            std::int64_t sys_ns = 0) {
    const Nanoseconds before = times.read_real();
    clock.use(real_ns, user_ns, sys_ns);
    writer.send_end(kSelf, 0, message(bytes), {before, times.read_real()});
  }
  void take(std::uint64_t bytes, std::int64_t work_ns) {
    writer.take(kSelf, message(bytes), times.read_real(), Nanoseconds(work_ns));
  }

  /// Unit 0 fires both of its functionalities on one message of 400 bytes, then unit 1 its own on
  /// another of 8.
  void play() {
    clock.use(5);
    process_begin();
    unit_begin(0);
    clock.use(100, 1, 2);
    take(400, 30);
    functionality_begin(0);
    computation(50, 40, 10);
    functionality_end();
    functionality_begin(1);
    send(12, 7, 2, 5);
    functionality_end();
    unit_change(1);
    clock.use(200, 3, 4);
    take(8, 1);
    functionality_begin(0);
    computation(9, 9, 0);
    send(1, 11, 0, 11);
    functionality_end();
    clock.use(1);
    const auto at = times.process_end();
    writer.unit_end(kSelf, at);
    writer.process_end(kSelf, at, events::Ending::kComplete);
  }

  static events::Message message(std::uint64_t bytes) {
    return {kSelf, kSelf, MessageId{0}, false, bytes, 0};
  }
  ProcessRecord record() { return *page.read(); }

  PageMemory memory;
  RecordPage page;
  ManualClock clock;
  EventClock<level, false, ManualClock> times{clock, kBegin};
  RecordWriter<level> writer;
};

TEST(RecordWriter, KeepsTheWholeProcessAtEveryLevel) {
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

TEST(EventClock, ReadsCpuTimeTwiceAtLevelProcess) {
  Logged<Level::kProcess> logged;
  logged.play();
  EXPECT_EQ(logged.clock.readings, 2);
}

TEST(RecordWriter, AUnitLastsUntilTheNextOrTheEnd) {
  Logged<Level::kUnit> logged;
  logged.play();
  const auto units = logged.record().units;
  EXPECT_EQ(units[0], (UnitSums{1, {157, 43, 17}, {400, 1, 12, 1}, {}}));
  EXPECT_EQ(units[1], (UnitSums{1, {221, 12, 15}, {8, 1, 1, 1}, {}}));
}

TEST(RecordWriter, AFunctionalityLastsFromItsBeginToItsEnd) {
  Logged<Level::kFunctionality> logged;
  logged.play();
  const auto units = logged.record().units;
  EXPECT_EQ(units[0].times, (Times{157, 43, 17}));
  EXPECT_EQ(units[0].functionalities[0], (FunctionalitySums{1, {50, 40, 10}, 50, 0, 0, 0}));
  EXPECT_EQ(units[0].functionalities[1], (FunctionalitySums{1, {7, 2, 5}, 0, 7, 12, 1}));
  EXPECT_EQ(units[1].functionalities[0], (FunctionalitySums{1, {20, 9, 11}, 9, 11, 1, 1}));
}

TEST(RecordWriter, ARunningProcessHasItsTimesAsOfTheNewestEntry) {
  Logged<Level::kFunctionality> logged;
  logged.process_begin();
  logged.unit_begin(0);
  logged.clock.use(100, 1, 2);
  logged.writer.computation_end(kSelf, 0, {});
  EXPECT_EQ(logged.record().times, (Times{}));
  logged.times.passed();
  logged.functionality_begin(0);
  EXPECT_EQ(logged.record().times, (Times{100, 1, 2}));
}

TEST(RecordWriter, TheStateFollowsTheEvents) {
  Logged<Level::kProcess> logged;
  const auto state = [&] { return logged.record().state; };
  logged.process_begin();
  EXPECT_EQ(state(), ProcessState::kRunning);
  logged.writer.send_begin(kSelf, 0, Logged<Level::kProcess>::message(1), Nanoseconds(3));
  EXPECT_EQ(state(), ProcessState::kSending);
  logged.send(1, 5);
  EXPECT_EQ(state(), ProcessState::kRunning);
  logged.writer.wait(kSelf, Nanoseconds(7));
  EXPECT_EQ(state(), ProcessState::kWaiting);
  EXPECT_EQ(logged.record().changed_ns, 7);
  logged.take(1, 0);
  EXPECT_EQ(state(), ProcessState::kRunning);
  logged.process_end();
  EXPECT_EQ(state(), ProcessState::kComplete);
}

TEST(RecordWriter, ATimerIsPendingUntilItIsTakenOrLate) {
  Logged<Level::kProcess> logged;
  const events::Message timer{kSelf, kSelf, MessageId{0}, true, 8, 0};
  logged.process_begin();
  logged.writer.send_end(kSelf, 0, timer, {});
  logged.writer.send_end(kSelf, 0, timer, {});
  EXPECT_EQ(logged.record().timers_pending, 2U);
  logged.writer.take(kSelf, timer, {}, {});
  EXPECT_EQ(logged.record().timers_pending, 1U);
  logged.writer.late(kSelf, timer, {});
  EXPECT_EQ(logged.record().timers_pending, 0U);
  EXPECT_EQ(logged.record().late, 1U);
}

TEST(EventClock, EventsWithNothingBetweenThemShareAReading) {
  Logged<Level::kFunctionality> logged;
  logged.play();
  // PROCESS_BEGIN with the first FU_BEGIN; FUNC_BEGIN; END with BEGIN; END with FU_BEGIN;
  // FUNC_BEGIN; FUNC_END; PROCESS_END.
  EXPECT_EQ(logged.clock.readings, 7);
}

TEST(EventClock, AConsumerOfEveryDetailGetsRealTimeAtEveryLevel) {
  ManualClock clock;
  EventClock<Level::kProcess, true, ManualClock> times(clock, kBegin);
  clock.use(4);
  EXPECT_EQ(times.functionality_begin().real, Nanoseconds(4));
  times.passed();
  clock.use(6);
  EXPECT_EQ(times.functionality_end().real, Nanoseconds(10));
  EXPECT_EQ(clock.readings, 0);
}

TEST(RecordWriter, TheSameUnitBecomesActiveAgain) {
  Logged<Level::kUnit> logged;
  logged.process_begin();
  logged.unit_begin(0);
  logged.send(1, 10);
  logged.unit_change(0);
  logged.clock.use(5);
  const auto at = logged.times.process_end();
  logged.writer.unit_end(kSelf, at);
  EXPECT_EQ(logged.record().units[0].active, 2U);
  EXPECT_EQ(logged.record().units[0].times.real_ns, 15);
}

}  // namespace
}  // namespace dps::profiles
