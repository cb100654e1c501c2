#include "base/operations/operations.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace dps::operations {
namespace {

std::size_t count_in(std::string_view group) {
  return static_cast<std::size_t>(
      std::ranges::count_if(all_operations(), [&](const ParasolOperation& operation) {
        return (operation.groups & find_group(group)) != 0;
      }));
}

// Source: the Parasol paper, 2.2.1 and 4.2.3.
TEST(Operations, ThereAreAsManyAsThePaperSays) {
  EXPECT_EQ(count_in("all"), 150U);
  EXPECT_EQ(count_in("arithmetic"), 56U);
  EXPECT_EQ(count_in("compare"), 8U);
  EXPECT_EQ(count_in("intrinsics"), 69U);
  EXPECT_EQ(count_in("array"), 7U);
  EXPECT_EQ(count_in("flow"), 8U);
}

TEST(Operations, EachIsInTwoGroupsOrMore) {
  for (const ParasolOperation& operation : all_operations()) {
    EXPECT_GE(std::popcount(operation.groups), 2) << operation.name;
  }
}

TEST(Operations, MisprintsAreReadOrRefused) {
  EXPECT_EQ(find_operation("dln"), find_operation("dlm"));
  EXPECT_EQ(find_operation("sqrti"), find_operation("sqrtr"));
  EXPECT_EQ(find_operation("aintnd"), std::nullopt);
  EXPECT_EQ(meant_operation("aintnd"), "anintd");
  EXPECT_EQ(find_operation("DLM"), std::nullopt);
}

}  // namespace
}  // namespace dps::operations
