/// A server of the Language Server Protocol: messages in, messages out. It has no I/O except
/// through `send`.
/// Source: LSP 3.17; docs/editors.md.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "blueprint/program.h"
#include "commands/language_server/background_checks.h"
#include "commands/language_server/document.h"
#include "commands/language_server/inbox.h"
#include "commands/language_server/lsp_json.h"

namespace dps::commands {

class LanguageServer {
 public:
  /// `send` gets each message as text; it may be called by two threads at once.
  using Send = std::function<void(const std::string&)>;
  explicit LanguageServer(Send send);

  /// Answers one message. Diagnostics follow from another thread.
  void answer(const ClientMessage& received);
  /// Reports content that is no JSON, or a malformed header.
  void refuse(const std::string& mistake);
  /// Returns true after `exit`.
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  /// Returns true if `shutdown` preceded the end.
  [[nodiscard]] bool was_shut_down() const { return state_ == State::kShutDown; }
  /// Waits until all texts are checked.
  void wait_for_checks() { checks_.wait(); }

 private:
  enum class State : std::uint8_t { kNew, kRunning, kShutDown };
  /// The result of a request, or the reason for which it cannot be fulfilled. Wrong parameters are
  /// exceptions of the JSON library.
  using Answer = tl::expected<LspJson, std::string>;

  void answer_request(const LspJson& message, bool is_cancelled);
  void take_notification(const std::string& method, const LspJson& params);
  Answer initialize(const LspJson& params);
  Answer shutdown(const LspJson& params);
  Answer rename_symbol(const LspJson& params);
  Answer look_up(const std::string& method, const LspJson& params);
  [[nodiscard]] static bool is_known(const std::string& method);

  void open(const LspJson& params);
  void change(const LspJson& params);
  void close(const LspJson& params);
  void configure(const LspJson& settings);
  void check(const TextDocument& document);
  /// Returns the text of the request; null if it is not open, or not a blueprint.
  TextDocument* find(const LspJson& params);
  std::shared_ptr<const blueprint::Program> program_of(const TextDocument& document);

  void send_result(const LspJson& id, LspJson result);
  void send_error(const LspJson& id, LspError code, const std::string& text);
  void send_message(LspJson message);

  Send send_;
  State state_ = State::kNew;
  bool has_ended_ = false;
  bool shows_hints_ = true;
  std::map<std::string, TextDocument> documents_;  ///< by URI
  BackgroundChecks checks_;                        // the last member: its thread uses the others
};

}  // namespace dps::commands
