#include "profiles/traces/analysis/critical_path.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/spans.h"
#include "tests/profiles/traces/path_text.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/simple_machine.h"
#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

using Kind = EventKind;
using Texts = std::vector<std::string>;

// --- predictions, by hand -----------------------------------------------------------------------

/// The path of the whole run, in nanoseconds.
Texts predicted_path(const std::string& blueprint) {
  const auto made = record_on(simple_machine(), blueprint);
  const WalkedPath walked = path_of(made.trace);
  Ticks last = 0;
  for (const auto& sums : made.sums) {
    last = std::max(last, sums.times.real.count());
  }
  EXPECT_EQ(walked.path.end, last);
  return texts_of(made.trace, walked, 1'000);
}

TEST(CriticalPath, OfAPipelineStaysInItsSlowStage) {
  constexpr const char* kPipeline = R"(
I Raw.i    1 Raw.m
I Made.i   1 Made.m
C fast.c   compute 1us
C slow.c   compute 10us
O Raw.o    Second.p -t Raw.m -n 3
O Made.o   Third.p -t Made.m
F first.f  NULL   fast.c Raw.o  NULL
F second.f Raw.i  slow.c Made.o SAME*2,NULL
F third.f  Made.i NULL   NULL   SAME*2,NULL
U first.u  first.f
U second.u second.f
U third.u  third.f
P First.p  1 first.u
P Second.p 1 second.u
P Third.p  1 third.u
)";
  EXPECT_EQ(predicted_path(kPipeline),
            (Texts{"First.p[0] compute fast.c 1000", "First.p[0] send Raw.o 5",
                   "Second.p[0] under way Raw.o 50", "Second.p[0] wake-up Raw.m 20",
                   "Second.p[0] take Raw.m 4", "Second.p[0] compute slow.c 10000",
                   "Second.p[0] send Made.o 5", "Second.p[0] take Raw.m 4",
                   "Second.p[0] compute slow.c 10000", "Second.p[0] send Made.o 5",
                   "Second.p[0] take Raw.m 4", "Second.p[0] compute slow.c 10000",
                   "Second.p[0] send Made.o 5", "Third.p[0] under way Made.o 50",
                   "Third.p[0] wake-up Made.m 20", "Third.p[0] take Made.m 4"}));
}

TEST(CriticalPath, OfARingGoesAroundWithTheToken) {
  constexpr const char* kRing = R"(
I Token.i 1 Token.m
O Pass.o  Ring.p[{(self+1)%count}] -t Token.m
F begin.f NULL    NULL {self==0 ? Pass.o : NULL} {self==0 ? last.fu : pass.fu}
F pass.f  Token.i NULL Pass.o NULL
F last.f  Token.i NULL NULL   NULL
U begin.fu begin.f
U pass.fu  pass.f
U last.fu  last.f
P Ring.p 3 begin.fu pass.fu last.fu
)";
  Texts expected;
  for (int hop = 0; hop < 3; ++hop) {
    const std::string next = "Ring.p[" + std::to_string((hop + 1) % 3) + "] ";
    expected.push_back("Ring.p[" + std::to_string(hop) + "] send Pass.o 5");
    for (const char* text : {"under way Pass.o 50", "wake-up Token.m 20", "take Token.m 4"}) {
      expected.push_back(next + text);
    }
  }
  EXPECT_EQ(predicted_path(kRing), expected);
}

/// The second rank enters the operation 60 after the first one, which ends it last.
TEST(CriticalPath, OfACollectiveOperationComesFromTheRankThatEnteredItLast) {
  TraceHead head = small_head();
  head.communicators = {{"", {0, 1}, {}}};
  head.channels = {{0, -1}};
  head.processes[0].end = head.processes[1].end = 100;
  std::vector<Recorded> events;
  for (const std::uint32_t p : {0U, 1U}) {
    const Ticks enters = p == 0 ? 10 : 70;
    const Ticks leaves = p == 0 ? 100 : 90;
    events.insert(events.end(), {{p, event_at(0, Kind::kProcessBegin)},
                                 {p, event_at(0, Kind::kUnitBegin)},
                                 {p, event_at(0, Kind::kComputationBegin)},
                                 {p, event_at(enters, Kind::kComputationEnd)},
                                 {p, event_at(enters, Kind::kFunctionalityBegin)},
                                 {p, message_at(enters, Kind::kCollectiveBegin, p, 0)}});
    if (p == 0) {
      events.emplace_back(p, event_at(enters, Kind::kWait));
      events.emplace_back(p, message_at(70, Kind::kReleased, 1, 0));
    }
    events.insert(events.end(), {{p, message_at(leaves, Kind::kCollectiveEnd, p, 0)},
                                 {p, event_at(leaves, Kind::kFunctionalityEnd)},
                                 {p, event_at(leaves, Kind::kUnitEnd)},
                                 {p, event_at(leaves, Kind::kProcessEnd)}});
  }
  const Trace trace = trace_of(head, events);
  EXPECT_EQ(texts_of(trace, path_of(trace), 1),
            (Texts{"B.p[0] compute work.c 70", "A.p[0] call f.f 30"}));
}

