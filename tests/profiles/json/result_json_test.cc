#include "profiles/json/result_json.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/environment.h"
#include "tests/profiles/sample_results.h"
#include "tests/support/scratch_folder.h"

namespace dps::profiles {
namespace {

/// Returns the JSON of MatrixMultiply2 with the first `from` replaced by `to`.
std::string edited(const std::string& from, const std::string& to) {
  std::string text = to_json(matrix_multiply_2());
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string message_of(const std::string& text) {
  const auto result = parse_result(text);
  return result ? "no error" : result.error().message;
}

TEST(ResultJson, ErrorsNameTheKey) {
  const std::pair<std::string, std::string> kCases[] = {
      {edited("\"real_s\":0.24", "\"real_s\":\"long\""),
       "runs[0].processes[0].real_s: expected a number, got string"},
      {edited("\"real_s\":0.24,", ""), "runs[0].processes[0].real_s: is missing"},
      {edited("\"triggered\":26", "\"triggered\":-26"),
       "runs[0].processes[0].units[0].functionalities[1].triggered: expected a whole number from 0 "
       "to 2^64-1, got -26"},
      {edited("\"triggered\":26", "\"triggered\":26.5"),
       "runs[0].processes[0].units[0].functionalities[1].triggered: expected a whole number from 0 "
       "to 2^64-1, got 26.5"},
      {edited("\"late\":1", "\"late\":null"),
       "runs[0].messages[3].late: expected a whole number from 0 to 2^64-1, got null"},
      {edited("\"htags\":[\"A\"", "\"htags\":[7"), "hosts[0].htags[0]: expected a string, got 7"},
      {edited("\"complete\": true", "\"complete\": 1"), "complete: expected true or false, got 1"},
      {edited("\"runs\": [", "\"runs\": {}, \"x\": ["), "runs: expected a list, got object"},
      {edited("\"blueprint\": {", "\"blueprint\": 3, \"x\": {"),
       "blueprint: expected an object, got 3"},
      {edited("\"level\": \"functionality\"", "\"level\": \"functionalty\""),
       "level: unknown level 'functionalty'; did you mean 'functionality'?"},
      {edited("dps-result", "dps-graph"), "format: expected 'dps-result', got 'dps-graph'"},
      {"[]", "the result: expected an object, got array"},
  };
  for (const auto& [text, message] : kCases) {
    EXPECT_EQ(message_of(text), message);
  }
}

RunResult explained() {
  RunResult result = matrix_multiply_2();
  Why& why = result.why.emplace();
  why.run = 2;
  why.path_s = 0.25;
  why.last_ptag = "Master.p[0]";
  why.segments = 7;
  why.shares = {{"compute", "Worker.p", "Mul.c", 12, "", "", "", 0, "", 0.2, "Worker.p[1]", 0.15},
                {"under_way", "Master.p", "Job.o", 9, "Job.m", "Worker.p", "Bulk.o", 7, "a->switch",
                 0.05, "Master.p[0]", 0.05}};
  WaitState& wait = why.waits.emplace_back();
  wait.ptag = "Master.p";
  wait.clones = 1;
  wait.late_s = 0.125;
  wait.meanwhile = {{"compute", "Mul.c", 12, "", "", 0.125}};
  why.imbalance = {{"Worker.p", 2, "Worker.p[1]", 0.15, 0.1}};
  return result;
}

TEST(ResultJson, TheReasonsForTheTimeAreReadAsTheyWereWritten) {
  const std::string text = to_json(explained());
  const auto read = parse_result(text);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_TRUE(read->why);
  EXPECT_EQ(read->why->shares.at(1).peer, "Worker.p");
  EXPECT_EQ(read->why->waits.at(0).meanwhile.at(0).line, 12U);
  EXPECT_EQ(read->why->imbalance.at(0).busiest, "Worker.p[1]");
  EXPECT_EQ(to_json(*read), text);
  EXPECT_FALSE(parse_result(to_json(matrix_multiply_2()))->why);
}

TEST(ResultJson, MistakesInTheReasonsAreNamed) {
  const auto error_after = [](const std::string& from, const std::string& to) {
    std::string text = to_json(explained());
    text.replace(text.find(from), from.size(), to);
    return message_of(text);
  };
  EXPECT_EQ(error_after("\"main_s\":0.15", "\"main_s\":\"x\""),
            "why.shares[0].main_s: expected a number, got string");
  EXPECT_EQ(error_after("\"meanwhile\":[{", "\"meanwhile\":[7,{"),
            "why.waits[0].meanwhile[0]: expected an object, got 7");
  EXPECT_EQ(error_after("\"imbalance\": [", "\"imbalances\": ["), "why.imbalance: is missing");
}

TEST(ResultJson, RefusesOtherVersions) {
  const auto result = parse_result(edited("\"version\": 2", "\"version\": 3"));
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kVersion);
  EXPECT_EQ(result.error().message,
            "version: the result has version 3, but this dps reads versions 1 and 2");
}

TEST(ResultJson, ATimeThatVersion1DoesNotHaveIsUnknown) {
  const auto result = load_result("tests/profiles/json/version_1.json");
  ASSERT_TRUE(result.has_value()) << result.error().message;
  const ProcessProfile& process = result->runs[0].processes[0];
  EXPECT_EQ(process.compute_s, 0.12);
  EXPECT_TRUE(std::isnan(process.sleep_s));
  EXPECT_TRUE(std::isnan(process.pack_s));
  EXPECT_TRUE(std::isnan(process.idle_s));
  EXPECT_TRUE(std::isnan(result->runs[0].messages[0].waited_s));
  EXPECT_NE(to_json(*result).find("\"sleep_s\":null"), std::string::npos);
}

TEST(ResultJson, ReportsThePositionOfASyntaxError) {
  for (const std::string text :
       {"", "{\"format\": dps}", "{\"format\": \"\xff\"}", "{} {}", "1e999", "{\"a\": 1", "\x01"}) {
    EXPECT_EQ(message_of(text).rfind("not JSON: ", 0), 0U) << text << ": " << message_of(text);
  }
  EXPECT_EQ(message_of("{\n  \"a\": x}").rfind("not JSON: line 2, column 8: ", 0), 0U)
      << message_of("{\n  \"a\": x}");
}

TEST(ResultJson, RefusesDeepNesting) {
  for (const char open : {'[', '{'}) {
    const auto result = parse_result(std::string(1'000'000, open));
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::kLimit);
  }
  const std::string at_limit = std::string(30, '[') + std::string(30, ']');
  const std::string above = std::string(31, '[') + std::string(31, ']');
  EXPECT_TRUE(parse_result(edited("\"seed\": 42", "\"seed\": " + at_limit)).has_value());
  EXPECT_FALSE(parse_result(edited("\"seed\": 42", "\"seed\": " + above)).has_value());
  EXPECT_TRUE(parse_result(edited("\"seed\": 42", "\"seed\": \"" + above + "\\\"[\"")).has_value());
}

TEST(ResultJson, ReadsAnObjectWithManyKeysQuickly) {
  std::string keys;
  for (int i = 0; i < 100'000; ++i) {
    keys += "\"k" + std::to_string(i) + "\":0,";
  }
  EXPECT_TRUE(parse_result(edited("\"format\"", keys + "\"format\"")).has_value());
}

TEST(ResultJson, ReadsLatenciesBack) {
  RunResult written = latencies();
  written.runs[0].latencies->left_out = 7;
  const auto result = parse_result(to_json(written));
  ASSERT_TRUE(result.has_value()) << result.error().message;
  ASSERT_EQ(result->runs.size(), written.runs.size());
  for (std::size_t i = 0; i < written.runs.size(); ++i) {
    EXPECT_EQ(result->runs[i].latencies, written.runs[i].latencies);
  }
}

TEST(ResultJson, RefusesLatenciesThatCannotBe) {
  const std::string text = to_json(latencies());
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return other;
  };
  const std::vector<std::pair<std::string, std::string>> table{
      {replaced("\"unit\": \"ps\"", "\"unit\": \"ms\""),
       "runs[0].latencies.unit: expected 'ps' or 'ns', got 'ms'"},
      {replaced("\"unit\": \"ps\"", "\"unit\": \"ns\""),
       "runs: the latencies of the runs have different units"},
      {replaced("\"sum\":\"", "\"sum\":\"-"),
       "runs[0].latencies.messages[0].total.histogram.sum: expected digits, got '-"},
      {replaced("\"sum\":\"", "\"sum\":\"9999999999999999999999999999999999999999"),
       "runs[0].latencies.messages[0].total.histogram.sum: expected digits, got '9999"},
      {replaced("\"sum\":\"", "\"sum\":\"9"),
       "runs[0].latencies.messages[0].total.histogram: the sum is not between"},
      {replaced("\"buckets\":[[", "\"buckets\":[[1],["),
       "runs[0].latencies.messages[0].total.histogram.buckets[0]: expected the index of a bucket"},
      {replaced("\"buckets\":[[", "\"buckets\":[[1,0],["),
       "runs[0].latencies.messages[0].total.histogram: bucket 1 has an impossible count"},
      {replaced("\"histogram\"", "\"other\""),
       "runs[0].latencies.messages[0].total.histogram: is missing"},
  };
  for (const auto& [json, message] : table) {
    EXPECT_TRUE(message_of(json).starts_with(message)) << message_of(json);
  }
}

