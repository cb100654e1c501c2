#include "bench/child.h"

#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps::bench {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The parent of every process of the system, by id. A process that ends during the call may be
/// missing.
std::map<pid_t, pid_t> all_parents() {
  std::map<pid_t, pid_t> parents;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string number = entry.path().filename();
    pid_t pid = 0;
    std::from_chars(number.data(), number.data() + number.size(), pid);
    std::ifstream stat(entry.path() / "stat");
    std::string line;
    if (pid == 0 || !std::getline(stat, line)) {
      continue;
    }
    // "<pid> (<name>) <state> <parent> …"; the name may contain any characters.
    std::istringstream rest(line.substr(line.rfind(')') + 1));
    std::string state;
    pid_t parent = 0;
    rest >> state >> parent;
    parents.emplace(pid, parent);
  }
  return parents;
}

bool descends_from(const std::map<pid_t, pid_t>& parents, pid_t pid, pid_t ancestor) {
  for (auto at = parents.find(pid); at != parents.end(); at = parents.find(at->second)) {
    if (at->second == ancestor) {
      return true;
    }
  }
  return false;
}

Memory memory_of(pid_t pid) {
  std::ifstream rollup("/proc/" + std::to_string(pid) + "/smaps_rollup");
  Memory memory;
  std::string line;
  while (std::getline(rollup, line)) {
    std::istringstream words(line);
    std::string key;
    std::uint64_t kib = 0;
    words >> key >> kib;
    if (key == "Rss:") {
      memory.resident = kib * 1024;
    } else if (key == "Private_Clean:" || key == "Private_Dirty:") {
      memory.private_bytes += kib * 1024;
    }
  }
  return memory;
}

bool has_argument(pid_t pid, const std::string& wanted) {
  std::ifstream command("/proc/" + std::to_string(pid) + "/cmdline");
  std::string word;
  while (std::getline(command, word, '\0')) {
    if (word == wanted) {
      return true;
    }
  }
  return false;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 65536> bytes{};
  for (off_t at = 0;; at = static_cast<off_t>(text.size())) {
    const ssize_t got = pread(file, bytes.data(), bytes.size(), at);
    if (got <= 0) {
      return text;
    }
    text.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

Child::Child(const std::vector<std::string>& words)
    : out_(memfd_create("stdout", MFD_CLOEXEC)), begin_(now()) {
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  arguments.reserve(copies.size() + 1);
  for (std::string& word : copies) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out_, STDOUT_FILENO);
  if (posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) {
    ended_ = true;
    status_ = 127;
  }
  posix_spawn_file_actions_destroy(&actions);
}

Child::~Child() {
  wait();
  close(out_);
}

std::vector<Memory> Child::descendants(const std::string& argument) const {
  std::vector<Memory> found;
  const auto parents = all_parents();
  for (const auto& [pid, parent] : parents) {
    if (descends_from(parents, pid, pid_) && has_argument(pid, argument)) {
      found.push_back(memory_of(pid));
    }
  }
  return found;
}

void Child::wait_for(int options) {
  int status = 0;
  rusage used{};
  if (!ended_ && wait4(pid_, &status, options, &used) == pid_) {
    ended_ = true;
    end_ = now();
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    cpu_ = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
    peak_ = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
  }
}

bool Child::is_running() {
  wait_for(WNOHANG);
  return !ended_;
}

Finished Child::wait() {
  wait_for(0);
  return {status_, read_all(out_), end_ - begin_, cpu_, peak_};
}

Finished run(const std::vector<std::string>& words) {
  return Child(words).wait();
}

}  // namespace dps::bench
