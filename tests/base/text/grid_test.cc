#include "base/text/grid.h"

#include <gtest/gtest.h>

namespace dps::text {
namespace {

TEST(Grid, ColumnsAreAsWideAsTheirWidestCell) {
  Grid grid({{"name", Align::kLeft}, {"n"}, {"time"}});
  grid.add({"a", "1,000", "2 s"});
  grid.add({"×××××", "2", "10.5 ms"});
  EXPECT_EQ(grid.text(),
            "name       n     time\n"
            "a      1,000      2 s\n"
            "×××××      2  10.5 ms\n");
  EXPECT_EQ(grid.width_of(2), 12U);
}

TEST(Grid, LinesHaveNoBlanksAtTheirEnd) {
  Grid grid({{"", Align::kLeft}, {"", Align::kLeft}}, 2);
  grid.add({"node1", "A.p"});
  grid.add({"n2"});
  EXPECT_EQ(grid.rows(), "  node1  A.p\n  n2\n");
  EXPECT_EQ(grid.heading(), "\n");
}

TEST(Grid, ACellThatIsWiderThanItsColumnIsPrintedWhole) {
  Grid grid({fixed_column("x", 3), fixed_column("y", 4), {"z", Align::kLeft, 0, 2, 1}});
  grid.add({"12345", "1", "abcd"});
  EXPECT_EQ(grid.text(), "  x   y z\n12345   1 abcd\n");
}

TEST(Grid, LinesBelowARowStayThere) {
  Grid grid({{"a"}});
  grid.add({"1"});
  grid.add({"2"});
  grid.add_lines(0, "  below 1\n");
  EXPECT_EQ(grid.text(), "a\n1\n  below 1\n2\n");
}

TEST(Grid, ColorMakesTheHeadingBold) {
  Grid grid({{"a"}});
  grid.add({"1"});
  EXPECT_EQ(grid.text(true), "\x1b[1ma\x1b[0m\n1\n");
  EXPECT_EQ(grid.text(false), grid.text());
}

TEST(Grid, RemovedColumnsTakeNoRoom) {
  Grid grid({{"a"}, {"b"}, {"c"}});
  grid.add({"1", "2", "3"});
  grid.keep_columns(2);
  EXPECT_EQ(grid.text(), "a  b\n1  2\n");
}

}  // namespace
}  // namespace dps::text
