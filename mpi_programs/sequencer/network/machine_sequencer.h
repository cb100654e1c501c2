/// The virtual time of the ranks of an MPI program on a machine with hosts and a network
/// (predictor/machines/machine.h). Knows neither sockets nor processes.
/// Source: docs/programs.md, "On a network".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mpi_programs/library/functions.h"
#include "mpi_programs/sequencer/communicators.h"
#include "mpi_programs/sequencer/network/letters.h"
#include "mpi_programs/sequencer/network/occupied_links.h"
#include "mpi_programs/sequencer/network/play.h"
#include "mpi_programs/sequencer/network/rank_on_machine.h"
#include "mpi_programs/sequencer/program_time.h"
#include "mpi_programs/sequencer/request_checks.h"
#include "mpi_programs/sequencer/unmodelled_calls.h"
#include "predictor/machines/cpus.h"
#include "predictor/machines/event_heap.h"
#include "predictor/machines/machine.h"

namespace dps::sequencer {

using mpi_library::Function;

/// The host of each rank, by its position among the hosts of the machine: the one with the fewest
/// ranks per core; the first of several such hosts. Source: docs/language.md, "T: hosts".
std::vector<std::uint32_t> hosts_of_ranks(const machines::Machine& machine, std::uint32_t ranks);

struct MachineSequencerOptions {
  std::optional<std::uint64_t> eager;          ///< a longer message waits for its receive
  std::uint64_t poll_limit = kUsualPollLimit;  ///< tests in a row that find nothing; 0: no limit
  bool observes_links = false;  ///< notes the occupation of the links of a network of packets
  bool observes_ends = false;   ///< notes the instants on which the ends of calls depended
};

/// At each instant the network is first, so that all messages of this instant have arrived before a
/// rank takes one of them. Then the ranks continue, in their order; each until its clock moves or
/// it waits. Time advances only when no rank is outside MPI, since the next call of such a rank is
/// not known.
class MachineSequencer final : public ProgramTime {
 public:
  /// The machine and `replies` are borrowed.
  MachineSequencer(std::uint32_t ranks, const machines::Machine& machine,
                   const MachineSequencerOptions& options, Replies& replies);

  void take(std::int32_t rank, const board::BoardRequest& request,
            std::vector<std::int32_t> listed) override;
  void end(std::int32_t rank) override;
  void settle() override;

  [[nodiscard]] const std::optional<Obstacle>& obstacle() const override {
    return checks_.obstacle();
  }
  [[nodiscard]] bool is_deadlock() const override { return is_deadlock_; }
  [[nodiscard]] bool has_lost_rank() const override { return has_lost_rank_; }
  [[nodiscard]] std::vector<std::string> notes() const override;
  [[nodiscard]] std::map<Function, AwayCalls> away() const override { return unmodelled_.away(); }
  [[nodiscard]] ProgramTerms terms() const override;
  [[nodiscard]] machines::NetworkReport network() const { return network_->report(); }
  [[nodiscard]] const std::vector<OccupiedLink>& occupied_links() const { return links_.list(); }
  [[nodiscard]] const std::vector<EndOfCall>& ends_of_calls() const override {
    return ends_of_calls_;
  }
  [[nodiscard]] std::uint32_t host_of(std::int32_t rank) const override {
    return host_of_[static_cast<std::size_t>(rank)];
  }

