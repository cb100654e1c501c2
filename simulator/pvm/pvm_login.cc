#include "simulator/pvm/pvm_login.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/processes/new_process.h"
#include "base/processes/process_end.h"
#include "simulator/pvm/unix_socket.h"
#include "transport/control/launch_reports.h"
#include "transport/control/stream_io.h"

namespace dps::simulator {
namespace {

/// The option of pvmd that precedes PVM's name for the host.
constexpr std::string_view kHostOption = "-n";
/// The beginning of the line by which a daemon reports its address. Source: pvmd, slave_config().
constexpr std::string_view kDaemonLine = "ddpro";

/// PVM's name for the host in "HOST … …/dps-simulator-pvm -s -d0x0 -nnode3 …". The command may be
/// one word or several.
std::string host_in(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    std::istringstream parts(word);
    for (std::string part; parts >> part;) {
      if (part.starts_with(kHostOption) && part.size() > kHostOption.size()) {
        return part.substr(kHostOption.size());
      }
    }
  }
  return words.front();
}

class Login {
 public:
  Login(std::string host, Descriptor guard) : host_(std::move(host)), guard_(std::move(guard)) {}

  int run(const std::vector<std::string>& command);

 private:
  void relay(const Descriptor& output, pid_t ssh);
  control::Transfer read_output(const Descriptor& output);
  void take_line(std::string line);
  void report_end(int wait_status);

  std::string host_;
  Descriptor guard_;
  control::LineSplitter lines_;
  bool has_started_ = false;  ///< the daemon has started
  bool is_settled_ = false;   ///< the host has an agent, or the end of its daemon is reported
};

int Login::run(const std::vector<std::string>& command) {
  auto output = make_pipe();
  const pid_t ssh = output ? start_command(command, output->write.get()) : -1;
  if (ssh < 0) {
    std::perror("dps-simulator-pvm: cannot log in");
    return 1;
  }
  output->write.close();
  relay(output->read, ssh);
  int status = 0;
  while (waitpid(ssh, &status, 0) < 0 && errno == EINTR) {
  }
  report_end(status);
  return shell_status(status);
}

/// Reads the output of ssh to its end.
void Login::relay(const Descriptor& output, pid_t ssh) {
  control::set_nonblocking(output.get());
  const Descriptor ssh_end = watch_end(ssh);
  std::array<pollfd, 3> watched{
      {{output.get(), POLLIN, 0}, {ssh_end.get(), POLLIN, 0}, {guard_.get(), 0, 0}}};
  bool is_over = false;
  while (!is_over) {
    if (poll(watched.data(), watched.size(), -1) <= 0) {
      continue;
    }
    if (watched[2].revents != 0) {
      kill(ssh, SIGKILL);
      watched[2].fd = -1;
    }
    const bool has_ended = watched[1].revents != 0;  // a process that ssh has left may write
    is_over = read_output(output) == control::Transfer::kEnd || has_ended;
  }
}

/// Reads until there is no output. Returns kNone or kEnd.
control::Transfer Login::read_output(const Descriptor& output) {
  std::array<std::byte, 4096> buffer{};
  auto outcome = control::Transfer::kSome;
  while (outcome == control::Transfer::kSome) {
    outcome = control::read_into(lines_, output.get(), buffer);
    for (auto line = lines_.next(); line; line = lines_.next()) {
      take_line(*std::move(line));
    }
  }
  return outcome;
}

/// PVM reads standard output until the line of the daemon.
void Login::take_line(std::string line) {
  if (line == kHasAgentLine || line == kDaemonEndedLine) {
    if (has_started_) {
      is_settled_ = true;
      control::write_line(guard_.get(), line == kHasAgentLine
                                            ? std::string(kAgentLine)
                                            : control::to_line(control::LostProcess{
                                                  control::LaunchRole::kPvmd, host_}));
    }
  } else if (!has_started_) {
    if (line.starts_with(kDaemonLine)) {
      has_started_ = true;
      control::write_line(guard_.get(), std::string(kStartedLine) + host_);  // before PVM knows
    }
    control::write_line(STDOUT_FILENO, std::move(line));
  }
}

/// PVM notices the end of a login whose daemon has not started.
void Login::report_end(int wait_status) {
  const auto lost = control::lost_process(control::LaunchRole::kLogin, host_, wait_status);
  if (has_started_ && !is_settled_) {
    control::write_line(guard_.get(), control::to_line(lost));
  } else if (!has_started_ && lost.end == control::LaunchEnd::kSignal) {
    std::fprintf(stderr, "the login (ssh) was killed by signal %d\n", lost.value);
  }
}

}  // namespace

bool is_pvm_login(std::string_view first_word) {
  return !first_word.empty() && first_word[0] != '-' &&
         !environment_variable(kUsersLoginVariable).empty();
}

int run_pvm_login(std::vector<std::string> words) {
  std::signal(SIGPIPE, SIG_IGN);  // PVM closes the pipes when the daemon has started
  Descriptor guard = connect_unix_socket(environment_variable(kLoginSocketVariable));
  if (!guard.is_open()) {
    std::fputs("dps-simulator-pvm: the virtual machine has ended\n", stderr);
    return 1;
  }
  Login login(host_in(words), std::move(guard));
  words.insert(words.begin(), environment_variable(kUsersLoginVariable));
  forget_pvm_logins();
  return login.run(words);
}

void forget_pvm_logins() {
  if (const std::string users = environment_variable(kUsersLoginVariable); !users.empty()) {
    setenv(kLoginVariable, users.c_str(), 1);
  }
  unsetenv(kUsersLoginVariable);
  unsetenv(kLoginSocketVariable);
}

}  // namespace dps::simulator
