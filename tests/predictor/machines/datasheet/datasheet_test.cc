#include "predictor/machines/kinds/datasheet/datasheet.h"

#include <gtest/gtest.h>

namespace dps::machines {
namespace {

SheetFunction function(const std::string& name, std::uint64_t attoseconds,
                       FunctionPath path = FunctionPath::kAny) {
  SheetRange range;
  range.equation.value.constant = Attoseconds(attoseconds);
  return {name, FunctionClass::kCollective, path, {range}};
}

/// The constant of the function that is found, or 0.
std::uint64_t found(const Datasheet& sheet, std::string_view name,
                    FunctionPath path = FunctionPath::kAny) {
  const FoundFunction one = find_function(sheet, name, path);
  return one.function == nullptr ? 0 : one.function->ranges[0].equation.value.constant.count();
}

TEST(Datasheet, AFunctionWithinAHostIsTheGeneralOneUnlessItHasItsOwn) {
  Datasheet sheet;
  sheet.functions = {function("send", 1), function("send", 2, FunctionPath::kHost),
                     function("recv", 3)};
  EXPECT_EQ(found(sheet, "send"), 1U);
  EXPECT_EQ(found(sheet, "send", FunctionPath::kHost), 2U);
  EXPECT_EQ(found(sheet, "recv", FunctionPath::kHost), 3U);
  EXPECT_FALSE(find_function(sheet, "send").is_alias);
}

TEST(Datasheet, AnAliasOfTheSheetGoesBeforeABuiltInOne) {
  Datasheet sheet;
  sheet.functions = {function("gather", 1), function("alltoall", 2), function("bcast", 3)};
  EXPECT_EQ(found(sheet, "gatherv"), 1U);
  EXPECT_EQ(found(sheet, "alltoallvi"), 2U);
  EXPECT_TRUE(find_function(sheet, "gatherv").is_alias);
  sheet.aliases = {{"gatherv", "ibcast"}, {"ibcast", "bcast"}};
  EXPECT_EQ(found(sheet, "gatherv"), 3U);
  EXPECT_EQ(found(sheet, "reduce"), 0U);
}

TEST(Datasheet, ACycleOfAliasesHasNoEquation) {
  Datasheet sheet;
  sheet.functions = {function("send", 1)};
  sheet.aliases = {{"a", "b"}, {"b", "c"}, {"c", "a"}};
  EXPECT_EQ(found(sheet, "a"), 0U);
}

TEST(Datasheet, ARangeHoldsUpToItsLargestSize) {
  SheetFunction send = function("send", 1);
  send.ranges.resize(3);
  send.ranges[0].most = 32;
  send.ranges[1].most = 1024;
  EXPECT_EQ(&range_for(send, 0), send.ranges.data());
  EXPECT_EQ(&range_for(send, 32), send.ranges.data());
  EXPECT_EQ(&range_for(send, 32.25), &send.ranges[1]);
  EXPECT_EQ(&range_for(send, 1024), &send.ranges[1]);
  EXPECT_EQ(&range_for(send, 1e9), &send.ranges[2]);
}

}  // namespace
}  // namespace dps::machines
