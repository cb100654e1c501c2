#include "simulator/pvm/pvm_host_guard.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process_end.h"
#include "simulator/guard/descendants.h"
#include "simulator/pvm/pvm_daemon.h"
#include "simulator/pvm/pvm_folder.h"
#include "simulator/pvm/pvm_login.h"

namespace dps::simulator {
namespace {

/// How long the agents of a host may take to end when its daemon has.
constexpr int kAgentsMs = 2'000;

/// What the guard tells the login.
enum class News : char { kStands, kNoDaemon, kHasAgent };

/// Between what ssh waits for and the guard of a daemon.
struct Login {
  Pipe told;   ///< from the guard: its news; its end: the daemon has died
  Pipe lives;  ///< to the guard: nothing; its end: the login is gone
};

std::optional<News> next_news(const Login& login) {
  char news = 0;
  return read(login.told.read.get(), &news, 1) == 1 ? std::optional(static_cast<News>(news))
                                                    : std::nullopt;
}

void tell(const Login& login, News news) {
  const char byte = static_cast<char>(news);
  static_cast<void>(write(login.told.write.get(), &byte, 1));
}

/// What ssh waits for, once the guard has been started. Until its agent can be reached without it
/// a daemon whose first daemon dies would wait for that one for minutes, and so would the first
/// for it; so the login stays until then, and goes with either. The exit status.
int await_agent(Login login) {
  login.told.write.close();
  login.lives.read.close();
  const auto news = next_news(login);
  if (news != News::kStands) {
    return news == News::kNoDaemon ? 1 : kDaemonHasDied;
  }
  std::array<pollfd, 2> watched{{{login.told.read.get(), POLLIN, 0}, {STDOUT_FILENO, 0, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  const bool has_news = watched[0].revents != 0;
  return has_news && next_news(login) != News::kHasAgent ? kDaemonHasDied : 0;
}

/// Nobody reads what we say from here on.
void become_silent() {
  const Descriptor nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    dup2(nothing.get(), fd);
  }
}

/// True when an agent has come, or the daemon or the outer half is gone; false: the login is gone
/// before.
bool await_use(const Login& login, const std::string& folder, const Descriptor& daemon_end,
               const Descriptor& outer_end) {
  constexpr int kLookMs = 50;
  std::array<pollfd, 3> watched{{{login.lives.read.get(), POLLIN, 0},
                                 {daemon_end.get(), POLLIN, 0},
                                 {outer_end.get(), POLLIN, 0}}};
  int moved = 0;
  while (moved <= 0 && !is_pvm_folder_in_use(folder)) {
    moved = poll(watched.data(), watched.size(), kLookMs);
  }
  if (is_pvm_folder_in_use(folder)) {  // also of a daemon that has been halted since we looked
    tell(login, News::kHasAgent);
    return true;
  }
  return watched[1].revents != 0 || watched[2].revents != 0;
}

/// The inner half of a guard: starts the daemon of a host that is added, says whether it stands,
/// and returns when it has ended and the agents have had their time, or at once when the outer half
/// is gone, or the login before there is an agent.
void guard_daemon(char** argv, Login login, const std::string& folder, pid_t outer) {
  const Descriptor outer_end = watch_end(outer);
  if (getppid() != outer) {  // it died before the line above
    return;
  }
  const pid_t starting = fork();
  if (starting == 0) {
    std::vector<std::string> arguments;
    for (char** word = argv + 1; *word != nullptr; ++word) {
      arguments.emplace_back(*word);
    }
    become_pvm_daemon(std::move(arguments));
  }
  become_silent();
  int status = 0;
  waitpid(starting, &status, 0);  // it leaves the daemon behind, which comes to us
  if (!WIFEXITED(status)) {
    return;
  }
  const std::vector<pid_t> left = descendants_of(getpid());
  const bool stands = WEXITSTATUS(status) == 0 && !left.empty();  // it refuses with 0, too
  tell(login, stands ? News::kStands : News::kNoDaemon);
  if (!stands) {
    return;
  }
  const Descriptor daemon_end = watch_end(left.front());
  if (!await_use(login, folder, daemon_end, outer_end)) {
    return;
  }
  login.told.write.close();
  std::array<pollfd, 2> watched{{{daemon_end.get(), POLLIN, 0}, {outer_end.get(), POLLIN, 0}}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  if (watched[1].revents == 0) {  // the agents find the daemon gone, and end what is theirs
    await_descendants(kAgentsMs);
  }
}

}  // namespace

int guard_pvm_host(char** argv) {
  const auto folder = make_pvm_folder();
  auto told = make_pipe();
  auto lives = make_pipe();
  if (!folder || !told || !lives) {
    std::fputs("dps-simulator-pvm: cannot make a folder in /tmp\n", stderr);
    return 1;
  }
  Login login{*std::move(told), *std::move(lives)};
  if (fork() != 0) {
    return await_agent(std::move(login));
  }
  login.told.read.close();
  login.lives.write.close();
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setenv("PVM_TMP", folder->c_str(), 1);
  const pid_t outer = getpid();
  const pid_t inner = fork();
  if (inner == 0) {
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // not inherited
    guard_daemon(argv, std::move(login), *folder, outer);
  } else {
    login.told.write.close();
    become_silent();
    has_ended(watch_end(inner), -1);
  }
  end_descendants();
  remove_pvm_folder(*folder);
  return 0;
}

}  // namespace dps::simulator