/// The second rank posts its receive 60 after the first one began to send.
TEST(CriticalPath, OfARankWhoseSendIsHeldComesFromTheReceiver) {
  TraceHead head = small_head();
  head.communicators = {{"", {0, 1}, {}}};
  head.channels = {{0, -1}};
  head.processes[0].end = 100;
  head.processes[1].end = 90;
  std::vector<Recorded> events;
  for (const std::uint32_t p : {0U, 1U}) {
    const Ticks enters = p == 0 ? 10 : 70;
    const Ticks leaves = p == 0 ? 100 : 90;
    events.insert(events.end(), {{p, event_at(0, Kind::kProcessBegin)},
                                 {p, event_at(0, Kind::kUnitBegin)},
                                 {p, event_at(0, Kind::kComputationBegin)},
                                 {p, event_at(enters, Kind::kComputationEnd)},
                                 {p, event_at(enters, Kind::kFunctionalityBegin)}});
    if (p == 0) {
      events.insert(events.end(), {{p, message_at(10, Kind::kSendBegin, 1, 1)},
                                   {p, message_at(10, Kind::kSendHeld, 1, 1)},
                                   {p, message_at(70, Kind::kSendFreed, 1, 1)},
                                   {p, message_at(100, Kind::kSendEnd, 1, 1)}});
    }
    events.insert(events.end(), {{p, event_at(leaves, Kind::kFunctionalityEnd)},
                                 {p, event_at(leaves, Kind::kUnitEnd)},
                                 {p, event_at(leaves, Kind::kProcessEnd)}});
  }
  const Trace trace = trace_of(head, events);
  EXPECT_EQ(texts_of(trace, path_of(trace), 1),
            (Texts{"B.p[0] compute work.c 70", "A.p[0] send out.o 30"}));
}

TEST(CriticalPath, OfAFanInComesFromTheLastSender) {
  constexpr const char* kFanIn = R"(
I All.i   3 Part.m
C part.c  compute {(self==1 ? 7 : 2)*0.000001}
O Part.o  Master.p -t Part.m
F part.f  NULL  part.c Part.o NULL
F all.f   All.i NULL   NULL   NULL
U part.u  part.f
U all.u   all.f
P Master.p 1 all.u
P Worker.p 3 part.u
)";
  EXPECT_EQ(predicted_path(kFanIn),
            (Texts{"Worker.p[1] compute part.c 7000", "Worker.p[1] send Part.o 5",
                   "Master.p[0] under way Part.o 50", "Master.p[0] wake-up Part.m 20",
                   "Master.p[0] take Part.m 4"}));
}

/// The master's answer to the first result is late, since it computes for each result.
TEST(CriticalPath, OfAMasterThatSerialisesStaysInTheMaster) {
  constexpr const char* kMaster = R"(
I Job.i    1 Job.m
I Result.i 1 Result.m
C work.c   compute 1us
C look.c   compute 9us
O Job.o    Worker.p -t Job.m
O Result.o ACK -t Result.m
F send.f   NULL     NULL   Job.o    SAME
F look.f   Result.i look.c NULL     SAME*2,NULL
F work.f   Job.i    work.c Result.o NULL
U master.u send.f look.f
U worker.u work.f
P Worker.p 3 worker.u
P Master.p 1 master.u
)";
  const Texts path = predicted_path(kMaster);
  EXPECT_EQ(path, (Texts{"Master.p[0] send Job.o 5", "Worker.p[0] under way Job.o 50",
                         "Worker.p[0] wake-up Job.m 20", "Worker.p[0] take Job.m 4",
                         "Worker.p[0] compute work.c 1000", "Worker.p[0] send Result.o 5",
                         "Master.p[0] under way Result.o 50", "Master.p[0] wake-up Result.m 20",
                         "Master.p[0] take Result.m 4", "Master.p[0] compute look.c 9000",
                         "Master.p[0] take Result.m 4", "Master.p[0] compute look.c 9000",
                         "Master.p[0] take Result.m 4", "Master.p[0] compute look.c 9000"}));
}

