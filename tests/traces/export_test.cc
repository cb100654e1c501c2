// Every format is read back by a reader that shares no code with its writer.
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>
#include <zlib.h>

#include "tests/traces/random_blueprint.h"
#include "tests/traces/recorded_prediction.h"
#include "tests/traces/small_trace.h"
#include "traces/export/formats.h"

namespace dps::traces {
namespace {

using nlohmann::json;

std::string exported(const Trace& trace, const std::string& path) {
  std::string bytes;
  const auto done = write_as(*format_of(path), trace, [&](std::string_view text) {
    bytes += text;
    return Result<void>();
  });
  EXPECT_TRUE(done) << done.error().message;
  return bytes;
}

RecordedPrediction any_prediction(const Limits& limits = {}) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const bool free = *rc::gen::inRange(0, 4) == 0;
  return record_prediction(random_blueprint(seed), limits, free);
}

Limits any_limits() {
  Limits limits;
  limits.events = *rc::gen::inRange<std::uint64_t>(1, 200);
  limits.keep = *rc::gen::element(Keep::kFirst, Keep::kLast);
  limits.from = *rc::gen::element(Ticks{0}, Ticks{0}, Ticks{3'000'000});
  return limits;
}

/// What a viewer knows of a file of Chrome trace events.
class Viewer {
 public:
  struct Slice {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::string category;
    json args;
  };

  explicit Viewer(const std::string& text) : file_(json::parse(text)) {
    for (const json& event : file_.at("traceEvents")) {
      const std::string phase = event.at("ph");
      if (phase == "X") {
        const std::int64_t begin = ns(event.at("ts"));
        slices_[event.at("tid")].push_back(
            {begin, begin + ns(event.at("dur")), event.at("cat"), event.value("args", json())});
        RC_ASSERT(ns(event.at("dur")) >= 0);
      } else if (phase == "s" || phase == "f") {
        auto& ends = flows_[event.at("id")];
        RC_ASSERT(ends.emplace(phase, event).second);
      } else if (phase == "C") {
        const std::int64_t value = event.at("args").begin().value();
        RC_ASSERT(value >= 0);
        counters_[{event.at("pid"), event.at("name")}] = value;
      } else {
        RC_ASSERT((phase == "M" || phase == "i"));
      }
    }
  }

  /// Every slice lies in the slices of its track that are open at its begin, in the order of the
  /// file.
  void check_nesting() const {
    for (const auto& [track, slices] : slices_) {
      std::vector<Slice> open;
      std::int64_t latest = slices.front().begin;
      for (const Slice& slice : slices) {
        RC_ASSERT(slice.begin >= latest);
        latest = slice.begin;
        while (!open.empty() && (open.back().end < slice.begin ||
                                 (open.back().end == slice.begin && open.back().end < slice.end))) {
          open.pop_back();
        }
        RC_ASSERT((open.empty() || slice.end <= open.back().end));
        open.push_back(slice);
      }
    }
  }

  /// An arrow has two ends, and each is in a slice of its message. Returns the number of arrows.
  [[nodiscard]] std::size_t check_flows() const {
    for (const auto& [id, ends] : flows_) {
      RC_ASSERT(ends.size() == 2U);
      const json& send = ends.at("s");
      const json& take = ends.at("f");
      RC_ASSERT(send.at("name") == take.at("name"));
      RC_ASSERT(ns(send.at("ts")) <= ns(take.at("ts")));
      RC_ASSERT(take.at("bp") == "e");
      RC_ASSERT(is_in_slice(send, "send"));
      RC_ASSERT(is_in_slice(take, "take"));
    }
    return flows_.size();
  }

  [[nodiscard]] std::size_t count(const std::string& category) const {
    std::size_t count = 0;
    for (const auto& [track, slices] : slices_) {
      for (const Slice& slice : slices) {
        count += slice.category == category ? 1 : 0;
      }
    }
    return count;
  }

 private:
  static std::int64_t ns(const json& micros) { return std::llround(micros.get<double>() * 1000); }
  [[nodiscard]] bool is_in_slice(const json& flow, const std::string& category) const {
    const auto found = slices_.find(flow.at("tid"));
    if (found == slices_.end()) {
      return false;
    }
    const std::int64_t at = ns(flow.at("ts"));
    for (const Slice& slice : found->second) {
      if (slice.category == category && slice.begin <= at && at <= slice.end &&
          slice.args.at("message") == flow.at("name")) {
        return true;
      }
    }
    return false;
  }

