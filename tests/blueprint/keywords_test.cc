#include "blueprint/keywords.h"

#include <gtest/gtest.h>

namespace dps::blueprint {
namespace {

TEST(Keywords, AreFoundByTheirExactWord) {
  EXPECT_EQ(find_word(kKinds, "exec"), ComputationKind::kExec);
  EXPECT_EQ(find_word(kFlags, "-s"), OutputFlag::kBytes);
  EXPECT_EQ(find_word(kFlags, "-b"), OutputFlag::kBytes);
  EXPECT_EQ(find_word(kVariables, "CORES"), HostVariable::kCores);
  EXPECT_EQ(find_word(kComparisons, "<="), Comparison::kLessEqual);
}

TEST(Keywords, AreCaseSensitiveAndWhole) {
  for (const char* word : {"", "Exec", "exe", "execs", "-T"}) {
    EXPECT_EQ(find_word(kKinds, word), std::nullopt) << word;
    EXPECT_EQ(find_word(kFlags, word), std::nullopt) << word;
  }
}

TEST(Keywords, TheNearestIsSuggestedOrTheExpectationGiven) {
  EXPECT_EQ(suggest_or(kKinds, "slep", false, "a kind"), "; did you mean 'sleep'?");
  EXPECT_EQ(suggest_or(kKinds, "interpretive", false, "a kind"), "; expected a kind");
  EXPECT_EQ(suggest_or(kKinds, "sleep", true, "a kind"), "; it must not be quoted");
  EXPECT_EQ(suggest_or(kKinds, "slep", true, "a kind"), "; did you mean 'sleep'?");
}

}  // namespace
}  // namespace dps::blueprint
