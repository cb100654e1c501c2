#include "base/units.h"

#include <gtest/gtest.h>

namespace dps {
namespace {

TEST(Format, ChoosesTheMostReadableUnit) {
  EXPECT_EQ(format_time(Seconds(0)), "0 s");
  EXPECT_EQ(format_time(Seconds(1.23456)), "1.235 s");
  EXPECT_EQ(format_time(Seconds(0.99996)), "1 s");
  EXPECT_EQ(format_time(Seconds(12.3e-6)), "12.3 us");
  EXPECT_EQ(format_time(Seconds(7e-9)), "7 ns");
  EXPECT_EQ(format_time(Seconds(123456)), "123456 s");
  EXPECT_EQ(format_size(400), "400 B");
  EXPECT_EQ(format_size(1536), "1.5 KiB");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_count(12), "12");
}

}  // namespace
}  // namespace dps