  json file_;
  std::map<int, std::vector<Slice>> slices_;  // by track
  std::map<std::int64_t, std::map<std::string, json>> flows_;
  std::map<std::pair<int, std::string>, std::int64_t> counters_;
};

RC_GTEST_PROP(ChromeTrace, HasASliceForEachSpanAndAnArrowForEachMessageTaken, ()) {
  const auto made = any_prediction();
  const Viewer viewer(exported(made.trace, "x.json"));
  viewer.check_nesting();
  std::uint64_t taken = 0;
  std::uint64_t firings = 0;
  for (const auto& sums : made.sums) {
    taken += sums.traffic.msgs_in;
    for (const auto& unit : sums.units) {
      for (const auto& functionality : unit.functionalities) {
        firings += functionality.triggered;
      }
    }
  }
  RC_ASSERT(viewer.check_flows() == taken);
  RC_ASSERT(viewer.count("take") == taken);
  RC_ASSERT(viewer.count("functionality") == firings);
  RC_ASSERT(viewer.count("process") == made.sums.size());
}

RC_GTEST_PROP(ChromeTrace, NestsAlsoIfEventsAreMissing, ()) {
  const auto made = any_prediction(any_limits());
  const Viewer viewer(exported(made.trace, "x.json"));
  viewer.check_nesting();
  static_cast<void>(viewer.check_flows());
}

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) {
    parts.push_back(part);
  }
  return parts;
}

RC_GTEST_PROP(CsvTrace, HasALineForEachEventInTheOrderOfTime, ()) {
  const auto made = any_prediction(any_limits());
  const TraceHead& head = made.trace.head();
  const std::vector<std::string> lines = split(exported(made.trace, "x.csv"), '\n');
  RC_ASSERT(lines.size() == head.event_count() + 1);
  std::map<std::string, std::vector<std::string>> times;  // by process
  double latest = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = split(lines[i] + ",", ',');
    RC_ASSERT(fields.size() == 17U);
    times[fields[2]].push_back(fields[0] + fields[3] + fields[8]);
    RC_ASSERT(std::stod(fields[0]) >= latest);
    latest = std::stod(fields[0]);
  }
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    std::vector<std::string> expected;
    RC_ASSERT(for_each_event(made.trace, p, [&](const Event& event) {
                expected.push_back(fmt::format(
                    "{}.{:012}{}{}", event.time / 1'000'000'000'000, event.time % 1'000'000'000'000,
                    name_of(event.kind),
                    is_message(event.kind) ? std::to_string(event.number) : std::string()));
              }).has_value());
    RC_ASSERT(times[head.process_name(p)] == expected);
  }
}

RC_GTEST_PROP(FoldedTrace, AddsUpToTheTimesOfTheProcesses, ()) {
  const auto made = any_prediction();
  std::uint64_t sum = 0;
  const auto lines = split(exported(made.trace, "x.folded"), '\n');
  for (const std::string& line : lines) {
    sum += std::stoull(line.substr(line.rfind(' ') + 1));
  }
  std::int64_t expected = 0;
  for (const auto& sums : made.sums) {
    expected += sums.times.real.count();
  }
  const double difference = static_cast<double>(sum) - static_cast<double>(expected) / 1000;
  RC_ASSERT(std::abs(difference) <= static_cast<double>(lines.size() + 20));  // rounded
}

std::string decompressed(const std::string& bytes) {
  z_stream z{};
  EXPECT_EQ(inflateInit2(&z, 15 + 16), Z_OK);
  std::vector<unsigned char> in(bytes.begin(), bytes.end());
  z.next_in = in.data();
  z.avail_in = static_cast<uInt>(in.size());
  std::string text;
  std::vector<unsigned char> piece(1000);
  int state = Z_OK;
  while (state == Z_OK) {
    z.next_out = piece.data();
    z.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&z, Z_NO_FLUSH);
    text.append(piece.begin(), piece.end() - z.avail_out);
  }
  EXPECT_EQ(state, Z_STREAM_END);
  inflateEnd(&z);
  return text;
}

RC_GTEST_PROP(CompressedTrace, IsTheSameCompressed, ()) {
  const auto made = any_prediction();
  RC_ASSERT(decompressed(exported(made.trace, "x.json.gz")) == exported(made.trace, "x.json"));
}

