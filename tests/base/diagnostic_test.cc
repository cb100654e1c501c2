#include "base/diagnostic.h"

#include <gtest/gtest.h>

namespace dps {
namespace {

const SourceText kSource{"mm.dps", "I A.i 1 A.m\nF f.f\tB.i NULL NULL NULL\r\nU u.fu f.f"};

TEST(Render, ShowsPlaceLineAndCaretUnderTheSpan) {
  const Diagnostic unknown{
      Severity::kError, {2, 7, 3}, "unknown itag 'B.i'; did you mean 'A.i'?", {}};
  EXPECT_EQ(render(kSource, {unknown}),
            "mm.dps:2:7: error: unknown itag 'B.i'; did you mean 'A.i'?\n"
            "F f.f B.i NULL NULL NULL\n"
            "      ^~~\n");
}

TEST(Render, ADiagnosticWithoutAPlaceShowsTheFileOnly) {
  EXPECT_EQ(render(kSource, {{Severity::kWarning, {}, "no process", {}}}),
            "mm.dps: warning: no process\n");
}

TEST(Render, LongQuotationsLackTheirMiddle) {
  const std::string e = "\u00e9";  // two bytes
  std::string name;
  for (int i = 0; i < 1000; ++i) {
    name += e;
  }
  const std::string text =
      render({"dps", ""}, {{Severity::kError, {}, "expected 'a', got '" + name + "'x", {}}});
  EXPECT_LT(text.size(), 300U);
  EXPECT_EQ(text.find("dps: error: expected 'a', got '" + e + e), 0U);
  EXPECT_NE(text.find(e + " … " + e), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with(e + "'x\n"));
}

TEST(Render, NotesFollowTheirDiagnostic) {
  const Diagnostic twice{
      Severity::kError, {3, 1, 1}, "tag 'u.fu' twice", {{{1, 1, 1}, "first defined here"}}};
  EXPECT_EQ(render(kSource, {twice}),
            "mm.dps:3:1: error: tag 'u.fu' twice\nU u.fu f.f\n^\n"
            "mm.dps:1:1: note: first defined here\nI A.i 1 A.m\n^\n");
}

TEST(Render, PlacesAreBoldAndKindsHaveTheColoursOfCompilers) {
  const Diagnostic twice{
      Severity::kError, {3, 1, 1}, "tag 'u.fu' twice", {{{1, 1, 1}, "first defined here"}}};
  const Diagnostic unused{Severity::kWarning, {}, "no process", {}};
  EXPECT_EQ(render(kSource, {twice, unused}, {.color = true}),
            "\x1b[1mmm.dps:3:1:\x1b[0m \x1b[1;31merror:\x1b[0m tag 'u.fu' twice\n"
            "U u.fu f.f\n\x1b[1;31m^\x1b[0m\n"
            "\x1b[1mmm.dps:1:1:\x1b[0m \x1b[1;36mnote:\x1b[0m first defined here\n"
            "I A.i 1 A.m\n\x1b[1;36m^\x1b[0m\n"
            "\x1b[1mmm.dps:\x1b[0m \x1b[1;35mwarning:\x1b[0m no process\n");
}

TEST(Render, ErrorsAboveTheLimitAreCounted) {
  const std::vector<Diagnostic> many(5, {Severity::kError, {}, "bad", {}});
  EXPECT_EQ(render(kSource, many, {.limit = 3}),
            "mm.dps: error: bad\nmm.dps: error: bad\nmm.dps: error: bad\n... and 2 more errors\n");
}

TEST(Render, ControlCharactersAreEscapedAndTheCaretStaysUnderItsText) {
  const SourceText source{"x", "I \x1b[31m bad"};
  EXPECT_EQ(render(source, {{Severity::kError, {1, 9, 3}, "unknown", {}}}),
            "x:1:9: error: unknown\nI \\x1b[31m bad\n           ^~~\n");
}

TEST(Render, WideUtf8CountsOneColumnACodePoint) {
  const SourceText source{"x", "I \xc3\xa4\xc3\xa4 bad"};
  EXPECT_EQ(render(source, {{Severity::kError, {1, 8, 3}, "unknown", {}}}),
            "x:1:8: error: unknown\nI \xc3\xa4\xc3\xa4 bad\n     ^~~\n");
}

TEST(Render, AVeryLongLineIsCutAroundTheCaret) {
  const SourceText source{"x", std::string(50'000, 'a') + "B" + std::string(10'000, 'c')};
  const std::string text = render(source, {{Severity::kError, {1, 50'001, 1}, "here", {}}});
  EXPECT_LT(text.size(), 400U);
  EXPECT_NE(text.find("aB"), std::string::npos);
}

TEST(Render, ASpanOutsideTheTextIsStillShown) {
  EXPECT_EQ(render(kSource, {{Severity::kError, {9, 4, 2}, "end", {}}}),
            "mm.dps:9:4: error: end\n\n^\n");
}

TEST(Render, TheTextOfAnOptionIsNoFile) {
  EXPECT_EQ(render({"--set", "n=1..x"}, {{Severity::kError, {1, 6, 1}, "expected a number", {}}}),
            "dps: error: --set: expected a number\nn=1..x\n     ^\n");
}

TEST(SortByPlace, OrdersByLineThenColumnAndKeepsEqualPlaces) {
  std::vector<Diagnostic> list{{Severity::kError, {2, 1, 0}, "c", {}},
                               {Severity::kError, {1, 5, 0}, "b", {}},
                               {Severity::kError, {1, 2, 0}, "a1", {}},
                               {Severity::kWarning, {1, 2, 0}, "a2", {}}};
  sort_by_place(list);
  std::string order;
  for (const auto& d : list) {
    order += d.text;
  }
  EXPECT_EQ(order, "a1a2bc");
  EXPECT_TRUE(has_errors(list));
}

}  // namespace
}  // namespace dps