TEST(CriticalPath, ATimerLeadsToTheFiringThatSetIt) {
  constexpr const char* kTimer = R"(
I Tick.i 1 Tick.m
C work.c compute 2us
O Tick.o P.p -t Tick.m -d 10us
F set.f  NULL   work.c Tick.o SAME
F got.f  Tick.i NULL   NULL   NULL
U u.u    set.f got.f
P P.p    1 u.u
)";
  EXPECT_EQ(predicted_path(kTimer), (Texts{"P.p[0] compute work.c 2000", "P.p[0] timer Tick.o 8000",
                                           "P.p[0] wake-up Tick.m 20"}));
}

/// The client ends first; its last job keeps the server busy.
TEST(CriticalPath, EndsInAServerThatIsBusyLast) {
  constexpr const char* kServer = R"(
I Job.i   1 Job.m
C work.c  compute 3us
O Job.o   Server.p -t Job.m
F ask.f   NULL  NULL   Job.o NULL
F serve.f Job.i work.c NULL  SAME
U ask.u   ask.f
U serve.u serve.f
P Server.p 1 serve.u
P Client.p 1 ask.u
)";
  EXPECT_EQ(predicted_path(kServer),
            (Texts{"Client.p[0] send Job.o 5", "Server.p[0] under way Job.o 50",
                   "Server.p[0] wake-up Job.m 20", "Server.p[0] take Job.m 4",
                   "Server.p[0] compute work.c 3000"}));
}

TEST(CriticalPath, OfADeadlockEndsWhereTheLastProcessWaits) {
  constexpr const char* kDeadlock = R"(
I A.i    1 A.m
C work.c compute 3us
F f.f    NULL work.c NULL SAME
F g.f    A.i  NULL   NULL NULL
U u.u    f.f g.f
U v.u    g.f
P First.p  1 v.u
P Second.p 1 u.u
)";
  EXPECT_EQ(predicted_path(kDeadlock), (Texts{"Second.p[0] compute work.c 3000"}));
}

// --- traces that no prediction makes ------------------------------------------------------------

Event taken_at(Ticks time, Ticks work) {
  Event event = message_at(time, Kind::kTake, 0, 1);
  event.work = work;
  event.flags = Flag::kWaited;
  return event;
}

/// A.p[0] sends a message from 10 to 12, which B.p[0] takes from 18 to 20.
std::vector<Recorded> sent_and_taken(Ticks send_end, Ticks arrival) {
  return {{0, event_at(2, Kind::kProcessBegin)},
          {0, message_at(10, Kind::kSendBegin, 1, 1)},
          {0, message_at(send_end, Kind::kSendEnd, 1, 1)},
          {0, event_at(18, Kind::kProcessEnd)},
          {1, event_at(1, Kind::kProcessBegin)},
          {1, event_at(3, Kind::kWait)},
          {1, message_at(arrival, Kind::kArrival, 0, 1)},
          {1, taken_at(20, 2)},
          {1, event_at(21, Kind::kProcessEnd)}};
}

Texts path_by_hand(const std::vector<Recorded>& events, const TraceHead& head = small_head()) {
  const Trace trace = trace_of(head, events);
  return texts_of(trace, path_of(trace));
}

TEST(CriticalPath, HasTheSendUpToItsEnd) {
  EXPECT_EQ(
      path_by_hand(sent_and_taken(12, 15)),
      (Texts{"A.p[0] start 2", "A.p[0] engine 8", "A.p[0] send out.o 2", "B.p[0] under way out.o 3",
             "B.p[0] wake-up Job.m 3", "B.p[0] take Job.m 2", "B.p[0] engine 1"}));
}

TEST(CriticalPath, HasTheSendUpToTheArrivalIfThatIsEarlier) {
  EXPECT_EQ(path_by_hand(sent_and_taken(17, 15)),
            (Texts{"A.p[0] start 2", "A.p[0] engine 8", "A.p[0] send out.o 5",
                   "B.p[0] wake-up Job.m 3", "B.p[0] take Job.m 2", "B.p[0] engine 1"}));
}

TEST(CriticalPath, KeepsToTheReceiverIfTheMessageWasThere) {
  EXPECT_EQ(path_by_hand(sent_and_taken(12, 3)),
            (Texts{"A.p[0] start 2", "A.p[0] engine 1", "B.p[0] wake-up Job.m 15",
                   "B.p[0] take Job.m 2", "B.p[0] engine 1"}));
}

