#include "tests/simulator/agent_driver.h"

#include <array>
#include <chrono>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/processes/process_end.h"

namespace dps::simulator {
namespace {

constexpr int kSilenceMs = 30'000;
constexpr int kDeathMs = 30'000;

bool readable(int fd, int timeout_ms) {
  pollfd watched{fd, POLLIN, 0};
  return poll(&watched, 1, timeout_ms) == 1;
}

/// Starts the program with `in` and `out` as its standard streams. Closes all other descriptors,
/// which the test may have inherited: the program would use them as its own.
pid_t start(const std::vector<std::string>& arguments, int in, int out, bool errors_too) {
  std::vector<char*> words = {const_cast<char*>("dps-simulator")};
  for (const std::string& argument : arguments) {
    words.push_back(const_cast<char*>(argument.c_str()));
  }
  words.push_back(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (errors_too) {
      dup2(out, STDERR_FILENO);
    }
    close_range(STDERR_FILENO + 1, ~0U, 0);
    execv(DPS_SIMULATOR, words.data());
    _exit(127);
  }
  return pid;
}

int exit_status(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

// --- AwaitedProcesses ----------------------------------------------------------------------------

void AwaitedProcesses::add(pid_t pid) {
  Descriptor end = watch_end(pid);
  ASSERT_TRUE(end.is_open()) << "no process " << pid;
  ends_.push_back(std::move(end));
}

void AwaitedProcesses::add_tree(pid_t ancestor) {
  add(ancestor);
  for (const pid_t pid : descendants_of(ancestor)) {
    add(pid);
  }
}

bool AwaitedProcesses::all_end() {
  using std::chrono::steady_clock;
  const auto until = steady_clock::now() + std::chrono::milliseconds(kDeathMs);
  bool all = true;
  for (const Descriptor& end : ends_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - steady_clock::now());
    all = has_ended(end, std::max(0, static_cast<int>(left.count()))) && all;
  }
  return all;
}

// --- AgentDriver --------------------------------------------------------------------------------

AgentDriver::AgentDriver() {
  std::array<int, 2> down{};
  std::array<int, 2> up{};
  EXPECT_EQ(pipe2(down.data(), O_CLOEXEC), 0);
  EXPECT_EQ(pipe2(up.data(), O_CLOEXEC), 0);
  signal(SIGPIPE, SIG_IGN);
  pid_ = start({"--agent"}, down[0], up[1], false);
  close(down[0]);
  close(up[1]);
  down_ = down[1];
  up_ = up[0];
}

AgentDriver::~AgentDriver() {
  if (!ended_) {
    close_down();
    wait_exit();
  }
  close_down();
  close(up_);
}

void AgentDriver::send(const control::Frame& frame, std::uint32_t process, std::uint32_t run) {
  const auto bytes = control::encode(frame, process, run);
  write_down({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void AgentDriver::write_down(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(down_, bytes.data(), bytes.size());
    if (count <= 0) {
      return;  // the agent has ended; the test will notice it
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void AgentDriver::close_down() {
  if (down_ >= 0) {
    close(std::exchange(down_, -1));
  }
}

std::optional<control::ReceivedFrame> AgentDriver::read_frame() {
  while (true) {
    auto frame = reader_.next();
    if (!frame) {
      ADD_FAILURE() << "violation: " << frame.error().message;
      return std::nullopt;
    }
    if (*frame) {
      if (const auto* text = std::get_if<control::OutputFrame>(&(*frame)->frame)) {
        output_ += text->text;
        suppressed_ = text->suppressed;
      }
      return **std::move(frame);
    }
    std::array<std::byte, 4096> piece;
    if (!readable(up_, kSilenceMs)) {
      ADD_FAILURE() << "no frame has arrived for 30 s";
      return std::nullopt;
    }
    const ssize_t count = read(up_, piece.data(), piece.size());
    if (count <= 0) {
      return std::nullopt;
    }
    reader_.feed(std::span(piece).first(static_cast<std::size_t>(count)));
  }
}

std::optional<control::ReceivedFrame> AgentDriver::next() {
  while (auto received = read_frame()) {
    switch (received->header.kind) {
      case control::FrameKind::kPong:
      case control::FrameKind::kCounters:
      case control::FrameKind::kOutput:
        break;
      default:
        return received;
    }
  }
  return std::nullopt;
}

void AgentDriver::await_part() {
  EXPECT_TRUE(readable(up_, kSilenceMs));
}

bool AgentDriver::await_output(std::string_view text) {
  while (output_.find(text) == std::string::npos) {
    if (!read_frame()) {
      return false;
    }
  }
  return true;
}

int AgentDriver::wait_exit() {
  while (read_frame()) {
  }
  ended_ = true;
  if (!has_ended(watch_end(pid_), kSilenceMs)) {
    ADD_FAILURE() << "the agent hangs";
    kill(pid_, SIGKILL);
  }
  return exit_status(pid_);
}

void AgentDriver::complain(const char* wanted, std::uint32_t process,
                           const std::optional<control::ReceivedFrame>& got) {
  if (!got) {
    ADD_FAILURE() << wanted << " was expected, but the stream has ended";
    return;
  }
  const auto* failed = std::get_if<control::FailedFrame>(&got->frame);
  ADD_FAILURE() << wanted << " of " << process << " was expected, got "
                << control::name(got->header.kind) << " of " << got->header.process
                << (failed != nullptr ? " (" + failed->phase + ": " + failed->text + ")" : "");
}

Finished run_simulator_program(const std::vector<std::string>& arguments) {
  std::array<int, 2> out{};
  EXPECT_EQ(pipe2(out.data(), O_CLOEXEC), 0);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const pid_t pid = start(arguments, nothing, out[1], true);
  close(out[1]);
  close(nothing);
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t count = 0; (count = read(out[0], piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  close(out[0]);
  return {exit_status(pid), text};
}

}  // namespace dps::simulator
