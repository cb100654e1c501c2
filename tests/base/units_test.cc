#include "base/units.h"

#include <gtest/gtest.h>

namespace dps {
namespace {

TEST(ParseTime, ReadsSecondsAndUnits) {
  const std::vector<std::pair<const char*, double>> good{
      {"0", 0},       {"1.5", 1.5},  {".5", 0.5},  {"1e-3", 1e-3},  {"50us", 50e-6},  {"7ns", 7e-9},
      {"20ms", 0.02}, {"2min", 120}, {"1h", 3600}, {"1e-3s", 1e-3}, {"2.5ms", 2.5e-3}};
  for (const auto& [text, seconds] : good) {
    const auto time = parse_time(text);
    ASSERT_TRUE(time) << text;
    EXPECT_DOUBLE_EQ(time->count(), seconds) << text;
  }
}

TEST(ParseTime, RefusesEverythingElse) {
  for (const char* bad : {"", "-1", "+1", "s", "1 s", "1sec", "0x10", "inf", "nan", "1e400", "1us ",
                          "1,5", "1..5", "--1"}) {
    EXPECT_FALSE(parse_time(bad)) << bad;
  }
}

TEST(ParseSize, ReadsBytesAndBinaryAndDecimalUnits) {
  EXPECT_EQ(parse_size("0"), 0U);
  EXPECT_EQ(parse_size("64K"), 65536U);
  EXPECT_EQ(parse_size("1GiB"), 1ULL << 30);
  EXPECT_EQ(parse_size("3MB"), 3'000'000U);
  EXPECT_EQ(parse_size("7B"), 7U);
}

TEST(ParseSize, RefusesSignsBlanksFractionsAndOverflow) {
  for (const char* bad :
       {"", "-1", "+1", "1 K", "1.5K", "K", "18446744073709551616", "99999999T", "1k"}) {
    EXPECT_FALSE(parse_size(bad)) << bad;
  }
}

TEST(Format, PicksTheUnitThatReadsBest) {
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
