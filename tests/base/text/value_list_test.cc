#include "base/text/value_list.h"

#include <cmath>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::text {
namespace {

using Values = std::vector<double>;

Values values_in(const std::string& text) {
  const auto list = parse_values(text);
  EXPECT_TRUE(list.has_value()) << text << ": " << (list ? "" : list.error().text);
  return list ? expand(*list) : Values{};
}

TEST(ValueList, NumbersAndRangesGiveTheirValuesInOrder) {
  const std::vector<std::pair<std::string, Values>> cases{
      {"10,50,100", {10, 50, 100}},
      {"1..4", {1, 2, 3, 4}},
      {"1..9:2", {1, 3, 5, 7, 9}},
      {"1..9+2", {1, 3, 5, 7, 9}},
      {"1..8+3", {1, 4, 7}},
      {"9..1:-4", {9, 5, 1}},
      {"1..1024*4", {1, 4, 16, 64, 256, 1024}},
      {"1..1000*4", {1, 4, 16, 64, 256}},
      {"1024..1*0.25", {1024, 256, 64, 16, 4, 1}},
      {"0.5..2:0.5,4,8", {0.5, 1, 1.5, 2, 4, 8}},
      {"7", {7}},
      {"5..5", {5}},
      {"5..5*2", {5}},
      {"-2..2:2", {-2, 0, 2}},
      {"2e6", {2e6}},
      {"1e3..3e3+1e3", {1000, 2000, 3000}},
  };
  for (const auto& [text, values] : cases) {
    EXPECT_EQ(values_in(text), values) << text;
  }
}

TEST(ValueList, SumsOfStepsAreRoundedToDecimalNumbers) {
  EXPECT_EQ(values_in("0..0.3:0.1"), (Values{0, 0.1, 0.2, 0.3}));
  EXPECT_EQ(values_in("0.1..1:0.1").back(), 1);
  EXPECT_EQ(number_text(values_in("0.1..0.7:0.1")[2]), "0.3");
}

TEST(ValueList, MistakesHaveAPlaceAndAReason) {
  const std::vector<std::tuple<std::string, std::size_t, std::string>> cases{
      {"", 0, "expected a number"},
      {"1,,2", 2, "expected a number"},
      {"1,2,", 4, "expected a number"},
      {"1,x", 2, "expected a number, got 'x'"},
      {"1..", 3, "expected a number"},
      {"1..8:", 5, "expected a number"},
      {"..8", 0, "expected a number, got '..8'"},
      {"1-8", 1, "expected ',' or '..' after the number, got '-'"},
      {"8..1", 0, "8 is greater than 1, so the range has no values; 8..1:-1 counts down"},
      {"1..8:0", 4, "the step must not be 0"},
      {"1..8:-1", 4, "the step leads away from 8"},
      {"1..8*0.5", 4, "the factor leads away from 8"},
      {"8..1*2", 4, "the factor leads away from 1"},
      {"1..8*1", 4, "a factor must be positive and not 1"},
      {"1..8*-2", 4, "a factor must be positive and not 1"},
      {"0..8*2", 0, "a range with a factor must begin and end with positive numbers"},
      {"1..8/2", 4, "expected ':STEP', '+STEP' or '*FACTOR' after the range, got '/2'"},
      {"1..8:2:3", 6, "unexpected ':3' after the step"},
      {"1..4,3", 5, "3 occurs twice"},
      {"0,-0", 2, "0 occurs twice"},
      {"1..1000000", 0, "more than 10000 values"},
      {"0..1:1e-300", 0, "more than 10000 values"},
      {"-1e308..1e308:1e-300", 0, "more than 10000 values"},
      {"1e999", 0, "expected a number, got '1e999'"},
      {"nan", 0, "expected a number, got 'nan'"},
      {"1..inf", 3, "expected a number, got 'inf'"},
  };
  for (const auto& [text, place, reason] : cases) {
    const auto list = parse_values(text);
    ASSERT_FALSE(list.has_value()) << text;
    EXPECT_EQ(list.error().begin, place) << text;
    EXPECT_EQ(list.error().text, reason) << text;
    EXPECT_LE(list.error().begin + list.error().size, text.size()) << text;
  }
}

TEST(ValueList, OnlyCommasAndRangesMakeAList) {
  EXPECT_TRUE(is_list("1,2"));
  EXPECT_TRUE(is_list("1..2"));
  EXPECT_TRUE(is_list("max(1,2),3"));
  EXPECT_FALSE(is_list("10"));
  EXPECT_FALSE(is_list("2*n"));
  EXPECT_FALSE(is_list("max(n,2)"));
}

/// Numbers that people write, and some that they do not.
rc::Gen<double> any_number() {
  return rc::gen::oneOf(rc::gen::map(rc::gen::inRange(-50, 50), [](int n) { return n / 4.0; }),
                        rc::gen::map(rc::gen::arbitrary<double>(),
                                     [](double n) { return std::isfinite(n) ? n : 0.0; }));
}

rc::Gen<ListedRange> any_range() {
  return rc::gen::map(
      rc::gen::tuple(any_number(), any_number(), any_number(), rc::gen::inRange(0, 3)),
      [](const std::tuple<double, double, double, int>& parts) {
        const auto& [first, last, step, kind] = parts;
        if (kind == 0) {
          return ListedRange{first};
        }
        return ListedRange{first, true, last, step,
                           kind == 1 ? RangeStep::kAdd : RangeStep::kMultiply};
      });
}

RC_GTEST_PROP(ValueListProperty, APrintedListIsReadAsTheSameList, ()) {
  ValueList list;
  for (const ListedRange& range : *rc::gen::resize(4, rc::gen::container<ValueList>(any_range()))) {
    list.push_back(range);
  }
  const auto read = parse_values(print_values(list));
  RC_PRE(read.has_value());  // most random lists have no values, too many, or some twice
  RC_ASSERT(*read == list);
  RC_ASSERT(expand(*read) == expand(list));
}

TEST(MachineValues, WordsNumbersAndRangesOfOneUnit) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(*parse_machine_values("1us,10us"), (Words{"1us", "10us"}));
  EXPECT_EQ(*parse_machine_values("bus"), (Words{"bus"}));
  EXPECT_EQ(*parse_machine_values("1us..8us*2,1ms"), (Words{"1us", "2us", "4us", "8us", "1ms"}));
  EXPECT_EQ(*parse_machine_values("1..3us"), (Words{"1us", "2us", "3us"}));
  EXPECT_EQ(*parse_machine_values("100MB/s..300MB/s:100MB/s"),
            (Words{"100MB/s", "200MB/s", "300MB/s"}));
  EXPECT_EQ(*parse_machine_values("1e-5..4e-5*2 seconds"),
            (Words{"0.00001 seconds", "0.00002 seconds", "0.00004 seconds"}));
  EXPECT_EQ(*parse_machine_values("1e-5 seconds..3e-5seconds:1e-5 seconds"),
            (Words{"0.00001 seconds", "0.00002 seconds", "0.00003 seconds"}));
  EXPECT_EQ(*parse_machine_values("1..2 seconds,bus"), (Words{"1 seconds", "2 seconds", "bus"}));
  EXPECT_EQ(*parse_machine_values("1000..3000:1000"), (Words{"1000", "2000", "3000"}));
  EXPECT_EQ(*parse_machine_values("1us..0.000001us*0.001"),
            (Words{"1us", "0.001us", "0.000001us"}));
  struct Row {
    const char* text;
    std::size_t place;
    const char* error;
  };
  const Row rows[] = {{"1us..2ms", 1, "a range must have one unit, got 'us' and 'ms'"},
                      {"1 us..2 ms", 2, "a range must have one unit, got 'us' and 'ms'"},
                      {"1 .. 2us", 1, "expected ',' or '..' after the number, got ' '"},
                      {"1us,,2us", 4, "expected a value"},
                      {"1us..8us*1", 8, "a factor must be positive and not 1"},
                      {"5us,1us..", 9, "expected a number"},
                      {"1..1000000us", 0, "more than 10000 values"}};
  for (const Row& row : rows) {
    const auto values = parse_machine_values(row.text);
    ASSERT_FALSE(values) << row.text;
    EXPECT_EQ(values.error().text, row.error);
    EXPECT_EQ(values.error().begin, row.place) << row.text;
  }
}

TEST(MachineValues, QuantitiesAreNumbersInOneUnit) {
  EXPECT_DOUBLE_EQ(machine_number("10us")->value, 1e-5);
  EXPECT_EQ(machine_number("10us")->unit, "s");
  EXPECT_EQ(machine_number("1MB/s")->value, 8e6);
  EXPECT_EQ(machine_number("1KiB")->value, 1024);
  EXPECT_EQ(machine_number("1000")->value, 1000);
  EXPECT_FALSE(machine_number("bus"));
}

}  // namespace
}  // namespace dps::text
