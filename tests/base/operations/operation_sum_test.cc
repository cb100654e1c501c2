#include "base/operations/operation_sum.h"

#include <map>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/operations/operations.h"

namespace dps::operations {
namespace {

/// The counts of the sum by name; empty after a mistake, which fails the test.
std::map<std::string, double> counts_of(const std::string& sum) {
  std::map<std::string, double> counts;
  const auto read = read_operation_sum(sum);
  EXPECT_TRUE(read) << sum << ": " << (read ? "" : read.error().text);
  for (const OperationCount& term : read.value_or(std::vector<OperationCount>{})) {
    counts[std::string(all_operations()[term.operation].name)] = term.count;
  }
  return counts;
}

using Counts = std::map<std::string, double>;

TEST(OperationSum, HasTheCountsOfItsOperations) {
  EXPECT_EQ(counts_of("ila"), (Counts{{"ila", 1}}));
  EXPECT_EQ(counts_of("1000 * (4*ila + 2*ils + goto)"),
            (Counts{{"ila", 4000}, {"ils", 2000}, {"goto", 1000}}));
  EXPECT_EQ(counts_of("(ila+dla)/4*3"), (Counts{{"ila", 0.75}, {"dla", 0.75}}));
  EXPECT_EQ(counts_of("ila*2 - ila + .5*ila"), (Counts{{"ila", 1.5}}));
  EXPECT_EQ(counts_of("(2+3)*(1e3-500)*dlm"), (Counts{{"dlm", 2500}}));
  EXPECT_EQ(counts_of("5*ila - -2*-1*ila"), (Counts{{"ila", 3}}));
  EXPECT_EQ(counts_of("\t dln +  sqrti "), (Counts{{"dlm", 1}, {"sqrtr", 1}}));
  EXPECT_EQ(counts_of("expr+2*intr"), (Counts{{"expr", 1}, {"intr", 2}}));
}

TEST(OperationSum, OperationsWithTheCountZeroAreLeftOut) {
  EXPECT_EQ(counts_of("0*ila"), Counts());
  EXPECT_EQ(counts_of("ila - ila + goto"), (Counts{{"goto", 1}}));
  EXPECT_EQ(counts_of("-0*ila"), Counts());
}

struct Mistake {
  const char* sum;
  const char* place;  ///< the text that is marked
  const char* text;
};

class WrongSums : public testing::TestWithParam<Mistake> {};

TEST_P(WrongSums, AreReportedAtTheirPlace) {
  const std::string sum = GetParam().sum;
  const auto read = read_operation_sum(sum);
  ASSERT_FALSE(read);
  const auto place = read.error().place;
  EXPECT_EQ(read.error().text, GetParam().text);
  EXPECT_EQ(sum.substr(place.begin, place.end - place.begin), GetParam().place);
}

INSTANTIATE_TEST_SUITE_P(
    Table, WrongSums,
    testing::Values(
        Mistake{"", "", "the sum is empty"},
        Mistake{"  ", "", "the sum ends where an operation or a number is expected"},
        Mistake{"ila +", "", "the sum ends where an operation or a number is expected"},
        Mistake{"5", "5", "a sum must be a time, such as '4*ila + goto', but this is a number"},
        Mistake{"2*ila + 3", "3",
                "'3' is a number, which cannot be added to a time or subtracted from one; a count "
                "is multiplied by an operation"},
        Mistake{"(1+2) - ila", "(1+2)",
                "'(1+2)' is a number, which cannot be added to a time or subtracted from one; a "
                "count is multiplied by an operation"},
        Mistake{"2*ila*dla", "2*ila*dla",
                "two times cannot be multiplied; a count is multiplied by an operation"},
        Mistake{"2/ila", "ila", "'ila' is a time, but a divisor must be a number"},
        Mistake{"ila/(ils+ils)", "(ils+ils)",
                "'(ils+ils)' is a time, but a divisor must be a number"},
        Mistake{"ila/0", "0", "division by zero"},
        Mistake{"ila/(2-2)", "(2-2)", "division by zero"},
        Mistake{"goto + ila - 3*ila", "ila", "the count of 'ila' is negative: -2"},
        Mistake{"iala", "iala", "unknown operation 'iala'; did you mean 'ila'?"},
        Mistake{"3*aintnd", "aintnd", "unknown operation 'aintnd'; did you mean 'anintd'?"},
        Mistake{"loop_12", "loop_12", "unknown operation 'loop_12'; did you mean 'loopi1'?"},
        Mistake{"2ila", "2ila", "'2ila' is neither a number nor an operation; write '2*ila'"},
        Mistake{"1.2.3*ila", "1.2.", "'1.2.' is neither a number nor an operation"},
        Mistake{"ila ils", "ils", "expected +, -, * or / before 'ils'"},
        Mistake{"(ila", "(", "'(' has no ')' after it"},
        Mistake{"ila)", ")", "')' has no '(' before it"},
        Mistake{"ila + *2", "*", "expected an operation, a number or '(', got '*'"},
        Mistake{"\xc3\xa9*2", "\xc3\xa9", "expected an operation, a number or '(', got '\xc3\xa9'"},
        Mistake{"1e308*10*ila", "1e308*10", "the number is too large"},
        Mistake{"1e999*ila", "1e999", "the number is too large"}));

TEST(OperationSum, BracketsAreLimited) {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '(') + "ila" + std::string(levels, ')');
  };
  EXPECT_TRUE(read_operation_sum(nested(64)));
  const auto read = read_operation_sum(nested(65));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().text, "the sum has more than 64 levels of brackets and signs");
  EXPECT_FALSE(read_operation_sum(std::string(1000, '-') + "ila"));
}

RC_GTEST_PROP(OperationSum, ItsTextIsReadAsTheSameCounts, ()) {
  std::vector<OperationCount> counts;
  for (std::uint32_t i = 0; i < kOperationCount; ++i) {
    const double count = *rc::gen::inRange(0, 4) == 0
                             ? std::ldexp(*rc::gen::inRange(1, 1 << 30), *rc::gen::inRange(-60, 60))
                             : 0;
    if (count > 0) {
      counts.push_back({i, count});
    }
  }
  RC_PRE(!counts.empty());
  const auto read = read_operation_sum(sum_text(counts));
  RC_ASSERT(read.has_value());
  RC_ASSERT(*read == counts);
}

}  // namespace
}  // namespace dps::operations
