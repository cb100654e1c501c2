#include "base/text/decimal.h"

#include <cmath>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::text {
namespace {

/// The number at the front of a text, and the rest: "1.5|us".
std::string split(std::string_view text) {
  const auto number = take_decimal(text);
  return (number ? std::string(number->written) : "") + "|" + std::string(text);
}

TEST(Decimal, IsTheLongestNumberAtTheFront) {
  for (const char* each : {"12|", "1.5|us", ".5|", "5.|s", "1e-3|s", "2.5E+3|", "1|e", "1|e+x",
                           "0|x10", "1.5|.2", "|", "|.", "|.e5", "|-1", "|+1", "|inf", "|nan"}) {
    const std::string expected = each;
    std::string text = expected;
    text.erase(text.find('|'), 1);
    EXPECT_EQ(split(text), expected);
  }
}

TEST(Decimal, TheNearestDoubleOfExtremesIsInfinityOrZero) {
  const auto value = [](const std::string& text) { return nearest_double(*read_decimal(text)); };
  const std::string zeros(400, '0');
  for (const std::string& large : {std::string("1e400"), "1" + zeros, "1" + zeros + "e-2",
                                   std::string("1e99999999999999999999")}) {
    EXPECT_TRUE(std::isinf(value(large))) << large;
  }
  for (const std::string& small : {std::string("1e-400"), "0." + zeros + "1", "0." + zeros + "1e2",
                                   std::string("1E-99999999999999999999")}) {
    EXPECT_EQ(value(small), 0) << small;
  }
  EXPECT_EQ(value("0e400"), 0);
}

TEST(Decimal, ProductsAreExactOrRefused) {
  const auto product = [](std::string_view text, std::uint64_t factor) {
    return exact_product(*read_decimal(text), factor);
  };
  EXPECT_EQ(product("0.1", 1'000'000'000), 100'000'000U);
  EXPECT_EQ(product("17.8", 10), 178U);
  EXPECT_EQ(product("1.50000000000000000000000000000", 2), 3U);
  EXPECT_EQ(product("000000000000000000000000000007", 1), 7U);
  EXPECT_EQ(product("18446744073709551615", 1), 18'446'744'073'709'551'615U);
  EXPECT_EQ(product("18446744073709551616", 1), tl::unexpected(Inexact::kTooLarge));
  EXPECT_EQ(product("9223372036854775808", 2), tl::unexpected(Inexact::kTooLarge));
  EXPECT_EQ(product("0.5", 1), tl::unexpected(Inexact::kFraction));
  EXPECT_EQ(product("0.00000000000000000000000001", 1), tl::unexpected(Inexact::kFraction));
  EXPECT_EQ(product("100000000000000000000.5", 1), tl::unexpected(Inexact::kTooLarge));
}

TEST(Decimal, ProductsOfNumbersWithAnExponentAreExactToo) {
  const auto product = [](std::string_view text, std::uint64_t factor) {
    return exact_product(*read_decimal(text), factor);
  };
  const std::string zeros(400, '0');
  EXPECT_EQ(product("1e-05", 1'000'000'000), 10'000U);
  EXPECT_EQ(product("1.25E+1", 2), 25U);
  EXPECT_EQ(product("1" + zeros + "e-400", 7), 7U);
  EXPECT_EQ(product("0." + zeros + "1e401", 7), 7U);
  EXPECT_EQ(product("0e99999999999999999999", 7), 0U);
  EXPECT_EQ(product("1.8446744073709551615e19", 1), 18'446'744'073'709'551'615U);
  EXPECT_EQ(product("1.8446744073709551616e19", 1), tl::unexpected(Inexact::kTooLarge));
  EXPECT_EQ(product("1.84467440737095516161e19", 1), tl::unexpected(Inexact::kFraction));
  EXPECT_EQ(product("1e20", 1), tl::unexpected(Inexact::kTooLarge));
  EXPECT_EQ(product("1e99999999999999999999", 1), tl::unexpected(Inexact::kTooLarge));
  EXPECT_EQ(product("1e-99999999999999999999", 1'000), tl::unexpected(Inexact::kFraction));
  EXPECT_EQ(product("5e-4", 1'000), tl::unexpected(Inexact::kFraction));
}

RC_GTEST_PROP(DecimalProperty, AWholeNumberWithAPointAnywhereKeepsItsValue, ()) {
  const auto whole = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000'000);
  const auto places = *rc::gen::inRange<std::size_t>(0, 6);
  std::uint64_t factor = 1;
  for (std::size_t i = 0; i < places; ++i) {
    factor *= 10;
  }
  std::string text = std::to_string(whole);
  text.insert(0, std::string(places + 1 - std::min(places + 1, text.size()), '0'));
  if (places > 0) {
    text.insert(text.size() - places, ".");
  }
  RC_ASSERT(exact_product(*read_decimal(text), factor) == whole);
  RC_ASSERT(nearest_double(*read_decimal(text)) == std::stod(text));
}

}  // namespace
}  // namespace dps::text
