#include "commands/programs/program_run.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include "base/interference.h"
#include "base/processes/guarded_command.h"
#include "base/processes/signal_descriptor.h"
#include "commands/programs/mpi_environment.h"

namespace dps::commands {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeToStop{10};

class Play {
 public:
  Play(board::Listener& listener, GuardedCommand& command, const SignalDescriptor& signals,
       std::optional<Seconds> timeout)
      : listener_(listener), command_(command), signals_(signals) {
    if (timeout) {
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(*timeout);
    }
  }

  PlayedProgram run() {
    while (!has_ended_) {
      wait();
    }
    listener_.serve();
    command_.end();
    listener_.serve();  // ranks that only now have ended
    played_.ranks = std::move(listener_.ranks());
    played_.remote_ranks = std::move(listener_.remote_ranks());
    played_.foreign_mpi = listener_.foreign_mpi();
    return std::move(played_);
  }

 private:
  void wait() {
    std::vector<pollfd> watched{{command_.descriptor(), POLLIN, 0}, {signals_.get(), POLLIN, 0}};
    listener_.watch(watched);
    ::poll(watched.data(), watched.size(), milliseconds_left());
    listener_.serve();
    while (const auto signal = signals_.take()) {
      stop(*signal);
    }
    if (watched[0].revents != 0) {
      const auto status = command_.take_status();
      has_ended_ = true;
      played_.guard_was_killed = !status;
      played_.status = status.value_or(0);
    } else if (deadline_ && Clock::now() >= *deadline_) {
      expire();
    }
  }

  [[nodiscard]] int milliseconds_left() const {
    if (!deadline_) {
      return -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
  }

  /// A key of the terminal has reached the command already if it shares our group.
  void stop(const signalfd_siginfo& signal) {
    const int number = static_cast<int>(signal.ssi_signo);
    if (played_.stopped) {
      kill();
      return;
    }
    played_.stopped = number;
    const bool came_from_terminal = signal.ssi_code == SI_KERNEL;
    if (!command_.shares_group() || !came_from_terminal) {
      command_.signal(number);
    }
    deadline_ = Clock::now() + kTimeToStop;
  }

  void expire() {
    if (!played_.stopped && !played_.timed_out) {
      played_.timed_out = true;
      command_.signal(SIGTERM);
      deadline_ = Clock::now() + kTimeToStop;
      return;
    }
    kill();
  }

  /// Ends the run although processes of the command are left: the guard kills them.
  void kill() {
    has_ended_ = true;
    played_.status = SIGKILL;
  }

  board::Listener& listener_;
  GuardedCommand& command_;
  const SignalDescriptor& signals_;
  std::optional<Clock::time_point> deadline_;
  PlayedProgram played_;
  bool has_ended_ = false;
};

}  // namespace

Result<PlayedProgram> play_program(const std::vector<std::string>& words,
                                   std::optional<Seconds> timeout) {
  const auto library = find_mpi_library();
  if (!library) {
    return tl::unexpected(library.error());
  }
  auto listener = board::Listener::make();
  if (!listener) {
    return tl::unexpected(listener.error());
  }
  const SignalDescriptor signals;
  auto folder =
      names_other_hosts(words) ? Result<std::string>(std::string()) : make_private_folder();
  if (!folder) {
    return tl::unexpected(folder.error());
  }
  auto command = GuardedCommand::start(
      {with_exports(words), mpi_environment(*library, listener->name(), *folder), *folder});
  if (!command) {
    std::error_code ignored;
    std::filesystem::remove_all(*folder, ignored);
    return tl::unexpected(command.error());
  }
  const Nanoseconds stolen_before = interference_so_far().steal;
  auto played = Play(*listener, *command, signals, timeout).run();
  played.steal = interference_so_far().steal - stolen_before;
  played.library = *library;
  played.launcher = is_open_mpi_launcher(words) ? words[0] : "";
  return played;
}

}  // namespace dps::commands
