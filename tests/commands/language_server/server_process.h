// The program `dps language-server` with pipes, for tests.
#pragma once

#include <deque>
#include <string>

#include <sys/types.h>

#include "commands/language_server/lsp_json.h"
#include "commands/language_server/message_stream.h"

namespace dps::commands {

class ServerProcess {
 public:
  ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess();

  void send(const LspJson& message);
  void send_text(const std::string& text);
  /// The response with this id, or the next notification of this method; null at the end. Earlier
  /// messages are kept for later calls: the program decides when it reports diagnostics.
  LspJson wait_for(const LspJson& id);
  LspJson wait_for_method(const std::string& method);
  /// Closes the input of the program.
  void close_input();
  /// The exit status of the program, after its end.
  int status();

 private:
  LspJson next();
  template <typename IsWanted>
  LspJson wait_until(IsWanted is_wanted);

  std::deque<LspJson> kept_;  ///< messages that preceded an awaited one
  pid_t child_ = 0;
  int in_ = -1;   ///< the input of the program
  int out_ = -1;  ///< the output of the program
  MessageStream stream_{-1, -1};
};

}  // namespace dps::commands
