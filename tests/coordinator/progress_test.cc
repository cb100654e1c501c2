// The line that shows how far a command has come.
#include <gtest/gtest.h>

#include "coordinator/cli/progress_line.h"
#include "coordinator/cli/status_line.h"
#include "coordinator/cli/time_left.h"

namespace dps::coordinator {
namespace {

TEST(StatusLine, IsCutToTheColumnsOfTheTerminal) {
  EXPECT_EQ(cut_to_columns("abcdef", 6), "abcdef");
  EXPECT_EQ(cut_to_columns("abcdef", 5), "abcde");
  EXPECT_EQ(cut_to_columns("abcdef", 0), "");
}

TEST(StatusLine, CharactersMayBeTwoColumnsWideAndAreNeverCut) {
  EXPECT_EQ(cut_to_columns("a日b", 4), "a日b");
  EXPECT_EQ(cut_to_columns("a日b", 3), "a日");
  EXPECT_EQ(cut_to_columns("a日b", 2), "a");
}

TEST(TimeLeft, IsUnknownUntilAStepIsComplete) {
  TimeLeft left;
  EXPECT_FALSE(left.at(0, Seconds(100)));
  EXPECT_FALSE(left.at(0, Seconds(105)));
}

TEST(TimeLeft, FollowsFromTheStepsThatAreComplete) {
  TimeLeft left;
  left.at(0, Seconds(100));
  EXPECT_EQ(left.at(0.25, Seconds(110)), Seconds(30));
  EXPECT_EQ(left.at(0.25, Seconds(115)), Seconds(25)) << "it gets less within a step";
  EXPECT_EQ(left.at(0.25, Seconds(150)), Seconds(0)) << "a step that takes longer than the others";
  EXPECT_EQ(left.at(0.5, Seconds(160)), Seconds(60));
}

TEST(TimeLeft, IsWrittenInAUnitThatAPersonWouldTake) {
  EXPECT_EQ(time_left_text(std::nullopt), "");
  EXPECT_EQ(time_left_text(Seconds(0.2)), ", about 1 s left");
  EXPECT_EQ(time_left_text(Seconds(119)), ", about 119 s left");
  EXPECT_EQ(time_left_text(Seconds(600)), ", about 10 min left");
  EXPECT_EQ(time_left_text(Seconds(4 * 3600)), ", about 4 h left");
}

TEST(ProgressText, HasRunsAndTimeLeftBeforeWhatMayBeCutOff) {
  SessionProgress progress;
  progress.phase = Phase::kRun;
  progress.run = 2;
  progress.runs = 10;
  progress.processes = 8;
  progress.ready = 3;
  progress.messages = 12'000;
  progress.elapsed_s = 4;
  EXPECT_EQ(progress_text(progress, Seconds(12)),
            std::string(phase_name(Phase::kRun)) +
                ", run 2 of 10, about 12 s left: 3 of 8 processes complete, 12,000 messages, 4 s");
}

TEST(ProgressText, OfASingleRunHasNoNumberOfRuns) {
  SessionProgress progress;
  progress.phase = Phase::kConnect;
  progress.run = 1;
  progress.processes = 8;
  progress.ready = 3;
  EXPECT_EQ(progress_text(progress, std::nullopt),
            std::string(phase_name(Phase::kConnect)) + ": 3 of 8 processes, 0 s");
}

}  // namespace
}  // namespace dps::coordinator
