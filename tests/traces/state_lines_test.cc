// A reader of the text format of SIM++ and HASE that shares no code with its writer.
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/traces/exported.h"
#include "tests/traces/small_trace.h"
#include "traces/spans.h"

namespace dps::traces {
namespace {

using Segment = std::pair<std::int64_t, std::int64_t>;  // nanoseconds

/// The lines of a process in the file.
struct Bar {
  std::map<std::string, std::vector<Segment>> states;
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

/// Without the state BUSY, which is all the rest.
std::map<std::string, Bar> expected(const Trace& trace) {
  const TraceHead& head = trace.head();
  const auto groups = head.process_groups();
  const Ticks per_ns = head.ticks_per_second() / 1'000'000'000;
  const Ticks origin = first_instant(trace);
  const auto segment = [&](const Span& span) {
    return Segment{(span.begin - origin + per_ns / 2) / per_ns,
                   (span.end - origin + per_ns / 2) / per_ns};
  };
  std::map<std::string, Bar> bars;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    Bar& bar = bars[head.process_name(p)];
    RC_ASSERT(for_each_span(trace, p, [&](const Span& span) {
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
                } else if (span.kind == SpanKind::kUnit || span.kind == SpanKind::kFunctionality) {
                  bar.comments.push_back(line_of(head, p, groups[p], span)->tag);
                }
              }).has_value());
  }
  return bars;
}

void check(const Trace& trace) {
  auto bars = read(exported(trace, "x.trace"));
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
  EXPECT_EQ(exported(exchange(), "x.trace"),
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
            "u:B.p[0] at 0.000000000: T one.u\n"
            "u:B.p[0] at 0.000000000: P BUSY\n"
            "u:B.p[0] at 0.000000001: P WAIT\n"
            "u:B.p[0] at 0.000000007: P RECV\n"
            "u:B.p[0] at 0.000000008: T two.u\n"
            "u:B.p[0] at 0.000000008: P BUSY\n"
            "u:B.p[0] at 0.000000009: P DONE\n");
}

}  // namespace
}  // namespace dps::traces
