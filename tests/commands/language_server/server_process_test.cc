// dps language-server as editors start it: by messages, and by Neovim.
#include "tests/commands/language_server/server_process.h"

#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/command_test.h"

namespace dps::commands {
namespace {

constexpr const char* kUri = "file:///plans/plan.dps";

LspJson initialize(const LspJson& process_id = nullptr) {
  return {{"jsonrpc", "2.0"},
          {"id", 0},
          {"method", "initialize"},
          {"params", {{"processId", process_id}, {"capabilities", LspJson::object()}}}};
}

LspJson opened(const std::string& text) {
  return {
      {"method", "textDocument/didOpen"},
      {"params",
       {{"textDocument", {{"uri", kUri}, {"languageId", "dps"}, {"version", 1}, {"text", text}}}}}};
}

LspJson hover(int id, std::uint32_t line) {
  return {{"id", id},
          {"method", "textDocument/hover"},
          {"params",
           {{"textDocument", {{"uri", kUri}}}, {"position", {{"line", line}, {"character", 0}}}}}};
}

LspJson inserted(const LspJson& version, std::uint32_t line, const std::string& text) {
  const LspJson place{{"line", line}, {"character", 0}};
  return {{"method", "textDocument/didChange"},
          {"params",
           {{"textDocument", {{"uri", kUri}, {"version", version}}},
            {"contentChanges",
             LspJson::array({{{"range", {{"start", place}, {"end", place}}}, {"text", text}}})}}}};
}

TEST(ServerProcess, EndsAsTheProtocolRequires) {
  ServerProcess server;
  server.send(initialize());
  EXPECT_TRUE(server.wait_for(0).contains("result"));
  server.send({{"id", 1}, {"method", "shutdown"}});
  EXPECT_TRUE(server.wait_for(1)["result"].is_null());
  server.send({{"method", "exit"}});
  EXPECT_EQ(server.status(), 0);
}

TEST(ServerProcess, AnExitWithoutShutdownFails) {
  ServerProcess server;
  server.send(initialize());
  server.send({{"method", "exit"}});
  EXPECT_EQ(server.status(), 1);
}

TEST(ServerProcess, EndsWhenTheInputEnds) {
  ServerProcess server;
  server.send(initialize());
  server.send_text("Content-Length: 100\r\n\r\n{");
  server.close_input();
  EXPECT_TRUE(server.wait_for(0).contains("result"));
  EXPECT_EQ(server.status(), 1);
}

TEST(ServerProcess, EndsWhenTheClientHasDiedAndThePipeIsOpen) {
  const pid_t dead = fork();
  if (dead == 0) {
    _exit(0);
  }
  waitpid(dead, nullptr, 0);
  ServerProcess server;
  server.send(initialize(dead));
  EXPECT_EQ(server.status(), 1);
}

TEST(ServerProcess, AnswersAfterMalformedInput) {
  ServerProcess server;
  server.send_text("Content-Length: x\r\n\r\n");
  EXPECT_EQ(server.wait_for(nullptr)["error"]["code"], -32700);
  server.send_text("Content-Length: 3\r\n\r\n{]}");
  EXPECT_EQ(server.wait_for(nullptr)["error"]["code"], -32700);
  server.send_text("Content-Length: 3\r\n\r\n\"\xff\"");
  EXPECT_EQ(server.wait_for(nullptr)["error"]["code"], -32700);
  server.send_text("Content-Length: 200000\r\n\r\n" + std::string(200'000, '['));
  EXPECT_EQ(server.wait_for(nullptr)["error"]["code"], -32700);
  server.send(initialize());
  EXPECT_TRUE(server.wait_for(0).contains("result"));
}

TEST(ServerProcess, HoldsATextOf10MegabytesWhileItIsEdited) {
  std::string text;
  for (int i = 0; text.size() < 10'000'000; ++i) {
    text += "C Work" + std::to_string(i) + ".c compute 1ms  # \u00e4 \U0001F600\n";
  }
  ServerProcess server;
  server.send(initialize());
  server.send(opened(text));
  for (int i = 2; i < 10; ++i) {
    server.send(inserted(i, 100'000, "# a line\n"));
  }
  server.send(inserted(10, 100'000, "C Last.c sleep 2s\n"));
  server.send(hover(1, 100'000));
  EXPECT_EQ(server.wait_for(1)["result"]["contents"]["value"].get<std::string>().substr(0, 30),
            "`C <ctag> sleep|busywait|compu");
  LspJson published = LspJson::object();
  while (published.value("version", 0) != 10) {
    published = server.wait_for_method("textDocument/publishDiagnostics");
    ASSERT_FALSE(published.is_null());
  }
  EXPECT_FALSE(published["diagnostics"].empty());
}

using InEditors = support::CommandTest;

constexpr const char* kPlan =
    "I Job.i 1 Job.m\n"
    "I All.i 2 Done.m\n"
    "O Job.o A.p -t Job.m\n"
    "F a.f NULL NULL Job.o SAME\n"
    "F b.f Jbo.i NULL NULL NULL\n"
    "F c.f All.i NULL NULL NULL\n"
    "O Done.o A.p -t Done.m -n 2\n"
    "F d.f NULL NULL Done.o SAME\n"
    "U u.fu a.f d.f b.f c.f\n"
    "P A.p 1 u.fu\n";

TEST_F(InEditors, TheDiagnosticsAreThoseOfCheck) {
  folder_.write("plan.dps", std::string(kPlan) + "C Odd.c compute {x}\nV n\n");
  const LspJson checked = LspJson::parse(dps("check --format json plan.dps").out);
  ServerProcess server;
  server.send(initialize());
  server.send(opened(folder_.read("plan.dps")));
  const LspJson sent = server.wait_for_method("textDocument/publishDiagnostics")["diagnostics"];
  const LspJson& expected = checked["diagnostics"];
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(sent.size(), expected.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(sent[i]["message"], expected[i]["text"]);
    EXPECT_EQ(sent[i]["range"]["start"]["line"], expected[i]["line"].get<int>() - 1);
  }
}

TEST_F(InEditors, NeovimShowsFixesRenamesAndFormats) {
  if (support::run_shell("command -v nvim").status != 0) {
    GTEST_SKIP() << "there is no Neovim";
  }
  folder_.write("plan.dps", kPlan);
  const std::string session = DPS_SOURCE_DIR "/tests/commands/language_server/nvim_session.lua";
  const auto done =
      support::run_shell("cd '" + folder_.path().string() +
                         "' && export HOME=\"$PWD\" XDG_STATE_HOME=\"$PWD\" DPS_PLAN=plan.dps && "
                         "nvim --headless --clean -i NONE -n --cmd 'let g:dps_path=\"" DPS_PROGRAM
                         "\"' "
                         "-c 'luafile " DPS_SOURCE_DIR
                         "/packaging/editors/neovim/dps.lua' "
                         "-c 'luafile " +
                         session + "' 2>&1");
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(
      done.out,
      "mistake 4 6 unknown itag 'Jbo.i'; did you mean 'Job.i'?\n"
      "fixed F b.f Job.i NULL NULL NULL\n"
      "hover **itag `Job.i`**, line 1: The collection `Job.i` is complete after `1` `Job.m`.  "
      "When `Job.i` is complete, end the process.\n"
      "completion All.i Job.i NULL\n"
      "formatted F b.f  Task.i  NULL  NULL   NULL\n");
}

}  // namespace
}  // namespace dps::commands
