// The reader of traces as lines of states.
#include "profiles/traces/states/state_reader.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/traces/states/state_files.h"
#include "tests/support/scratch_folder.h"

namespace dps::traces {
namespace {

std::string messages(const std::string& text) {
  return render({"x.trace", text}, read_states(text).diagnostics);
}

constexpr const char* kHead =
    "$types\nState BUSY SEND DONE\n$bars\np[0] State\np[1] State\n$events\n";

std::string after_head(const std::string& text) {
  return messages(kHead + text);
}

TEST(StateReader, ReadsTheStatesOfEachProcess) {
  const auto reading = read_states(
      "// a trace\n$types\nState BUSY SEND \\\n  RECV DONE // all states\n$bars\np[0] State\np[1] "
      "State\n"
      "$events\nu:p[0] at 0.000000: P BUSY\r\nu:p[1]\tat 0.5: p RECV 12 x\nu:p[0] at 0.001230: P "
      "SEND\n"
      "u:p[0] at 0.001230: S p[1] 5 800\nu:p[0] at 0.0013: T site life.cc:42\n"
      "u:p[0] at 0.001300: T any text\nu:p[0] at 1.5: P DONE\nu:p[1] at 2: P DONE");
  EXPECT_EQ(render({"x", ""}, reading.diagnostics), "");
  ASSERT_TRUE(reading.trace.has_value());
  const StateTrace expected{
      {{"p[0]",
        {{"BUSY", "", "", 1'230'000'000, 0, 9},
         {"SEND", "life.cc:42", "p[1]", 1'498'770'000'000, 0, 11}},
        1'500'000'000'000},
       {"p[1]", {{"RECV", "", "", 1'500'000'000'000, 0, 10}}, 2'000'000'000'000}}};
  EXPECT_EQ(*reading.trace, expected);
}

TEST(StateReader, MistakesHaveALineAndACaret) {
  EXPECT_EQ(after_head("u:p[0] at 0: P BUSZ\n"),
            "x.trace:7:16: error: state 'BUSZ' is not in $types; did you mean 'BUSY'?\n"
            "u:p[0] at 0: P BUSZ\n"
            "               ^~~~\n");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"u:p[2] at 0: P BUSY\n", "7:3: error: process 'p[2]' is not in $bars"},
      {"u:p[0] at x: P BUSY\n",
       "7:11: error: expected seconds from 0 to 4000000 and a colon, got 'x:'"},
      {"u:p[0] at -1: P BUSY\n", "got '-1:'"},
      {"u:p[0] at nan: P BUSY\n", "got 'nan:'"},
      {"u:p[0] at 5e6: P BUSY\n", "got '5e6:'"},
      {"u:p[0] at 1 P BUSY\n", "got '1'"},
      {"u:p[0] at 2: P BUSY\nu:p[0] at 1: P SEND\n",
       "8:11: error: the instant is before the previous one of 'p[0]'"},
      {"u:p[0] at 1: P DONE\nu:p[0] at 2: P BUSY\n",
       "8:16: error: 'p[0]' is DONE before this event"},
      {"p[0] 1 BUSY\n", "7:1: error: expected an event like 'u:p[0] at 0.001230: P BUSY'"},
      {"$bars\n", "expected $types, $bars and $events, once and in this order, got '$bars'"},
      {"u:p[0] at 0: P BUSY\n",
       "warning: 'p[0]' has no DONE: the end of its last state, BUSY, is "
       "unknown, and the state is left out"},
      {"u:p[0] at 0: X 1\nu:p[0] at 0: X 2\n", "7:14: warning: events of kind 'X' are left out"}};
  for (const auto& [text, message] : cases) {
    EXPECT_NE(after_head(text).find(message), std::string::npos) << text << after_head(text);
  }
  EXPECT_NE(messages("$types\nState\n").find("2:1: error: type 'State' has no states"),
            std::string::npos);
  EXPECT_NE(messages("$types\nState A DONE\n$bars\np Stat\n")
                .find("unknown type 'Stat'; $types has 'State'"),
            std::string::npos);
  EXPECT_NE(messages("").find("expected a trace as lines of states"), std::string::npos);
  EXPECT_EQ(
      messages("{\"format\": 1}\nx\n"),
      "x.trace:1:1: error: expected $types, got '{\"format\":'\n{\"format\": 1}\n^~~~~~~~~~\n");
}

TEST(StateFiles, AFolderHasAFileForEachRank) {
  const support::ScratchFolder folder;
  const auto write = [&](const std::string& name, const std::string& process) {
    folder.write("t/" + name, std::string(kHead) + "u:" + process + " at 0: P BUSY\nu:" + process +
                                  " at 2: P DONE\n");
  };
  write("p10.trace", "p[1]");
  write("p2.trace", "p[0]");
  folder.write("t/notes.txt", "not read");
  const std::string path = folder.path() / "t";
  auto loaded = load_states(path);
  ASSERT_TRUE(loaded && loaded->trace);
  ASSERT_EQ(loaded->trace->processes.size(), 2U);
  EXPECT_EQ(loaded->trace->processes[0].states.size(), 1U);
  EXPECT_EQ(loaded->trace->processes[1].states.size(), 1U);
  write("p3.trace", "p[0]");
  loaded = load_states(path);
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().message.find("p3.trace: process 'p[0]' also has events"),
            std::string::npos);
  EXPECT_NE(load_states(folder.path()).error().message.find("has no file p0.trace"),
            std::string::npos);
}

}  // namespace
}  // namespace dps::traces
