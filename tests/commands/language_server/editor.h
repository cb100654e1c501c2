// An editor for tests of the language server: it sends messages and keeps the answers.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "commands/language_server/language_server.h"

namespace dps::commands {

/// The name of the text that the tests open.
inline constexpr const char* kUri = "file:///plans/plan.txt";

class Editor {
 public:
  /// Sends `initialize` with these options.
  explicit Editor(const LspJson& options = LspJson::object());

  /// The response to a request: with "result" or "error".
  LspJson ask(const std::string& method, const LspJson& params);
  /// The result of a request about the text; fails the test if there is an error.
  LspJson look_up(const std::string& method, LspJson params = LspJson::object());
  LspJson look_at(const std::string& method, LspPosition position,
                  LspJson params = LspJson::object());
  void notify(const std::string& method, const LspJson& params);

  void open(const std::string& text, const std::string& language = "dps");
  /// Replaces the characters between two positions.
  void change(LspPosition begin, LspPosition end, const std::string& text);
  /// The last diagnostics of the text, when all checks have ended.
  LspJson diagnostics();
  /// The messages of these diagnostics, each with its line (from 0): "3: error: …".
  std::vector<std::string> messages();

  /// All messages of the server without an id.
  std::vector<LspJson> notifications();
  LanguageServer& server() { return server_; }

 private:
  void take(const std::string& text);

  std::mutex mutex_;
  std::map<std::string, LspJson> responses_;  ///< by id
  std::vector<LspJson> notifications_;
  std::int64_t last_id_ = 0;
  std::int64_t version_ = 0;
  LanguageServer server_{[this](const std::string& text) { take(text); }};
};

}  // namespace dps::commands
