#include "tests/commands/language_server/editor.h"

#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace dps::commands {

Editor::Editor(const LspJson& options) {
  ask("initialize", {{"processId", nullptr},
                     {"capabilities", LspJson::object()},
                     {"initializationOptions", options}});
  notify("initialized", LspJson::object());
}

void Editor::take(const std::string& text) {
  LspJson message = LspJson::parse(text);
  EXPECT_EQ(message["jsonrpc"], "2.0");
  const std::lock_guard lock(mutex_);
  if (message.contains("id")) {
    std::string id = message["id"].dump();
    responses_[std::move(id)] = std::move(message);
  } else {
    notifications_.push_back(std::move(message));
  }
}

LspJson Editor::ask(const std::string& method, const LspJson& params) {
  const LspJson id = ++last_id_;
  server_.answer({{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}});
  const std::lock_guard lock(mutex_);
  return responses_[id.dump()];
}

LspJson Editor::look_up(const std::string& method, LspJson params) {
  params["textDocument"]["uri"] = kUri;
  const LspJson response = ask("textDocument/" + method, params);
  EXPECT_TRUE(response.contains("result")) << response;
  return response.value("result", LspJson());
}

LspJson Editor::look_at(const std::string& method, LspPosition position, LspJson params) {
  params["position"] = json_of(position);
  return look_up(method, std::move(params));
}

void Editor::notify(const std::string& method, const LspJson& params) {
  server_.answer({{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}});
}

void Editor::open(const std::string& text, const std::string& language) {
  notify("textDocument/didOpen",
         {{"textDocument",
           {{"uri", kUri}, {"languageId", language}, {"version", ++version_}, {"text", text}}}});
}

void Editor::change(LspPosition begin, LspPosition end, const std::string& text) {
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", kUri}, {"version", ++version_}}},
          {"contentChanges",
           LspJson::array({{{"range", {{"start", json_of(begin)}, {"end", json_of(end)}}},
                            {"text", text}}})}});
}

LspJson Editor::diagnostics() {
  server_.wait_for_checks();
  const std::lock_guard lock(mutex_);
  for (auto message = notifications_.rbegin(); message != notifications_.rend(); ++message) {
    if ((*message)["method"] == "textDocument/publishDiagnostics") {
      EXPECT_EQ((*message)["params"].value("version", version_), version_);
      return (*message)["params"]["diagnostics"];
    }
  }
  return nullptr;
}

std::vector<std::string> Editor::messages() {
  static constexpr const char* kNames[] = {"", "error", "warning", "information", "hint"};
  std::vector<std::string> all;
  for (const LspJson& diagnostic : diagnostics()) {
    all.push_back(fmt::format("{}: {}: {}", diagnostic["range"]["start"]["line"].get<int>(),
                              kNames[diagnostic["severity"].get<std::size_t>()],
                              diagnostic["message"].get<std::string>()));
  }
  return all;
}

std::vector<LspJson> Editor::notifications() {
  const std::lock_guard lock(mutex_);
  return notifications_;
}

}  // namespace dps::commands
