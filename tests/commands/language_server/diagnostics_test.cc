// The mistakes that a language server reports while the user writes.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "commands/language_server/deadlock_warnings.h"
#include "commands/language_server/text_check.h"
#include "tests/commands/language_server/editor.h"

namespace dps::commands {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kPlan =
    "V jobs 3  # to do\n"
    "I Job.i 1 Job.m\n"
    "I All.i {jobs} Done.m\n"
    "C Work.c compute 1ms\n"
    "O Job.o Worker.p -t Job.m -b 10\n"
    "O Done.o ACK -t Done.m\n"
    "F start.f NULL NULL Job.o,Job.o,Job.o SAME\n"
    "F all.f All.i NULL NULL NULL\n"
    "F work.f Job.i Work.c Done.o SAME\n"
    "U master.fu start.f all.f\n"
    "U worker.fu work.f\n"
    "P Master.p 1 master.fu\n"
    "P Worker.p 1 -server worker.fu\n";

TEST(Diagnostics, OneBrokenLineHidesNoOther) {
  Editor editor;
  editor.open(
      "I Job.i 1 Job.m\nF work.f Jbo.i NULL NULL\nC Work.c exec \"open\n"
      "F stop.f Jbo.i Work.c NULL NULL\nU a.fu work.f stop.f\nP A.p 1 a.fu\n");
  EXPECT_EQ(editor.messages(),
            (Texts{"1: error: expected a next unit (a futag, SAME or NULL) at the end of the line",
                   "2: error: the quote is not closed on its line",
                   "3: error: unknown itag 'Jbo.i'; did you mean 'Job.i'?"}));
}

TEST(Diagnostics, PositionsAreUtf16) {
  Editor editor;
  editor.open(
      "C a.c call \"\U0001F600\u00e4\" {x}\nF a.f NULL a.c NULL NULL\nU u a.f\nP A.p 1 u\n");
  const LspJson all = editor.diagnostics();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0]["range"], (LspJson{{"start", {{"line", 0}, {"character", 18}}},
                                      {"end", {{"line", 0}, {"character", 19}}}}));
}

TEST(Diagnostics, ASuggestionIsAQuickFixAtAllPlacesOfTheName) {
  Editor editor;
  editor.open(
      "I Job.i 1 Job.m\nF a.f Jbo.i NULL NULL SAME\nF b.f Jbo.i NULL NULL NULL\n"
      "U u a.f b.f\nP A.p 1 u\n");
  const LspJson all = editor.diagnostics();
  const LspJson fixes = editor.look_up(
      "codeAction", {{"range", all[0]["range"]}, {"context", {{"diagnostics", all}}}});
  ASSERT_EQ(fixes.size(), 1U);
  EXPECT_EQ(fixes[0]["title"], "Replace 'Jbo.i' by 'Job.i'");
  const LspJson edits = fixes[0]["edit"]["changes"][kUri];
  ASSERT_EQ(edits.size(), 2U);
  EXPECT_EQ(edits[0]["newText"], "Job.i");
  EXPECT_EQ(edits[0]["range"]["start"], (LspJson{{"line", 1}, {"character", 6}}));
  EXPECT_EQ(edits[1]["range"]["start"], (LspJson{{"line", 2}, {"character", 6}}));
}

TEST(Diagnostics, TwoSuggestionsAreTwoQuickFixes) {
  Editor editor;
  editor.open("O a.o A.p -b 4k\nF a.f NULL NULL a.o NULL\nU u a.f\nP A.p 1 u\n");
  const LspJson fixes =
      editor.look_up("codeAction", {{"context", {{"diagnostics", editor.diagnostics()}}}});
  ASSERT_EQ(fixes.size(), 2U);
  EXPECT_EQ(fixes[0]["edit"]["changes"][kUri][0]["newText"], "4kB");
  EXPECT_EQ(fixes[1]["edit"]["changes"][kUri][0]["newText"], "4KiB");
}

TEST(Diagnostics, ACertainDeadlockIsAWarningAtTheUnitThatWaits) {
  Editor editor;
  editor.open(
      "I i.i 1 m\nF f.f i.i NULL NULL NULL\nO o.o A.p -t m\nF g.f i.i NULL o.o NULL\n"
      "U wait.fu f.f g.f\nP A.p 2 wait.fu\n");
  const Texts all = editor.messages();
  const bool has = std::any_of(all.begin(), all.end(), [](const std::string& each) {
    return each.starts_with(
        "4: warning: deadlock: 2 processes wait and no message is under way\n"
        "  A.p[0..1] wait in wait.fu");
  });
  EXPECT_TRUE(has) << ::testing::PrintToString(all);
}