 private:
  /// True if a host has more ranks than cores.
  [[nodiscard]] bool shares_cores() const;
  RankOnMachine& state_of(std::int32_t rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  /// The present instant on the clocks of ranks.
  [[nodiscard]] std::int64_t clock() const { return (now_ - setup_).count(); }
  void take_next(std::int32_t rank, const board::BoardRequest& request,
                 std::vector<std::int32_t> listed);
  void release(std::int32_t rank, board::BoardReply reply = {},
               std::vector<board::Completion> completions = {});

  // Instants.
  /// Carries out the events of the present instant, as far as the ranks allow. Returns false if a
  /// rank has to continue first.
  bool carry_out();
  /// Notes the arrivals and the progress of this instant.
  void notice_all();
  /// Goes to the next instant; returns false if no event is left.
  bool go_to_next();
  void advance_network();
  void arrive(std::uint32_t id);
  void look_for_deadlock();
  /// The messages in the network that block one another for ever; "": none do.
  [[nodiscard]] std::string blocked_report() const;
  /// Executes the next part of the rank's call.
  void go_on(std::int32_t rank);

  // Times. Return true if it is 0, and the caller continues.
  bool pay(std::int32_t rank, MachinePhase phase, Picoseconds time);
  /// Starts or stops reading from the network, as the phase of the rank requires.
  void update_listening(std::int32_t rank);

  // Calls. Source: docs/programs.md, "On a network".
  void perform(std::int32_t rank);
  void send(std::int32_t rank);
  void enter(std::int32_t rank);
  void end_send(std::int32_t rank);
  void receive(std::int32_t rank);
  void begin_receive(std::int32_t rank);
  void begin_matched(std::int32_t rank);
  void cancel(std::int32_t rank);
  /// Null after noting an obstacle: the rank has an operation of this number.
  NetworkOperation* begin_operation(std::int32_t rank, std::int32_t number);
  void keep_matched(std::int32_t rank, const NetworkCall& call);
  void free_operations(std::int32_t rank, const std::vector<std::int32_t>& numbers);
  /// Appends the completions of freed receives; returns their number.
  std::uint32_t add_freed(std::int32_t rank, std::vector<board::Completion>& completions);
  /// Takes a request that begins no call; returns false for any other.
  bool take_note(std::int32_t rank, const board::BoardRequest& request,
                 std::vector<std::int32_t>& listed);
  void come_back(std::int32_t rank, std::int64_t own_clock);
  void probe(std::int32_t rank);
  void test(std::int32_t rank);
  void await(std::int32_t rank);
  /// Takes the operations that the call has chosen, or waits.
  void take_chosen(std::int32_t rank);
  void sleep(std::int32_t rank);
  void listened(std::int32_t rank);
  void end_call(std::int32_t rank);
  void end_probe(std::int32_t rank);
  /// Notes an arrival for the rank, or the progress of its sends and collective operations.
  void notice(std::int32_t rank);
  /// True if the call can take an operation now. Chooses it.
  bool is_ready(RankOnMachine& of);
  static void choose(RankOnMachine& of);
  /// True if the test gets no reply now, since many before it have found nothing.
  bool is_put_off(std::int32_t rank, bool is_found);
  void end_putting_off(std::int32_t rank);

  // Collective operations. Source: docs/programs.md, "Collective operations on a network".
  using PlayKey = std::pair<std::int32_t, std::uint64_t>;  // the rank and the operation
  void meet(std::int32_t rank);
  bool fits(std::int32_t rank, CollectiveOperation& operation);
  void take_shared_root(std::int32_t rank, CollectiveOperation& operation);
  static std::vector<CollectiveStep> steps_in(const CollectiveOperation& operation,
                                              std::uint32_t member);
  void begin_play(std::int32_t rank, std::uint64_t number, CollectiveOperation& operation);
  void let_carry_out(std::uint64_t number);
  void end_carrying_out(std::int32_t rank);
  bool pay_for(Play& play, PlayPhase phase, Picoseconds time);
  void play_on(const PlayKey& key);
  bool begin_step(Play& play, CollectiveOperation& operation);
  static bool has_come(const Play& play, const CollectiveOperation& operation);
  bool take_part(Play& play, CollectiveOperation& operation);
  void arrive_part(const SentLetter& letter);
  void entered_part(const SentLetter& letter);
  void notice_plays(std::int32_t rank);
  void continue_play(const Play& play, const PlayKey& key);
  void end_play(const PlayKey& key);
  std::vector<board::Completion> results_of(std::uint64_t number, std::uint32_t member);
  void collect(std::int32_t rank);
  void count_part(Function function, std::uint64_t bytes);
  void add_collective_notes(std::vector<std::string>& notes) const;

  // Messages.
  std::int32_t add_send(std::int32_t rank, std::int32_t to, const CommunicatorView& where);
  /// `number`: that of the operation; 0: the rank does not name it. Returns its number.
  std::int32_t open_receive(std::int32_t rank, std::int32_t number, const Pattern& pattern);
  /// Gives the receive its message.
  void give(std::int32_t rank, std::int32_t number, const Parcel& parcel, RankInstant due_to);
  void answer(std::int32_t rank, const UntakenMessage& message, RankInstant due_to);
  /// Notes the instant on which the end of a call that ends now depended.
  void note_end(std::int32_t rank, std::int64_t call, RankInstant on);
  void entered(const SentLetter& letter);

  const machines::Machine& machine_;
  machines::WaitingCost waiting_cost_;
  Picoseconds poll_;
  Picoseconds setup_;
  std::optional<std::uint64_t> eager_;
  std::uint64_t poll_limit_;
  bool calls_repeat_ = false;  // the time of a call does not depend on other ranks of its host
  Replies& replies_;
  RequestChecks checks_;
  Communicators communicators_;
  std::vector<std::uint32_t> host_of_;
  OccupiedLinks links_;
  bool observes_ends_ = false;
  std::vector<EndOfCall> ends_of_calls_;
  std::unique_ptr<machines::Network> network_;
  machines::Cpus cpus_;
  machines::EventHeap walls_;  // by rank: the end of a wake-up, or of tests that are not made
  Letters letters_;
  std::vector<RankOnMachine> ranks_;
  Picoseconds now_;
  std::set<std::int32_t> running_;  // outside MPI
  std::set<std::int32_t> ready_;    // continue at this instant
  std::set<std::int32_t> noticed_;  // with an arrival or progress at this instant
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> operation_numbers_;
  std::map<std::uint64_t, CollectiveOperation> operations_;  // by number
  std::uint64_t last_operation_ = 0;
  std::map<PlayKey, Play> plays_;
  std::map<PlayKey, std::uint32_t> play_letters_;  // the one that is being sent
  std::set<PlayKey> ready_plays_;                  // of operations that do not block
  std::set<std::pair<Picoseconds, PlayKey>> play_walls_;
  std::map<Function, std::uint64_t> long_parts_;  // bytes of the longest message
  bool has_begun_plays_ = false;                  // that do not block
  machines::NetworkEvents events_;
  std::uint64_t skipped_polls_ = 0;
  UnmodelledCalls unmodelled_;
  bool is_deadlock_ = false;
  bool has_lost_rank_ = false;
};

}  // namespace dps::sequencer
