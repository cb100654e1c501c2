// The events of a traced run: the time at which a session fetches them, and their absence.
#include <csignal>

#include <gtest/gtest.h>

#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using control::EventsFrame;
using control::FetchFrame;
using std::chrono::seconds;

// kPair: process 0 is A, 1 is B; mid 0 is Answer.m, 1 is Ask.m.
const std::vector<profiles::FlowRow> kOfA{sent_row(1, 1, 2), taken_row(1, 0, 1)};
const std::vector<profiles::FlowRow> kOfB{sent_row(0, 0, 1), taken_row(0, 1, 2)};

SessionOptions traced(std::uint64_t events = 100'000) {
  SessionOptions options;
  options.trace.emplace().events = events;
  return options;
}

void play_once(Rehearsal& session) {
  session.complete(0, kOfA);
  session.complete(1, kOfB);
  session.drain(0, kOfA);
  session.drain(1, kOfB);
}

/// `count` waits at the instants from `position` on.
EventsFrame events_at(std::uint64_t position, std::uint64_t count, std::uint64_t recorded) {
  EventsFrame frame{position, recorded, 0, 0, {}};
  std::vector<traces::Record> records;
  for (std::uint64_t i = 0; i < count; ++i) {
    records.push_back(traces::plain_record(traces::EventKind::kWait, 0,
                                           static_cast<traces::Ticks>(position + i)));
  }
  frame.records.resize(count * traces::kRecordBytes);
  traces::store(records, frame.records);
  return frame;
}

FetchFrame last_fetch(const Rehearsal& session) {
  return std::get<FetchFrame>(session.sent_of<FetchFrame>().back().frame);
}

/// The trace of the only run.
traces::Trace trace_of(SessionResult& result) {
  traces::TraceHead head;
  head.processes.resize(result.runs.at(0).records.size());
  return std::move(*result.events.at(0).spool->finish(std::move(head)));
}

TEST(FetchStates, LaunchAndPlanHaveTheOptionsOfTheTrace) {
  SessionOptions options = traced(7);
  options.trace->keep = traces::Keep::kLast;
  options.trace->from = 3;
  options.trace->to = 9;
  Rehearsal session(kPair, options);
  session.reach(Phase::kRun);
  const auto launch = std::get<control::Launch>(session.sent_of<control::Launch>()[0].frame);
  EXPECT_EQ(launch.trace, (control::TraceOrder{7, true, 3, 9}));
  EXPECT_TRUE(std::get<control::PlanFrame>(session.sent_of<control::PlanFrame>()[0].frame).traces);
}

TEST(FetchStates, AHostThatLacksTheMemoryIsRefusedBeforeTheStart) {
  Rehearsal session(kPair, traced(1'000'000));
  control::HelloFrame hello;
  hello.cores = 4;
  hello.memory = 50'000'000;
  session.hear(0, hello);
  session.pass(seconds(1));
  ASSERT_TRUE(session.states.is_over());
  EXPECT_TRUE(session.sent_of<control::Launch>().empty());
  const std::string reason = session.states.take_result().failure->reason;
  EXPECT_NE(reason.find("2 simulators and 2,000,000 recorded events need "), std::string::npos)
      << reason;
  EXPECT_NE(reason.find("use a smaller --trace-limit"), std::string::npos) << reason;
}

