#include "coordinator/launch/start_child.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <sys/wait.h>
#include <unistd.h>

#include "base/processes/new_process.h"

namespace dps::coordinator {
namespace {

constexpr const char* kSimulatorName = "dps-simulator";
/// The child's ends of its standard streams, and the pipe on which it reports a failed exec().
struct ChildEnds {
  int input, output, errors, report;
};

/// In the child: makes only calls that are safe between fork() and exec().
[[noreturn]] void become(char* const* words, ChildFate fate, pid_t parent, const ChildEnds& ends) {
  setsid();
  restore_signals();
  if (fate == ChildFate::kEndsWithDps) {
    end_with(parent, SIGTERM);
  }
  const int report = move_out_of_the_way(ends.report);
  const std::array<PlacedDescriptor, 3> placed{
      {{ends.input, STDIN_FILENO}, {ends.output, STDOUT_FILENO}, {ends.errors, STDERR_FILENO}}};
  if (place_descriptors(placed)) {
    execvp(words[0], words);
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t written = write(report, &error, sizeof error);
  _exit(kCannotExecute);
}

/// Waits for exec(). Returns 0 if it has succeeded, else its errno.
int exec_error(int fd) {
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(fd, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof error) ? error : 0;
}

tl::unexpected<Error> cannot_start(const std::string& program, int error) {
  return failure(ErrorCode::kSystem, "cannot start '" + program + "': " + std::strerror(error));
}

}  // namespace

Result<LaunchedAgent> start_child(const std::vector<std::string>& words, ChildFate fate) {
  auto down = make_pipe();
  auto up = make_pipe();
  auto errors = make_pipe();
  auto report = make_pipe();
  for (const auto* pipe : {&down, &up, &errors, &report}) {
    if (!*pipe) {
      return tl::unexpected(pipe->error());
    }
  }
  const std::vector<char*> arguments = exec_arguments(words);
  const pid_t parent = getpid();
  LaunchedAgent agent;
  agent.pid = fork();
  if (agent.pid < 0) {
    return cannot_start(words.front(), errno);
  }
  if (agent.pid == 0) {
    become(arguments.data(), fate, parent,
           {down->read.get(), up->write.get(), errors->write.get(), report->write.get()});
  }
  report->write.close();
  if (const int error = exec_error(report->read.get()); error != 0) {
    waitpid(agent.pid, nullptr, 0);
    return cannot_start(words.front(), error);
  }
  agent.input = std::move(down->write);
  agent.output = std::move(up->read);
  agent.errors = std::move(errors->read);
  agent.leads_away = fate == ChildFate::kEndsWithDps;
  return agent;
}

Result<std::string> simulator_program(const std::string& given, std::string_view variant) {
  if (!given.empty()) {
    return given;
  }
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    return failure(ErrorCode::kSystem, "cannot read /proc/self/exe: " + error.message());
  }
  return (self.parent_path() / kSimulatorName).string() + std::string(variant);
}

}  // namespace dps::coordinator