TEST(CriticalPath, MovesNoTimeThatClocksCountTwice) {
  const Trace trace = trace_of(small_head(), sent_and_taken(12, 7));
  const WalkedPath walked = path_of(trace);
  EXPECT_EQ(texts_of(trace, walked),
            (Texts{"A.p[0] start 2", "A.p[0] engine 5", "B.p[0] wake-up Job.m 11",
                   "B.p[0] take Job.m 2", "B.p[0] engine 1"}));
  EXPECT_EQ(walked.path.violations, 1U);
  EXPECT_EQ(walked.path.largest_violation, 3);
}

TEST(CriticalPath, IsInCommonTime) {
  TraceHead head = small_head();
  head.hosts[0].offset = 2;
  EXPECT_EQ(
      path_by_hand(sent_and_taken(12, 15), head),
      (Texts{"A.p[0] start 4", "A.p[0] engine 8", "A.p[0] send out.o 2", "B.p[0] under way out.o 1",
             "B.p[0] wake-up Job.m 3", "B.p[0] take Job.m 2", "B.p[0] engine 1"}));
}

TEST(CriticalPath, HasThePackingOfASend) {
  auto events = sent_and_taken(15, 16);
  events[2].second.work = 4;
  EXPECT_EQ(path_by_hand(events),
            (Texts{"A.p[0] start 2", "A.p[0] engine 8", "A.p[0] pack out.o 4",
                   "A.p[0] send out.o 1", "B.p[0] under way out.o 1", "B.p[0] wake-up Job.m 2",
                   "B.p[0] take Job.m 2", "B.p[0] engine 1"}));
}

TEST(CriticalPath, StaysWithTheReceiverIfTheSendIsMissing) {
  auto events = sent_and_taken(12, 15);
  events.erase(events.begin(), events.begin() + 4);
  EXPECT_EQ(path_by_hand(events),
            (Texts{"B.p[0] start 1", "B.p[0] engine 2", "B.p[0] wait Job.m 12",
                   "B.p[0] wake-up Job.m 3", "B.p[0] take Job.m 2", "B.p[0] engine 1"}));
}

TEST(CriticalPath, IgnoresAServerThatIsStoppedWhileItWaits) {
  auto events = sent_and_taken(12, 15);
  events.back() = {1, event_at(22, Kind::kWait)};
  Event stopped = event_at(90, Kind::kProcessEnd);
  stopped.flags = Flag::kStopped;
  events.emplace_back(1, stopped);
  TraceHead head = small_head();
  head.kind = TraceKind::kRun;
  EXPECT_EQ(path_by_hand(events, head).back(), "B.p[0] engine 2");
  head.kind = TraceKind::kPrediction;  // its result has the time until the end
  EXPECT_EQ(path_by_hand(events, head).back(), "B.p[0] end 68");
}

TEST(CriticalPath, ALoopOfMessagesEnds) {
  Event take = message_at(5, Kind::kTake, 1, 1);
  take.flags = Flag::kWaited;
  std::vector<Recorded> events;
  for (const std::uint32_t self : {0U, 1U}) {
    take.peer = 1 - self;
    events.emplace_back(self, event_at(5, Kind::kWait));
    events.emplace_back(self, message_at(5, Kind::kArrival, 1 - self, 1));
    events.emplace_back(self, take);
    events.emplace_back(self, message_at(5, Kind::kSendBegin, 1 - self, 1));
  }
  EXPECT_EQ(path_by_hand(events), (Texts{"B.p[0] start 5"}));
}

TEST(CriticalPath, IncompleteTracesHaveNone) {
  TraceHead head = small_head();
  EXPECT_EQ(no_path_reason(trace_of(head, {}).head()), "the trace has no events");
  head.limits = {3, Keep::kLast};
  EXPECT_EQ(no_path_reason(trace_of(head, sent_and_taken(12, 15)).head()),
            "the trace leaves out 3 events before and 0 after the recorded ones, of 2 processes "
            "(the last 3 of each process)");
}

// --- any prediction -----------------------------------------------------------------------------

/// The spans in which the segments of a path must lie.
class Recording {
 public:
  explicit Recording(const Trace& trace) : head_(trace.head()) {
    for (std::uint32_t p = 0; p < head_.processes.size(); ++p) {
      auto done =
          for_each_span(trace, p, [&](const TraceSpan& span) { spans_[p].push_back(span); });
      RC_ASSERT(done.has_value());
      done = for_each_event(trace, p, [&](const Event& event) {
        if (event.kind == Kind::kArrival) {
          arrivals_[p].push_back(event.time);
        }
      });
      RC_ASSERT(done.has_value());
    }
  }