TEST(ResultJson, IgnoresUnknownKeys) {
  const std::string text = edited("\"real_s\":0.24", "\"new\":{\"a\":[1]},\"real_s\":0.24");
  const auto result = parse_result(text);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(to_json(*result), to_json(matrix_multiply_2()));
}

TEST(ResultJson, OmitsListsBelowTheLevel) {
  RunResult result = matrix_multiply_2();
  result.level = Level::kUnit;
  EXPECT_EQ(to_json(result).find("functionalities"), std::string::npos);
  EXPECT_NE(to_json(result).find("\"units\""), std::string::npos);
  result.level = Level::kProcess;
  EXPECT_EQ(to_json(result).find("\"units\""), std::string::npos);
  EXPECT_TRUE(parse_result(to_json(result)).has_value());
}

TEST(ResultJson, OnlyMessagesOfCollectiveOperationsNameOne) {
  RunResult result = matrix_multiply_2();
  EXPECT_EQ(to_json(result).find("\"operation\""), std::string::npos);
  result.runs[0].messages[1].operation = "allreduce";
  const auto read = parse_result(to_json(result));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->runs[0].messages[0].operation, "");
  EXPECT_EQ(read->runs[0].messages[1].operation, "allreduce");
}

TEST(ResultJson, UnknownCountsAreNull) {
  RunResult result = matrix_multiply_2();
  ProcessProfile& lost = result.runs[0].processes[1];
  lost.counted = Counted::kMessages;
  lost.bytes_in = lost.bytes_out = lost.unclaimed_msgs = 0;
  lost.real_s = kUnknown;
  result.runs[0].processes[2].counted = Counted::kNothing;
  const auto read = parse_result(to_json(result));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  const RunProfile& run = read->runs[0];
  EXPECT_EQ(run.processes[0].counted, Counted::kAll);
  EXPECT_EQ(run.processes[1].counted, Counted::kMessages);
  EXPECT_EQ(run.processes[1].msgs_in, 29U);
  EXPECT_TRUE(std::isnan(run.processes[1].real_s));
  EXPECT_EQ(run.processes[2].counted, Counted::kNothing);
  EXPECT_EQ(run.totals->counted, Counted::kNothing);
  EXPECT_EQ(to_json(*read), to_json(result));
}

