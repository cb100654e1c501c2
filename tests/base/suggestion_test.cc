#include "base/suggestion.h"

#include <vector>

#include <gtest/gtest.h>

namespace dps {
namespace {

const std::vector<std::string> kTags{"Mats.i", "Rslt.i", "DoneM.i", "x"};

TEST(Suggestion, FindsATypingError) {
  EXPECT_EQ(did_you_mean("Mat.i", kTags), "; did you mean 'Mats.i'?");
  EXPECT_EQ(nearest("mats.I", kTags), "Mats.i");
  EXPECT_EQ(nearest("Rlst.i", kTags), "Rslt.i");  // two adjacent letters swapped
}

TEST(Suggestion, ANameWithoutAPointMayBeTheBeginningOfATag) {
  const std::vector<std::string> tags{"Master.p", "Worker.p", "worker.fu", "go.f"};
  EXPECT_EQ(nearest("Wroker", tags), "Worker.p");
  EXPECT_EQ(nearest("go", tags), "go.f");
  EXPECT_EQ(nearest("Wroker.q", tags), "Worker.p");
  EXPECT_EQ(nearest("Wroker.xyz", {{"Worker.p"}}), std::nullopt);
  EXPECT_EQ(nearest("x", tags), std::nullopt);
}

TEST(Suggestion, ReturnsNothingWhenNoWordIsNear) {
  EXPECT_EQ(did_you_mean("Pressure.i", kTags), "");
  EXPECT_EQ(nearest("y", kTags), std::nullopt);
  EXPECT_EQ(nearest("anything", {}), std::nullopt);
}

TEST(Suggestion, TakesTheFirstAmongEquals) {
  const std::vector<std::string> tags{"a.fu", "b.fu"};
  EXPECT_EQ(nearest("c.fu", tags), "a.fu");
}

TEST(DidYouMean, IsPrintable) {
  using namespace std::string_literals;
  EXPECT_EQ(did_you_mean("name", std::vector{"nam\0e"s}), "; did you mean 'nam\\x00e'?");
}

}  // namespace
}  // namespace dps