TEST(Diagnostics, APlayThatTakesTooLongIsGivenUpAndReported) {
  Editor editor;
  editor.open(
      "I i.i 1 m\nO o.o A.p -t m\nF s.f NULL NULL o.o SAME\nF f.f i.i NULL o.o SAME*1e12,NULL\n"
      "U u.fu s.f f.f\nP A.p 1 u.fu\n");
  EXPECT_EQ(editor.messages(),
            Texts{"5: information: the play in zero time was given up, after 2 s or 10,000,000 "
                  "messages; a deadlock later in it is not reported"});
}

TEST(Diagnostics, AnOutdatedPlayEndsAndFindsNothing) {
  const auto checked = check_text_of(FileKind::kBlueprint, {"plan.txt", kPlan});
  ASSERT_TRUE(checked.program);
  PlayLimit limit;
  limit.is_outdated = [] { return true; };
  const PlayFindings found = play_findings(*checked.program, limit);
  EXPECT_TRUE(found.diagnostics.empty());
  EXPECT_TRUE(found.remarks.empty());
}

TEST(Diagnostics, OtherFilesHaveThoseOfTheirReaders) {
  Editor editor;
  editor.open("[[host]]\nname = \"a\"\nspede = 1000\n", "dps-machine");
  EXPECT_FALSE(editor.diagnostics().empty());
  editor.open("node1 slots=x\n", "dps-hosts");
  EXPECT_FALSE(editor.diagnostics().empty());
  editor.open("f(p) = p * q\n", "dps-model");
  EXPECT_EQ(editor.messages().size(), 1U);
  editor.open("f(p) = tbcast(p, 8) + p\n", "dps-model");
  EXPECT_EQ(editor.messages(), Texts{});
  editor.open("[[function]]\nname = 5\n", "toml");
  EXPECT_FALSE(editor.diagnostics().empty());
}

TEST(Diagnostics, AByteOrderMarkIsACharacterOfTheFirstLine) {
  Editor editor;
  editor.open("[[host]]\nname = \"a\"\nspede = 1000\n", "toml");
  const Texts machine = editor.messages();
  EXPECT_FALSE(machine.empty());
  editor.open("\ufeff[[host]]\nname = \"a\"\nspede = 1000\n", "toml");
  EXPECT_EQ(editor.messages(), machine);
  editor.open("\ufefff(p) = p * q\n", "dps-model");
  ASSERT_EQ(editor.diagnostics().size(), 1U);
  EXPECT_EQ(editor.diagnostics()[0]["range"]["start"], LspJson({{"line", 0}, {"character", 12}}));
  editor.open("\ufeffX x\n");
  ASSERT_FALSE(editor.diagnostics().empty());
  EXPECT_EQ(editor.diagnostics()[0]["range"]["start"], LspJson({{"line", 0}, {"character", 1}}));
}

/// The diagnostics of a new server for the same text.
LspJson fresh(const std::string& text) {
  Editor editor;
  editor.open(text);
  return editor.diagnostics();
}

/// A text by UTF-16 code units, as an editor may keep it.
std::string utf8_of(const std::u32string& text) {
  std::string out;
  for (const char32_t c : text) {
    if (c < 0x80) {
      out += static_cast<char>(c);
    } else {
      out += c == U'\u00e4' ? "\u00e4" : "\U0001F600";
    }
  }
  return out;
}

LspPosition position_in(const std::u32string& text, std::size_t at) {
  LspPosition position;
  for (std::size_t i = 0; i < at; ++i) {
    position.character += text[i] > 0xffff ? 2 : 1;
    if (text[i] == U'\n') {
      position = {position.line + 1, 0};
    }
  }
  return position;
}

// 10,000 edits in all, a hundred for each text.
RC_GTEST_PROP(Diagnostics, AfterManyEditsTheyAreThoseOfTheText, ()) {
  std::u32string text;
  for (const char c : std::string(kPlan)) {
    text += static_cast<char32_t>(c);
  }
  Editor editor;
  editor.open(utf8_of(text));
  const std::vector<std::u32string> parts{
      U"\n",         U" ",    U"F",       U"#",      U"\"", U"{", U"}",
      U"\\\n",       U",",    U"Job.i",   U"P A.p ", U"1",  U"-", U"\u00e4",
      U"\U0001F600", U"NULL", U"V n 2\n", U"{jobs}", U""};
  for (int i = 0; i < 100; ++i) {
    const auto begin = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const auto length = *rc::gen::inRange<std::size_t>(0, 6);
    const std::size_t end = std::min(text.size(), begin + length);
    const auto part = *rc::gen::elementOf(parts);
    const auto from = position_in(text, begin);
    const auto to = position_in(text, end);
    editor.change(from, to, utf8_of(part));
    text.replace(begin, end - begin, part);
  }
  RC_ASSERT(editor.diagnostics() == fresh(utf8_of(text)));
}

}  // namespace
}  // namespace dps::commands
