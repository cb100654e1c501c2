#include "commands/language_server/inbox.h"

#include <utility>

namespace dps::commands {
namespace {

/// The id of a request, as a key; "" for other messages.
std::string id_of(const LspJson& message) {
  const bool is_request =
      message.is_object() && message.contains("id") && message.contains("method");
  return is_request ? message["id"].dump(-1, ' ', true) : "";
}

/// The id that a $/cancelRequest names; nullopt for another message.
std::optional<std::string> cancelled_id(const LspJson& message) {
  const bool cancels =
      message.is_object() && message.contains("method") && message["method"] == "$/cancelRequest";
  if (!cancels) {
    return std::nullopt;
  }
  const bool has_id = message.contains("params") && message["params"].is_object() &&
                      message["params"].contains("id");
  return has_id ? message["params"]["id"].dump(-1, ' ', true) : "";
}

}  // namespace

void ClientInbox::push(LspJson message) {
  const std::lock_guard lock(mutex_);
  if (const auto id = cancelled_id(message)) {
    if (waiting_ids_.contains(*id)) {
      cancelled_.insert(*id);
    }
    return;
  }
  if (std::string id = id_of(message); !id.empty()) {
    waiting_ids_.insert(std::move(id));
  }
  waiting_.push_back(std::move(message));
  changed_.notify_one();
}

void ClientInbox::close() {
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

std::optional<ClientMessage> ClientInbox::pop() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
  if (waiting_.empty()) {
    return std::nullopt;
  }
  ClientMessage received{std::move(waiting_.front())};
  waiting_.pop_front();
  const std::string id = id_of(received.message);
  waiting_ids_.erase(id);
  received.is_cancelled = cancelled_.erase(id) > 0;
  return received;
}

}  // namespace dps::commands
