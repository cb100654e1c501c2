#include "base/text/scanner.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/diagnostic.h"

namespace dps::text {
namespace {

using Lines = std::vector<std::vector<std::string>>;

/// The contents of the fields, and the errors as "line:column: text".
struct Scan {
  Lines lines;
  std::vector<std::string> mistakes;
};

Scan scan_text(std::string_view text) {
  const SourceMap source(text);
  Problems problems(source);
  const Scanned scanned = scan(source, problems);
  Scan out;
  for (const SourceLine& line : scanned.lines) {
    out.lines.emplace_back();
    for (const Field& field : scanned.fields_of(line)) {
      out.lines.back().emplace_back(source.text(field.content));
    }
  }
  for (const Diagnostic& each : problems.take()) {
    out.mistakes.push_back(std::to_string(each.span.line) + ":" + std::to_string(each.span.column) +
                           ": " + each.text);
  }
  return out;
}

struct Case {
  std::string_view text;
  Lines lines;
};

class Fields : public testing::TestWithParam<Case> {};
TEST_P(Fields, AreSeparatedByBlanks) {
  const Scan scanned = scan_text(GetParam().text);
  EXPECT_EQ(scanned.lines, GetParam().lines);
  EXPECT_EQ(scanned.mistakes, std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(
    Plain, Fields,
    testing::Values(Case{"", {}}, Case{"\n\n", {}}, Case{"  \t \n", {}}, Case{"a b", {{"a", "b"}}},
                    Case{"a b\n", {{"a", "b"}}}, Case{" a\t b \nc\n", {{"a", "b"}, {"c"}}},
                    Case{"a b\r\nc\r\n", {{"a", "b"}, {"c"}}},
                    Case{"\xef\xbb\xbf"
                         "a b\n",
                         {{"a", "b"}}},
                    Case{"\xc3\xa4 \xe2\x82\xac", {{"\xc3\xa4", "\xe2\x82\xac"}}},
                    Case{"\\x a\\b", {{"\\x", "a\\b"}}}));

INSTANTIATE_TEST_SUITE_P(Comments, Fields,
                         testing::Values(Case{"# a b\n", {}}, Case{"a # b\nc", {{"a"}, {"c"}}},
                                         Case{"a b#c\n", {{"a", "b#c"}}},
                                         Case{"a # b \\\nc", {{"a"}, {"c"}}}, Case{"#\"{\n", {}}));

INSTANTIATE_TEST_SUITE_P(Continuations, Fields,
                         testing::Values(Case{"a \\\n b", {{"a", "b"}}},
                                         Case{"a\\\nb", {{"a", "b"}}},
                                         Case{"a \\\r\nb\r\nc", {{"a", "b"}, {"c"}}},
                                         Case{"a \\", {{"a"}}}, Case{"a \\\n\\\nb", {{"a", "b"}}},
                                         Case{"a \\\n # b\nc", {{"a"}, {"c"}}},
                                         Case{"a \\\n\nc", {{"a"}, {"c"}}}));

INSTANTIATE_TEST_SUITE_P(Quotes, Fields,
                         testing::Values(Case{R"(a "b c" d)", {{"a", "b c", "d"}}},
                                         Case{R"("" a)", {{"", "a"}}},
                                         Case{R"(a "#b")", {{"a", "#b"}}},
                                         Case{R"(a "\"\\")", {{"a", R"(\"\\)"}}},
                                         Case{R"(a "{x "y" z}")", {{"a", R"({x "y" z})"}}}));

INSTANTIATE_TEST_SUITE_P(
    Braces, Fields,
    testing::Values(Case{"a {b c}d", {{"a", "{b c}d"}}}, Case{"{a # b}", {{"{a # b}"}}},
                    Case{"{a \" b}", {{"{a \" b}"}}}, Case{"{a{b c}d}", {{"{a{b c}d}"}}},
                    Case{"{{ a", {{"{{", "a"}}}, Case{"}} a", {{"}}", "a"}}},
                    Case{"{a \\\n b}", {{"{a \\\n b}"}}}, Case{"x{a}}}", {{"x{a}}}"}}}));

INSTANTIATE_TEST_SUITE_P(VariableLines, Fields,
                         testing::Values(Case{"V a {{1} + 2} # x", {{"V", "a", "{{1}", "+", "2}"}}},
                                         Case{"V a \"1", {{"V", "a", "\"1"}}},
                                         Case{"\"V\" \"a b\"", {{"V", "a b"}}}));

struct WrongCase {
  std::string_view text;
  std::vector<std::string> mistakes;
  Lines lines;  ///< the lines without errors
};

class WrongLines : public testing::TestWithParam<WrongCase> {};
TEST_P(WrongLines, AreReportedOnceAndTheNextLineIsRead) {
  const Scan scanned = scan_text(GetParam().text);
  EXPECT_EQ(scanned.mistakes, GetParam().mistakes);
  EXPECT_EQ(scanned.lines, GetParam().lines);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongLines,
    testing::Values(
        WrongCase{"a \"b c\nd\n", {"1:3: the quote is not closed on its line"}, {{"a"}, {"d"}}},
        WrongCase{"a \"b\\\nd", {"1:3: the quote is not closed on its line"}, {{"a"}}},
        WrongCase{"a \"b\"c\nd",
                  {"1:6: text directly after a closing quote; separate fields by blanks"},
                  {{"a"}, {"d"}}},
        WrongCase{"a b\"c\" \\\n e\nd",
                  {"1:4: '\"' in the middle of a field; quote the whole field, with '\\\"' inside "
                   "it"},
                  {{"a"}, {"d"}}},
        WrongCase{"a {b\nd",
                  {"1:3: '{' has no '}' on its line; write '{{' for a literal brace"},
                  {{"a"}, {"d"}}},
        WrongCase{"a b}\nd",
                  {"1:4: '}' has no '{' before it; write '}}' for a literal brace"},
                  {{"a"}, {"d"}}},
        WrongCase{std::string_view("a b\0c\nd", 7),
                  {"1:4: the file contains a NUL byte; it must be text"},
                  {{"a", std::string("b\0c", 3)}, {"d"}}},
        WrongCase{"a\rb\nd",
                  {"1:2: carriage return inside a line; lines must end in LF or CRLF"},
                  {{"a\rb"}, {"d"}}},
        WrongCase{"a b\xff\nd",
                  {"1:4: the text is not UTF-8; save the file as UTF-8"},
                  {{"a", "b\xff"}, {"d"}}},
        WrongCase{"\xc3\xa4 \xed\xa0\x80\nd",
                  {"1:4: the text is not UTF-8; save the file as UTF-8"},
                  {{"\xc3\xa4", "\xed\xa0\x80"}, {"d"}}},
        WrongCase{"a {b \\\n\xff}\nd",
                  {"2:1: the text is not UTF-8; save the file as UTF-8"},
                  {{"a", "{b \\\n\xff}"}, {"d"}}}));

TEST(Scanner, RefusesUtf16ByName) {
  for (const std::string& text : {std::string("\xff\xfeI\0 \0", 6), std::string("\xfe\xff\0I", 4),
                                  std::string("I\0 \0a\0", 6), std::string("\0I\0 ", 4)}) {
    EXPECT_EQ(scan_text(text).mistakes,
              std::vector<std::string>{"0:0: the file is UTF-16; save it as UTF-8"});
  }
}

TEST(Scanner, PositionsAreThoseInTheFileAcrossContinuations) {
  const std::string text = "I a.i \\\n  1 \\\n a.m\n";
  const SourceMap source(text);
  Problems problems(source);
  const Scanned scanned = scan(source, problems);
  ASSERT_EQ(scanned.fields.size(), 4U);
  EXPECT_EQ(source.span(scanned.fields[2].range), (Span{2, 3, 1}));
  EXPECT_EQ(source.span(scanned.fields[3].range), (Span{3, 2, 3}));
}

TEST(Scanner, TakesLinesOf64KiBAndNoMore) {
  const std::string longest = "a " + std::string(kMaxLineBytes - 2, 'b');
  EXPECT_EQ(scan_text(longest + "\r\nc").mistakes, std::vector<std::string>{});
  const Scan longer = scan_text(longest + "b\nc");
  EXPECT_EQ(longer.mistakes,
            std::vector<std::string>{"1:1: the line is longer than 64 KiB; split it with '\\' "
                                     "at the end of a line"});
  EXPECT_EQ(longer.lines.back(), std::vector<std::string>{"c"});
}

TEST(Scanner, Takes4096FieldsAndNoMore) {
  const auto fields = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text += "a ";
    }
    return scan_text(text + "\nb");
  };
  EXPECT_EQ(fields(4095).mistakes.size(), 0U);
  EXPECT_EQ(fields(4096).mistakes.size(), 0U);
  EXPECT_EQ(fields(4097).mistakes,
            std::vector<std::string>{"1:8193: the line has more than 4096 fields"});
}

TEST(Scanner, Takes16MiBAndNoMore) {
  std::string text;
  while (text.size() < kMaxFileBytes) {
    text += std::string(1023, '#') + "\n";
  }
  ASSERT_EQ(text.size(), kMaxFileBytes);
  EXPECT_EQ(scan_text(text).mistakes.size(), 0U);
  text += '\n';
  EXPECT_EQ(scan_text(text).mistakes,
            std::vector<std::string>{"0:0: the file is larger than 16 MiB, the limit"});
}

}  // namespace
}  // namespace dps::text