  [[nodiscard]] bool has(const Segment& segment) const {
    switch (segment.activity) {
      case Activity::kCompute:
        return lies_in(segment, segment.process, SpanKind::kComputation, true);
      case Activity::kSend:
      case Activity::kPack:
        return lies_in(segment, segment.process, SpanKind::kSend, true);
      case Activity::kTake:
        return lies_in(segment, segment.process, SpanKind::kTake, true);
      case Activity::kWakeUp:
        return lies_in(segment, segment.process, SpanKind::kWait, false) &&
               arrives(segment.process, segment.begin);
      case Activity::kTimer:
      case Activity::kUnderWay:
        return arrives(segment.process, segment.end) && is_sent(segment);
      case Activity::kEnd:
        return nobody_works_after(segment.begin);
      case Activity::kEngine:  // takes no time in a prediction
      case Activity::kCall:
      case Activity::kStart:
      case Activity::kWait:
      case Activity::kHeld:  // the machine has no buffers
      case Activity::kLink:  // the network is not known
        break;
      case Activity::kCore:
        return waits_for_core(segment);
    }
    return false;
  }

 private:
  [[nodiscard]] bool lies_in(const Segment& segment, std::uint32_t process, SpanKind kind,
                             bool has_element) const {
    const auto& spans = spans_.at(process);
    return std::any_of(spans.begin(), spans.end(), [&](const TraceSpan& span) {
      return span.kind == kind && span.begin <= segment.begin && segment.end <= span.end &&
             (!has_element || span.event.element == segment.element);
    });
  }
  /// Returns true if the process executes the activity that waits for the core.
  [[nodiscard]] bool waits_for_core(const Segment& segment) const {
    const SpanKind kind = segment.wanted.activity == Activity::kCompute ? SpanKind::kComputation
                          : segment.wanted.activity == Activity::kTake  ? SpanKind::kTake
                                                                        : SpanKind::kSend;
    return segment.process != segment.peer && lies_in(segment, segment.process, kind, true);
  }
  [[nodiscard]] bool nobody_works_after(Ticks time) const {
    return std::all_of(spans_.begin(), spans_.end(), [&](const auto& of) {
      return std::all_of(of.second.begin(), of.second.end(), [&](const TraceSpan& span) {
        return depth_of(span.kind) < 3 || span.kind == SpanKind::kWait || span.end <= time;
      });
    });
  }
  [[nodiscard]] bool arrives(std::uint32_t process, Ticks time) const {
    const auto found = arrivals_.find(process);
    return found != arrivals_.end() &&
           std::find(found->second.begin(), found->second.end(), time) != found->second.end();
  }
  /// Returns true if a send of the element ends when the segment begins: its message enters the
  /// network then.
  [[nodiscard]] bool is_sent(const Segment& segment) const {
    const auto& spans = spans_.at(segment.peer);
    return std::any_of(spans.begin(), spans.end(), [&](const TraceSpan& span) {
      return span.kind == SpanKind::kSend && span.event.element == segment.element &&
             span.event.peer == segment.process && span.end == segment.begin;
    });
  }

  const TraceHead& head_;
  std::map<std::uint32_t, std::vector<TraceSpan>> spans_;
  std::map<std::uint32_t, std::vector<Ticks>> arrivals_;
};

RC_GTEST_PROP(CriticalPath, CoversTheTimeOfThePredictionExactly, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const bool free = *rc::gen::inRange(0, 4) == 0;
  const auto made = record_prediction(random_blueprint(seed), {}, free, 1 + seed % 50);
  const WalkedPath walked = path_of(made.trace);
  Ticks last = 0;
  for (const auto& sums : made.sums) {
    last = std::max(last, sums.times.real.count());
  }
  RC_ASSERT(walked.path.end == last);
  RC_ASSERT(walked.path.segments == walked.segments.size());
  const Recording recording(made.trace);
  Ticks reached = 0;
  for (const Segment& segment : walked.segments) {
    RC_ASSERT(segment.begin == reached);
    RC_ASSERT(segment.end > segment.begin);
    RC_ASSERT(recording.has(segment));
    reached = segment.end;
  }
  RC_ASSERT(reached == last);
  RC_ASSERT(walked.path.violations == 0U);
}

}  // namespace
}  // namespace dps::traces