Trace exchange() {
  Event take = message_at(7'500, EventKind::kTake, 0, 1);
  take.work = 500;
  take.flags = Flag::kWaited;
  Event begin = event_at(0, EventKind::kProcessBegin);
  begin.flags = Flag::kCpuTime;
  begin.user = 250;
  Event end = event_at(9'000, EventKind::kProcessEnd);
  end.flags = Flag::kStopped;
  return trace_of(small_head(), {{0, begin},
                                 {1, event_at(0, EventKind::kProcessBegin)},
                                 {1, event_at(0, EventKind::kUnitBegin, 0)},
                                 {1, event_at(1'499, EventKind::kWait)},
                                 {0, message_at(1'000, EventKind::kSendBegin, 1, 1)},
                                 {0, message_at(3'000, EventKind::kSendEnd, 1, 1)},
                                 {1, message_at(6'000, EventKind::kArrival, 0, 1)},
                                 {1, take},
                                 {1, event_at(7'500, EventKind::kUnitEnd, 0)},
                                 {1, event_at(7'500, EventKind::kUnitBegin, 1)},
                                 {1, end}});
}

TEST(CsvTrace, IsTheLogOfTheProcesses) {
  EXPECT_EQ(
      exported(exchange(), "x.csv"),
      "time_s,host,process,event,tag,line,peer,mtag,number,timer,bytes,duration_s,waited,user_s,"
      "sys_s,ending,snapshot\n"
      "0.000000000000,left,A.p[0],PROCESS_BEGIN,A.p,9,,,,,,,,0.000000000250,0.000000000000,,\n"
      "0.000000000000,right,B.p[0],PROCESS_BEGIN,B.p,10,,,,,,,,,,,\n"
      "0.000000000000,right,B.p[0],FU_BEGIN,one.u,7,,,,,,,,,,,\n"
      "0.000000001000,left,A.p[0],SEND_BEGIN,out.o,3,B.p[0],Job.m,1,0,100,,,,,,\n"
      "0.000000001499,right,B.p[0],WAIT,,,,,,,,,,,,,\n"
      "0.000000003000,left,A.p[0],SEND_END,out.o,3,B.p[0],Job.m,1,0,,0.000000000000,,,,,\n"
      "0.000000006000,right,B.p[0],ARRIVAL,,,A.p[0],Job.m,1,0,100,,,,,,\n"
      "0.000000007500,right,B.p[0],TAKE,,,A.p[0],Job.m,1,0,,0.000000000500,1,,,,\n"
      "0.000000007500,right,B.p[0],FU_END,one.u,7,,,,,,,,,,,\n"
      "0.000000007500,right,B.p[0],FU_BEGIN,two.u,8,,,,,,,,,,,Job.m=1\n"
      "0.000000009000,right,B.p[0],PROCESS_END,B.p,10,,,,,,,,,,stopped,\n");
}

TEST(ChromeTrace, RoundsInstantsAndNotDurations) {
  const json events = json::parse(exported(exchange(), "x.json")).at("traceEvents");
  std::map<std::string, std::pair<double, double>> slices;
  for (const json& event : events) {
    if (event.at("ph") == "X") {
      slices[event.at("cat").get<std::string>() + " " + event.at("name").get<std::string>()] = {
          event.at("ts"), event.at("dur")};
    }
  }
  EXPECT_EQ(slices.at("wait wait"), std::pair(0.001, 0.006));
  EXPECT_EQ(slices.at("take take"), std::pair(0.007, 0.001));
  EXPECT_EQ(slices.at("unit one.u"), std::pair(0.0, 0.008));
  EXPECT_EQ(slices.at("unit two.u"), std::pair(0.008, 0.001));
}

TEST(FoldedTrace, HasTheOwnTimeOfEachStack) {
  EXPECT_EQ(exported(exchange(), "x.folded"),
            "A.p 1\nA.p;out.o 2\nB.p;one.u 1\nB.p;one.u;(take) 1\nB.p;one.u;(wait) 6\n"
            "B.p;two.u 2\n");
}

TEST(TraceFormats, FollowFromTheEndOfTheName) {
  EXPECT_EQ(format_of("a.json.gz")->suffix, ".json.gz");
  EXPECT_EQ(format_of("a/b.dpstrace")->suffix, ".dpstrace");
  EXPECT_EQ(format_of(".json"), nullptr);
  EXPECT_EQ(format_of("a.gz"), nullptr);
  EXPECT_EQ(format_of("-"), nullptr);
}

TEST(TraceFormats, AFailedWriteEndsTheWriter) {
  for (const Format& format : formats()) {
    int calls = 0;
    const auto done = write_as(format, exchange(), [&](std::string_view /*text*/) {
      ++calls;
      return Result<void>(failure(ErrorCode::kSystem, "no space"));
    });
    ASSERT_FALSE(done) << format.suffix;
    EXPECT_EQ(done.error().message, "no space");
    EXPECT_EQ(calls, 1) << format.suffix;
  }
}

}  // namespace
}  // namespace dps::traces
