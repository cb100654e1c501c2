#include "base/processes/process_end.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps {
namespace {

struct Status {
  char state = 0;
  pid_t parent = 0;
};

/// Source: proc(5), /proc/pid/stat: "pid (name) state ppid …"; the name may contain any character.
std::optional<Status> status_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text, '\0');
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || text.size() < name_end + 5) {
    return std::nullopt;
  }
  Status status{.state = text[name_end + 2]};
  std::from_chars(text.data() + name_end + 4, text.data() + text.size(), status.parent);
  return status;
}

std::multimap<pid_t, pid_t> children_by_parent() {
  std::multimap<pid_t, pid_t> children;
  const std::unique_ptr<DIR, int (*)(DIR*)> proc(opendir("/proc"), &closedir);
  while (const dirent* entry = proc ? readdir(proc.get()) : nullptr) {
    pid_t pid = 0;
    const char* end = entry->d_name + std::strlen(entry->d_name);
    if (std::from_chars(entry->d_name, end, pid).ptr != end) {
      continue;
    }
    if (const auto status = status_of(pid)) {
      children.emplace(status->parent, pid);
    }
  }
  return children;
}

bool has_children() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void reap_zombies() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

}  // namespace

Descriptor watch_end(pid_t process) {
  // Uses syscall(), since glibc 2.36 declares the wrapper pidfd_open without C linkage.
  return Descriptor(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
}

bool has_ended(const Descriptor& end, int timeout_ms) {
  pollfd watched{end.get(), POLLIN, 0};
  return !end.is_open() || poll(&watched, 1, timeout_ms) == 1;
}

std::vector<pid_t> descendants_of(pid_t ancestor) {
  const auto children = children_by_parent();
  std::vector<pid_t> found;
  pid_t parent = ancestor;
  for (std::size_t next = 0;; parent = found[next++]) {
    const auto [first, last] = children.equal_range(parent);
    for (auto child = first; child != last; ++child) {
      found.push_back(child->second);
    }
    if (next == found.size()) {
      return found;
    }
  }
}

void await_descendants(int timeout_ms) {
  using std::chrono::steady_clock;
  const auto until = steady_clock::now() + std::chrono::milliseconds(timeout_ms);
  for (const pid_t pid : descendants_of(getpid())) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - steady_clock::now());
    has_ended(watch_end(pid), std::max(0, static_cast<int>(left.count())));
  }
}

void end_descendants() {
  using std::chrono::steady_clock;
  const auto give_up = steady_clock::now() + std::chrono::seconds(10);
  while (has_children() && steady_clock::now() < give_up) {
    for (const pid_t pid : descendants_of(getpid())) {
      kill(pid, SIGKILL);
    }
    // They end within microseconds. The next round finds those that one of them had just started.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    reap_zombies();
  }
}

char state_of(pid_t pid) {
  const auto status = status_of(pid);
  return status ? status->state : '\0';
}

}  // namespace dps
