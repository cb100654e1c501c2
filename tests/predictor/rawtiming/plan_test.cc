#include "predictor/rawtiming/plan/plan.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "predictor/rawtiming/plan/function_choice.h"

namespace dps::rawtiming {
namespace {

Options options_for(const std::string& functions, std::vector<std::uint64_t> sizes = {1, 64}) {
  Options options;
  options.functions = choose_functions(functions).value();
  options.sizes = std::move(sizes);
  return options;
}

std::vector<std::string> names(const MeasurementPlan& plan) {
  std::vector<std::string> all;
  for (const Point& point : plan.points) {
    all.push_back(plan.name_of(point));
  }
  return all;
}

TEST(RawtimingPlan, OnOneHostThePairIsTheFunction) {
  const MeasurementPlan plan = make_plan(options_for("send"), {0, 0}, 0);
  EXPECT_EQ(names(plan), (std::vector<std::string>{"send 2 1", "send 2 64"}));
  EXPECT_EQ(plan.casts, (std::vector<std::vector<std::uint32_t>>{{0, 1}}));
}

TEST(RawtimingPlan, OnTwoHostsBothPairsAreMeasured) {
  const MeasurementPlan plan = make_plan(options_for("send", {8}), {0, 0, 1, 1}, 0);
  EXPECT_EQ(names(plan), (std::vector<std::string>{"send 2 8", "send.host 2 8"}));
  EXPECT_EQ(plan.casts, (std::vector<std::vector<std::uint32_t>>{{0, 2}, {0, 1}}));
}

TEST(RawtimingPlan, ARankAHostHasNoPairOnItsHost) {
  const MeasurementPlan plan = make_plan(options_for("send", {8}), {0, 1, 2}, 0);
  EXPECT_EQ(names(plan), (std::vector<std::string>{"send 2 8"}));
}

TEST(RawtimingPlan, GroupsAreTheFirstRanksInPowersOfTwoAndAll) {
  const MeasurementPlan plan = make_plan(options_for("barrier"), {0, 0, 0, 0, 1, 1}, 0);
  EXPECT_EQ(names(plan), (std::vector<std::string>{"barrier 2 0", "barrier 4 0", "barrier 6 0"}));
  EXPECT_EQ(plan.casts[1], (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(RawtimingPlan, LocalFunctionsHaveARankOfEachHost) {
  const MeasurementPlan plan = make_plan(options_for("wtime,copy", {4}), {0, 0, 1, 2, 2}, 0);
  EXPECT_EQ(names(plan), (std::vector<std::string>{"wtime 1 0", "copy 1 4"}));
  EXPECT_EQ(plan.casts, (std::vector<std::vector<std::uint32_t>>{{0, 2, 3}}));
}

TEST(RawtimingPlan, HalvesNeedAnEvenGroupOfFour) {
  Options options = options_for("bcast", {8});
  options.subgroups = Subgroups::kHalf;
  options.processes = {2, 4, 5};
  const MeasurementPlan plan = make_plan(options, {0, 0, 0, 0, 0}, 0);
  EXPECT_EQ(names(plan),
            (std::vector<std::string>{"bcast 2 8", "bcast 4 8", "bcast 5 8", "bcast_half 4 8"}));
}

TEST(RawtimingPlan, PointsBeyondTheMemoryAreLeftOutAndReported) {
  Options options = options_for("alltoall", {1, 1024, 1U << 20});
  options.memory = 1U << 20;
  const MeasurementPlan plan = make_plan(options, {0, 0}, 0);
  EXPECT_EQ(names(plan), (std::vector<std::string>{"alltoall 2 1", "alltoall 2 1024"}));
  EXPECT_EQ(plan.left_out,
            (std::vector<std::string>{"alltoall: 1 point is left out whose buffers exceed --memory "
                                      "1.0 MiB, from 1,048,576 elements on"}));
}

TEST(RawtimingPlan, ThePoolIsTwiceTheCacheWithinHalfOfTheMemory) {
  Options options = options_for("send");
  EXPECT_EQ(make_plan(options, {0, 0}, 8U << 20).pool_bytes, 16U << 20);
  EXPECT_EQ(make_plan(options, {0, 0}, 512U << 20).pool_bytes, 128U << 20);
  options.cache_size = 1U << 16;
  EXPECT_EQ(make_plan(options, {0, 0}, 8U << 20).pool_bytes, 1U << 16);
  options.sizes = {1U << 20};  // larger than the pool: it must fit
  EXPECT_GE(make_plan(options, {0, 0}, 8U << 20).pool_bytes, 8U << 20);
}

TEST(RawtimingPlan, EveryPassHasAllPointsInAnOrderOfItsOwn) {
  const MeasurementPlan plan = make_plan(options_for("p2p,collective", {1, 2, 4, 8}), {0, 0}, 0);
  const auto first = order_of_pass(plan, 1, 0);
  const auto second = order_of_pass(plan, 1, 1);
  EXPECT_EQ(first, order_of_pass(plan, 1, 0));
  EXPECT_NE(first, second);
  EXPECT_NE(first, order_of_pass(plan, 2, 0));
  EXPECT_EQ(std::set(second.begin(), second.end()).size(), plan.points.size());
}

TEST(RawtimingPlan, EveryFunctionHasPoints) {
  Options options = options_for(
      "p2p,contended,collective,nonblocking,neighbour,communicator,rma,"
      "local",
      {1});
  const MeasurementPlan plan = make_plan(options, {0, 0}, 0);
  EXPECT_EQ(plan.points.size(), options.functions.size());
}

TEST(Rounds, OfPingpongAreManyIfItsBufferStaysInTheCache) {
  Options options;
  EXPECT_EQ(rounds_of(options, "pingpong"), 1U);
  options.is_cached = true;
  EXPECT_EQ(rounds_of(options, "pingpong"), 20U);
  EXPECT_EQ(rounds_of(options, "allpingpong"), 1U);  // the pairs of each trial are others
  EXPECT_EQ(rounds_of(options, "sendrecv"), 1U);
}

}  // namespace
}  // namespace dps::rawtiming
