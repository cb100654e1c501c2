// A reader of the text format of SIM++ and HASE that shares no code with its writer.
#include "profiles/traces/export/state_lines.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/span_edges.h"
#include "profiles/traces/spans.h"
#include "profiles/traces/states/state_files.h"
#include "tests/profiles/traces/exported.h"
#include "tests/profiles/traces/small_trace.h"
#include "tests/support/scratch_folder.h"

namespace dps::traces {
namespace {

using TimeRange = std::pair<std::int64_t, std::int64_t>;  // nanoseconds

/// The lines of a process in the file.
struct Bar {
  std::map<std::string, std::vector<TimeRange>> states;
  /// Receiver, message type and bytes.
  std::vector<std::tuple<std::string, std::string, std::uint64_t>> messages;
  std::vector<std::string> comments;
  std::string state;
  std::int64_t since = 0;

  bool operator==(const Bar& other) const {
    return states == other.states && messages == other.messages && comments == other.comments;
  }
};

std::int64_t ns_of(const std::string& seconds) {
  return std::stoll(seconds.substr(0, seconds.find('.'))) * 1'000'000'000 +
         std::stoll(seconds.substr(seconds.find('.') + 1));
}

std::map<std::string, Bar> read(const std::string& text) {
  std::map<std::string, Bar> bars;
  std::set<std::string> states;
  std::string section;
  for (const std::string& line : split(text, '\n')) {
    std::istringstream words(line);
    std::vector<std::string> word;
    for (std::string one; words >> one;) {
      word.push_back(one);
    }
    if (line.starts_with("$")) {
      section = line;
    } else if (section == "$types") {
      RC_ASSERT(word.at(0) == "State");
      states.insert(word.begin() + 1, word.end());
    } else if (section == "$bars") {
      RC_ASSERT(word.at(1) == "State");
      bars[word[0]];
    } else {
      RC_ASSERT((word.at(0).starts_with("u:") && word.at(1) == "at" && word.at(2).ends_with(":")));
      Bar& bar = bars.at(word[0].substr(2));
      const std::int64_t instant = ns_of(word[2].substr(0, word[2].size() - 1));
      if (word.at(3) == "P") {
        RC_ASSERT(states.count(word.at(4)) == 1U);
        RC_ASSERT(bar.state != "DONE");
        RC_ASSERT(instant >= bar.since);
        if (!bar.state.empty()) {
          bar.states[bar.state].emplace_back(bar.since, instant);
        }
        bar.state = word[4];
        bar.since = instant;
      } else if (word[3] == "S") {
        RC_ASSERT((bar.state == "SEND" && bar.since == instant));
        bar.messages.emplace_back(word.at(4), word.at(5), std::stoull(word.at(6)));
      } else {
        RC_ASSERT(word[3] == "T");
        bar.comments.push_back(line.substr(line.find(": T ") + 4));
      }
    }
  }
  for (const auto& [process, bar] : bars) {
    RC_ASSERT((bar.state.empty() || bar.state == "DONE"));
  }
  return bars;
}

/// The expected bars, without the state BUSY, which covers the rest.
std::map<std::string, Bar> expected(const Trace& trace) {
  const TraceHead& head = trace.head();
  const auto groups = head.process_groups();
  const Ticks per_ns = head.ticks_per_second() / 1'000'000'000;
  const Ticks origin = first_instant(trace);
  const auto segment = [&](const TraceSpan& span) {
    return TimeRange{(span.begin - origin + per_ns / 2) / per_ns,
                     (span.end - origin + per_ns / 2) / per_ns};
  };
  std::map<std::string, Bar> bars;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    Bar& bar = bars[head.process_name(p)];
    RC_ASSERT(for_each_span(trace, p, [&](const TraceSpan& span) {
                const Event& event = span.event;
                const bool is_timer = event.has(Flag::kTimer);
                if (span.kind == SpanKind::kWait || span.kind == SpanKind::kTake) {
                  bar.states[span.kind == SpanKind::kWait ? "WAIT" : "RECV"].push_back(
                      segment(span));
                } else if (span.kind == SpanKind::kSend) {
                  const std::string& mtag = head.message_types[head.mid_of(event)];
                  if (is_timer) {
                    bar.comments.push_back("timer " + mtag + " " + std::to_string(event.number));
                  } else {
                    bar.states["SEND"].push_back(segment(span));
                    bar.messages.emplace_back(head.process_name(event.peer), mtag, event.bytes);
                  }
                } else if (span.kind == SpanKind::kUnit) {
                  bar.comments.push_back("phase " + line_of(head, p, groups[p], span)->tag);
                } else if (span.kind == SpanKind::kFunctionality) {
                  bar.comments.push_back(line_of(head, p, groups[p], span)->tag);
                }
              }).has_value());
  }
  return bars;
}

void check(const Trace& trace) {
  auto bars = read(exported(trace, "x.trace", {LineLevel::kComments, 9}));
  for (auto& [process, bar] : bars) {
    for (const auto& [begin, end] : bar.states["BUSY"]) {
      RC_ASSERT(begin < end);
    }
    bar.states.erase("BUSY");
  }
  RC_ASSERT((bars == expected(trace)));
}

RC_GTEST_PROP(StateLines, HaveTheStatesAndMessagesOfPredictions, ()) {
  check(any_prediction(any_limits()).trace);
}

RC_GTEST_PROP(StateLines, HaveTheStatesAndMessagesOfRuns, ()) {
  check(any_run());
}

TEST(StateLines, AreThoseOfTheTextFormat) {
  EXPECT_EQ(exported(exchange(), "x.trace", {LineLevel::kComments, 9}),
            "$types\n"
            "State BUSY SEND WAIT RECV DONE\n"
            "$bars\n"
            "A.p[0] State\n"
            "B.p[0] State\n"
            "$events\n"
            "u:A.p[0] at 0.000000000: P BUSY\n"
            "u:A.p[0] at 0.000000001: P SEND\n"
            "u:A.p[0] at 0.000000001: S B.p[0] Job.m 100\n"
            "u:A.p[0] at 0.000000003: P DONE\n"
            "u:B.p[0] at 0.000000000: T phase one.u\n"
            "u:B.p[0] at 0.000000000: P BUSY\n"
            "u:B.p[0] at 0.000000001: P WAIT\n"
            "u:B.p[0] at 0.000000007: P RECV\n"
            "u:B.p[0] at 0.000000008: T phase two.u\n"
            "u:B.p[0] at 0.000000008: P BUSY\n"
            "u:B.p[0] at 0.000000009: P DONE\n");
}

/// The events, without their instants, of a trace with these lines.
std::string events_in(const std::string& text) {
  std::string events;
  for (const std::string& line : split(text.substr(text.find("$events\n") + 8), '\n')) {
    events += line.substr(0, line.find(" at")) + line.substr(line.find(": ") + 1) + "\n";
  }
  return events;
}

TEST(StateLines, ALevelHasItsLinesAndThoseOfHigherLevels) {
  const auto at_level = [](LineLevel level) {
    return events_in(exported(exchange(), "x.trace", {level, 9}));
  };
  const std::string states =
      "u:A.p[0] P BUSY\nu:A.p[0] P SEND\nu:A.p[0] P DONE\n"
      "u:B.p[0] T phase one.u\nu:B.p[0] P BUSY\nu:B.p[0] P WAIT\nu:B.p[0] P RECV\n"
      "u:B.p[0] T phase two.u\nu:B.p[0] P BUSY\nu:B.p[0] P DONE\n";
  EXPECT_EQ(at_level(LineLevel::kStates), states);
  EXPECT_EQ(at_level(LineLevel::kPhases), "u:B.p[0] T phase one.u\nu:B.p[0] T phase two.u\n");
  EXPECT_NE(at_level(LineLevel::kMessages).find("u:A.p[0] S B.p[0] Job.m 100\n"),
            std::string::npos);
}

TEST(StateLines, SecondsHaveTheDecimalsThatAreWanted) {
  const auto last_line = [](unsigned digits) {
    return split(exported(exchange(), "x.trace", {LineLevel::kStates, digits}), '\n').back();
  };
  EXPECT_EQ(last_line(0), "u:B.p[0] at 0: P DONE");
  EXPECT_EQ(last_line(6), "u:B.p[0] at 0.000000: P DONE");
  EXPECT_EQ(last_line(8), "u:B.p[0] at 0.00000001: P DONE");
  EXPECT_EQ(last_line(12), "u:B.p[0] at 0.000000009000: P DONE");
}

/// A rank that waits in a receive and sends in another call.
Trace calls_of_mpi() {
  TraceHead head = small_head();
  head.unit = TimeUnit::kNanoseconds;
  head.message_types = {"tag5"};
  head.lines[4].tag = "MPI_Recv@life.c:4";
  head.lines[5].tag = "MPI_Comm_split@life.c:5";
  head.lines.push_back({'T', 0, "A.p[0]"});
  head.groups.push_back({static_cast<std::uint32_t>(head.lines.size() - 1), 1, false});
  head.processes.push_back(head.processes[0]);
  Event take = message_at(900, EventKind::kTake, 0, 1);
  take.work = 200;
  return trace_of(head, {{0, event_at(0, EventKind::kProcessBegin)},
                         {0, event_at(0, EventKind::kUnitBegin, 1)},
                         {0, event_at(100, EventKind::kFunctionalityBegin, 2)},
                         {0, message_at(100, EventKind::kSendBegin, 1, 1)},
                         {0, message_at(200, EventKind::kSendEnd, 1, 1)},
                         {0, event_at(200, EventKind::kFunctionalityEnd, 2)},
                         {0, event_at(1000, EventKind::kUnitEnd, 1)},
                         {0, event_at(1000, EventKind::kProcessEnd)},
                         {1, event_at(0, EventKind::kProcessBegin)},
                         {1, event_at(0, EventKind::kUnitBegin)},
                         {1, event_at(300, EventKind::kFunctionalityBegin, 0)},
                         {1, event_at(300, EventKind::kWait)},
                         {1, take},
                         {1, event_at(900, EventKind::kFunctionalityEnd, 0)},
                         {1, event_at(1000, EventKind::kUnitEnd)},
                         {1, event_at(1000, EventKind::kProcessEnd)},
                         {2, event_at(0, EventKind::kProcessBegin)},
                         {2, event_at(1000, EventKind::kProcessEnd)}});
}

TEST(StateLines, ACallOfMpiIsOneStateWithItsTagAndItsIdleTime) {
  EXPECT_EQ(exported(calls_of_mpi(), "x.trace", {LineLevel::kComments, 7}),
            "$types\n"
            "State BUSY RECV COMMSPLIT DONE\n"
            "$bars\n"
            "A.p[0] State\n"
            "B.p[0] State\n"
            "$events\n"
            "u:A.p[0] at 0.0000000: T phase two.u\n"
            "u:A.p[0] at 0.0000000: P BUSY\n"
            "u:A.p[0] at 0.0000001: P COMMSPLIT\n"
            "u:A.p[0] at 0.0000001: T site life.c:5\n"
            "u:A.p[0] at 0.0000001: S B.p[0] 5 100\n"
            "u:A.p[0] at 0.0000002: P BUSY\n"
            "u:A.p[0] at 0.0000010: P DONE\n"
            "u:B.p[0] at 0.0000000: T phase one.u\n"
            "u:B.p[0] at 0.0000000: P BUSY\n"
            "u:B.p[0] at 0.0000003: P RECV\n"
            "u:B.p[0] at 0.0000003: T site life.c:4\n"
            "u:B.p[0] at 0.0000009: T idle 0.0000004\n"
            "u:B.p[0] at 0.0000009: P BUSY\n"
            "u:B.p[0] at 0.0000010: P DONE\n");
}

TEST(StateLines, AFolderHasAFileForEachProcess) {
  const support::ScratchFolder folder;
  ASSERT_TRUE(write_state_files(calls_of_mpi(), {LineLevel::kStates, 9}, folder.path(),
                                [] { return false; }));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "p2.trace"));  // a thread
  const std::string text = folder.read("p1.trace");
  EXPECT_NE(text.find("$bars\nA.p[0] State\nB.p[0] State\n"), std::string::npos) << text;
  EXPECT_EQ(events_in(text),
            "u:B.p[0] T phase one.u\nu:B.p[0] P BUSY\nu:B.p[0] P RECV\nu:B.p[0] P BUSY\nu:B.p[0] P "
            "DONE\n");
  const auto loaded = load_states(folder.path());
  ASSERT_TRUE(loaded && loaded->trace);
  EXPECT_EQ(loaded->trace->processes.size(), 2U);
}

TEST(StateLines, TheWaitAndTheTakeOfACallLieInIt) {
  std::string edges;
  ASSERT_TRUE(for_each_edge(
      calls_of_mpi(), 1,
      {[&](const TraceSpan& span) { edges += fmt::format("<{} ", int(span.kind)); },
       [&](const TraceSpan& span) { edges += fmt::format("{}@{}> ", int(span.kind), span.end); }}));
  EXPECT_EQ(edges, "<0 <1 <2 <5 5@700> <6 6@900> 2@900> 1@1000> 0@1000> ");
}

}  // namespace
}  // namespace dps::traces
