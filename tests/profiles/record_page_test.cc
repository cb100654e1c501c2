#include "profiles/record_page.h"

#include <vector>

#include <gtest/gtest.h>

#include "tests/profiles/page_memory.h"

namespace dps::profiles {
namespace {

using namespace std::chrono_literals;

PageShape small_shape(Level level) {
  PageShape shape;
  shape.level = level;
  shape.functionalities = {3, 2};
  shape.flows = {{ProcessId{4}, MessageId{2}, true}, {ProcessId{7}, MessageId{0}, false}};
  return shape;
}

TEST(RecordPage, TheReaderGetsTheValuesOfTheWriter) {
  PageMemory memory(small_shape(Level::kFunctionality));
  RecordPage page = memory.create();
  page.reset(3);
  page.set_place(1, 1);
  page.head().start_late.set(11ns);
  page.head().times.set({100ns, 20ns, 30ns});
  page.head().traffic.add_in(400);
  page.head().traffic.add_out(12);
  page.unit(1).active.add(2);
  page.functionality(1, 1).triggered.add(7);
  page.flow(0).messages.add(1);
  page.flow(1).late.add(5);
  page.set_state(ProcessState::kSending, 42ns);

  ProcessRecord expected;
  expected.level = Level::kFunctionality;
  expected.state = ProcessState::kSending;
  expected.run = 3;
  expected.unit = 1;
  expected.position = 1;
  expected.start_late = 11ns;
  expected.changed = 42ns;
  expected.times = {100ns, 20ns, 30ns};
  expected.traffic = {400, 1, 12, 1};
  expected.units.resize(2);
  expected.units[0].functionalities.resize(3);
  expected.units[1].functionalities.resize(2);
  expected.units[1].active = 2;
  expected.units[1].functionalities[1].triggered = 7;
  expected.flows = {{{ProcessId{4}, MessageId{2}, true}, 1, 0, 0, 0},
                    {{ProcessId{7}, MessageId{0}, false}, 0, 0, 5, 0}};
  const auto opened = RecordPage::open(memory.bytes());
  ASSERT_TRUE(opened.has_value());
  const auto record = opened->read();
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(*record, expected);
}

TEST(RecordPage, KeepsOnlyTheFieldsOfItsLevel) {
  for (const Level level : {Level::kProcess, Level::kUnit, Level::kFunctionality}) {
    PageMemory memory(small_shape(level));
    memory.create();
    const auto record = RecordPage::open(memory.bytes())->read();
    ASSERT_TRUE(record.has_value());
    EXPECT_EQ(record->units.size(), level == Level::kProcess ? 0U : 2U);
    const bool has_functionalities =
        !record->units.empty() && !record->units[0].functionalities.empty();
    EXPECT_EQ(has_functionalities, level == Level::kFunctionality);
    EXPECT_EQ(record->state, ProcessState::kPreparing);
    EXPECT_EQ(record->position, ProcessRecord::kNowhere);
  }
}

TEST(RecordPage, ProgressGrowsWithEveryStepAndMessage) {
  PageMemory memory(small_shape(Level::kProcess));
  RecordPage page = memory.create();
  page.reset(1);
  std::uint64_t progress = page.counters().progress;
  const auto expect_more = [&](const char* what) {
    EXPECT_GT(page.counters().progress, progress) << what;
    progress = page.counters().progress;
  };
  page.set_state(ProcessState::kWaiting, 5ns);
  expect_more("state");
  page.head().traffic.add_in(0);
  expect_more("taken");
  page.head().traffic.add_out(0);
  expect_more("sent");
  page.head().late.add(1);
  expect_more("late");
  page.head().steps.add(1);
  expect_more("step");
  page.head().timers_pending.set(3);
  const PageCounters counters = page.counters();
  EXPECT_EQ(counters.state, ProcessState::kWaiting);
  EXPECT_EQ(counters.changed, 5ns);
  EXPECT_EQ(counters.sent, 1U);
  EXPECT_EQ(counters.taken, 1U);
  EXPECT_EQ(counters.late, 1U);
  EXPECT_EQ(counters.timers_pending, 3U);
  EXPECT_EQ(counters.progress, progress);
}

TEST(RecordPage, ResetClearsTheLastRunAndKeepsTheRows) {
  PageMemory memory(small_shape(Level::kFunctionality));
  RecordPage page = memory.create();
  page.reset(1);
  const ProcessRecord fresh = *page.read();
  page.set_state(ProcessState::kFailed, 9ns);
  page.set_place(1, 0);
  page.head().dropped.add(1);
  page.unit(0).times.add({1ns, 2ns, 3ns});
  page.functionality(0, 2).send.add(4ns);
  page.flow(1).unclaimed.set(8);
  page.reset(2);
  ProcessRecord expected = fresh;
  expected.run = 2;
  EXPECT_EQ(*page.read(), expected);
  EXPECT_EQ(expected.state, ProcessState::kReady);
  EXPECT_EQ(expected.flows[0].peer, ProcessId{4});
}

TEST(RecordPage, OpenRefusesAHeaderThatDoesNotFit) {
  PageMemory memory(small_shape(Level::kFunctionality));
  memory.create();
  for (std::size_t word = 0; word < 10; ++word) {  // the header and the table of counts
    for (const std::uint64_t value : {~0ULL, 1ULL << 40, 0ULL}) {
      const std::uint64_t kept = memory.words()[word];
      memory.words()[word] = value;
      const auto opened = RecordPage::open(memory.bytes());
      EXPECT_FALSE(opened.has_value()) << word << ' ' << value;
      if (!opened) {
        EXPECT_EQ(opened.error().code, ErrorCode::kProtocol);
      }
      memory.words()[word] = kept;
    }
  }
  EXPECT_TRUE(RecordPage::open(memory.bytes()).has_value());
  EXPECT_FALSE(RecordPage::open(memory.bytes().first(memory.bytes().size() - 8)).has_value());
  EXPECT_FALSE(RecordPage::open(memory.bytes().first(8)).has_value());
}

TEST(RecordPage, AnInvalidStateOrPositionIsRefused) {
  PageMemory memory(small_shape(Level::kFunctionality));
  RecordPage page = memory.create();
  page.set_place(9, 77);
  EXPECT_EQ(page.read()->unit, 0U);
  EXPECT_EQ(page.read()->position, ProcessRecord::kNowhere);
  page.set_place(1, 2);  // unit 1 has two functionalities
  EXPECT_EQ(page.read()->unit, 1U);
  EXPECT_EQ(page.read()->position, ProcessRecord::kNowhere);
  page.head().state.set(8);
  EXPECT_FALSE(page.read().has_value());
  EXPECT_EQ(page.counters().state, ProcessState::kFailed);
}

TEST(RecordPage, AProcessThatDidNotEndLastedAtLeastUntilItsStateChanged) {
  PageMemory memory(small_shape(Level::kProcess));
  RecordPage page = memory.create();
  page.reset(1);
  page.head().start_late.set(100ns);
  page.set_state(ProcessState::kWaiting, 1'100ns);
  EXPECT_EQ(page.read()->times.real, 1'000ns);
  page.head().times.set({950ns, 0ns, 0ns});
  page.set_state(ProcessState::kComplete, 1'100ns);
  EXPECT_EQ(page.read()->times.real, 950ns);
}

TEST(RecordPage, NonsenseThatACrashingWriterLeftIsNotCountedAtItsDeath) {
  PageMemory memory(small_shape(Level::kFunctionality));
  RecordPage page = memory.create();
  page.reset(1, Nanoseconds(500));
  page.set_state(ProcessState::kRunning, Nanoseconds(10));
  page.head().start_late.set(Nanoseconds(10));
  page.head().process_since.real.set(Nanoseconds(10));
  page.head().process_since.user.set(Nanoseconds::min());
  page.head().process_since.sys.set(Nanoseconds::max());
  page.head().computing.set(77);
  page.head().computing_since.set(Nanoseconds::min());
  const auto record = page.read({Nanoseconds(600), ProcessDeath::CpuTime{}});
  ASSERT_TRUE(record.has_value()) << record.error().message;
  EXPECT_EQ(record->times, (Times{Nanoseconds(90), {}, {}}));
  EXPECT_EQ(record->compute, Nanoseconds(0));
}

}  // namespace
}  // namespace dps::profiles
