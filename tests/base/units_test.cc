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
  EXPECT_EQ(format_size(1000), "1 kB");
  EXPECT_EQ(format_size(8000), "8 kB");
  EXPECT_EQ(format_size(8192), "8.0 KiB");
  EXPECT_EQ(format_size(1'250'000), "1.25 MB");
  EXPECT_EQ(format_size(128'000), "128 kB");
  EXPECT_EQ(format_size(123'400), "120.5 KiB");  // four digits: a sum, rather than a written size
  EXPECT_EQ(format_size(1010), "1010 B");
  EXPECT_EQ(format_size(3'000'000'000'000), "3 TB");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_count(12), "12");
}

}  // namespace
}  // namespace dps
