// Completion, hover, rename and similar requests of an editor.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/commands/language_server/editor.h"

namespace dps::commands {
namespace {

constexpr const char* kJobs =
    "V jobs 3  # to do\n"                       // 0
    "I Job.i 1 Job.m\n"                         // 1
    "I All.i {jobs} Done.m\n"                   // 2
    "C Work.c compute {self+1}ms\n"             // 3
    "O Job.o Worker.p -t Job.m -b {jobs*10}\n"  // 4
    "O Done.o Master.p[0] -t Done.m\n"          // 5
    "F start.f NULL NULL Job.o SAME\n"          // 6
    "F all.f All.i NULL NULL NULL\n"            // 7
    "F work.f Job.i Work.c Done.o NULL\n"       // 8
    "U master.fu start.f all.f\n"               // 9
    "U worker.fu work.f\n"                      // 10
    "P Master.p 1 master.fu\n"                  // 11
    "P Worker.p 3 worker.fu\n";                 // 12

using Texts = std::vector<std::string>;

/// The lines of locations, with the columns.
Texts places(const LspJson& locations) {
  Texts all;
  for (const LspJson& each : locations) {
    const LspJson& start = each["range"]["start"];
    all.push_back(start["line"].dump() + ":" + start["character"].dump());
  }
  return all;
}

std::set<std::string> labels(const LspJson& items) {
  std::set<std::string> all;
  for (const LspJson& item : items) {
    all.insert(item["label"].get<std::string>());
  }
  return all;
}

/// Completes at the end of the text.
std::set<std::string> completed(const std::string& text) {
  Editor editor;
  editor.open(text);
  return labels(editor.look_at("completion", {1000, 0}));
}

using Labels = std::set<std::string>;

TEST(Features, CompletesTheWordsThatMayFollow) {
  EXPECT_EQ(completed(""), (Labels{"A", "C", "F", "I", "O", "P", "T", "U", "V"}));
  const std::string plan = kJobs;
  EXPECT_EQ(completed(plan + "F x.f "), (Labels{"All.i", "Job.i", "NULL"}));
  EXPECT_EQ(completed(plan + "F x.f J"), (Labels{"All.i", "Job.i", "NULL"}));
  EXPECT_EQ(completed(plan + "F x.f Job.i "), (Labels{"Work.c", "NULL"}));
  EXPECT_EQ(completed(plan + "F x.f Job.i Work.c Job.o,"), (Labels{"Done.o", "Job.o", "NULL"}));
  EXPECT_EQ(completed(plan + "F x.f Job.i Work.c \\\n  Job.o "),
            (Labels{"NULL", "SAME", "master.fu", "worker.fu"}));
  EXPECT_EQ(completed(plan + "U x.fu work.f|"), (Labels{"all.f", "start.f", "work.f"}));
  EXPECT_EQ(completed(plan + "P X.p 1 "), (Labels{"-server", "master.fu", "worker.fu"}));
  EXPECT_EQ(completed(plan + "O x.o "), (Labels{"ACK", "Master.p", "ORIGIN", "Worker.p"}));
  EXPECT_EQ(completed(plan + "O x.o ACK -t "), (Labels{"Done.m", "Job.m"}));
  EXPECT_EQ(completed(plan + "O x.o ACK -pick "), (Labels{"least", "random", "round_robin"}));
  EXPECT_EQ(completed(plan + "I x.i 2 "), (Labels{"Done.m", "Job.m"}));
  EXPECT_EQ(completed(plan + "T "), (Labels{"Master.p", "Worker.p"}));
  EXPECT_EQ(completed(plan + "T Master.p A TYPE "), (Labels{"!=", "<", "<=", "=", ">", ">="}));
  EXPECT_EQ(completed(plan + "F new"), Labels{});
  EXPECT_EQ(completed(plan + "# F x.f "), Labels{});
}

TEST(Features, CompletesTheFirstLineBehindAByteOrderMark) {
  EXPECT_EQ(completed("\ufeff"), (Labels{"A", "C", "F", "I", "O", "P", "T", "U", "V"}));
  EXPECT_EQ(completed("\ufeffO x.o ACK -pick "), (Labels{"least", "random", "round_robin"}));
}

TEST(Features, CompletesExpressions) {
  const auto in_braces = completed(std::string(kJobs) + "C x.c compute {jo");
  EXPECT_TRUE(in_braces.contains("jobs"));
  EXPECT_TRUE(in_braces.contains("self"));
  EXPECT_TRUE(in_braces.contains("max"));
  const auto on_v_line = completed(std::string(kJobs) + "V m 2 * ");
  EXPECT_TRUE(on_v_line.contains("jobs"));
  EXPECT_FALSE(on_v_line.contains("self"));
}

TEST(Features, EveryCompletionHasDocumentation) {
  Editor editor;
  editor.open(std::string(kJobs) + "O x.o ");
  const LspJson items = editor.look_at("completion", {1000, 0});
  EXPECT_FALSE(items.empty());
  for (const LspJson& item : items) {
    EXPECT_NE(item["documentation"]["value"], "") << item["label"];
  }
}

std::string hovered(Editor& editor, LspPosition position) {
  const LspJson hover = editor.look_at("hover", position);
  return hover.is_null() ? "" : hover["contents"]["value"].get<std::string>();
}

TEST(Features, HoverIsTheLineAsASentence) {
  Editor editor;
  editor.open(kJobs);
  EXPECT_EQ(hovered(editor, {8, 0}),
            "`F <ftag> <itag> <ctag>[,<ctag>]* <otag>[,<otag>]* <next>`  \n"
            "A functionality\\: the computations and outputs after a collection is complete.\n\n"
            "When `Job.i` is complete, compute `Work.c`, send `Done.o` and end the process.");
  EXPECT_EQ(hovered(editor, {8, 10}),
            "**itag `Job.i`**, line 2: The collection `Job.i` is complete after `1` `Job.m`.\n\n"
            "When `Job.i` is complete, compute `Work.c`, send `Done.o` and end the process.");
  EXPECT_EQ(hovered(editor, {99, 0}), "");
}

TEST(Features, HoverHasTheValuesForEachKindOfProcess) {
  Editor editor;
  editor.open(kJobs);
  EXPECT_EQ(hovered(editor, {3, 3}),
            "`Work.c` uses `{self+1}ms` of CPU time on a host of SPEED 1000.\n\n"
            "- `{self+1}ms` is `1ms` for `Worker.p[0]`, `2ms` for `Worker.p[1]`, `3ms` for "
            "`Worker.p[2]`\n");
  EXPECT_EQ(hovered(editor, {0, 3}), "The variable `jobs` is `3`; `--set` changes it.\n\nto do");
}

TEST(Features, HoverDoesNotLetTextBecomeMarkup) {
  Editor editor;
  editor.open("V n 1 # ![x](http://evil) <b>\nC `x` compute 1\n");
  EXPECT_EQ(hovered(editor, {0, 2}),
            "The variable `n` is `1`; `--set` changes it.\n\n"
            "\\!\\[x\\]\\(http\\:\\/\\/evil\\) \\<b\\>");
  EXPECT_EQ(hovered(editor, {1, 14}), "`'x'` uses `1` of CPU time on a host of SPEED 1000.");
}

TEST(Features, HintsShowValuesAndCanBeSwitchedOff) {
  const LspJson range{
      {"range",
       {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 99}, {"character", 0}}}}}};
  Editor editor;
  editor.open(kJobs);
  const LspJson all = editor.look_up("inlayHint", range);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0]["label"], "= 3");
  EXPECT_EQ(all[1]["label"], "= 1ms | 2ms | 3ms");
  EXPECT_EQ(all[2]["label"], "= 30");
  EXPECT_EQ(all[2]["position"], (LspJson{{"line", 4}, {"character", 38}}));
  editor.notify("workspace/didChangeConfiguration",
                {{"settings", {{"dps", {{"inlayHints", false}}}}}});
  EXPECT_TRUE(editor.look_up("inlayHint", range).empty());
  Editor without(LspJson{{"inlayHints", false}});
  without.open(kJobs);
  EXPECT_TRUE(without.look_up("inlayHint", range).empty());
}

