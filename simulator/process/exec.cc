#include "simulator/process/exec.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"
#include "base/printable.h"
#include "base/processes/process_end.h"

namespace dps::simulator {
namespace {

/// The attributes of a child that are not inherited.
class SpawnSetting {
 public:
  explicit SpawnSetting(const std::string& folder) {
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD}) {
      sigaddset(&usual, signal);
    }
    DPS_CHECK(posix_spawnattr_init(&attributes_) == 0);
    DPS_CHECK(posix_spawn_file_actions_init(&files_) == 0);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addchdir_np(&files_, folder.empty() ? "." : folder.c_str());
  }
  ~SpawnSetting() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSetting(const SpawnSetting&) = delete;
  SpawnSetting& operator=(const SpawnSetting&) = delete;

  /// 0, or an error number.
  int spawn(pid_t& child, const char* path, char* const* words) const {
    // A child inherits the timer slack: restore the default for it.
    const int slack = ::prctl(PR_GET_TIMERSLACK);
    ::prctl(PR_SET_TIMERSLACK, 0UL);
    const int error = ::posix_spawn(&child, path, &files_, &attributes_, words, environ);
    ::prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack));
    return error;
  }

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t files_{};
};

std::string spawn_failure(const std::string& path, int error) {
  const char* hint = "";
  if (error == ENOEXEC) {
    hint = "; a script names its interpreter in its first line, '#!/bin/sh'";
  } else if (error == ENOENT) {
    hint = "; the program, the interpreter in its first line, or the blueprint's folder is missing";
  }
  return fmt::format("cannot execute program '{}': {}{}", printable(path), std::strerror(error),
                     hint);
}

/// The wait status; nullopt if a user function has waited for the child, or ignores SIGCHLD.
std::optional<int> status_of(pid_t child) {
  int status = 0;
  pid_t waited = 0;
  do {
    waited = ::waitpid(child, &status, 0);
  } while (waited < 0 && errno == EINTR);
  return waited == child ? std::optional(status) : std::nullopt;
}

/// Waits until waitpid() would not block. Returns false if the stop signal came first.
bool wait_for(const Descriptor& end, const transport::StopSignal& stop) {
  std::array<pollfd, 2> watched = {pollfd{end.get(), POLLIN, 0}, pollfd{stop.fd, POLLIN, 0}};
  while (!stop.stopped()) {
    ::poll(watched.data(), watched.size(), -1);  // EINTR: checks again
    if ((watched[0].revents & POLLIN) != 0) {
      return true;
    }
  }
  return false;
}

Result<void> judge(const std::string& path, std::optional<int> status) {
  if (!status) {
    return failure(ErrorCode::kInput,
                   fmt::format("the exit status of program '{}' was taken by a user function that "
                               "waits for children that it did not start",
                               printable(path)));
  }
  if (WIFSIGNALED(*status)) {
    const int signal = WTERMSIG(*status);
    return failure(ErrorCode::kInput, fmt::format("program '{}' was killed by signal {} ({})",
                                                  printable(path), signal, ::strsignal(signal)));
  }
  if (WEXITSTATUS(*status) != 0) {
    return failure(ErrorCode::kInput, fmt::format("program '{}' exited with status {}",
                                                  printable(path), WEXITSTATUS(*status)));
  }
  return {};
}

}  // namespace

Exec::Exec(std::string path, std::span<const std::string> words, const std::string& folder)
    : path_(std::move(path)), folder_(&folder) {
  words_.reserve(words.size() + 1);
  for (const std::string& word : words) {
    words_.push_back(const_cast<char*>(word.c_str()));  // posix_spawn() does not modify it
  }
  words_.push_back(nullptr);
}

Result<void> Exec::run(const transport::StopSignal& stop) const {
  std::fflush(stdout);  // so that the output of user functions comes before the program's
  pid_t child = 0;
  if (const int error = SpawnSetting(*folder_).spawn(child, path_.c_str(), words_.data())) {
    return failure(ErrorCode::kSystem, spawn_failure(path_, error));
  }
  const Descriptor end = watch_end(child);
  const int watch_error = end.is_open() ? 0 : errno;
  const bool ended = end.is_open() && wait_for(end, stop);
  if (!ended) {
    ::kill(-child, SIGKILL);
  }
  const std::optional<int> status = status_of(child);
  if (watch_error != 0) {
    return failure(ErrorCode::kSystem, fmt::format("cannot watch program '{}': {}",
                                                   printable(path_), std::strerror(watch_error)));
  }
  if (!ended) {
    return failure(ErrorCode::kInterrupted,
                   fmt::format("program '{}' was stopped", printable(path_)));
  }
  return judge(path_, status);
}

}  // namespace dps::simulator
