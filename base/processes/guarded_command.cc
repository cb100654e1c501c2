#include "base/processes/guarded_command.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/processes/new_process.h"
#include "base/processes/process_end.h"

namespace dps {
namespace {

/// A report of the guard. The first is kStarted or kFailed; kEnded follows kStarted.
struct Report {
  enum class Kind : int { kStarted, kFailed, kEnded };
  Kind kind;
  int value;  ///< pid, errno, or the status of wait(2)
};

void send(int fd, Report::Kind kind, int value) {
  const Report report{kind, value};
  while (::write(fd, &report, sizeof(report)) < 0 && errno == EINTR) {
  }
}

std::optional<Report> receive(int fd) {
  Report report{};
  ssize_t got = -1;
  do {
    got = ::read(fd, &report, sizeof(report));
  } while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof(report)) ? std::optional(report) : std::nullopt;
}

/// The properties of dps that the command inherits.
struct Inherited {
  bool shares_group = false;  ///< the command is in the process group of dps
  sigset_t ignored{};         ///< signals, as by nohup
  rlimit files{};             ///< the limit of open files
};

/// Allows dps as many open files as it may have: it has one for the log of each thread of each
/// rank. Returns the limit before the first call.
rlimit raise_file_limit() {
  static const rlimit before = [] {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const rlimit most{limit.rlim_max, limit.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &most);
    return limit;
  }();
  return before;
}

bool has_terminal() {
  return Descriptor(::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)).is_open();
}

/// The signals that dps ignores, but for SIGPIPE, which it ignores for itself.
sigset_t ignored_signals() {
  sigset_t ignored;
  sigemptyset(&ignored);
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction now {};
    if (signal != SIGPIPE && ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) {
      sigaddset(&ignored, signal);
    }
  }
  return ignored;
}

/// Runs in the child that becomes the command. exec closes `failed`.
[[noreturn]] void become_command(const CommandStart& start, const Inherited& inherited,
                                 int failed) {
  if (!inherited.shares_group) {
    ::setpgid(0, 0);
  }
  ::setrlimit(RLIMIT_NOFILE, &inherited.files);
  restore_signals();
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigismember(&inherited.ignored, signal) == 1) {
      std::signal(signal, SIG_IGN);
    }
  }
  for (const std::string& setting : start.environment) {
    ::putenv(const_cast<char*>(setting.c_str()));
  }
  failed = move_out_of_the_way(failed);
  place_descriptors(start.descriptors);
  ::execvp(start.words[0].c_str(), exec_arguments(start.words).data());
  const int cause = errno;
  static_cast<void>(::write(failed, &cause, sizeof(cause)));
  ::_exit(kCannotExecute);
}

void remove_folder(const std::string& folder) {
  if (!folder.empty()) {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
}

/// Runs in the guard: reaps children and reports the command's end, until the lifeline is closed.
void watch(pid_t command, int lifeline, int report) {
  Descriptor end = watch_end(command);
  for (;;) {
    std::array<pollfd, 2> watched{{{lifeline, POLLIN, 0}, {end.get(), POLLIN, 0}}};
    constexpr int kReapEvery = 1000;  // ms: orphans become children of the guard
    ::poll(watched.data(), watched.size(), kReapEvery);
    int status = 0;
    for (pid_t child = 0; (child = ::waitpid(-1, &status, WNOHANG)) > 0;) {
      if (child == command) {
        end.close();
        send(report, Report::Kind::kEnded, status);
      }
    }
    if (watched[0].revents != 0) {
      return;
    }
  }
}

[[noreturn]] void be_guard(const CommandStart& start, const Inherited& inherited, int lifeline,
                           int report) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP}) {
    std::signal(signal, SIG_IGN);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  auto failed = make_pipe();
  const pid_t command = failed ? ::fork() : -1;
  if (command == 0) {
    become_command(start, inherited, failed->write.get());
  }
  int cause = errno;
  if (command > 0) {
    if (!inherited.shares_group) {
      ::setpgid(command, command);
    }
    failed->write.close();
    cause = 0;
    while (::read(failed->read.get(), &cause, sizeof(cause)) < 0 && errno == EINTR) {
    }
  }
  send(report, cause == 0 ? Report::Kind::kStarted : Report::Kind::kFailed,
       cause == 0 ? command : cause);
  if (cause == 0) {
    watch(command, lifeline, report);
  }
  end_descendants();
  remove_folder(start.folder);
  ::_exit(0);
}

}  // namespace

Result<GuardedCommand> GuardedCommand::start(const CommandStart& start) {
  auto lifeline = make_pipe();
  auto report = make_pipe();
  if (!lifeline || !report) {
    return tl::unexpected(lifeline ? report.error() : lifeline.error());
  }
  const Inherited inherited{has_terminal(), ignored_signals(), raise_file_limit()};
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // should the guard be killed
  const pid_t guard = ::fork();
  if (guard < 0) {
    return failure(ErrorCode::kSystem, std::string("cannot start: ") + std::strerror(errno));
  }
  if (guard == 0) {
    lifeline->write.close();
    report->read.close();
    be_guard(start, inherited, lifeline->read.get(), report->write.get());
  }
  report->write.close();
  GuardedCommand command(guard, std::move(lifeline->write), std::move(report->read),
                         inherited.shares_group);
  const auto first = receive(command.status_.get());
  if (!first || first->kind == Report::Kind::kFailed) {
    return failure(ErrorCode::kInput,
                   "cannot execute '" + printable(start.words[0]) + "': " +
                       (first ? std::strerror(first->value) : "its guard process has ended"));
  }
  command.command_ = first->value;
  return command;
}

std::optional<int> GuardedCommand::take_status() {
  const auto report = receive(status_.get());
  return report ? std::optional(report->value) : std::nullopt;
}

void GuardedCommand::signal(int number) const {
  if (command_ > 0) {
    ::kill(shares_group_ ? command_ : -command_, number);
  }
}

void GuardedCommand::end() {
  if (!lifeline_.is_open()) {
    return;
  }
  lifeline_.close();
  while (::waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
  }
  end_descendants();  // of a guard that was killed
}

}  // namespace dps
