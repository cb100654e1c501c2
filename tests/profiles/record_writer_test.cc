#include "profiles/record_writer.h"

#include <vector>

#include <gtest/gtest.h>

#include "simulator/process/event_clock.h"
#include "tests/profiles/page_memory.h"

namespace dps::profiles {
namespace {

using namespace std::chrono_literals;
using simulator::EventClock;

using Unit = ProcessRecord::Unit;
using Functionality = ProcessRecord::Functionality;

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
  [[nodiscard]] Nanoseconds real() const { return time_.real; }

  void use(const Times& more) { time_ += more; }

  int readings = 0;

 private:
  Times time_{1ms, 500ns, 300ns};
};

/// A process with two units, of two functionalities and of one; its events, as reported by a run,
/// and its record.
template <Level level>
struct Logged {
  Logged() : memory(shape()), page(memory.create()), writer(page, program()) { page.reset(1); }

  static PageShape shape() {
    PageShape shape;
    shape.level = level;
    shape.functionalities = {2, 1};
    shape.flows = {{kSelf, MessageId{0}, false}};
    return shape;
  }
  /// Computation 0 is a busywait, and 1 a sleep.
  static const blueprint::Program& program() {
    static const blueprint::Program kProgram = [] {
      blueprint::Program made;
      made.computations.resize(2);
      made.computations[0].kind = blueprint::ComputationKind::kBusywait;
      made.computations[1].kind = blueprint::ComputationKind::kSleep;
      return made;
    }();
    return kProgram;
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
  void computation(const Times& used) {
    const Nanoseconds before = times.read_real();
    clock.use(used);
    writer.computation_end(kSelf, 0, {before, times.read_real()});
  }
  void send(std::uint64_t bytes, const Times& used) {
    const Nanoseconds before = times.read_real();
    clock.use(used);
    writer.send_end(kSelf, 0, message(bytes), {before, times.read_real()}, {});
  }
  void take(std::uint64_t bytes, Nanoseconds work) {
    writer.take(kSelf, message(bytes), 0, times.read_real(), work);
  }

  /// Unit 0 fires both functionalities after a message of 400 bytes, then unit 1 fires its
  /// functionality after a message of 8 bytes.
  void play() {
    clock.use({5ns});
    process_begin();
    unit_begin(0);
    clock.use({100ns, 1ns, 2ns});
    take(400, 30ns);
    functionality_begin(0);
    computation({50ns, 40ns, 10ns});
    functionality_end();
    functionality_begin(1);
    send(12, {7ns, 2ns, 5ns});
    functionality_end();
    unit_change(1);
    clock.use({200ns, 3ns, 4ns});
    take(8, 1ns);
    functionality_begin(0);
    computation({9ns, 9ns});
    send(1, {11ns, 0ns, 11ns});
    functionality_end();
    clock.use({1ns});
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
    EXPECT_EQ(record.start_late, 5ns);
    EXPECT_EQ(record.times, (Times{378ns, 55ns, 32ns}));
    EXPECT_EQ(record.compute, 59ns);
    EXPECT_EQ(record.send, 18ns);
    EXPECT_EQ(record.take, 31ns);
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
  EXPECT_EQ(units[0], (Unit{1, {157ns, 43ns, 17ns}, {400, 1, 12, 1}, {}}));
  EXPECT_EQ(units[1], (Unit{1, {221ns, 12ns, 15ns}, {8, 1, 1, 1}, {}}));
}

TEST(RecordWriter, AFunctionalityLastsFromItsBeginToItsEnd) {
  Logged<Level::kFunctionality> logged;
  logged.play();
  const auto units = logged.record().units;
  EXPECT_EQ(units[0].times, (Times{157ns, 43ns, 17ns}));
  EXPECT_EQ(units[0].functionalities[0], (Functionality{1, {50ns, 40ns, 10ns}, 50ns, 0ns, 0, 0}));
  EXPECT_EQ(units[0].functionalities[1], (Functionality{1, {7ns, 2ns, 5ns}, 0ns, 7ns, 12, 1}));
  EXPECT_EQ(units[1].functionalities[0], (Functionality{1, {20ns, 9ns, 11ns}, 9ns, 11ns, 1, 1}));
}

TEST(RecordWriter, ARunningProcessHasItsTimesAsOfTheNewestEntry) {
  Logged<Level::kFunctionality> logged;
  logged.process_begin();
  logged.unit_begin(0);
  logged.clock.use({100ns, 1ns, 2ns});
  logged.writer.computation_end(kSelf, 0, {});
  EXPECT_EQ(logged.record().times, (Times{}));
  logged.times.passed();
  logged.functionality_begin(0);
  EXPECT_EQ(logged.record().times, (Times{100ns, 1ns, 2ns}));
}

TEST(RecordWriter, TheStateFollowsTheEvents) {
  Logged<Level::kProcess> logged;
  const auto state = [&] { return logged.record().state; };
  logged.process_begin();
  EXPECT_EQ(state(), ProcessState::kRunning);
  logged.writer.send_begin(kSelf, 0, Logged<Level::kProcess>::message(1), Nanoseconds(3));
  EXPECT_EQ(state(), ProcessState::kSending);
  logged.send(1, {5ns});
  EXPECT_EQ(state(), ProcessState::kRunning);
  logged.writer.wait(kSelf, Nanoseconds(7));
  EXPECT_EQ(state(), ProcessState::kWaiting);
  EXPECT_EQ(logged.record().changed, 7ns);
  logged.take(1, 0ns);
  EXPECT_EQ(state(), ProcessState::kRunning);
  logged.process_end();
  EXPECT_EQ(state(), ProcessState::kComplete);
}

TEST(RecordWriter, ATimerIsPendingUntilItIsTakenOrLate) {
  Logged<Level::kProcess> logged;
  const events::Message timer{kSelf, kSelf, MessageId{0}, true, 8, 0};
  logged.process_begin();
  logged.writer.send_end(kSelf, 0, timer, {}, {});
  logged.writer.send_end(kSelf, 0, timer, {}, {});
  EXPECT_EQ(logged.record().timers_pending, 2U);
  logged.writer.take(kSelf, timer, 0, {}, {});
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
  clock.use({4ns});
  EXPECT_EQ(times.functionality_begin().real, Nanoseconds(4));
  times.passed();
  clock.use({6ns});
  EXPECT_EQ(times.functionality_end().real, Nanoseconds(10));
  EXPECT_EQ(clock.readings, 0);
}

TEST(RecordWriter, TheSameUnitBecomesActiveAgain) {
  Logged<Level::kUnit> logged;
  logged.process_begin();
  logged.unit_begin(0);
  logged.send(1, {10ns});
  logged.unit_change(0);
  logged.clock.use({5ns});
  const auto at = logged.times.process_end();
  logged.writer.unit_end(kSelf, at);
  EXPECT_EQ(logged.record().units[0].active, 2U);
  EXPECT_EQ(logged.record().units[0].times.real, 15ns);
}

/// A process of unit 0 that has begun at 5 ns, and fires its functionality 1.
struct Firing : Logged<Level::kFunctionality> {
  Firing() {
    page.reset(1, Nanoseconds(1000));
    clock.use({Nanoseconds(5), {}, {}});
    process_begin();
    unit_begin(0);
    functionality_begin(1);
  }
};

TEST(RecordWriter, SleepingIsAPartOfComputing) {
  Logged<Level::kProcess> logged;
  logged.process_begin();
  logged.writer.computation_begin(kSelf, 0, Nanoseconds(10));
  logged.writer.computation_end(kSelf, 0, {Nanoseconds(10), Nanoseconds(40)});
  logged.writer.computation_begin(kSelf, 1, Nanoseconds(40));
  logged.writer.computation_end(kSelf, 1, {Nanoseconds(40), Nanoseconds(90)});
  EXPECT_EQ(logged.record().compute, Nanoseconds(80));
  EXPECT_EQ(logged.record().sleep, Nanoseconds(50));
}

TEST(RecordWriter, PackingIsAPartOfSending) {
  Logged<Level::kProcess> logged;
  logged.process_begin();
  logged.writer.send_end(kSelf, 0, Logged<Level::kProcess>::message(8),
                         {Nanoseconds(10), Nanoseconds(40)}, Nanoseconds(7));
  EXPECT_EQ(logged.record().send, Nanoseconds(30));
  EXPECT_EQ(logged.record().pack, Nanoseconds(7));
}

TEST(RecordWriter, AnIdleProcessWaitsForTheMessageThatItTakesNext) {
  Logged<Level::kProcess> logged;
  const auto message = Logged<Level::kProcess>::message(8);
  logged.process_begin();
  logged.writer.wait(kSelf, Nanoseconds(100));
  logged.writer.take(kSelf, message, 0, Nanoseconds(160), Nanoseconds(20));
  logged.writer.take(kSelf, message, 0, Nanoseconds(170), Nanoseconds(10));
  EXPECT_EQ(logged.record().idle, Nanoseconds(40));
  EXPECT_EQ(logged.record().flows[0].waited, Nanoseconds(40));
  logged.writer.wait(kSelf, Nanoseconds(200));
  logged.writer.process_end(kSelf, {Nanoseconds(230), {}, {}}, events::Ending::kStopped);
  EXPECT_EQ(logged.record().idle, Nanoseconds(70));
  EXPECT_EQ(logged.record().flows[0].waited, Nanoseconds(40));
}

TEST(RecordWriter, AProcessThatDiesHasComputedUntilItsDeath) {
  Firing logged;
  const auto begun = logged.record();
  logged.writer.computation_begin(kSelf, 1, begun.start_late + Nanoseconds(10));
  const ProcessDeath death{Nanoseconds(1000) + begun.start_late + Nanoseconds(60),
                           ProcessDeath::CpuTime{Nanoseconds(520), Nanoseconds(304)}};
  const ProcessRecord record = *logged.page.read(death);
  EXPECT_EQ(record.known, KnownPart::kAll);
  EXPECT_EQ(record.times, (Times{Nanoseconds(60), Nanoseconds(20), Nanoseconds(4)}));
  EXPECT_EQ(record.compute, Nanoseconds(50));
  EXPECT_EQ(record.sleep, Nanoseconds(50));
  EXPECT_EQ(record.send, Nanoseconds(0));
  EXPECT_EQ(record.units[0].times, record.times);
  EXPECT_EQ(record.units[0].functionalities[1].times, record.times);
  EXPECT_EQ(record.units[0].functionalities[1].compute, Nanoseconds(50));
}

TEST(RecordWriter, AProcessThatDiesHasSentOrWaitedUntilItsDeath) {
  Firing sending;
  const Nanoseconds begin = sending.record().start_late;
  const ProcessDeath death{Nanoseconds(1000) + begin + Nanoseconds(60), std::nullopt};
  sending.writer.send_begin(kSelf, 0, Logged<Level::kFunctionality>::message(8),
                            begin + Nanoseconds(40));
  const ProcessRecord sent = *sending.page.read(death);
  EXPECT_EQ(sent.known, KnownPart::kAllButCpuTime);
  EXPECT_EQ(sent.send, Nanoseconds(20));
  EXPECT_EQ(sent.units[0].functionalities[1].send, Nanoseconds(20));
  Firing waiting;
  waiting.functionality_end();
  waiting.writer.wait(kSelf, begin + Nanoseconds(15));
  const ProcessRecord waited = *waiting.page.read(death);
  EXPECT_EQ(waited.idle, Nanoseconds(45));
  EXPECT_EQ(waited.compute + waited.send, Nanoseconds(0));
  EXPECT_EQ(waited.times.real, Nanoseconds(60));
}

TEST(RecordWriter, AProcessThatHasEndedByItselfKeepsItsTimesWhenItDies) {
  Logged<Level::kProcess> logged;
  logged.play();
  EXPECT_EQ(*logged.page.read(ProcessDeath{Nanoseconds(9'000'000), std::nullopt}), logged.record());
}

}  // namespace
}  // namespace dps::profiles
