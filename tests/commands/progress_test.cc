// The line that shows the progress of a command.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "commands/predict/long_prediction.h"
#include "commands/terminal/progress_line.h"
#include "commands/terminal/status_line.h"
#include "commands/terminal/time_left.h"
#include "coordinator/session/progress/rate.h"

namespace dps::commands {
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

TEST(ProgressLine, QuietLeavesOutWarningsButNotTheLinesOfProcesses) {
  ::testing::internal::CaptureStderr();
  for (const bool is_quiet : {false, true}) {
    print_session_line("warning: 'A.p[0]' has not moved for 10 s", is_quiet);
    print_session_line("[A.p[0]] hello", is_quiet);
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "warning: 'A.p[0]' has not moved for 10 s\n[A.p[0]] hello\n[A.p[0]] hello\n");
}

TEST(LongAnswers, ANoteHasTheNumberOfQuestionsAndTheTimeLeft) {
  EXPECT_EQ(
      long_answers_note(20'006, Seconds(5'400)),
      "20,006 questions of --what-if, about 90 min left; Ctrl-C ends them with the answers so "
      "far, --what-if NAME*=FACTOR,... asks only about these elements");
  EXPECT_EQ(long_answers_note(20'006, Seconds(10)), "");
  EXPECT_EQ(long_answers_note(20'006, std::nullopt), "");
}

TEST(ProgressText, HasRunsAndTimeLeftBeforePartsThatMayBeCutOff) {
  coordinator::SessionProgress progress;
  progress.phase = coordinator::Phase::kRun;
  progress.run = 2;
  progress.runs = 10;
  progress.processes = 8;
  progress.ready = 3;
  progress.messages = 12'000;
  progress.elapsed_s = 4;
  EXPECT_EQ(progress_text(progress, Seconds(12)),
            std::string(phase_name(coordinator::Phase::kRun)) +
                ", run 2 of 10, about 12 s left: 3 of 8 complete, 4 s, 12,000 messages");
}

TEST(ProgressText, OfARunHasItsRatesAndWaitingProcesses) {
  coordinator::SessionProgress progress;
  progress.phase = coordinator::Phase::kRun;
  progress.run = 1;
  progress.processes = 8;
  progress.messages = 1;
  progress.messages_per_s = 1203.6;
  progress.bytes_per_s = 2048;
  progress.waiting = {3, "Worker.p[1..3]", "Worker.p[2]", 0.5};
  EXPECT_EQ(progress_text(progress, std::nullopt),
            "running: 0 of 8 complete, 0 s, 1 message, 1,204/s, 2.0 KiB/s; waiting: "
            "Worker.p[1..3]");
  progress.waiting->longest_s = 2.14;
  EXPECT_TRUE(progress_text(progress, std::nullopt)
                  .ends_with("; waiting: Worker.p[1..3]; longest Worker.p[2], 2.1 s"));
}

TEST(ProgressFields, OfARunHaveTheFiguresOfTheText) {
  coordinator::SessionProgress progress;
  progress.phase = coordinator::Phase::kRun;
  progress.run = 2;
  progress.runs = 3;
  progress.processes = 8;
  progress.ready = 5;
  progress.messages = 100;
  progress.bytes = 1000;
  progress.messages_per_s = 50;
  progress.bytes_per_s = 500;
  progress.elapsed_s = 2;
  progress.waiting = {1, "Master.p[0]", "Master.p[0]", 0.5};
  EXPECT_EQ(
      progress_fields(progress, Seconds(1)).dump(),
      R"({"phase":"running","run":2,"runs":3,"elapsed_s":2.0,"left_s":1.0,"processes":8,)"
      R"("complete":5,"messages":100,"bytes":1000,"messages_per_s":50.0,"bytes_per_s":500.0,)"
      R"("waiting":{"count":1,"names":"Master.p[0]","longest":"Master.p[0]","longest_s":0.5}})");
}

TEST(ProgressFields, ThatAreUnknownAreAbsent) {
  EXPECT_EQ(progress_fields({}, std::nullopt).dump(),
            R"({"phase":"starting agents","runs":1,"elapsed_s":0.0,"processes":0,"complete":0})");
}

TEST(StatusLine, PrintsAnObjectAtEveryChangeOfPhase) {
  StatusLine line(ProgressStyle::kJson);
  testing::internal::CaptureStderr();
  line.show("reading plan.txt", {{"phase", "reading"}});
  line.show("predicting", {{"phase", "predicting"}, {"run", 1}});
  line.show("predicting", {{"phase", "predicting"}, {"run", 2}});
  line.show("writing the trace");
  line.clear();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "{\"phase\":\"reading\"}\n{\"phase\":\"predicting\",\"run\":1}\n"
            "{\"phase\":\"writing the trace\"}\n");
}

constexpr coordinator::TimePoint at(double seconds) {
  return coordinator::TimePoint(
      std::chrono::duration_cast<coordinator::TimePoint::duration>(Seconds(seconds)));
}

TEST(Rate, IsTheMeanOfTheLastTwoSeconds) {
  coordinator::IncreaseRate rate;
  EXPECT_EQ(rate.per_second(at(0)), 0);
  rate.add(at(0), 0);
  EXPECT_EQ(rate.per_second(at(1)), 0);
  rate.add(at(1), 100);
  EXPECT_EQ(rate.per_second(at(1)), 100);
  rate.add(at(2), 200);
  rate.add(at(3), 500);
  EXPECT_EQ(rate.per_second(at(3)), 200) << "from 100 to 500 in 2 s";
  rate.add(at(5), 500);
  EXPECT_EQ(rate.per_second(at(5)), 0) << "no messages in two seconds";
}

TEST(Rate, BeginsAgainWithTheNextRun) {
  coordinator::IncreaseRate rate;
  rate.add(at(0), 0);
  rate.add(at(1), 100);
  rate.restart();
  EXPECT_EQ(rate.per_second(at(1)), 0);
}

TEST(ProgressText, OfASingleRunHasNoNumberOfRuns) {
  coordinator::SessionProgress progress;
  progress.phase = coordinator::Phase::kConnect;
  progress.run = 1;
  progress.processes = 8;
  progress.ready = 3;
  EXPECT_EQ(progress_text(progress, std::nullopt),
            std::string(phase_name(coordinator::Phase::kConnect)) + ": 3 of 8 processes, 0 s");
}

}  // namespace
}  // namespace dps::commands
