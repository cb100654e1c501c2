#include "commands/language_server/language_server_command.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <unistd.h>

#include "commands/language_server/inbox.h"
#include "commands/language_server/language_server.h"
#include "commands/language_server/message_stream.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

/// The process of the editor, from `initialize`; 0: not known.
pid_t client_of(const LspJson& message) {
  const bool is_initialize =
      message.is_object() && message.value("method", LspJson()) == "initialize";
  if (!is_initialize || !message.contains("params") || !message["params"].is_object()) {
    return 0;
  }
  const LspJson id = message["params"].value("processId", LspJson());
  return id.is_number_integer() ? id.get<pid_t>() : 0;
}

/// The messages of one client, between the threads that read and answer them.
class Connection {
 public:
  Connection() {
    stream_.set_alive([this] {
      const pid_t client = client_;
      return !is_closing_ && (client <= 0 || kill(client, 0) == 0 || errno != ESRCH);
    });
  }

  /// Reads all messages. Returns at the end of the input, and when the client has died.
  void read_all() {
    for (Incoming incoming = stream_.read(); incoming.kind != Incoming::Kind::kEnd;
         incoming = stream_.read()) {
      if (incoming.kind == Incoming::Kind::kMalformed) {
        server_.refuse(incoming.text);
        continue;
      }
      LspJson message = LspJson::parse(incoming.text, nullptr, false);
      if (message.is_discarded()) {
        server_.refuse("the content of a message is not JSON");
        continue;
      }
      if (const pid_t client = client_of(message)) {
        client_ = client;
      }
      const bool ends = message.is_object() && message.value("method", LspJson()) == "exit";
      inbox_.push(std::move(message));
      if (ends) {
        break;
      }
    }
    inbox_.close();
  }

  ExitStatus serve() {
    std::thread reader([this] { read_all(); });
    while (!server_.has_ended()) {
      const std::optional<ClientMessage> received = inbox_.pop();
      if (!received) {
        break;
      }
      server_.answer(*received);
    }
    is_closing_ = true;
    reader.join();
    return server_.was_shut_down() ? ExitStatus::kDone : ExitStatus::kFailed;
  }

 private:
  void send(const std::string& text) {
    const std::lock_guard lock(writing_);
    if (!stream_.write(text)) {
      is_closing_ = true;  // the client has closed its input
      inbox_.close();
    }
  }

  MessageStream stream_{STDIN_FILENO, STDOUT_FILENO};
  std::atomic<pid_t> client_{0};
  std::atomic<bool> is_closing_{false};
  std::mutex writing_;
  ClientInbox inbox_;
  LanguageServer server_{[this](const std::string& text) { send(text); }};
};

ExitStatus serve(const LanguageServerOptions& /*given*/) {
  return std::make_unique<Connection>()->serve();
}

}  // namespace

Syntax LanguageServerOptions::syntax() {
  Syntax syntax;
  syntax.add({"--stdio",
              "",
              {},
              "No effect; editors add it: messages come on standard input, and answers go "
              "to standard output",
              into(stdio)});
  return syntax;
}

std::string LanguageServerOptions::check() {
  return "";
}

Command language_server_command() {
  return {"language-server",
          CommandGroup::kPrograms,
          "Serve an editor: mistakes while you write, completion, hover, rename (LSP)",
          prepare<LanguageServerOptions, serve>,
          {{"dps language-server", "for an editor, which starts it; see docs/editors.md"}},
          {"lsp", "languageserver", "editor"}};
}

}  // namespace dps::commands
