#include "base/suggestion.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps {
namespace {

/// The definition of the distance, without a bound.
std::size_t full_distance(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) {
    return a.size() + b.size();
  }
  const std::string_view shorter_a = a.substr(0, a.size() - 1);
  const std::string_view shorter_b = b.substr(0, b.size() - 1);
  std::size_t least = std::min({full_distance(shorter_a, b) + 1, full_distance(a, shorter_b) + 1,
                                full_distance(shorter_a, shorter_b) + (a.back() != b.back())});
  if (!shorter_a.empty() && !shorter_b.empty() && a.back() == shorter_b.back() &&
      b.back() == shorter_a.back()) {
    least =
        std::min(least, full_distance(a.substr(0, a.size() - 2), b.substr(0, b.size() - 2)) + 1);
  }
  return least;
}

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

RC_GTEST_PROP(Suggestion, IsAnyNameAtADistanceOfAtMostAThird, ()) {
  const auto words = rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c'));
  const std::string name = *rc::gen::resize(6, words);
  const std::string candidate = *rc::gen::resize(6, words);
  const std::size_t longer = std::max(name.size(), candidate.size());
  const std::size_t distance = full_distance(name, candidate);
  const bool is_near = distance < longer && distance <= std::max<std::size_t>(1, longer / 3);
  RC_ASSERT(nearest(name, {{candidate}}).has_value() == is_near);
}

TEST(DidYouMean, AKeyIsFoundByItsEnd) {
  const std::vector<std::string> keys{"host.n1.cores",   "host.n2.cores", "host.n1.latency",
                                      "network.latency", "local.latency", "cost.beyond.1.size"};
  EXPECT_EQ(did_you_mean_key("cores", keys), "; did you mean 'host.n1.cores'?");
  EXPECT_EQ(did_you_mean_key("host.cores", keys), "; did you mean 'host.n1.cores'?");
  EXPECT_EQ(did_you_mean_key("n2.cores", keys), "; did you mean 'host.n2.cores'?");
  EXPECT_EQ(did_you_mean_key("latency", keys), "; did you mean 'network.latency'?");
  EXPECT_EQ(did_you_mean_key("cost.1.size", keys), "; did you mean 'cost.beyond.1.size'?");
  EXPECT_EQ(did_you_mean_key("network.latncy", keys), "; did you mean 'network.latency'?");
  for (const char* name : {"host", "beyond", "cost.cores", "cores.host", "", ".", "ores.x"}) {
    EXPECT_EQ(did_you_mean_key(name, keys), "") << name;
  }
}

TEST(DidYouMean, IsPrintable) {
  using namespace std::string_literals;
  EXPECT_EQ(did_you_mean("name", std::vector{"nam\0e"s}), "; did you mean 'nam\\x00e'?");
}

}  // namespace
}  // namespace dps