TEST(Features, DefinitionAndReferences) {
  Editor editor;
  editor.open(kJobs);
  EXPECT_EQ(places(editor.look_at("definition", {8, 10})), Texts{"1:2"});
  EXPECT_EQ(places(editor.look_at("definition", {2, 10})), Texts{"0:2"});
  EXPECT_EQ(places(editor.look_at("definition", {5, 10})), Texts{"11:2"});
  EXPECT_EQ(places(editor.look_at("definition", {1, 12})),
            Texts{"4:20"});  // the line that sends it
  EXPECT_EQ(places(editor.look_at("definition", {4, 22})),
            Texts{"1:10"});  // the line that waits for it
  EXPECT_EQ(places(editor.look_at("definition", {0, 0})), Texts{});
  EXPECT_EQ(
      places(editor.look_at("references", {1, 2}, {{"context", {{"includeDeclaration", true}}}})),
      (Texts{"1:2", "8:9"}));
  EXPECT_EQ(
      places(editor.look_at("references", {1, 2}, {{"context", {{"includeDeclaration", false}}}})),
      Texts{"8:9"});
  EXPECT_EQ(places(editor.look_at("documentHighlight", {0, 3})), (Texts{"0:2", "2:9", "4:30"}));
}

/// The text after a rename, or the reason for which it is refused.
std::string renamed(const std::string& text, LspPosition position, const std::string& name) {
  Editor editor;
  editor.open(text);
  const LspJson response = editor.ask(
      "textDocument/rename",
      {{"textDocument", {{"uri", kUri}}}, {"position", json_of(position)}, {"newName", name}});
  if (response.contains("error")) {
    return response["error"]["message"];
  }
  std::string out = text;
  LspJson edits = response["result"]["changes"][kUri];
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    const TextLines lines(text);
    const std::size_t begin = lines.offset(position_of((*edit)["range"]["start"]));
    const std::size_t end = lines.offset(position_of((*edit)["range"]["end"]));
    out.replace(begin, end - begin, (*edit)["newText"].get<std::string>());
  }
  return out;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(Features, RenamesEverywhere) {
  EXPECT_EQ(renamed(kJobs, {8, 10}, "Task.i"), replaced(kJobs, "Job.i", "Task.i"));
  EXPECT_EQ(renamed(kJobs, {1, 10}, "Task.m"), replaced(kJobs, "Job.m", "Task.m"));
  EXPECT_EQ(renamed(kJobs, {4, 9}, "Slave.p"), replaced(kJobs, "Worker.p", "Slave.p"));
  EXPECT_EQ(renamed(kJobs, {2, 9}, "tasks"), replaced(kJobs, "jobs", "tasks"));
  EXPECT_EQ(renamed(kJobs, {2, 9}, "jobs"), kJobs);
}

