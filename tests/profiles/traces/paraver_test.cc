// A reader of Paraver's files that shares no code with their writer.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/export/formats.h"
#include "profiles/traces/spans.h"
#include "tests/profiles/traces/exported.h"

namespace dps::traces {
namespace {

std::string companion(const Trace& trace, const std::string& suffix) {
  std::string text;
  for (const Companion& one : format_of("x.prv")->companions) {
    if (one.suffix == suffix) {
      BufferedOutput output([&](std::string_view piece) {
        text += piece;
        return Result<void>();
      });
      EXPECT_TRUE(one.write(trace, output));
    }
  }
  return text;
}

using Numbers = std::vector<std::int64_t>;

/// Reads a file as Paraver does.
struct Records {
  std::map<std::int64_t, std::int64_t> states;  // by task: their total length
  std::map<std::tuple<std::int64_t, std::int64_t>, std::int64_t> begins;         // by task and type
  std::multiset<std::tuple<std::int64_t, std::int64_t, std::int64_t>> messages;  // from, to, tag
  std::int64_t end = 0;
};

Numbers numbers_of(const std::string& line) {
  Numbers numbers;
  for (const std::string& field : split(line, ':')) {
    numbers.push_back(std::stoll(field));
    RC_ASSERT(numbers.back() >= 0);
  }
  return numbers;
}

Records read(const std::string& text) {
  Records records;
  std::map<std::int64_t, std::int64_t> ends;  // of the latest state, by task
  std::int64_t latest = 0;
  for (const std::string& line : split(text, '\n')) {
    if (line.starts_with("#Paraver (")) {
      records.end = std::stoll(line.substr(line.find("):") + 2));
      continue;
    }
    const Numbers word = numbers_of(line);
    RC_ASSERT(word.at(5) >= latest);
    latest = word[5];
    RC_ASSERT(latest <= records.end);
    const std::int64_t task = word[3];
    if (word[0] == 1) {
      RC_ASSERT(word.size() == 8U);
      RC_ASSERT((word[6] > word[5] && word[5] >= ends[task] && word[6] <= records.end));
      ends[task] = word[6];
      records.states[task] += word[6] - word[5];
    } else if (word[0] == 2) {
      RC_ASSERT(word.size() == 8U);
      records.begins[{task, word[6]}] += word[7] != 0 ? 1 : 0;
    } else {
      RC_ASSERT((word[0] == 3 && word.size() == 15U));
      RC_ASSERT(word[6] >= word[5]);       // physical send
      RC_ASSERT(word[12] <= records.end);  // physical receive
      records.messages.emplace(task, word[9], word[14]);
    }
  }
  return records;
}

Records expected(const Trace& trace) {
  const TraceHead& head = trace.head();
  const Ticks per_ns = head.ticks_per_second() / 1'000'000'000;
  const Ticks origin = first_instant(trace);
  const auto ns = [&](Ticks time) { return (time - origin + per_ns / 2) / per_ns; };
  Records records;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    const std::int64_t task = p + 1;
    RC_ASSERT(for_each_span(trace, p, [&](const TraceSpan& span) {
                const std::map<SpanKind, std::int64_t> types{{SpanKind::kUnit, 77000001},
                                                             {SpanKind::kFunctionality, 77000002},
                                                             {SpanKind::kComputation, 77000003},
                                                             {SpanKind::kSend, 77000003},
                                                             {SpanKind::kTake, 77000004}};
                if (span.kind == SpanKind::kProcess && ns(span.begin) < ns(span.end)) {
                  records.states[task] += ns(span.end) - ns(span.begin);
                } else if (const auto type = types.find(span.kind); type != types.end()) {
                  ++records.begins[{task, type->second}];
                }
              }).has_value());
  }
  for (const auto& [from, to, mid, timer, number] : messages_of(trace)) {
    if (!timer) {
      records.messages.emplace(from + 1, to + 1, mid + 1);
    }
  }
  return records;
}

void check_paraver(const Trace& trace) {
  const Records records = read(exported(trace, "x.prv"));
  const Records wanted = expected(trace);
  RC_ASSERT(records.states == wanted.states);
  for (const auto& [key, count] : wanted.begins) {
    RC_ASSERT(records.begins.at(key) == count);
  }
  RC_ASSERT(records.messages == wanted.messages);
}

RC_GTEST_PROP(Paraver, HasTheStatesAndMessagesOfPredictions, ()) {
  check_paraver(any_prediction(any_limits()).trace);
}

RC_GTEST_PROP(Paraver, HasTheStatesAndMessagesOfRuns, ()) {
  check_paraver(any_run());
}

TEST(Paraver, RecordsAreThoseOfTheFormat) {
  EXPECT_EQ(exported(exchange(), "x.prv"),
            "#Paraver (01/01/1970 at 00:00):9_ns:2(1,1):1:2(1:1,1:2)\n"
            "1:1:1:1:1:0:1:7\n"
            "2:2:1:2:1:0:77000001:3\n"
            "1:2:1:2:1:0:1:7\n"
            "2:1:1:1:1:1:77000003:8\n"
            "1:1:1:1:1:1:3:4\n"
            "1:2:1:2:1:1:7:3\n"
            "2:2:1:2:1:1:77000007:100\n"
            "3:1:1:1:1:1:3:2:1:2:1:7:6:100:1\n"
            "2:1:1:1:1:3:77000003:0\n"
            "2:2:1:2:1:6:77000007:0\n"
            "2:2:1:2:1:6:77000006:1\n"
            "2:2:1:2:1:7:77000004:1\n"
            "1:2:1:2:1:7:8:5\n"
            "2:2:1:2:1:8:77000004:0\n"
            "2:2:1:2:1:8:77000001:0\n"
            "2:2:1:2:1:8:77000001:4\n"
            "1:2:1:2:1:8:9:7\n"
            "2:2:1:2:1:8:77000006:0\n"
            "2:2:1:2:1:9:77000001:0\n");
}

TEST(Paraver, NamesItsNumbersAndRows) {
  const std::string names = companion(exchange(), ".pcf");
  for (const char* text :
       {"\nSTATES\n0 Idle\n1 Running a computation\n", "\nEVENT_TYPE\n0 77000001 Functional unit\n",
        "VALUES\n0 End\n3 one.u\n4 two.u\n", "VALUES\n0 End\n7 work.c\n8 out.o\n",
        "0 77000004 Message taken\nVALUES\n0 End\n1 Job.m\n"}) {
    EXPECT_NE(names.find(text), std::string::npos) << text << names;
  }
  EXPECT_EQ(companion(exchange(), ".row"),
            "LEVEL NODE SIZE 2\nleft\nright\n\nLEVEL TASK SIZE 2\nA.p[0]\nB.p[0]\n\n"
            "LEVEL THREAD SIZE 2\nA.p[0]\nB.p[0]\n");
}

}  // namespace
}  // namespace dps::traces