TEST(ResultJson, WritesFiguresThatAreNotFiniteAsNull) {
  RunResult result = five_runs();
  result.runs[0].makespan_s = std::numeric_limits<double>::quiet_NaN();
  result.runs[0].processes[0].real_s = std::numeric_limits<double>::infinity();
  result.runs[0].variables = {{"x", -std::numeric_limits<double>::infinity()}};
  const auto read = parse_result(to_json(result));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_TRUE(std::isnan(read->runs[0].makespan_s));
  EXPECT_TRUE(std::isnan(read->runs[0].processes[0].real_s));
}

TEST(ResultJson, WritesValidJsonForInvalidUtf8AndPlainEnvironmentValues) {
  RunResult result = five_runs();
  result.notes = {"broken \xff UTF-8 and a \"quote\"\n"};
  result.environment = {{"transport", "tcp"}, {"empty", ""}, {"load", "0.5"}};
  const auto read = parse_result(to_json(result));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(read->notes[0], "broken \xef\xbf\xbd UTF-8 and a \"quote\"\n");
  EXPECT_EQ(read->environment[2], (std::pair<std::string, std::string>{"transport", "\"tcp\""}));
}

TEST(ResultJson, ReadsLargeCountsAlsoInFloatingPointNotation) {
  RunResult result = five_runs();
  result.runs[0].processes[0].bytes_in = std::numeric_limits<std::uint64_t>::max();
  const std::string text = to_json(result);
  EXPECT_EQ(parse_result(text)->runs[0].processes[0].bytes_in,
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_result(edited("\"bytes_in\":1008", "\"bytes_in\":1.008e+15"))
                ->runs[0]
                .processes[0]
                .bytes_in,
            1'008'000'000'000'000U);
}

RC_GTEST_PROP(ResultJson, FiguresSurviveWritingAndReading, (double figure, std::uint64_t count)) {
  RC_PRE(std::isfinite(figure));
  RunResult result = five_runs();
  result.runs.resize(2);
  result.runs[1].processes[0].wait_s = figure;
  result.runs[1].processes[0].late_msgs = count;
  result.notes.push_back(std::to_string(figure));
  const auto read = parse_result(to_json(result));
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->runs[1].processes[0].wait_s == figure);
  RC_ASSERT(read->runs[1].processes[0].late_msgs == count);
  RC_ASSERT(to_json(*read) == to_json(result));
}