TEST(Features, RefusesRenamesThatWouldChangeTheProgram) {
  EXPECT_EQ(renamed(kJobs, {1, 2}, "All.i"), "'All.i' already exists (itag)");
  EXPECT_EQ(renamed(kJobs, {1, 2}, "NULL"), "'NULL' is reserved and cannot be an itag");
  EXPECT_EQ(renamed(kJobs, {1, 2}, "a b"), "an itag cannot contain blanks, got 'a b'");
  EXPECT_EQ(renamed(kJobs, {0, 2}, "max"), "'max' is the name of a function; choose another name");
  EXPECT_EQ(renamed(kJobs, {0, 0}, "x"), "there is no name that can be changed here");
  const std::string composed =
      "C Work1.c compute 1\nC Work2.c compute 2\n"
      "F a.f NULL Work{self+1}.c NULL NULL\nU u a.f\nP A.p 2 u\n";
  EXPECT_NE(renamed(composed, {0, 2}, "X.c").find("would change the blueprint"), std::string::npos);
  const std::string prefix =
      "O a.o Work -others\nF a.f NULL NULL a.o NULL\nU u a.f\nP Worker.p 2 u\n";
  EXPECT_NE(renamed(prefix, {3, 2}, "X.p").find("would change the blueprint"), std::string::npos);
}

TEST(Features, RenamesInAHalfWrittenText) {
  const std::string text = "I a.i 1 m\nF f.f a.i NULL\nU u";
  EXPECT_EQ(renamed(text, {0, 2}, "b.i"), replaced(text, "a.i", "b.i"));
}

TEST(Features, SymbolsAndFolding) {
  Editor editor;
  editor.open(std::string("# a plan\n# of two lines\n") + kJobs);
  const LspJson all = editor.look_up("documentSymbol");
  ASSERT_EQ(all.size(), 13U);
  EXPECT_EQ(all[1]["name"], "Job.i");
  EXPECT_EQ(all[1]["detail"], "I 1 Job.m");
  EXPECT_EQ(editor.look_up("foldingRange"),
            (LspJson{{{"startLine", 3}, {"endLine", 4}, {"kind", "region"}},
                     {{"startLine", 6}, {"endLine", 7}, {"kind", "region"}},
                     {{"startLine", 8}, {"endLine", 10}, {"kind", "region"}},
                     {{"startLine", 11}, {"endLine", 12}, {"kind", "region"}},
                     {{"startLine", 13}, {"endLine", 14}, {"kind", "region"}},
                     {{"startLine", 0}, {"endLine", 1}, {"kind", "comment"}}}));
}

TEST(Features, FormattingIsThatOfDpsFmtInOneEdit) {
  Editor editor;
  editor.open("V n  1\n\nI a.i   1 m\nI bb.i  1 m\n\nP A.p  1  u\n");
  EXPECT_EQ(editor.look_up("formatting"), LspJson::array());
  editor.open("V n  1\n\nI a.i 1 m\nI bb.i  1 m\n\nP A.p  1  u\n");
  const LspJson edits = editor.look_up("formatting");
  ASSERT_EQ(edits.size(), 1U);
  EXPECT_EQ(edits[0]["range"], (LspJson{{"start", {{"line", 2}, {"character", 0}}},
                                        {"end", {{"line", 3}, {"character", 0}}}}));
  EXPECT_EQ(edits[0]["newText"], "I a.i   1 m\n");
  editor.open("C a.c exec \"open\n");
  EXPECT_TRUE(editor.look_up("formatting").is_null());
}

TEST(Features, LensesOnProcesses) {
  Editor editor;
  editor.open(kJobs);
  const LspJson all = editor.look_up("codeLens");
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0]["range"]["start"]["line"], 11);
  EXPECT_EQ(all[0]["command"]["title"], "predict");
  EXPECT_EQ(all[1]["command"]["command"], "dps.run");
  EXPECT_EQ(all[1]["command"]["arguments"], LspJson::array({kUri}));
}

}  // namespace
}  // namespace dps::commands
