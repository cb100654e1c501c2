#include "predictor/calibration/operations/operation_choice.h"

#include <gtest/gtest.h>

namespace dps::calibration {
namespace {

TEST(OperationChoice, NamesAndGroupsAreJoinedInOrder) {
  EXPECT_EQ(*chosen_operations("goto,dlm,dlm"), (std::vector<std::string_view>{"dlm", "goto"}));
  EXPECT_EQ(chosen_operations("@add")->size(), 8U);
  EXPECT_EQ(chosen_operations("")->size(), 150U);
  EXPECT_EQ(chosen_operations("@all")->size(), 150U);
}

TEST(OperationChoice, UnknownNamesHaveASuggestion) {
  EXPECT_EQ(chosen_operations("dlm,@adds").error().message,
            "--only: '@adds' is neither an operation nor a group; did you mean '@add'?");
  EXPECT_EQ(chosen_operations("dlmm").error().message,
            "--only: 'dlmm' is neither an operation nor a group; did you mean 'dlm'?");
  EXPECT_FALSE(chosen_operations("dlm,,dla"));
}

}  // namespace
}  // namespace dps::calibration
