#include "transport/control/launch_reports.h"

#include <csignal>

#include <gtest/gtest.h>

#include "tests/transport/control/text_bytes.h"

namespace dps::control {
namespace {

TEST(LaunchReports, ALostAgentIsALine) {
  const LostAgent lost{3, {"guardian", 9, 0}};
  EXPECT_EQ(to_line(lost), "\1dps-agent-lost\2 3 guardian 9 0");
  EXPECT_EQ(parse_lost_agent(to_line(lost)), lost);
  for (const char* other : {"", "node3: 3 agent 9 0", "\1dps-agent-lost\2 3 starter 9 0",
                            "\1dps-agent-lost\2 x agent 9 0", "\1dps-agent-lost\2 3 agent 9",
                            "\1dps-agent-lost\2 3 agent 9 0 more"}) {
    EXPECT_EQ(parse_lost_agent(other), std::nullopt) << other;
  }
}

struct ReportLine {
  LostProcess lost;
  const char* line;
};

TEST(LaunchReports, ALostProcessIsALine) {
  const ReportLine cases[] = {
      {{LaunchRole::kMpirun, "node1", LaunchEnd::kSignal, 9}, "mpirun node1 signal 9"},
      {{LaunchRole::kOrted, "node3", LaunchEnd::kUnknown, 0}, "orted node3 unknown 0"},
      {{LaunchRole::kPvmd, "fd00::2", LaunchEnd::kDeleted, 0}, "pvmd fd00::2 deleted 0"},
      {{LaunchRole::kBridge, "a.b-c_d", LaunchEnd::kExit, 1}, "bridge a.b-c_d exit 1"},
      {{LaunchRole::kLogin, "node2", LaunchEnd::kExit, 255}, "login node2 exit 255"},
      {{LaunchRole::kPvmd, "node1", LaunchEnd::kNotStarted, 0, "no such file"},
       "pvmd node1 not-started 0 no such file"},
  };
  for (const auto& [lost, line] : cases) {
    EXPECT_EQ(to_line(lost), std::string("\1dps-lost-process\2 ") + line);
    EXPECT_EQ(parse_lost_process(to_line(lost)), lost) << line;
  }
}

TEST(LaunchReports, OtherLinesAreNoReports) {
  for (const char* other :
       {"", "mpirun node1 signal 9", "\1dps-lost-process\2", "\1dps-lost-process\2 ",
        "\1dps-lost-process\2 sshd node1 signal 9", "\1dps-lost-process\2 mpirun -x signal 9",
        "\1dps-lost-process\2 mpirun node1 died 9", "\1dps-lost-process\2 mpirun node1 signal x",
        "\1dps-lost-process\2 mpirun node1 signal", "\1dps-lost-process\2 mpirun  signal 9"}) {
    EXPECT_EQ(parse_lost_process(other), std::nullopt) << other;
  }
}

TEST(LaunchReports, TheOutputOfAForeignProgramIsOneLine) {
  const LostProcess lost{LaunchRole::kPvmd, "node1", LaunchEnd::kNotStarted, 0,
                         "root PVMD disabled\nset PVM_ALLOW_ROOT\n"};
  EXPECT_EQ(parse_lost_process(to_line(lost))->words, "root PVMD disabled set PVM_ALLOW_ROOT");
}

TEST(LaunchReports, AWaitStatusIsASignalOrAnExit) {
  const LostProcess killed = lost_process(LaunchRole::kBridge, "node1", SIGKILL);
  EXPECT_EQ(killed, (LostProcess{LaunchRole::kBridge, "node1", LaunchEnd::kSignal, SIGKILL}));
  const LostProcess exited = lost_process(LaunchRole::kBridge, "node1", 3 << 8);
  EXPECT_EQ(exited, (LostProcess{LaunchRole::kBridge, "node1", LaunchEnd::kExit, 3}));
}

TEST(LaunchReports, TheEndOfAnAgentHasItsCause) {
  const EndOfAgent end{3, {LaunchRole::kPvmd, "node4"}};
  EXPECT_EQ(to_line(end), "gone 3 pvmd node4 unknown 0");
  EXPECT_EQ(parse_end_of_agent(to_line(end)), end);
  for (const char* other : {"", "gone", "gone ", "gone 3", "gone x pvmd node4 unknown 0",
                            "gone -1 pvmd node4 unknown 0", "went 3 pvmd node4 unknown 0",
                            "gone 4294967296 pvmd node4 unknown 0", "gone 3 the daemon"}) {
    EXPECT_EQ(parse_end_of_agent(other), std::nullopt) << other;
  }
}

TEST(LineSplitter, LinesComeWholeAndEndlessOnesInPieces) {
  LineSplitter splitter;
  splitter.feed(bytes_of("host a\nho"));
  EXPECT_EQ(splitter.next(), "host a");
  EXPECT_EQ(splitter.next(), std::nullopt);
  splitter.feed(bytes_of("st b\n"));
  EXPECT_EQ(splitter.next(), "host b");
  splitter.feed(bytes_of(std::string(LineSplitter::kLongestLine + 5, 'x')));
  EXPECT_EQ(splitter.next()->size(), LineSplitter::kLongestLine);
  EXPECT_EQ(splitter.next(), std::nullopt);
}

}  // namespace
}  // namespace dps::control
