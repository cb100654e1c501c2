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
#include "base/processes/new_process.h"
#include "base/processes/signal_descriptor.h"
#include "commands/programs/mpi_environment.h"
#include "mpi_programs/board/piece_listener.h"

namespace dps::commands {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeToStop{10};
constexpr std::chrono::seconds kTimeAfterLoss{1};
constexpr std::chrono::milliseconds kTimeBetweenPolls{1};
/// mpirun itself ends the other ranks of a prediction after a death.
constexpr std::chrono::seconds kTimeAfterDeath{5};

class Play {
 public:
  /// `pieces`: null if no ranks run on other hosts.
  /// `predicted`: null in a run.
  Play(board::Listener& listener, board::PieceListener* pieces, PredictedRanks* predicted,
       GuardedCommand& command, const SignalDescriptor& signals)
      : listener_(listener),
        pieces_(pieces),
        predicted_(predicted),
        command_(command),
        signals_(signals) {}

  void set_timeout(std::optional<Seconds> timeout) {
    if (timeout) {
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(*timeout);
    }
  }

  PlayedProgram run() {
    while (!has_ended_) {
      wait();
    }
    serve();
    command_.end();
    serve();  // ranks that have ended since
    played_.ranks = std::move(listener_.ranks());
    played_.remote_ranks = std::move(listener_.remote_ranks());
    take_reports();
    played_.foreign_mpi = listener_.foreign_mpi();
    return std::move(played_);
  }

 private:
  void wait() {
    if (predicted_ != nullptr && idle_ == 0 && Clock::now() < next_poll_ &&
        predicted_->await_requests()) {
      settle();
      return;
    }
    watched_.assign({{command_.descriptor(), POLLIN, 0}, {signals_.get(), POLLIN, 0}});
    listener_.watch(watched_);
    if (pieces_ != nullptr) {
      pieces_->watch(watched_);
    }
    const bool may_sleep = predicted_ == nullptr || predicted_->fall_asleep();
    const int ready = ::poll(watched_.data(), watched_.size(), may_sleep ? time_to_wait() : 0);
    idle_ = ready > 0 || !may_sleep ? 0 : idle_ + 1;
    if (predicted_ != nullptr) {
      predicted_->wake_up();
      next_poll_ = Clock::now() + kTimeBetweenPolls;
    }
    if (pieces_ != nullptr) {
      pieces_->serve();  // first: mpirun ends the ranks of this host because of what happened there
    }
    listener_.serve(watched_);
    settle();
    look_for_lost_hosts();
    while (const auto signal = watched_[1].revents != 0 ? signals_.take() : std::nullopt) {
      stop(*signal);
    }
    if (watched_[0].revents != 0) {
      const auto status = command_.take_status();
      has_ended_ = true;
      played_.guard_was_killed = !status;
      played_.status = status.value_or(0);
    } else if (deadline_ && Clock::now() >= *deadline_) {
      expire();
    }
  }

  void serve() {
    if (pieces_ != nullptr) {
      pieces_->serve();
    }
    listener_.serve();
    settle();
  }

  void settle() {
    if (predicted_ != nullptr) {
      predicted_->settle();
      look_for_obstacles();
    }
  }

  /// The ranks of a prediction that has failed wait until they are ended.
  void look_for_obstacles() {
    if (played_.stopped || played_.timed_out || played_.obstacle || has_lost_rank_) {
      return;
    }
    played_.obstacle = predicted_->obstacle();
    has_lost_rank_ = !played_.obstacle && predicted_->has_lost_rank();
    if (played_.obstacle) {
      command_.signal(SIGTERM);
    }
    if (played_.obstacle || has_lost_rank_) {
      deadline_ = Clock::now() + (has_lost_rank_ ? kTimeAfterDeath : kTimeAfterLoss);
    }
  }

  /// Ends the command if a host was lost, since Open MPI does not replace ranks.
  void look_for_lost_hosts() {
    if (pieces_ == nullptr || played_.stopped || played_.timed_out || !played_.lost_host.empty()) {
      return;
    }
    for (const board::RemoteReport& report : pieces_->reports()) {
      if (report.is_lost && !report.has_finalized) {
        played_.lost_host = report.self.host.data();
        command_.signal(SIGTERM);
        deadline_ = Clock::now() + kTimeAfterLoss;
        return;
      }
    }
  }

