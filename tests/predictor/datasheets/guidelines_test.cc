#include "predictor/datasheets/tables/guidelines.h"

#include <gtest/gtest.h>

namespace dps::datasheets {
namespace {

using machines::FunctionClass;
using machines::FunctionPath;

RawSeries series(const std::string& name, std::vector<RawPoint> points) {
  return {name, FunctionPath::kAny, FunctionClass::kCollective, std::move(points), std::nullopt};
}

TEST(Guidelines, AreComparedWhereAllSizesWereMeasured) {
  RawFolder folder;
  // allgather(4, 8) <= gather(4, 8) + bcast(4, 32), and bcast(4, 32) <= scatter(4, 8) +
  // allgather(4, 8)
  folder.series = {series("bcast", {{4, 8, 1, 0, {}}, {4, 32, 9, 0.1, {}}, {4, 33, 9, 0, {}}}),
                   series("gather", {{4, 8, 1, 0.1, {}}}),
                   series("allgather", {{4, 8, 3, 0.1, {}}}),
                   series("scatter", {{4, 8, 4, 0.1, {}}})};
  const GuidelineCheck check = check_guidelines(folder);
  ASSERT_EQ(check.violations.size(), 1U);
  EXPECT_EQ(violations_csv(check),
            "guideline,processes,elements,left_s,right_s,ratio\n"
            "bcast <= scatter + allgather,4,32,9,7,1.2857142857142858\n");
  // Both of the above, gather <= allgather, scatter <= bcast, and two of bcast monotone.
  EXPECT_EQ(check.comparisons, 6U);
}

TEST(Guidelines, ADifferenceWithinItsErrorsIsAccepted) {
  RawFolder folder;
  folder.series = {series("reduce", {{2, 8, 1.5, 0.1, {}}}),
                   series("allreduce", {{2, 8, 1, 0.1, {}}})};
  EXPECT_EQ(check_guidelines(folder).violations.size(), 1U);
  folder.series[0].points[0].error = 0.2;  // 0.5 < 3 sqrt(0.05)
  EXPECT_TRUE(check_guidelines(folder).violations.empty());
  folder.series[0].points[0] = {2, 8, 1.09, 0.001, {}};  // less than a tenth
  folder.series[1].points[0].error = 0;
  EXPECT_TRUE(check_guidelines(folder).violations.empty());
}

TEST(Guidelines, TheMeanOfSeveralMeasurementsIsCompared) {
  RawFolder folder;
  folder.series = {series("reduce", {{2, 8, 1, 0.1, {}}, {2, 8, 3, 0.1, {}}}),
                   series("allreduce", {{2, 8, 1, 0, {}}})};
  const GuidelineCheck twice = check_guidelines(folder);
  ASSERT_EQ(twice.violations.size(), 1U);
  EXPECT_DOUBLE_EQ(twice.violations[0].left, 2);
  // The same line in both files of the dissertation: its error, 0.4, is not divided by sqrt(2).
  folder.series[0].points = {{2, 8, 2, 0.4, {}}};
  folder.series[0].large = {{2, 8, 2, 0.4, {}}};
  EXPECT_TRUE(check_guidelines(folder).violations.empty());
}

TEST(Guidelines, AFunctionIsNotFasterForMoreData) {
  RawFolder folder;
  folder.series = {series("scan", {{2, 8, 4, 0, {}}, {2, 16, 2, 0, {}}, {4, 8, 1, 0, {}}})};
  const GuidelineCheck check = check_guidelines(folder);
  EXPECT_EQ(violations_csv(check),
            "guideline,processes,elements,left_s,right_s,ratio\nscan monotone,2,8,4,2,2\n");
  EXPECT_EQ(violations_json(check),
            "{\n  \"format\": \"dps-datasheet-check\",\n  \"version\": 1,\n  \"comparisons\": 1,\n"
            "  \"violations\": [\n    {\n      \"guideline\": \"scan monotone\",\n"
            "      \"processes\": 2,\n      \"elements\": 8,\n      \"left_s\": 4.0,\n"
            "      \"right_s\": 2.0,\n      \"ratio\": 2.0\n    }\n  ]\n}\n");
}

}  // namespace
}  // namespace dps::datasheets
