// The formats of text are read back by readers that share no code with their writers; see also
// chrome_test.cc.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/export/formats.h"
#include "tests/profiles/traces/exported.h"

namespace dps::traces {
namespace {

std::string request_and_answer() {
  return "I Ask.i 1 Ask.m\nI End.i 1 End.m\nO Ask.o B.p -t Ask.m -new\nO End.o ORIGIN -t End.m\n"
         "F ask.f NULL NULL Ask.o SAME\nF end.f End.i NULL NULL NULL\nF serve.f Ask.i NULL End.o "
         "NULL\n"
         "U a.fu ask.f end.f\nU b.fu serve.f\nP A.p 1 a.fu\nP B.p 1 b.fu\n";
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
                expected.push_back(fmt::format("{}.{:012}{}{}", event.time / 1'000'000'000'000,
                                               event.time % 1'000'000'000'000, name_of(event.kind),
                                               is_message(event.kind) || is_window(event.kind)
                                                   ? std::to_string(event.number)
                                                   : std::string()));
              }).has_value());
    RC_ASSERT(times[head.process_name(p)] == expected);
  }
}

TEST(CsvTrace, HasTheRequestsOfFunctionalitiesAndSends) {
  const auto made = record_prediction(request_and_answer());
  std::vector<std::string> with_requests;
  for (const std::string& line : split(exported(made.trace, "x.csv"), '\n')) {
    const auto fields = split(line + ",", ',');
    ASSERT_EQ(fields.size(), 19U) << line;
    if (!fields[17].empty()) {
      with_requests.push_back(
          fmt::format("{} {} {} {}", fields[2], fields[3], fields[17], fields[18]));
    }
  }
  EXPECT_EQ(with_requests,
            (std::vector<std::string>{
                "process event origin request", "A.p[0] REQUEST_BEGIN A.p[0] 1",
                "A.p[0] SEND_BEGIN A.p[0] 1", "A.p[0] SEND_END A.p[0] 1", "B.p[0] REQUEST A.p[0] 1",
                "B.p[0] FUNC_BEGIN A.p[0] 1", "B.p[0] SEND_BEGIN A.p[0] 1",
                "B.p[0] SEND_END A.p[0] 1", "B.p[0] FUNC_END A.p[0] 1", "A.p[0] REQUEST A.p[0] 1",
                "A.p[0] FUNC_BEGIN A.p[0] 1", "A.p[0] FUNC_END A.p[0] 1"}));
}

TEST(ChromeTrace, NamesTheRequestsOfFunctionalitiesAndSends) {
  const auto made = record_prediction(request_and_answer());
  const std::string text = exported(made.trace, "x.json");
  std::size_t count = 0;
  for (std::size_t at = text.find("\"request\":\"A.p[0] 1\""); at != std::string::npos;
       at = text.find("\"request\":\"A.p[0] 1\"", at + 1)) {
    ++count;
  }
  EXPECT_EQ(count, 4U);  // two functionalities and two sends
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
  for (const TraceFormat& format : formats()) {
    if (format.write == nullptr) {
      continue;
    }
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