TEST(ResultJson, ReadsARunOfManyProcesses) {
  RunResult result = five_runs();
  const ProcessProfile process = result.runs[0].processes[0];
  result.runs.resize(1);
  result.runs[0].processes.assign(4'096, process);
  const auto read = parse_result(to_json(result));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->runs[0].processes.size(), 4'096U);
  EXPECT_EQ(to_json(*read), to_json(result));
}

TEST(ResultJson, LoadingNamesTheFileThatCannotBeRead) {
  const auto missing = load_result("tests/profiles/golden/no-such.json");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, ErrorCode::kInput);
  EXPECT_EQ(missing.error().message,
            "tests/profiles/golden/no-such.json: No such file or directory");
  const auto folder = load_result("tests/profiles");
  ASSERT_FALSE(folder.has_value());
  EXPECT_EQ(folder.error().message, "tests/profiles: it is a directory");
}

TEST(ResultJson, AFileThatIsNoResultIsReportedWithTheCommandThatWritesOne) {
  const support::ScratchFolder folder;
  for (const char* text : {"P A.p 1 u", "{}"}) {
    const auto other = load_result(folder.write("double.txt", text));
    ASSERT_FALSE(other.has_value());
    EXPECT_NE(other.error().message.find("expected a result written by 'dps run … -o FILE'"),
              std::string::npos)
        << other.error().message;
  }
}

TEST(JsonForm, ReadableFormIsTheInverse) {
  EXPECT_EQ(json_form("a \"b\""), R"("a \"b\"")");
  const std::vector<std::string> words = {"dps", "run"};
  EXPECT_EQ(json_form(words), R"(["dps","run"])");
  EXPECT_EQ(readable_form(json_form("a \"b\"")), "a \"b\"");
  EXPECT_EQ(readable_form(json_form(words)), "dps run");
  EXPECT_EQ(readable_form("42"), "42");
}

}  // namespace
}  // namespace dps::profiles
