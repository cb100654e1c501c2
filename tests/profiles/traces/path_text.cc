#include "tests/profiles/traces/path_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace dps::traces {
namespace {

std::string name_of(const TraceHead& head, const Segment& segment) {
  switch (segment.activity) {
    case Activity::kStart:
      return "start";
    case Activity::kCompute:
      return "compute " + head.lines[head.computations[segment.element]].tag;
    case Activity::kSend:
      return "send " + head.lines[head.outputs[segment.element].line].tag;
    case Activity::kTake:
      return "take " + head.message_types[segment.element];
    case Activity::kUnderWay:
      return "under way " + head.lines[head.outputs[segment.element].line].tag;
    case Activity::kWakeUp:
      return "wake-up " + head.message_types[segment.element];
    case Activity::kTimer:
      return "timer " + head.lines[head.outputs[segment.element].line].tag;
    case Activity::kWait:
      return "wait " + head.message_types[segment.element];
    case Activity::kEngine:
      return "engine";
    case Activity::kCall:
      return "call " + head.lines[segment.element].tag;
    case Activity::kEnd:
      return "end";
    case Activity::kHeld:
      return "held " + head.lines[head.outputs[segment.element].line].tag;
    case Activity::kPack:
      return "pack " + head.lines[head.outputs[segment.element].line].tag;
    case Activity::kLink:
      return "link " + head.lines[head.outputs[segment.element].line].tag;
    case Activity::kCore:
      return "core " + head.process_name(segment.peer);
  }
  return "";
}

}  // namespace

WalkedPath path_of(const Trace& trace) {
  EXPECT_EQ(no_path_reason(trace.head()), "");
  WalkedPath walked;
  const auto path = walk_critical_path(
      trace, [&](const Segment& segment) { walked.segments.push_back(segment); });
  EXPECT_TRUE(path) << path.error().message;
  walked.path = *path;
  std::reverse(walked.segments.begin(), walked.segments.end());
  return walked;
}

std::vector<std::string> texts_of(const Trace& trace, const WalkedPath& walked, Ticks unit) {
  std::vector<std::string> texts;
  for (const Segment& segment : walked.segments) {
    EXPECT_EQ(segment.length() % unit, 0);
    texts.push_back(fmt::format("{} {} {}", trace.head().process_name(segment.process),
                                name_of(trace.head(), segment), segment.length() / unit));
  }
  return texts;
}

}  // namespace dps::traces
