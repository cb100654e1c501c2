#include "blueprint/layout/standard_layout.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text/scanner.h"
#include "blueprint/reading/reader.h"
#include "tests/blueprint/random_program.h"
#include "tests/profiles/traces/random_blueprint.h"

namespace dps::blueprint {
namespace {

/// The standard layout; "" and a failed test if a field has an error.
std::string layout(const std::string& text) {
  const text::SourceMap map(text);
  text::Problems problems(map);
  auto out = standard_layout(map, problems);
  EXPECT_TRUE(out) << text;
  return out.value_or("");
}

bool is_refused(const std::string& text) {
  const text::SourceMap map(text);
  text::Problems problems(map);
  return !standard_layout(map, problems) && problems.has_errors();
}

/// The behaviour of all processes, or the errors without positions.
std::string meaning_of(const std::string& text) {
  const auto reading = read_blueprint({"blueprint.txt", text}, {});
  std::string out;
  for (std::uint32_t i = 0; reading.program && i < reading.program->process_count(); ++i) {
    out += meaning(*reading.program, ProcessId{i});
  }
  for (const Diagnostic& diagnostic : reading.diagnostics) {
    out += diagnostic.text + "\n";
  }
  return out;
}

/// The comments of lines without quotes, without their blanks.
std::vector<std::string> comments(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string comment;
    for (const char c : std::string_view(text).substr(at, end - at)) {
      if (c != ' ' && c != '\t' && c != '\r') {
        comment += c;
      }
    }
    out.push_back(comment);
    at = end;
  }
  return out;
}

TEST(StandardLayout, AlignsTheCellsOfABlock) {
  EXPECT_EQ(layout("F a.f NULL Look.c Ask.o SAME\n"
                   "F\tlonger.f   Answer.i NULL   NULL NULL   \n"),
            "F a.f       NULL      Look.c  Ask.o  SAME\n"
            "F longer.f  Answer.i  NULL    NULL   NULL\n");
}

TEST(StandardLayout, KnowsTheCellsOfEachSection) {
  EXPECT_EQ(layout("V n   3  *  4\nV workers n+1\n"), "V n        3 * 4\nV workers  n+1\n");
  EXPECT_EQ(layout("I a.i 1 A.m 2 B.m\nI longer.i 10 Longer.m 2 C.m\n"),
            "I a.i       1 A.m        2 B.m\nI longer.i  10 Longer.m  2 C.m\n");
  EXPECT_EQ(layout("C a.c sleep 2ms cost 3\nC b.c compute   1s\n"),
            "C a.c  sleep    2ms cost 3\nC b.c  compute  1s\n");
  EXPECT_EQ(layout("O a.o B.p,C.p -t A.m -b -5 -others\nO longer.o ACK -t B.m -n 3\n"),
            "O a.o       B.p,C.p  -t A.m  -b -5  -others\nO longer.o  ACK      -t B.m  -n 3\n");
  EXPECT_EQ(layout("O a.o B.p -t A.m -pick least -window {w}\nO longer.o C.p -t B.m -window 12\n"),
            "O a.o       B.p  -t A.m  -pick least  -window {w}\n"
            "O longer.o  C.p  -t B.m  -window 12\n");
  EXPECT_EQ(layout("U a.fu -early a.f b.f\nU b.fu c.f d.f e.f\n"),
            "U a.fu  -early  a.f b.f\nU b.fu  c.f     d.f e.f\n");
  EXPECT_EQ(layout("P A.p 1 a.fu b.fu\nP Bb.p {n} -server b.fu\n"),
            "P A.p   1    a.fu b.fu\nP Bb.p  {n}  -server b.fu\n");
  EXPECT_EQ(layout("T A.p h mem > 3 cpu = x\nT Bb.p hh memory > 3\n"),
            "T A.p   h   mem > 3     cpu = x\nT Bb.p  hh  memory > 3\n");
}

TEST(StandardLayout, AnEmptyLineOrAnotherSectionEndsABlock) {
  EXPECT_EQ(layout("I a.i 1 A.m\n\nI longer.i 1 B.m\nC a.c sleep 1\n"),
            "I a.i  1 A.m\n\nI longer.i  1 B.m\nC a.c  sleep  1\n");
}

TEST(StandardLayout, AWideCellDoesNotWidenItsColumn) {
  const std::string wide(41, 'x');
  EXPECT_EQ(layout("I " + wide + " 1 A.m\nI b.i 1 B.m\n"), "I " + wide + "  1 A.m\nI b.i  1 B.m\n");
  const std::string narrow(40, 'x');
  EXPECT_EQ(layout("I " + narrow + " 1 A.m\nI b.i 1 B.m\n"),
            "I " + narrow + "  1 A.m\nI b.i" + std::string(39, ' ') + "1 B.m\n");
}

TEST(StandardLayout, CommentsAtTheEndsOfLinesHaveAColumn) {
  EXPECT_EQ(layout("V n 1 # one\nV longer 1000 #   two  words\nV m 2\n"),
            "V n       1     # one\nV longer  1000  #   two  words\nV m       2\n");
}

TEST(StandardLayout, ACommentWithCellsIsAHeading) {
  EXPECT_EQ(layout("# tag   input   computes\nF a.f NULL Look.c NULL SAME\n# not a heading\n"
                   "F bb.f In.i NULL NULL NULL\n"),
            "# tag   input  computes\nF a.f   NULL   Look.c    NULL  SAME\n# not a heading\n"
            "F bb.f  In.i   NULL      NULL  NULL\n");
  // More cells than columns, and below the last line of the block.
  EXPECT_EQ(layout("# a  b  c\nV n 1\n# d    e\n"), "# a  b  c\nV n  1\n# d    e\n");
  // The comments above another section belong to that.
  EXPECT_EQ(layout("V n 1\n# name     count\nP A.p 1 a.fu\n"),
            "V n  1\n# name  count\nP A.p   1      a.fu\n");
}

TEST(StandardLayout, EmptyLinesAreOneAndNoneAtTheEnds) {
  EXPECT_EQ(layout("\n  \n# a\n\n\n\t\nV n 1\n\n"), "# a\n\nV n  1\n");
  EXPECT_EQ(layout(""), "");
  EXPECT_EQ(layout("\n\n"), "");
}

TEST(StandardLayout, ContinuationsStayAndAreIndented) {
  EXPECT_EQ(layout("C a.c exec \\\n printf \\\n   \"a  b\" x # why\nC longer.c sleep 1\n"),
            "C a.c       exec \\\n     printf \\\n     \"a  b\" x  # why\nC longer.c  sleep  1\n");
  EXPECT_EQ(layout("I a.i 1 A.m \\\r\n1 B.m\r\n"), "I a.i  1 A.m \\\n     1 B.m\n");
  EXPECT_EQ(layout("I a.i 1 A.m \\\n # why\n"), "I a.i  1 A.m \\\n     # why\n");
  EXPECT_EQ(layout("I a.i 1 A.m \\\n\nV n 1"), "I a.i  1 A.m\nV n  1\n");
}

TEST(StandardLayout, AnErrorInAFieldIsRefusedAndOtherErrorsDoNotMatter) {
  EXPECT_TRUE(is_refused("C a.c exec \"open\n"));
  EXPECT_TRUE(is_refused("C a.c sleep {n\n"));
  EXPECT_EQ(layout("F a.f unknown.i\nX  y   z\n"), "F a.f  unknown.i\nX y z\n");
}

TEST(StandardLayout, ALineThatColumnsWouldMakeTooLongIsWrittenClose) {
  std::string wide = "I a.i";
  std::string many = "I b.i";
  for (int i = 0; i < 2000; ++i) {
    wide += " 1 " + std::string(36, 'x') + ".m";
    many += " 1 a.m";
  }
  wide.resize(text::kMaxLineBytes / 2);
  const std::string out = layout(wide + "\n" + many + "\n");
  EXPECT_EQ(layout(out), out);
  EXPECT_EQ(comments(out), comments(many));
}

/// The text with other blanks, comments, empty lines and continuations between its fields.
std::string any_layout_of(const std::string& text) {
  std::string out;
  bool in_quotes = false;
  int depth = 0;
  for (const char c : text) {
    in_quotes = c == '"' ? !in_quotes : in_quotes;
    depth += c == '{' ? 1 : 0;
    depth -= c == '}' ? 1 : 0;
    if (c == ' ' && !in_quotes && depth == 0) {
      out += *rc::gen::element<std::string>(" ", "\t", "   ", " \\\n  ", " \\\r\n", " \\\n\\\n ");
    } else if (c == '\n' && !in_quotes) {
      out += *rc::gen::element<std::string>("\n", "\r\n", "\n\n", "  \n", "  # a  comment\n",
                                            "\n# tag   and  another\n", " \\\n\n", "\n\n\n#\n");
    } else {
      out += c;
    }
  }
  return out;
}

/// A random blueprint whose values do not vary, since draws are no part of meaning_of().
std::string any_blueprint() {
  constexpr std::string_view kVaried = "uniform(0.000001,0.00002)";
  std::string text = traces::random_blueprint(*rc::gen::arbitrary<std::uint64_t>());
  if (const std::size_t at = text.find(kVaried); at != std::string::npos) {
    text.replace(at, kVaried.size(), "0.000001 + 0.00002");
  }
  return text;
}

RC_GTEST_PROP(StandardLayout, KeepsTheProgramAndTheCommentsOfAnyText, ()) {
  const std::string text = any_layout_of(any_blueprint());
  const std::string out = layout(text);
  RC_ASSERT(layout(out) == out);
  RC_ASSERT(meaning_of(out) == meaning_of(text));
  RC_ASSERT(comments(out) == comments(text));
}

TEST(StandardLayout, KeepsTheProgramOfEachExample) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("examples")) {
    if (entry.path().extension() != ".txt" || entry.path().filename() == "CMakeLists.txt") {
      continue;
    }
    ++count;
    std::ifstream in(entry.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string out = layout(text);
    EXPECT_EQ(layout(out), out) << entry.path();
    EXPECT_EQ(meaning_of(out), meaning_of(text)) << entry.path();
    EXPECT_EQ(comments(out).size(), comments(text).size()) << entry.path();
  }
  EXPECT_GE(count, 10);
}

}  // namespace
}  // namespace dps::blueprint