TEST(FetchStates, EventsAreFetchedProcessByProcessInPieces) {
  Rehearsal session(kPair, traced());
  session.reach(Phase::kRun);
  play_once(session);
  ASSERT_EQ(session.phase, Phase::kFetch);
  EXPECT_EQ(last_fetch(session), (FetchFrame{ProcessId{0}, 0, 32'000}));
  for (std::uint64_t at = 0; at < 32'000; at += 2'000) {
    session.hear_process(0, events_at(at, 2'000, 32'500));
  }
  EXPECT_EQ(last_fetch(session), (FetchFrame{ProcessId{0}, 32'000, 32'000}));
  EXPECT_EQ(session.sent_of<FetchFrame>().size(), 2U);
  session.hear_process(0, events_at(32'000, 500, 32'500));
  EXPECT_EQ(last_fetch(session), (FetchFrame{ProcessId{1}, 0, 32'000}));
  EXPECT_FALSE(session.states.is_over());
  session.hear_process(1, events_at(0, 0, 0));
  ASSERT_TRUE(session.states.is_over());
  SessionResult result = session.states.take_result();
  EXPECT_TRUE(result.complete);
  const traces::Trace trace = trace_of(result);
  EXPECT_EQ(trace.head().processes[0].events, 32'500U);
  EXPECT_EQ(trace.head().processes[1].events, 0U);
  EXPECT_TRUE(trace.head().has_all_events());
}

TEST(FetchStates, ArrivalsAreSortedAndCountsOfLeftOutEventsAreKept) {
  Rehearsal session(kPair, traced());
  session.reach(Phase::kRun);
  play_once(session);
  EventsFrame frame = events_at(10, 2, 2);
  frame.position = 0;
  frame.left_out_before = 3;
  frame.left_out_after = 4;
  std::rotate(frame.records.begin(), frame.records.begin() + traces::kRecordBytes,
              frame.records.end());
  session.hear_process(0, frame);
  session.hear_process(1, events_at(0, 0, 0));
  SessionResult result = session.states.take_result();
  const traces::Trace trace = trace_of(result);
  std::vector<std::byte> bytes(traces::kRecordBytes);
  ASSERT_TRUE(trace.read(trace.extents(0)[0].offset, bytes));
  EXPECT_EQ(event_of(traces::load(std::span<const std::byte>(bytes).first<32>())).time, 10);
  EXPECT_EQ(trace.head().processes[0].left_out_before, 3U);
  EXPECT_EQ(trace.head().processes[0].left_out_after, 4U);
}

TEST(FetchStates, WarmUpRunsAreNotFetchedAndEachOtherRunIs) {
  SessionOptions options = traced();
  options.repetition = {2, 1, std::nullopt};
  Rehearsal session(kPair, options);
  session.reach(Phase::kRun);
  play_once(session);
  EXPECT_TRUE(session.sent_of<FetchFrame>().empty());
  for (session.run = 2; session.run <= 3; ++session.run) {
    ASSERT_FALSE(session.states.is_over());
    play_once(session);
    session.hear_process(0, events_at(0, session.run, session.run));
    session.hear_process(1, events_at(0, 0, 0));
  }
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  ASSERT_EQ(result.events.size(), 2U);
  EXPECT_EQ(result.events[0].run, 2U);
  EXPECT_EQ(result.events[1].run, 3U);
}

struct Wrong {
  const char* what;
  EventsFrame frame;
};

TEST(FetchStates, EventsThatWereNotRequestedAreAViolation) {
  const auto computation = [] {
    EventsFrame frame = events_at(0, 1, 1);
    traces::store(std::vector{traces::plain_record(traces::EventKind::kComputationBegin, 9, 0)},
                  frame.records);
    return frame;
  };
  for (const Wrong& wrong :
       std::initializer_list<Wrong>{{"from another position", events_at(5, 1, 6)},
                                    {"more than the limit", events_at(0, 1, 100'001)},
                                    {"more than there are", events_at(0, 2, 1)},
                                    {"none, though there are some", events_at(0, 0, 1)},
                                    {"of a computation that is not in the slice", computation()}}) {
    Rehearsal session(kPair, traced());
    session.reach(Phase::kRun);
    play_once(session);
    session.hear_process(0, wrong.frame);
    ASSERT_TRUE(session.states.is_over()) << wrong.what;
    const SessionResult result = session.states.take_result();
    EXPECT_NE(result.failure->reason.find("EVENTS"), std::string::npos)
        << wrong.what << ": " << result.failure->reason;
  }
}

TEST(FetchStates, EventsDuringTheRunAreAViolation) {
  Rehearsal session(kPair, traced());
  session.reach(Phase::kRun);
  session.hear_process(0, events_at(0, 1, 1));
  session.pass(seconds(3));
  EXPECT_NE(session.states.take_result().failure->reason.find("EVENTS while running"),
            std::string::npos);
}

TEST(FetchStates, TheDeadlineCountsFromTheLastProgress) {
  Rehearsal session(kPair, traced());
  session.reach(Phase::kRun);
  play_once(session);
  for (std::uint64_t at = 0; at < 10; ++at) {
    for (int second = 0; second < 25; ++second) {
      session.pass(seconds(1));
      session.hear(0, control::CountersFrame{});
    }
    ASSERT_FALSE(session.states.is_over());
    session.hear_process(0, events_at(at, 1, 100));
  }
  for (int second = 0; second < 31; ++second) {
    session.pass(seconds(1));
    session.hear(0, control::CountersFrame{});
  }
  ASSERT_TRUE(session.states.is_over());
  SessionResult result = session.states.take_result();
  EXPECT_EQ(result.exit_status(), static_cast<int>(ExitStatus::kIncomplete));
  const traces::Trace trace = trace_of(result);
  EXPECT_EQ(trace.head().processes[0].events, 10U);
  EXPECT_EQ(trace.head().processes[0].left_out_after, 90U);
  EXPECT_GT(trace.head().processes[1].left_out_after, 0U);
}

TEST(FetchStates, AStoppedRunIsFetchedBeforeTheEnd) {
  Rehearsal session(kPair, traced());
  session.reach(Phase::kRun);
  session.states.on_request(refusal(ExitStatus::kFailed, "stopped"), session.now);
  control::DoneFrame stopped;
  stopped.ending = events::Ending::kStopped;
  for (std::uint32_t process = 0; process < 2; ++process) {
    session.hear_record(process, record_with(1, {}));
    session.hear_process(process, stopped);
  }
  ASSERT_EQ(session.phase, Phase::kFetch);
  session.hear_process(0, events_at(0, 2, 2));
  session.hear_process(1, events_at(0, 1, 1));
  ASSERT_TRUE(session.states.is_over());
  SessionResult result = session.states.take_result();
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(trace_of(result).head().event_count(), 3U);
}

TEST(FetchStates, AnotherRequestEndsTheFetchAndKeepsTheReceivedEvents) {
  Rehearsal session(kPair, traced());
  session.reach(Phase::kRun);
  play_once(session);
  session.hear_process(0, events_at(0, 5, 9));
  session.states.on_request(refusal(ExitStatus::kFailed, "stopped by a signal"), session.now);
  ASSERT_TRUE(session.states.is_over());
  SessionResult result = session.states.take_result();
  EXPECT_NE(result.failure->reason.find("stopped by a signal"), std::string::npos);
  const traces::Trace trace = trace_of(result);
  EXPECT_EQ(trace.head().processes[0].events, 5U);
  EXPECT_EQ(trace.head().processes[0].left_out_after, 4U);
}

TEST(FetchStates, ALostHostHasNoEventsAndItsCountersAreCountedAsLeftOut) {
  Rehearsal session(kPair, traced(), 2);
  session.reach(Phase::kRun);
  control::CountersFrame counters;
  counters.processes.push_back(waiting(1, 3, 4));
  session.hear(1, counters);
  session.states.on_lost(1, {ErrorCode::kSystem, "the agent has ended"}, session.now);
  session.hear_record(0, record_with(1, {}));
  control::DoneFrame stopped;
  stopped.ending = events::Ending::kStopped;
  session.hear_process(0, stopped);
  ASSERT_EQ(session.phase, Phase::kFetch);
  session.hear_process(0, events_at(0, 2, 2));
  ASSERT_TRUE(session.states.is_over());
  SessionResult result = session.states.take_result();
  const traces::Trace trace = trace_of(result);
  EXPECT_EQ(trace.head().processes[0].events, 2U);
  EXPECT_TRUE(trace.head().processes[0].is_complete());
  EXPECT_EQ(trace.head().processes[1].events, 0U);
  EXPECT_EQ(trace.head().processes[1].left_out_after, 14U);
}

TEST(FetchStates, AStoppedServerEndsWithTheRunInItsRecordAndItsEvents) {
  Rehearsal session(kServed, traced());
  session.reach(Phase::kRun);
  const auto client = [](std::uint32_t) {
    return std::vector{sent_row(2, 0, 1), taken_row(2, 1, 1)};
  };
  session.complete(0, client(0));
  session.complete(1, client(1));
  Counters server = waiting(2, 2, 2);
  server.changed = std::chrono::milliseconds(5);
  const control::CountersFrame quiet{{waiting(0, 1, 1), waiting(1, 1, 1), server}};
  session.hear(0, quiet);
  session.hear(0, control::PongFrame{session.now.time_since_epoch(), {}});
  session.hear(0, quiet);
  ASSERT_EQ(session.sent_of<control::StopFrame>().size(), 1U);
  auto record = record_with(
      1, {sent_row(0, 1, 1), sent_row(1, 1, 1), taken_row(0, 0, 1), taken_row(1, 0, 1)});
  record.times.real = std::chrono::milliseconds(9);
  record.idle = std::chrono::milliseconds(6);
  session.hear_record(2, record);
  control::DoneFrame stopped;
  stopped.ending = events::Ending::kStopped;
  session.hear_process(2, stopped);
  session.drain(0, client(0));
  session.drain(1, client(1));
  session.hear_record(2, record);
  session.hear_process(2, control::DrainedFrame{});
  ASSERT_EQ(session.phase, Phase::kFetch);
  session.hear_process(0, events_at(0, 0, 0));
  session.hear_process(1, events_at(0, 0, 0));
  EventsFrame ends{0, 2, 0, 0, ByteString(2 * traces::kRecordBytes)};
  const traces::Ticks at = 9'000'000;
  traces::store(std::vector{traces::nesting_record(traces::EventKind::kUnitEnd, 0, 0, at, {}),
                            traces::nesting_record(traces::EventKind::kProcessEnd, 0, 0, at, {})},
                ends.records);
  session.hear_process(2, ends);
  ASSERT_TRUE(session.states.is_over());
  SessionResult result = session.states.take_result();
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.runs[0].records[2]->times.real, std::chrono::milliseconds(5));
  EXPECT_EQ(result.runs[0].records[2]->idle, std::chrono::milliseconds(2));
  const traces::Trace trace = trace_of(result);
  std::vector<std::byte> bytes(2 * traces::kRecordBytes);
  ASSERT_TRUE(trace.read(trace.extents(2)[0].offset, bytes));
  for (std::size_t i = 0; i < 2; ++i) {
    const auto record_bytes = std::span<const std::byte>(bytes).subspan(i * 32).first<32>();
    EXPECT_EQ(event_of(traces::load(record_bytes)).time, 5'000'000);
  }
}

}  // namespace
}  // namespace dps::coordinator
