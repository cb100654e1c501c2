/// Texts that are not blueprints: each is refused with a reason, quickly, and with few diagnostics.
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "reading.h"

namespace dps::blueprint {
namespace {

constexpr std::string_view kGood =
    "P A.p 2 a.u\nU a.u a.f\nF a.f a.i a.c a.o NULL\nI a.i 1 a.m\nC a.c sleep 0\nO a.o A.p -t "
    "a.m\n";

struct Corpus {
  std::string_view name;
  std::string_view first;  ///< part of the first diagnostic of each text
  std::vector<std::string> texts;
};

void PrintTo(const Corpus& corpus, std::ostream* out) {
  *out << corpus.name;
}

class BadInput : public testing::TestWithParam<Corpus> {};

TEST_P(BadInput, IsRefusedWithAReason) {
  for (const std::string& text : GetParam().texts) {
    const auto told = diagnostics_of(text);
    ASSERT_FALSE(told.empty()) << text.substr(0, 200);
    EXPECT_NE(told.front().find(GetParam().first), std::string::npos) << told.front() << "\n"
                                                                      << text.substr(0, 200);
    EXPECT_LE(rendered(text).size(), 20'000U);
  }
}

std::vector<std::string> each(const std::vector<std::string_view>& parts, const std::string& before,
                              const std::string& after) {
  std::vector<std::string> out;
  for (const std::string_view part : parts) {
    out.push_back(before + std::string(part) + after);
  }
  return out;
}

/// The valid blueprint with one change.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kGood);
  return text.replace(text.find(from), from.size(), to);
}

std::vector<std::string> each_changed(std::string_view from,
                                      const std::vector<std::string_view>& to) {
  std::vector<std::string> out;
  for (const std::string_view each : to) {
    out.push_back(changed(from, each));
  }
  return out;
}

std::string utf16(std::string_view text, bool big_endian, bool marked) {
  std::string out = !marked ? "" : big_endian ? "\xfe\xff" : "\xff\xfe";
  for (const char c : text) {
    out += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
  }
  return out;
}

std::string with_byte(char byte, std::size_t at) {
  std::string text(kGood);
  return text.insert(at, 1, byte);
}

std::vector<std::string> with_byte_everywhere(char byte) {
  std::vector<std::string> out;
  for (std::size_t at = 1; at < kGood.size() - 1; at += 7) {
    out.push_back(with_byte(byte, at));
  }
  return out;
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) {
    out += part;
  }
  return out;
}

Corpus nothing() {
  return {"Nothing",
          "the blueprint has no processes",
          {"", "\n", "\r\n", "   ", "\t\n\t", "# comment", "# comment\n#\n", "\xef\xbb\xbf", "\\",
           "\\\n\\\n", "V a 1", "I a.i 1 a.m\n"}};
}

Corpus control_bytes() {
  return {"NulBytes", "a NUL byte", with_byte_everywhere('\0')};
}

Corpus carriage_returns() {
  std::string mac(kGood);
  for (char& c : mac) {
    c = c == '\n' ? '\r' : c;
  }
  std::vector<std::string> texts = with_byte_everywhere('\r');
  texts.push_back(mac);
  texts.push_back("# comment\r" + mac);
  return {"CarriageReturns", "carriage return inside a line", texts};
}

Corpus other_encodings() {
  std::vector<std::string> texts;
  for (const std::string_view text : {kGood, std::string_view("# x\n"), std::string_view("I a")}) {
    for (const bool big : {false, true}) {
      texts.push_back(utf16(text, big, true));
      texts.push_back(utf16(text, big, false));
    }
  }
  return {"Utf16", "the file is UTF-16", texts};
}

Corpus broken_utf8() {
  return {"BrokenUtf8", "not UTF-8",
          each({"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc3", "\xe0\x80\x80", "\xe2\x82",
                "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80",
                "\xfe", "\xff"},
               "P A.p 1 a.u # ", "\nU a.u a.f\nF a.f NULL NULL NULL NULL\n")};
}

Corpus long_lines() {
  const std::string good(kGood);
  return {"LongLines",
          "the line is longer than 64 KiB",
          {good + "#" + std::string(70'000, 'x'), good + std::string(70'000, ' '),
           good + "I b.i 1 " + std::string(70'000, 'm'), good + repeated("x ", 40'000),
           good + "C b.c exec \"" + std::string(70'000, 'x') + "\"",
           good + "V v " + repeated("1+", 40'000) + "1",
           good + "O b.o A.p -b {" + repeated("(", 70'000)}};
}

Corpus unknown_letters() {
  return {"UnknownLetters", "unknown section",
          each({"i", "X", "-I", "//", "INPUT", "Ia.i", "\"I\"", "{I}", "I,", "?", "\xc3\xa4", "1"},
               std::string(kGood), " b.i 1 b.m\n")};
}

Corpus missing_fields() {
  std::vector<std::string> texts =
      each({"C b.c", "C b.c sleep", "C b.c exec", "O b.o", "F b.f", "F b.f NULL", "F b.f NULL NULL",
            "F b.f NULL NULL NULL", "U b.u", "U b.u -early", "P B.p"},
           std::string(kGood), "\n");
  return {"MissingFields", "at the end of the line", texts};
}

Corpus missing_tags() {
  return {"MissingTags", "the line is incomplete",
          each({"I", "C", "O", "F", "U", "P", "T", "T A.p", "V", "V a"}, std::string(kGood), "\n")};
}

Corpus extra_fields() {
  return {"ExtraFields", "expected the end of the line",
          each({"C b.c sleep 1 2", "C b.c busywait 1 cost 2 3", "C b.c work 1 2",
                "C b.c compute 1s x", "F b.f NULL NULL NULL NULL NULL",
                "F b.f NULL NULL NULL SAME # x\nF c.f a.i NULL NULL SAME SAME"},
               std::string(kGood), "\n")};
}

Corpus duplicates() {
  return {"Duplicates", "defined twice",
          each({"I a.i 1 b.m", "C a.c sleep 1", "O a.o A.p", "F a.f a.i NULL NULL NULL",
                "U a.u a.f", "P A.p 1 a.u", "V v 1\nV v 1", "I b{1}.i 1 x\nI b1.i 1 x",
                "I \"a.i\" 1 x", "C a.c call f"},
               std::string(kGood), "\n")};
}

Corpus undefined_tags() {
  return {"UndefinedTags",
          "unknown ",
          {changed("F a.f a.i", "F a.f b.i"), changed(" a.c a.o", " b.c a.o"),
           changed("a.c a.o NULL", "a.c b.o NULL"), changed("a.o NULL", "a.o b.u"),
           changed("U a.u a.f", "U a.u b.f"), changed("2 a.u", "2 b.u"),
           changed("a.c a.o", "a.c,b.c a.o"), changed("a.o NULL", "a.o SAME*2,b.u"),
           changed("sleep 0", "sleep {b}"), changed("P A.p 2", "P A.p {b}")}};
}

Corpus reserved_words() {
  return {"ReservedWords", "is reserved",
          each({"I NULL 1 m", "I SAME 1 m", "I ACK 1 m", "C NULL sleep 1", "O ACK A.p",
                "F SAME NULL NULL NULL NULL", "U NULL a.f", "P ACK 1 a.u", "I b.i 1 NULL",
                "O b.o A.p -t SAME", "T A.p NULL", "F b.f SAME NULL NULL NULL",
                "F b.f ACK NULL NULL NULL", "F b.f NULL SAME NULL NULL", "F b.f NULL NULL ACK NULL",
                "F b.f NULL NULL NULL ACK", "U b.u NULL", "P B.p 1 SAME", "O b.o NULL"},
               std::string(kGood), "\n")};
}

Corpus wrong_numbers() {
  std::vector<std::string> texts;
  for (const std::string_view number :
       {"-1", "0", "9223372036854775808", "18446744073709551616", "1e400", "nan", "inf", "0x10",
        "1_000", "2.5", "+1", "", "1,000", "{0-1}", "{5/2}"}) {
    if (number.empty()) {
      texts.push_back(changed("I a.i 1 a.m", "I a.i \"\" a.m"));
    } else {
      texts.push_back(changed("I a.i 1 a.m", "I a.i " + std::string(number) + " a.m"));
    }
  }
  return {"WrongCounts", "a count", texts};
}

Corpus wrong_times() {
  return {"WrongTimes", "a time",
          each_changed("sleep 0", {"sleep -1", "sleep -0.5ms", "sleep 1e10", "sleep 1e400",
                                   "sleep nan", "sleep infinity", "sleep 1m", "sleep 1.5.5",
                                   "sleep 0x1p3", "sleep 1e9min", "sleep {0-1}", "sleep \"\""})};
}

Corpus wrong_process_counts() {
  return {"WrongProcessCounts", "4:",
          each({"0", "-1", "1000000000", "1000001", "1e400", "2.5", "x", "{1/2}", "{0}", "9e15"},
               "I a.i 1 a.m\nF a.f a.i NULL NULL NULL\nU a.u a.f\nP A.p ", " a.u\n")};
}

Corpus terrain() {
  return {"Terrain", "7:",
          each({"B.p X", "A.p[2] X", "A.p[-1] X", "A.p[ X", "A X", "A.p[x] X", "A.p[0..1] X",
                "A.p[{self}] X", "A.p X CPU = 1", "A.p X SPEED > -1", "A.p X SPEED",
                "A.p X NAME < a", "A.p X SPEED=1", "A.p X,Y", "A.p X MEMORY > 1K", "A.p {self/0}"},
               std::string(kGood) + "T ", "\n")};
}

Corpus bombs() {
  const std::string field = "C b.c sleep {";
  return {"ExpressionBombs", "",
          each({"(", "((((((((", "1+", "-", "1^", "1?1:", "min(", "{", "1e308*", "9^9^9^9^9"},
               std::string(kGood) + field, repeated("(", 1000) + "}\n")};
}

Corpus divisions() {
  return {"DivisionsByZero", "division by zero",
          each({"1/0", "1%0", "0^-1", "1/(2-2)", "1/(0*5)", "1 && 1/0", "0 || 1/0", "1 ? 1/0 : 2",
                "min(1,1/0)", "-(1/0)", "1/self", "1/(count-2)"},
               std::string(kGood.substr(0, kGood.find("O a.o"))) + "O a.o A.p -t a.m -b {", "}\n")};
}

INSTANTIATE_TEST_SUITE_P(Corpora, BadInput,
                         testing::Values(nothing(), control_bytes(), carriage_returns(),
                                         other_encodings(), broken_utf8(), long_lines(),
                                         unknown_letters(), missing_fields(), missing_tags(),
                                         extra_fields(), duplicates(), undefined_tags(),
                                         reserved_words(), wrong_numbers(), wrong_times(),
                                         wrong_process_counts(), terrain(), bombs(), divisions()),
                         [](const auto& corpus) { return std::string(corpus.param.name); });

TEST(GoodInput, GivesNoDiagnostics) {
  EXPECT_EQ(rendered(kGood), "");
}

TEST(GoodInput, MayEndWithoutANewlineHaveCrlfAndAByteOrderMark) {
  std::string crlf;
  for (const char c : kGood) {
    crlf += c == '\n' ? "\r\n" : std::string(1, c);
  }
  EXPECT_EQ(rendered(kGood.substr(0, kGood.size() - 1)), "");
  EXPECT_EQ(rendered(crlf), "");
  EXPECT_EQ(rendered("\xef\xbb\xbf" + crlf), "");
}

TEST(BadInput, ThousandsOfWrongLinesAreReportedBriefly) {
  EXPECT_LE(rendered(repeated("x\n", 30'000)).size(), 20'000U);
}

TEST(BadInput, PrefixCollisionsGiveWarnings) {
  const auto told = diagnostics_of(std::string(kGood) + "P A.page 1 a.u\nP A.p2 1 a.u\n");
  EXPECT_EQ(told,
            std::vector<std::string>{"6:7: warning: 'A.p' also matches the clones of 'A.page'; "
                                     "'A.p[' matches only its own"});
}

}  // namespace
}  // namespace dps::blueprint
