#include "profiles/sweeps/figures.h"

#include <gtest/gtest.h>

#include "tests/profiles/sweeps/sample_sweeps.h"

namespace dps::sweeps {
namespace {

double speed_up(const RowFigures& row) {
  return row.predicted.scaling ? row.predicted.scaling->speed_up : -1;
}

double efficiency(const RowFigures& row) {
  return row.predicted.scaling ? row.predicted.scaling->efficiency : -1;
}

TEST(Figures, StrongScalingIsRelativeToTheLeastValueWithTheOthersEqual) {
  const auto figures = figures_of(strong_sweep());
  const std::vector<double> speed_ups{1, 2, 2, 1, 1.6, -1};
  const std::vector<double> efficiencies{1, 1, 0.5, 1, 0.8, -1};
  for (std::size_t i = 0; i < figures.size(); ++i) {
    EXPECT_DOUBLE_EQ(speed_up(figures[i]), speed_ups[i]) << i;
    EXPECT_DOUBLE_EQ(efficiency(figures[i]), efficiencies[i]) << i;
  }
}

TEST(Figures, WeakScalingComparesTimesOfGrowingWork) {
  Sweep sweep = strong_sweep();
  sweep.is_weak = true;
  const auto figures = figures_of(sweep);
  EXPECT_DOUBLE_EQ(efficiency(figures[1]), 2);    // 8 s / 4 s
  EXPECT_DOUBLE_EQ(speed_up(figures[1]), 4);      // twice the work
  EXPECT_DOUBLE_EQ(efficiency(figures[4]), 1.6);  // 20 s / 12.5 s
  EXPECT_DOUBLE_EQ(speed_up(figures[4]), 3.2);
}

TEST(Figures, TheLeastValueNeedNotComeFirst) {
  Sweep sweep = strong_sweep();
  sweep.axes[1].values = {"4", "2", "1"};
  for (SweepRow& row : sweep.rows) {
    row.point[1] = row.point[1] == "1" ? "4" : row.point[1] == "4" ? "1" : "2";
  }
  EXPECT_DOUBLE_EQ(speed_up(figures_of(sweep)[0]), 0.5);  // p = 4 takes 8 s, p = 1 takes 4 s
}

TEST(Figures, WithoutTheLeastValueThereIsNoSpeedUp) {
  Sweep sweep = strong_sweep();
  sweep.rows[0].predicted = Outcome{1, "failed", {}, {}};
  const auto figures = figures_of(sweep);
  EXPECT_FALSE(figures[1].predicted.scaling.has_value());
  EXPECT_TRUE(figures[4].predicted.scaling.has_value());
}

TEST(Figures, IntervalsNeedSeveralRuns) {
  Sweep sweep = strong_sweep();
  sweep.rows[0].predicted = done({7.9, 8, 8.1});
  sweep.rows[1].predicted = done({3.9, 4, 4.1});
  const auto figures = figures_of(sweep);
  ASSERT_TRUE(figures[1].predicted.scaling->interval.has_value());
  EXPECT_LT(figures[1].predicted.scaling->interval->low, 2);
  EXPECT_GT(figures[1].predicted.scaling->interval->high, 2);
  EXPECT_FALSE(figures[4].predicted.scaling->interval.has_value());
  EXPECT_FALSE(figures[0].predicted.scaling->interval.has_value());
}

TEST(Figures, EqualMakespansHaveAnIntervalOfZero) {
  Sweep sweep = strong_sweep();
  sweep.rows[0].predicted = done({0.1, 0.1, 0.1});
  const auto figures = figures_of(sweep);
  EXPECT_EQ(figures[0].predicted.makespan->half_width, 0.0);
  EXPECT_EQ(figures[0].predicted.makespan->mean, 0.1);
}

TEST(Figures, TheErrorOfAPredictionIsRelativeToTheRun) {
  Sweep sweep = strong_sweep();
  sweep.rows[0].measured = done({10});
  sweep.rows[1].measured = Outcome{1, "failed", {}, {}};
  const auto figures = figures_of(sweep);
  EXPECT_DOUBLE_EQ(figures[0].error_percent.value_or(0), -20);
  EXPECT_FALSE(figures[1].error_percent.has_value());
}

TEST(Figures, NotesAreCountedOnce) {
  Sweep sweep = strong_sweep();
  sweep.rows[0].predicted->notes = {"a", "b"};
  sweep.rows[2].predicted->notes = {"b"};
  const auto notes = notes_of(sweep);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].text, "a");
  EXPECT_EQ(notes[1].points, 2U);
}

TEST(Figures, NotesThatDifferInNumbersOnlyAreTheSame) {
  std::vector<std::string> notes{"load 1.5 on 2 cores"};
  add_notes(notes, {"load 12 on 2 cores", "another", "load 3 on many cores"});
  EXPECT_EQ(notes,
            (std::vector<std::string>{"load 1.5 on 2 cores", "another", "load 3 on many cores"}));
}

TEST(Figures, NotesThatDifferInAPluralAfterANumberAreTheSame) {
  const std::pair<const char*, const char*> kSame[] = {
      {"1 message was lost", "2 messages were lost"},
      {"1 process has no unit", "1,234 processes have no unit"},
      {"the trace has 1 entry; it ends", "the trace has 3 entries; it ends"},
      {"a pause (1 second)", "a pause (20 seconds)"}};
  for (const auto& [one, more] : kSame) {
    std::vector<std::string> notes{one};
    add_notes(notes, {more});
    EXPECT_EQ(notes, std::vector<std::string>{one});
  }
  const std::pair<const char*, const char*> kDifferent[] = {
      {"1 us late", "1 u late"},
      {"the message is lost", "the messages are lost"},
      {"1 message of Work.m", "2 messages of Works.m"},
      {"1 class", "1 clas"}};
  for (const auto& [one, other] : kDifferent) {
    std::vector<std::string> notes{one};
    add_notes(notes, {other});
    EXPECT_EQ(notes, (std::vector<std::string>{one, other}));
  }
}

TEST(Figures, ACommaOfThousandsIsAPartOfItsNumber) {
  std::vector<std::string> notes{"999 bytes, 3 times"};
  add_notes(notes, {"1,000 bytes, 3 times", "1,234,567 bytes, 12 times", "hosts 1,2", "hosts 5",
                    "hosts 1,2345"});
  EXPECT_EQ(notes, (std::vector<std::string>{"999 bytes, 3 times", "hosts 1,2", "hosts 5"}));
}

}  // namespace
}  // namespace dps::sweeps
