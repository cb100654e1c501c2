#include "profiles/reports/columns.h"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/profiles/reports/decoded.h"

namespace dps::reports {
namespace {

TEST(Base64, HasTheVectorsOfTheStandard) {  // Source: RFC 4648, section 10
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(Base64, PiecesOfALongTextAreJoinedWithoutPadding) {
  const std::string text(7'000'001, 'x');
  EXPECT_EQ(decoded_base64(base64(text)), text);
}

RC_GTEST_PROP(Columns, AreReadBack, (const std::vector<std::uint64_t>& numbers)) {
  PackedColumn column;
  for (const std::uint64_t number : numbers) {
    column.add(number);
  }
  RC_ASSERT(decoded(column.base64()) == numbers);
}

RC_GTEST_PROP(Columns, SignedNumbersAreReadBack, (std::vector<std::int64_t> numbers)) {
  numbers.insert(numbers.end(), {0, -1, 1, std::numeric_limits<std::int64_t>::max(),
                                 std::numeric_limits<std::int64_t>::min()});
  PackedColumn column;
  for (const std::int64_t number : numbers) {
    column.add_signed(number);
  }
  RC_ASSERT(decoded_signed(column.base64()) == numbers);
}

TEST(Columns, SmallNumbersTakeOneByte) {
  PackedColumn column;
  column.add(127);
  column.add_signed(-64);
  column.add(128);
  EXPECT_EQ(decoded_base64(column.base64()), "\x7f\x7f\x80\x01");
}

}  // namespace
}  // namespace dps::reports
