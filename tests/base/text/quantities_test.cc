#include "base/text/quantities.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text/exact_quantities.h"

namespace dps::text {
namespace {

TEST(ParseTime, ReadsSecondsAndUnits) {
  const std::vector<std::pair<const char*, double>> good{{"0", 0},
                                                         {"1.5", 1.5},
                                                         {".5", 0.5},
                                                         {"1e-3", 1e-3},
                                                         {"50us", 50 / 1e6},
                                                         {"7ns", 7 / 1e9},
                                                         {"0.1us", 0.1 / 1e6},
                                                         {"20ms", 20 / 1e3},
                                                         {"2min", 120},
                                                         {"1h", 3600},
                                                         {"1e-3s", 1e-3},
                                                         {"2.5ms", 2.5 / 1e3},
                                                         {"0.7h", 0.7 * 3600},
                                                         {"1e-400", 0}};
  for (const auto& [text, seconds] : good) {
    const auto time = parse_time(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(time->count(), seconds) << text;
  }
}

TEST(ParseTime, RefusesEverythingElse) {
  for (const char* bad : {"", "-1", "+1", "s", "1 s", "1sec", "0x10", "inf", "nan", "1e400", "1us ",
                          "1,5", "1..5", "--1", "1ps", "1fs"}) {
    EXPECT_FALSE(parse_time(bad)) << bad;
  }
}

TEST(ParseSize, ReadsBytesAndBinaryAndDecimalUnits) {
  const std::vector<std::pair<const char*, std::uint64_t>> good{
      {"0", 0},
      {"64K", 65536},
      {"1GiB", 1ULL << 30},
      {"3MB", 3'000'000},
      {"7B", 7},
      {"5KB", 5'000},
      {"5kB", 5'000},
      {"2TB", 2'000'000'000'000},
      {"2T", 1ULL << 41},
      {"0000000000000000000000007M", 7ULL << 20}};
  for (const auto& [text, bytes] : good) {
    EXPECT_EQ(parse_size(text), bytes) << text;
  }
}

TEST(ParseSize, RefusesSignsBlanksFractionsAndOverflow) {
  for (const char* bad : {"", "-1", "+1", "1 K", "1.5K", "1.K", "1e3", "K", "18446744073709551616",
                          "99999999T", "1k", "1PiB"}) {
    EXPECT_FALSE(parse_size(bad)) << bad;
  }
}

TEST(ReadSize, ReadsBytesAndTheUnitsOfMachineFiles) {
  const WholeNumber size{"-b", 0, kMaxBytes};
  const std::vector<std::pair<const char*, std::uint64_t>> good{
      {"0", 0},          {"8192", 8192},      {"1e6", 1'000'000},       {"7B", 7},
      {"8kB", 8'000},    {"8KB", 8'000},      {"8KiB", 8'192},          {"3MB", 3'000'000},
      {"1.5KiB", 1'536}, {"1MiB", 1U << 20},  {"2.5GB", 2'500'000'000}, {"1TiB", 1ULL << 40},
      {"0.001kB", 1},    {"1e-05GB", 10'000}, {"1e2kB", 100'000},       {"1.5e+3B", 1'500},
      {"25E-1kB", 2'500}};
  for (const auto& [text, bytes] : good) {
    EXPECT_EQ(read_size(text, size), bytes) << text;
    EXPECT_EQ(read_real_size(text, "-b"), static_cast<double>(bytes)) << text;
  }
  EXPECT_EQ(read_real_size("0.5kB", "-b"), 500.0);
}

TEST(ReadSize, RefusesALoneLetterAndNamesBothMeanings) {
  const WholeNumber size{"-b", 0, kMaxBytes};
  const std::vector<std::pair<const char*, const char*>> bad{
      {"1e6k",
       "-b must be a number of bytes, got '1e6k'; did you mean '1e6kB' (1,000,000,000) or '1e6KiB' "
       "(1,024,000,000)?"},
      {"8k",
       "-b must be a number of bytes, got '8k'; did you mean '8kB' (8,000) or '8KiB' (8,192)?"},
      {"8K",
       "-b must be a number of bytes, got '8K'; did you mean '8kB' (8,000) or '8KiB' (8,192)?"},
      {"2m",
       "-b must be a number of bytes, got '2m'; did you mean '2MB' (2,000,000) or '2MiB' "
       "(2,097,152)?"},
      {"8kb",
       "-b must be a number of bytes, got '8kb'; did you mean '8kB' (8,000) or '8KiB' (8,192)?"},
      {"8kib", "-b must be a number of bytes, got '8kib'; did you mean '8KiB' (8,192)?"},
      {"8ki", "-b must be a number of bytes, got '8ki'; did you mean '8KiB' (8,192)?"},
      {"8b", "-b must be a number of bytes, got '8b'; did you mean '8B' (8)?"},
      {"8PB",
       "-b must be a number of bytes, got '8PB'; units are B kB KB MB GB TB KiB MiB GiB TiB"},
      {"0.5B", "-b must be a whole number of bytes, got '0.5B'"},
      {"1e-4kB", "-b must be a whole number of bytes, got '1e-4kB'"},
      {"1e400kB", "-b must be at most 1,099,511,627,776, got '1e400kB'"},
      {"2TiB", "-b must be at most 1,099,511,627,776, got '2TiB'"},
      {"-8kB", "-b cannot be negative, got '-8kB'"},
      {"x", "-b must be a whole number, got 'x'"}};
  for (const auto& [text, error] : bad) {
    const auto read = read_size(text, size);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error(), error);
  }
}

TEST(Quantities, OfABlueprintHaveTheUnitsOfTheLanguage) {
  const WholeNumber count{"N"};
  EXPECT_EQ(read_whole("8", count), 8U);
  const WholeNumber any{"N", 0, std::numeric_limits<std::uint64_t>::max()};
  EXPECT_EQ(read_whole("18446744073709551615", any), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read_whole("18446744073709551616", any).error(),
            "N must be at most 18,446,744,073,709,551,615, got '18446744073709551616'");
  EXPECT_EQ(read_whole("1e6", count), 1'000'000U);
  EXPECT_EQ(read_whole("2.5e3", count), 2'500U);
  EXPECT_EQ(read_whole("2.0", count), 2U);
  EXPECT_EQ(read_whole("2e-400", count).error(), "N must be a whole number, got '2e-400'");
  EXPECT_FALSE(read_whole("9007199254740990.6", count)) << "the nearest double is whole";
  EXPECT_EQ(read_whole("9007199254740991", count), kMaxCount);
  for (const char* bad : {"8k", "8K", "1.5", "9007199254740992", "1e400", "-1", "", "0x8"}) {
    EXPECT_FALSE(read_whole(bad, count)) << bad;
  }
  EXPECT_EQ(read_memory("16G"), 16ULL << 30);
  EXPECT_EQ(read_memory("1e3M"), 1000ULL << 20);
  EXPECT_EQ(read_memory("4096"), 4096U);
  for (const char* bad : {"16K", "16GB", "16GiB", "16B", "1.5G", "8192T", "-1G", "G"}) {
    EXPECT_FALSE(read_memory(bad)) << bad;
  }
  EXPECT_EQ(read_real("2.5e-1", "an amount"), 0.25);
  EXPECT_EQ(read_real("1e-400", "an amount"), 0);
  EXPECT_FALSE(read_real("1e400", "an amount"));
  EXPECT_EQ(read_seconds("1e9", "a time"), 1e9);
  EXPECT_EQ(read_seconds("1.1e9", "a time").error(), "a time must be at most 1e9 s, got '1.1e9'");
  EXPECT_EQ(read_seconds("5sec", "a time").error(),
            "a time must be written like 0.5 (seconds) or 20ms, got '5sec'; did you mean '5s'?");
}

TEST(Quantities, ATimeWithAUnitNeedsIt) {
  EXPECT_EQ(read_time_with_unit("12.5us", "2us", 1e6), 12.5e-6);
  EXPECT_EQ(read_time_with_unit("2min", "2us", 120), 120);
  EXPECT_EQ(read_time_with_unit("5", "2us", 1e6).error(),
            "expected a time such as '2us', got '5', which has no unit");
  EXPECT_EQ(read_time_with_unit("1e-3", "2us", 1e6).error(),
            "expected a time such as '2us', got '1e-3', which has no unit");
  EXPECT_EQ(read_time_with_unit("5sec", "2us", 1e6).error(),
            "expected a time such as '2us', got '5sec'; did you mean '5s'?");
  EXPECT_EQ(read_time_with_unit("-5s", "2us", 1e6).error(),
            "expected a time such as '2us', got '-5s'");
  EXPECT_EQ(read_time_with_unit("2e6s", "2us", 1e6).error(),
            "'2e6s' is out of range: at most 1,000,000 s");
}

TEST(Quantities, OfOtherProgramsSuggestAUnit) {
  const std::vector<std::pair<const char*, const char*>> table{
      {"5m", "5min"},        {"5minutes", "5min"},  {"2Min", "2min"}, {"10sec", "10s"},
      {"10secs", "10s"},     {"1.5S", "1.5s"},      {"3hours", "3h"}, {"3hrs", "3h"},
      {"20\u00b5s", "20us"}, {"20\u03bcs", "20us"}, {"20uS", "20us"}, {"20usec", "20us"},
      {"7msecs", "7ms"},     {"7MS", "7ms"},        {"9nsec", "9ns"}, {"5 min", "5min"},
      {"1e3sec", "1e3s"}};
  for (const auto& [text, meant] : table) {
    EXPECT_FALSE(parse_time(text)) << text;
    EXPECT_EQ(suggest_time(text), fmt::format("; did you mean '{}'?", meant));
  }
  for (const char* other : {"5", "5s", "5min", "5days", "soon", "-5m", "", "5 "}) {
    EXPECT_EQ(suggest_time(other), "") << other;
  }
}

TEST(Quantities, OfAMachineFileAreExact) {
  EXPECT_EQ(read_time("0.1ns"), Attoseconds(100'000'000U));
  EXPECT_EQ(read_time("17.8ns"), Attoseconds(17'800'000'000U));
  EXPECT_EQ(read_time("5fs"), Attoseconds(5'000U));
  EXPECT_EQ(read_time("18s"), Attoseconds(18'000'000'000'000'000'000U));
  EXPECT_EQ(read_bandwidth("1.5Gbit/s"), BitsPerSecond(1'500'000'000U));
  EXPECT_EQ(read_bandwidth("2GB/s"), BitsPerSecond(16'000'000'000U));
  EXPECT_EQ(read_bytes("24GiB"), std::uint64_t{24} << 30);
  EXPECT_EQ(read_bytes("1.5KiB"), 1536U);
}

TEST(Quantities, OfAMachineFileNeedUnitsAndHaveNoExponent) {
  for (const char* bad : {"", "50", "us", "-1us", "1e-6s", "1 us", "1.us", "0.0000000001ns", "19s",
                          "0.000000000000000000001s", "0x1us", "1min", "1h"}) {
    EXPECT_FALSE(read_time(bad)) << bad;
  }
  for (const char* bad : {"0bit/s", "1", "0.5bit/s", "2000Tbit/s", "1Gb/s", "1Gbit"}) {
    EXPECT_FALSE(read_bandwidth(bad)) << bad;
  }
  for (const char* bad : {"64", "64K", "64M", "1.5B", "2000000TiB"}) {
    EXPECT_FALSE(read_bytes(bad)) << bad;
  }
  EXPECT_EQ(read_time("50").error(), "expected a time such as '50us', got '50', which has no unit");
  EXPECT_EQ(read_time("5min").error(),
            "unknown unit 'min' in '5min'; the units are fs ps ns us ms s");
  EXPECT_EQ(read_bytes("2000000TiB").error(), "'2000000TiB' is out of range: at most 2^60 bytes");
}

TEST(Quantities, AreWrittenInTheUnitThatAPersonWouldTake) {
  EXPECT_EQ(write_time(Attoseconds(0)), "0s");
  EXPECT_EQ(write_time(Attoseconds(5'000'000'000'000)), "5us");
  EXPECT_EQ(write_time(Attoseconds(1'234'500'000'000)), "1.2345us");
  EXPECT_EQ(write_time(Attoseconds(5)), "0.005fs");
  EXPECT_EQ(write_bandwidth(BitsPerSecond(100'000'000)), "100Mbit/s");
  EXPECT_EQ(write_bandwidth(BitsPerSecond(1'500'000'000)), "1.5Gbit/s");
  EXPECT_EQ(write_bytes(16 << 20), "16MiB");
  EXPECT_EQ(write_bytes(1000), "1000B");
  EXPECT_EQ(write_bytes(0), "0B");
}

RC_GTEST_PROP(QuantitiesProperty, OfAMachineFileReadBackAsTheyWereWritten, ()) {
  const Attoseconds time(*rc::gen::inRange<std::uint64_t>(0, 18'000'000'000'000'000'001U));
  RC_ASSERT(read_time(write_time(time)) == time);
  const BitsPerSecond bandwidth(*rc::gen::inRange<std::uint64_t>(1, 1'000'000'000'000'001));
  RC_ASSERT(read_bandwidth(write_bandwidth(bandwidth)) == bandwidth);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(0, (std::uint64_t{1} << 60) + 1);
  RC_ASSERT(read_bytes(write_bytes(bytes)) == bytes);
}

RC_GTEST_PROP(QuantitiesProperty, AnyTextIsReadOrRefused, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::element('0', '1', '9', '.', 'e', '-', '+', 'm', 's', 'K', 'M', 'i', 'B', '/', ' '));
  const auto seconds = read_seconds(text, "a time");
  RC_ASSERT((seconds ? *seconds >= 0 && *seconds <= kMaxSeconds : !seconds.error().empty()));
  const auto memory = read_memory(text);
  RC_ASSERT((memory ? *memory <= kMaxCount : !memory.error().empty()));
  const auto whole = read_whole(text, {"N", 1});
  RC_ASSERT((whole ? *whole >= 1 && *whole <= kMaxCount : !whole.error().empty()));
  RC_ASSERT((!parse_size(text) || parse_size(text + "B").has_value() || text.back() > '9'));
  const auto time = read_time(text);
  RC_ASSERT((time ? *time <= Attoseconds(18'000'000'000'000'000'000U) : !time.error().empty()));
}

}  // namespace
}  // namespace dps::text
