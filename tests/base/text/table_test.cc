#include "base/text/table.h"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace dps::text {
namespace {

Table sample() {
  return {{{"name", ColumnKind::kText, "who"},
           {"time_s", ColumnKind::kSeconds, "time"},
           {"speed_up", ColumnKind::kFactor, "speed-up", 2},
           {"count", ColumnKind::kNumber, "n"}},
          {{"a, \"b\"", 0.0123, 1.5, std::uint64_t{7}},
           {"line\n", NAN, NoValue(), 2.5},
           {"", 2.0, INFINITY, true}}};
}

TEST(Table, TextHasUnitsAndADashForUnknownValues) {
  EXPECT_EQ(grid_of(sample()).text(),
            "who          time  speed-up    n\n"
            "a, \"b\"    12.3 ms      1.50    7\n"
            "line\\x0a        -         -  2.5\n"
            "              2 s         -    1\n");
}

TEST(Table, CsvHasAllDigitsAndEmptyFields) {
  EXPECT_EQ(csv_of(sample(), LineEnd::kLineFeed),
            "name,time_s,speed_up,count\n"
            "\"a, \"\"b\"\"\",0.0123,1.5,7\n"
            "\"line\n\",,,2.5\n"
            ",2,,1\n");
  EXPECT_EQ(csv_of({{{"a,b"}}, {}}, LineEnd::kCarriageReturn), "\"a,b\"\r\n");
}

TEST(Table, JsonKeepsTypesAndTheOrderOfColumns) {
  EXPECT_EQ(json_rows(sample()).dump(),
            R"([{"name":"a, \"b\"","time_s":0.0123,"speed_up":1.5,"count":7},)"
            R"({"name":"line\n","time_s":null,"speed_up":null,"count":2.5},)"
            R"({"name":"","time_s":2.0,"speed_up":null,"count":true}])");
}

}  // namespace
}  // namespace dps::text
