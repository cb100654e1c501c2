// The life of a language server, and messages that are wrong.
#include <string>

#include <gtest/gtest.h>

#include "tests/commands/language_server/editor.h"

namespace dps::commands {
namespace {

constexpr const char* kShortPlan = "U a.fu a.f\nF a.f NULL NULL NULL NULL\nP A.p 1 a.fu\n";

int code_of(const LspJson& response) {
  return response.at("error").at("code");
}

TEST(Protocol, AnswersInitializeWithItsCapabilities) {
  std::string sent;
  LanguageServer server([&](const std::string& text) { sent = text; });
  server.answer({{{"id", "x"}, {"method", "initialize"}, {"params", LspJson::object()}}});
  const LspJson response = LspJson::parse(sent);
  EXPECT_EQ(response["id"], "x");
  EXPECT_EQ(response["result"]["serverInfo"]["name"], "dps");
  EXPECT_EQ(response["result"]["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(response["result"]["capabilities"]["textDocumentSync"]["change"], 2);
}

TEST(Protocol, RefusesRequestsBeforeAndAfter) {
  std::string sent;
  LanguageServer server([&](const std::string& text) { sent = text; });
  server.answer({{{"id", 1}, {"method", "textDocument/hover"}}});
  EXPECT_EQ(code_of(LspJson::parse(sent)), -32002);
  Editor editor;
  EXPECT_EQ(code_of(editor.ask("initialize", LspJson::object())), -32600);
  EXPECT_TRUE(editor.ask("shutdown", nullptr)["result"].is_null());
  EXPECT_EQ(code_of(editor.ask("textDocument/hover", LspJson::object())), -32600);
  EXPECT_FALSE(editor.server().has_ended());
  editor.notify("exit", nullptr);
  EXPECT_TRUE(editor.server().has_ended());
  EXPECT_TRUE(editor.server().was_shut_down());
}

TEST(Protocol, AnExitWithoutShutdownIsRemembered) {
  Editor editor;
  editor.notify("exit", LspJson::object());
  EXPECT_TRUE(editor.server().has_ended());
  EXPECT_FALSE(editor.server().was_shut_down());
}

TEST(Protocol, RefusesUnknownMethodsAndInvalidMessages) {
  Editor editor;
  editor.open(kShortPlan);
  EXPECT_EQ(code_of(editor.ask("textDocument/dance", LspJson::object())), -32601);
  EXPECT_EQ(code_of(editor.ask("$/odd", LspJson::object())), -32601);
  EXPECT_EQ(code_of(editor.ask("textDocument/hover", LspJson::object())), -32602);
  EXPECT_EQ(code_of(editor.ask("textDocument/hover", {{"textDocument", {{"uri", 5}}}})), -32602);
  EXPECT_EQ(
      code_of(editor.ask("textDocument/hover", {{"textDocument", {{"uri", kUri}}},
                                                {"position", {{"line", "x"}, {"character", 0}}}})),
      -32602);
  editor.notify("$/odd", LspJson::object());
  editor.notify("textDocument/didOpen", LspJson::object());
  editor.notify("textDocument/didChange", {{"textDocument", {{"uri", kUri}}}});
  for (const LspJson& message :
       {LspJson(5), LspJson::array({1}), LspJson::object(), LspJson(nullptr)}) {
    editor.server().answer({message});
  }
  EXPECT_EQ(editor.messages(), std::vector<std::string>{});  // the text is as it was
}

TEST(Protocol, ACancelledRequestGetsAnError) {
  std::string sent;
  LanguageServer server([&](const std::string& text) { sent = text; });
  server.answer({{{"id", 1}, {"method", "initialize"}, {"params", LspJson::object()}}});
  server.answer(
      {{{"id", 2}, {"method", "textDocument/hover"}, {"params", LspJson::object()}}, true});
  EXPECT_EQ(code_of(LspJson::parse(sent)), -32800);
}

TEST(Protocol, ATextThatIsNotOpenHasNoAnswers) {
  Editor editor;
  EXPECT_TRUE(editor.look_at("hover", {0, 0}).is_null());
  editor.open("[[host]]\n", "dps-machine");
  EXPECT_TRUE(editor.look_up("documentSymbol").is_null());
}

TEST(Protocol, ClosingATextRemovesItsDiagnostics) {
  Editor editor;
  editor.open("F odd\n");
  EXPECT_FALSE(editor.diagnostics().empty());
  editor.notify("textDocument/didClose", {{"textDocument", {{"uri", kUri}}}});
  EXPECT_TRUE(editor.diagnostics().empty());
}

TEST(Protocol, ChangesApplyOneAfterTheOther) {
  Editor editor;
  editor.open("V n 1\n");
  editor.notify(
      "textDocument/didChange",
      {{"textDocument", {{"uri", kUri}, {"version", 2}}},
       {"contentChanges",
        {{{"text", "# \U0001F600\nx"}},
         {{"range",
           {{"start", {{"line", 1}, {"character", 0}}}, {"end", {{"line", 9}, {"character", 9}}}}},
          {"text", kShortPlan}},
         {{"range",
           {{"start", {{"line", 0}, {"character", 4}}}, {"end", {{"line", 0}, {"character", 4}}}}},
          {"text", "!"}}}}});
  editor.server().wait_for_checks();
  const LspJson all = editor.look_up("documentSymbol");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0]["range"]["start"]["line"], 1);
}

}  // namespace
}  // namespace dps::commands
