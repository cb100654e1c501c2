#include "tests/commands/language_server/editor.h"

#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace dps::commands {

Editor::Editor(const Json& options) {
  ask("initialize", {{"processId", nullptr},
                     {"capabilities", Json::object()},
                     {"initializationOptions", options}});
  notify("initialized", Json::object());
}

void Editor::take(const std::string& text) {
  Json message = Json::parse(text);
  EXPECT_EQ(message["jsonrpc"], "2.0");
  const std::lock_guard lock(mutex_);
  if (message.contains("id")) {
    std::string id = message["id"].dump();
    responses_[std::move(id)] = std::move(message);
  } else {
    notifications_.push_back(std::move(message));
  }
}

Json Editor::ask(const std::string& method, const Json& params) {
  const Json id = ++last_id_;
  server_.answer({{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}});
  const std::lock_guard lock(mutex_);
  return responses_[id.dump()];
}

Json Editor::look_up(const std::string& method, Json params) {
  params["textDocument"]["uri"] = kUri;
  const Json response = ask("textDocument/" + method, params);
  EXPECT_TRUE(response.contains("result")) << response;
  return response.value("result", Json());
}

Json Editor::look_at(const std::string& method, LspPosition position, Json params) {
  params["position"] = json_of(position);
  return look_up(method, std::move(params));
}

void Editor::notify(const std::string& method, const Json& params) {
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
           Json::array({{{"range", {{"start", json_of(begin)}, {"end", json_of(end)}}},
                         {"text", text}}})}});
}

Json Editor::diagnostics() {
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
  for (const Json& diagnostic : diagnostics()) {
    all.push_back(fmt::format("{}: {}: {}", diagnostic["range"]["start"]["line"].get<int>(),
                              kNames[diagnostic["severity"].get<std::size_t>()],
                              diagnostic["message"].get<std::string>()));
  }
  return all;
}

std::vector<Json> Editor::notifications() {
  const std::lock_guard lock(mutex_);
  return notifications_;
}

}  // namespace dps::commands
