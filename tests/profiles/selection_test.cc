#include "profiles/selection.h"

#include <gtest/gtest.h>

#include "profiles/view.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

Selection selection(const std::string& list, const RunResult& result) {
  auto parsed = Selection::parse(list, known_tags(result));
  EXPECT_TRUE(parsed.has_value()) << parsed.error().message;
  return parsed ? *parsed : Selection();
}

TEST(Selection, AnEmptySelectionSelectsEverything) {
  EXPECT_TRUE(Selection().is_everything());
  EXPECT_FALSE(selection("Worker", matrix_multiply_2()).is_everything());
}

TEST(Selection, MatchesProcessesByPrefixAndUnitsByWholeTag) {
  const Selection chosen = selection("Worker.p[1],mf2.f", matrix_multiply_2());
  EXPECT_TRUE(chosen.has_process("Worker.p[1]"));
  EXPECT_TRUE(chosen.has_process("Worker.p[17]") == false);
  EXPECT_FALSE(chosen.has_process("Master.p[0]"));
  EXPECT_TRUE(chosen.has_tag("mf2.f"));
  EXPECT_FALSE(chosen.has_tag("mf2.fu"));
  EXPECT_TRUE(chosen.names_processes());
  EXPECT_EQ(chosen.list(), "Worker.p[1], mf2.f");
}

TEST(Selection, ReportsTheCoarsestSufficientLevel) {
  const RunResult result = matrix_multiply_2();
  EXPECT_EQ(selection("Work", result).level(), Level::kProcess);
  EXPECT_EQ(selection("Work,master.fu", result).level(), Level::kUnit);
  EXPECT_EQ(selection("Work,mf1.f", result).level(), Level::kFunctionality);
}

TEST(Selection, NamesEveryTagThatSelectsNothing) {
  const auto parsed = Selection::parse("Wroker.p,Master,,mf9.f", known_tags(matrix_multiply_2()));
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error().code, ErrorCode::kInput);
  EXPECT_EQ(parsed.error().message,
            "--only: no ptag begins with 'Wroker.p', and there is no such futag or ftag; did you "
            "mean 'Worker.p'?\n"
            "--only: the list contains an empty tag\n"
            "--only: no ptag begins with 'mf9.f', and there is no such futag or ftag; did you mean "
            "'mf1.f'?");
}

TEST(Selection, SuggestsATagForItsBeginning) {
  const auto parsed = Selection::parse("Wroker", known_tags(matrix_multiply_2()));
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error().message,
            "--only: no ptag begins with 'Wroker', and there is no such futag or ftag; did you "
            "mean 'Worker.p'?");
}

TEST(Selection, ExplainsWhenTheLevelIsTooCoarseForTheTag) {
  RunResult result = matrix_multiply_2();
  coarsen(result, Level::kProcess);
  const auto parsed = Selection::parse("mf1.f", known_tags(result));
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error().message,
            "--only: no ptag begins with 'mf1.f', and there is no such futag or ftag (the result "
            "was recorded at level process, without futags and ftags)");
}

TEST(Selection, RefusesTagsThatTheChosenLevelOmits) {
  const KnownTags known = known_tags(matrix_multiply_2());
  const auto parsed = Selection::parse("mf1.f,Work,master.fu,mf9.f", known, Level::kProcess);
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error().message,
            "--only: 'mf1.f' selects functionalities, which --level process omits; leave out "
            "--level\n"
            "--only: 'master.fu' selects functional units, which --level process omits; leave out "
            "--level\n"
            "--only: no ptag begins with 'mf9.f', and there is no such futag or ftag; did you mean "
            "'mf1.f'?");
  EXPECT_TRUE(Selection::parse("master.fu", known, Level::kUnit).has_value());
  EXPECT_TRUE(Selection::parse("Work", known, Level::kFunctionality).has_value());
}

TEST(Selection, CollectsTheTagsOfAProgram) {
  using blueprint::Section;
  blueprint::Program program;
  program.definitions = {{Section::kFunctionality, "f.f", {}, true},
                         {Section::kUnit, "u.fu", {}, true},
                         {Section::kProcess, "Worker.p", {}, true}};
  program.functionalities.resize(1);
  program.units = {{1, false, {}, {}}};
  program.groups = {{2, ProcessId{0}, 3, false}};
  program.plan_of = {0, 0, 0};
  const KnownTags known = known_tags(program);
  EXPECT_EQ(known.processes,
            (std::vector<std::string>{"Worker.p[0]", "Worker.p[1]", "Worker.p[2]"}));
  EXPECT_EQ(known.futags, std::vector<std::string>{"u.fu"});
  EXPECT_EQ(known.ftags, std::vector<std::string>{"f.f"});
}

}  // namespace
}  // namespace dps::profiles
