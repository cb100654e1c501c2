#include "tests/commands/language_server/server_process.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_bytes.h"

namespace dps::commands {

ServerProcess::ServerProcess() {
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  EXPECT_EQ(pipe2(to.data(), O_CLOEXEC), 0);
  EXPECT_EQ(pipe2(from.data(), O_CLOEXEC), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
  std::string program = DPS_PROGRAM;
  std::string command = "language-server";
  std::array<char*, 3> words{program.data(), command.data(), nullptr};
  EXPECT_EQ(posix_spawn(&child_, DPS_PROGRAM, &actions, nullptr, words.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  in_ = to[1];
  out_ = from[0];
  stream_ = MessageStream(out_, in_);
}

ServerProcess::~ServerProcess() {
  close_input();
  close(out_);
  if (child_ > 0) {
    waitpid(child_, nullptr, 0);
  }
}

void ServerProcess::send(const LspJson& message) {
  EXPECT_TRUE(stream_.write(message.dump()));
}

void ServerProcess::send_text(const std::string& text) {
  EXPECT_TRUE(write_all(in_, text));
}

LspJson ServerProcess::next() {
  const Incoming message = stream_.read();
  return message.kind == Incoming::Kind::kMessage ? LspJson::parse(message.text) : LspJson(nullptr);
}

template <typename IsWanted>
LspJson ServerProcess::wait_until(IsWanted is_wanted) {
  if (const auto kept = std::find_if(kept_.begin(), kept_.end(), is_wanted); kept != kept_.end()) {
    LspJson found = std::move(*kept);
    kept_.erase(kept);
    return found;
  }
  for (LspJson message = next(); !message.is_null(); message = next()) {
    if (is_wanted(message)) {
      return message;
    }
    kept_.push_back(std::move(message));
  }
  return nullptr;
}

LspJson ServerProcess::wait_for(const LspJson& id) {
  return wait_until(
      [&](const LspJson& message) { return message.contains("id") && message["id"] == id; });
}

LspJson ServerProcess::wait_for_method(const std::string& method) {
  const LspJson found =
      wait_until([&](const LspJson& message) { return message.value("method", "") == method; });
  return found.is_null() ? found : found["params"];
}

void ServerProcess::close_input() {
  if (in_ >= 0) {
    close(in_);
    in_ = -1;
  }
}

int ServerProcess::status() {
  int status = 0;
  EXPECT_EQ(waitpid(child_, &status, 0), child_);
  child_ = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace dps::commands
