/// The ranks of an MPI program in a prediction: their requests go to the sequencer, its replies to
/// their desks.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "commands/programs/fixed_costs.h"
#include "commands/programs/job_gate.h"
#include "mpi_programs/analysis/computing_costs.h"
#include "mpi_programs/board/arena.h"
#include "mpi_programs/board/brief_wait.h"
#include "mpi_programs/board/listener.h"
#include "mpi_programs/sequencer/network/machine_sequencer.h"
#include "mpi_programs/sequencer/program_time.h"
#include "mpi_programs/sequencer/sheet_times.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/machine_options.h"

namespace dps::commands {

/// The assumptions of a prediction of a program. The machine is borrowed.
struct PredictionPlan {
  const machines::Machine& machine;
  machines::MachineOptions options;
  board::Computing computing = board::Computing::kAnnotated;
  double ratio = 1;  ///< ratio of times on the machine to CPU times here, if computing is measured;
                     ///< or the picoseconds of an instruction
  std::optional<std::int64_t> step;                           ///< --step, picoseconds
  std::uint64_t room = 0;                                     ///< bytes of data under way
  std::uint64_t poll_limit = sequencer::kUsualPollLimit;      ///< --poll-limit
  bool observes_links = false;                                ///< the trace needs them
  bool observes_ends = false;                                 ///< the trace or --why needs them
  std::shared_ptr<const mpi_profiles::ComputingCosts> costs;  ///< set if computing is fixed
  std::string costs_file;                                     ///< the name of their file
  std::size_t jobs = 0;  ///< the most ranks that compute at one time; 0: all
};

class PredictedRanks final : public board::RequestTaker, private sequencer::Replies {
 public:
  /// `plan` is borrowed.
  explicit PredictedRanks(const PredictionPlan& plan);
  PredictedRanks(const PredictedRanks&) = delete;
  PredictedRanks& operator=(const PredictedRanks&) = delete;
  ~PredictedRanks() override;

  std::pair<board::PredictionTerms, int> terms_for(const board::AttachedRank& rank) override;
  void begun(const board::AttachedRank& rank) override;
  void requested(std::int32_t rank, const std::vector<char>& message) override;
  void ended(std::int32_t rank) override;

  /// Returns true if a rank has put a request into its ring, and the prediction can continue.
  [[nodiscard]] bool has_requests() const;
  /// Waits briefly for a request, then returns has_requests().
  bool await_requests();
  /// Makes requests wake dps by a message over the socket. Returns false if there is a request
  /// already. wake_up() must follow in either case.
  bool fall_asleep();
  void wake_up();

  /// Carries out what has become certain. To be called after requests, and now and then while
  /// ranks run, since a request without a reply does not wake dps.
  void settle();

  /// True until all ranks have attached; meanwhile, time alone may be an obstacle.
  [[nodiscard]] bool awaits_ranks() const { return attached_ < size_; }
  /// The reason to end the command; nullopt if there is none.
  [[nodiscard]] std::optional<sequencer::Obstacle> obstacle() const;
  [[nodiscard]] bool has_lost_rank() const { return time_ && time_->has_lost_rank(); }
  [[nodiscard]] std::vector<std::string> notes() const;
  /// The time of ranks on a machine with a network; null: the machine is a data sheet, or no rank
  /// has attached.
  [[nodiscard]] const sequencer::MachineSequencer* on_network() const { return on_network_; }
  /// The instants on which the ends of calls depended, if they are observed.
  [[nodiscard]] std::span<const sequencer::EndOfCall> ends_of_calls() const {
    return time_ ? time_->ends_of_calls() : std::span<const sequencer::EndOfCall>{};
  }
  /// The time of a step of dps_compute(), in picoseconds.
  [[nodiscard]] std::int64_t step() const;
  /// Returns true if neither the user nor the machine specifies that time.
  [[nodiscard]] bool assumes_step() const { return !plan_.step && time_ && !time_->terms().step; }
  /// The largest size, in bytes, of sends that do not wait for their receivers, unless synchronous.
  [[nodiscard]] std::uint64_t eager() const {
    return time_ ? time_->terms().eager : std::numeric_limits<std::uint64_t>::max();
  }
  /// The position of the rank's host among those of the machine; nullopt if the machine has no
  /// hosts.
  [[nodiscard]] std::optional<std::size_t> host_of(std::int32_t rank) const;

 private:
  void reply(std::int32_t rank, const board::BoardReply& reply,
             const std::vector<board::Completion>& completions) override;
  void send(std::int32_t rank, const board::BoardReply& reply,
            const std::vector<board::Completion>& completions);
  void begin(std::uint32_t ranks);
  /// Handles a request about the time of computing. Returns false if it has another subject.
  bool take_computing(std::int32_t rank, const board::BoardRequest& request,
                      const std::vector<std::int32_t>& listed);
  /// Called when the prediction cannot continue.
  void fail(const std::string& reason);
  /// Returns the desk of the rank; null if it has none.
  [[nodiscard]] board::Desk* desk_of(std::int32_t rank) const;
  /// Takes the requests in the ring of the rank.
  void take_ring(std::int32_t rank);
  void take(std::int32_t rank, const board::BoardRequest& request,
            std::vector<std::int32_t> listed);
  /// The functions of a class that were carried out in real time; "" if there are none.
  [[nodiscard]] std::string away_note(mpi_library::CallClass of) const;
  /// The time of a step, in picoseconds, if neither the user nor the machine specifies it.
  static constexpr std::int64_t kUsualStep = 1'000'000;

  const PredictionPlan& plan_;
  std::optional<sequencer::SheetTimes> times_;  // set if the machine is a data sheet
  std::unique_ptr<sequencer::ProgramTime> time_;
  const sequencer::MachineSequencer* on_network_ = nullptr;  // time_ if it is of this type
  std::optional<FixedCosts> costs_;
  JobGate gate_;
  board::BriefWait brief_;
  Descriptor arena_;
  void* desks_ = nullptr;                    // the mapped desks of all ranks
  std::vector<std::uint64_t> taken_;         // the number of places taken, by ring
  std::map<std::int32_t, int> connections_;  // borrowed, by rank
  std::uint32_t size_ = 0;                   // the size of MPI_COMM_WORLD
  std::uint32_t attached_ = 0;
  std::chrono::steady_clock::time_point first_;  // when the first rank attached
  std::optional<sequencer::Obstacle> obstacle_;
};

}  // namespace dps::commands
