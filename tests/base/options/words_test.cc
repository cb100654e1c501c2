// The parsing of words to options, values and operands; each pitfall of CLI11 has a test.
#include "base/options/words.h"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dps::options {
namespace {

const std::vector<Option>& rows() {
  static const std::vector<Option> kRows{{"--set", "", {"NAME=VALUE"}, "", nullptr, true},
                                         {"--level", "", {"LEVEL"}, "", nullptr},
                                         {"--seed", "", {"N"}, "", nullptr},
                                         {"-o", "", {"FILE"}, "", nullptr},
                                         {"--quiet", "-q", {}, "", nullptr}};
  return kRows;
}

/// The parsed words, in order: "--level=unit", and "a" for an operand.
std::vector<std::string> found(const std::vector<std::string>& words) {
  const ParsedWords parsed = parse_words(rows(), words);
  EXPECT_EQ(parsed.unknown, "");
  EXPECT_EQ(parsed.lacks_value, nullptr);
  EXPECT_EQ(parsed.surplus_value, nullptr);
  std::vector<std::string> all;
  for (const auto& [option, value] : parsed.found) {
    all.push_back(option == nullptr ? value : std::string(option->name) + "=" + value);
  }
  return all;
}

std::string name_of(const Option* option) {
  return option == nullptr ? "" : std::string(option->name);
}

using Words = std::vector<std::string>;

TEST(Words, KeepTheirOrder) {
  EXPECT_EQ(found({"a", "--level", "unit", "b", "-q", "--set", "n=1", "c"}),
            (Words{"a", "--level=unit", "b", "--quiet=", "--set=n=1", "c"}));
}

TEST(Words, ValuesMayBeAttached) {
  EXPECT_EQ(found({"--level=unit", "-oout.json", "-o", "a=b"}),
            (Words{"--level=unit", "-o=out.json", "-o=a=b"}));
}

TEST(Words, ARepeatedOptionTakesNoOperandAfterItsValue) {
  EXPECT_EQ(found({"--set", "a=1", "plan.txt", "--set", "b=2", "more.txt"}),
            (Words{"--set=a=1", "plan.txt", "--set=b=2", "more.txt"}));
}

TEST(Words, ValuesAndOperandsInBracketsAreWhole) {
  EXPECT_EQ(found({"--set", "[1,2]", "--set=[3,4]", "[5,6]", "-o[7,8]"}),
            (Words{"--set=[1,2]", "--set=[3,4]", "[5,6]", "-o=[7,8]"}));
}

TEST(Words, AnOptionIsNotTheValueOfAnother) {
  EXPECT_EQ(name_of(parse_words(rows(), Words{"--level", "--seed", "3"}).lacks_value), "--level");
  EXPECT_EQ(name_of(parse_words(rows(), Words{"--set", "-q"}).lacks_value), "--set");
  EXPECT_EQ(found({"--level=--seed", "3"}), (Words{"--level=--seed", "3"}));
}

TEST(Words, AValueMayBeginWithAHyphen) {
  EXPECT_EQ(found({"--seed", "-1", "-o", "-", "--level", "--deep", "-"}),
            (Words{"--seed=-1", "-o=-", "--level=--deep", "-"}));
}

TEST(Words, TheLastOptionNeedsItsValue) {
  EXPECT_EQ(name_of(parse_words(rows(), Words{"a", "--level"}).lacks_value), "--level");
  EXPECT_EQ(name_of(parse_words(rows(), Words{"-o"}).lacks_value), "-o");
}

TEST(Words, TwoPlusSignsAreAWordAsAnyOther) {
  EXPECT_EQ(found({"a", "++", "--level", "unit", "-o", "++", "b"}),
            (Words{"a", "++", "--level=unit", "-o=++", "b"}));
}

TEST(Words, AnEmptyValueIsAValue) {
  EXPECT_EQ(found({"--level=", "a", "--set", "", "", "b"}),
            (Words{"--level=", "a", "--set=", "", "b"}));
}

TEST(Words, AFlagTakesNoValue) {
  for (const char* word : {"--quiet=yes", "--quiet=true", "--quiet="}) {
    const ParsedWords parsed = parse_words(rows(), Words{"a", word});
    EXPECT_EQ(name_of(parsed.surplus_value), "--quiet");
    EXPECT_EQ(parsed.surplus_word, word);
  }
}

TEST(Words, TheFirstUnknownOptionIsReported) {
  EXPECT_EQ(parse_words(rows(), Words{"a", "--levle", "unit", "--sed=1"}).unknown, "--levle");
  EXPECT_EQ(parse_words(rows(), Words{"-x"}).unknown, "-x");
  EXPECT_EQ(parse_words(rows(), Words{"-qx"}).unknown, "-x");
  EXPECT_EQ(parse_words(rows(), Words{"--=x"}).unknown, "--=x");
}

TEST(Words, RepeatedOptionsAreAllFound) {
  EXPECT_EQ(found({"-q", "--level", "a", "--level=b", "-q"}),
            (Words{"--quiet=", "--level=a", "--level=b", "--quiet="}));
}

TEST(Words, AnEmptyListHasNoWords) {
  EXPECT_EQ(found({}), Words{});
}

}  // namespace
}  // namespace dps::options