  /// Takes the logs that arrived in pieces from ranks that did not send them in MPI_Finalize.
  void take_reports() {
    for (std::size_t i = 0; pieces_ != nullptr && i < pieces_->reports().size(); ++i) {
      board::RemoteReport& report = pieces_->reports()[i];
      const auto of = std::find_if(
          played_.remote_ranks.begin(), played_.remote_ranks.end(), [&](const auto& rank) {
            return rank.rank == report.self.rank && rank.world == report.self.world.data();
          });
      if (of == played_.remote_ranks.end() || !of->logs.empty()) {
        continue;
      }
      of->ended = report.ended;
      of->had_no_room = of->had_no_room || report.had_no_room;
      for (Descriptor& log : report.logs) {
        if (!log.is_open() || board::last_instant(log) == 0) {
          break;
        }
        of->last_instant = std::max(of->last_instant, board::last_instant(log));
        of->logs.push_back(std::move(log));
      }
    }
  }

  /// The time to wait for events, which is short for a prediction: most requests do not wake dps.
  [[nodiscard]] int time_to_wait() const {
    constexpr int kMost = 4;
    const int left = milliseconds_left();
    const int wait = std::min(1 + idle_ / 4, kMost);
    return predicted_ == nullptr ? left : left < 0 ? wait : std::min(left, wait);
  }
  [[nodiscard]] int milliseconds_left() const {
    constexpr int kOneSecond = 1000;
    if (!deadline_) {
      return predicted_ != nullptr && predicted_->awaits_ranks() ? kOneSecond : -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000));
  }

  /// Passes the signal on, unless it is from a key, which has reached the command in our group.
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
    if (!played_.stopped && !played_.timed_out && played_.lost_host.empty() && !played_.obstacle &&
        !has_lost_rank_) {
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
  board::PieceListener* pieces_;
  PredictedRanks* predicted_;
  GuardedCommand& command_;
  const SignalDescriptor& signals_;
  std::optional<Clock::time_point> deadline_;
  std::vector<pollfd> watched_;
  Clock::time_point next_poll_;  // while ranks of a prediction put requests into their rings
  int idle_ = 0;                 // the number of consecutive polls without a request
  PlayedProgram played_;
  bool has_ended_ = false;
  bool has_lost_rank_ = false;  // a prediction has lost a rank
};

std::vector<PlacedDescriptor> descriptors_for(ProgramOutputTo output) {
  return output == ProgramOutputTo::kStderr
             ? std::vector<PlacedDescriptor>{{STDERR_FILENO, STDOUT_FILENO}}
             : std::vector<PlacedDescriptor>{};
}

}  // namespace

Result<PlayedProgram> play_program(const std::vector<std::string>& words, const ProgramPlay& how) {
  PredictedRanks* predicted = how.predicted;
  const auto library = find_mpi_library();
  if (!library) {
    return tl::unexpected(library.error());
  }
  if (auto room = check_room_for_calls(); !room) {
    return tl::unexpected(room.error());
  }
  auto listener = board::Listener::make(predicted != nullptr ? board::kPredictionPrefix : "dps-");
  if (!listener) {
    return tl::unexpected(listener.error());
  }
  if (predicted != nullptr) {
    listener->predict(*predicted);
  } else if (how.samples == ComputingSamples::kYes) {
    listener->sample();
  }
  const SignalDescriptor signals;
  const bool has_others = names_other_hosts(words);
  std::optional<board::PieceListener> pieces;
  if (has_others && predicted == nullptr) {
    if (auto made = board::PieceListener::make()) {
      pieces.emplace(std::move(*made));
    }
  }
  auto folder = has_others ? Result<std::string>(std::string()) : make_private_folder();
  if (!folder) {
    return tl::unexpected(folder.error());
  }
  const std::string board = listener->name() + (pieces ? pieces->place() : "");
  auto command = GuardedCommand::start(
      {with_exports(words),
       mpi_environment(*library, board, *folder, has_others, predicted != nullptr), *folder,
       descriptors_for(how.output)});
  if (!command) {
    std::error_code ignored;
    std::filesystem::remove_all(*folder, ignored);
    return tl::unexpected(command.error());
  }
  const Nanoseconds stolen_before = interference_so_far().steal;
  Play play(*listener, pieces ? &*pieces : nullptr, predicted, *command, signals);
  play.set_timeout(how.timeout);
  auto played = play.run();
  played.steal = interference_so_far().steal - stolen_before;
  played.library = *library;
  if (has_others) {
    for (const std::string& world : listener->connected_worlds()) {
      remove_shared_memory(world);
    }
  }
  if (is_open_mpi_launcher(words)) {
    played.launcher = words[0];
    remove_session_folder(command->pid());
  }
  return played;
}

}  // namespace dps::commands
