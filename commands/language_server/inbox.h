/// Messages between the thread that reads them and the one that answers. It stores the requests
/// that wait, so that they can be cancelled.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "commands/language_server/lsp_json.h"

namespace dps::commands {

struct ClientMessage {
  LspJson message;
  bool is_cancelled = false;  ///< a request that the client no longer wants
};

/// All functions may be called by any thread.
class ClientInbox {
 public:
  /// Adds a message. A $/cancelRequest is not added: it cancels the request if that waits, and is
  /// without effect if the request was taken, or does not exist.
  void push(LspJson message);
  /// Closes the inbox: no message follows.
  void close();
  /// Waits for a message; nullopt when the inbox is closed and empty.
  std::optional<ClientMessage> pop();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<LspJson> waiting_;
  std::set<std::string> waiting_ids_;
  std::set<std::string> cancelled_;
  bool is_closed_ = false;
};

}  // namespace dps::commands
