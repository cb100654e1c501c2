/// The virtual time of the ranks of an MPI program on a data sheet: one loop decides when each call
/// ends, and which message a receive takes, whatever the order in real time. Knows neither sockets
/// nor processes.
/// Source: docs/programs.md, "Predictions"; docs/protocol_board.md, "Predictions".
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mpi_programs/board/request.h"
#include "mpi_programs/sequencer/communicators.h"
#include "mpi_programs/sequencer/meetings.h"
#include "mpi_programs/sequencer/program_time.h"
#include "mpi_programs/sequencer/rank_state.h"
#include "mpi_programs/sequencer/request_checks.h"
#include "mpi_programs/sequencer/sheet_times.h"
#include "mpi_programs/sequencer/unmodelled_calls.h"

namespace dps::sequencer {

/// The result is that of a sequential rule: the event with the least time is next; at one instant
/// arrivals come before calls, and calls in the order of their ranks.
class Sequencer final : public ProgramTime {
 public:
  /// `times` and `replies` are borrowed.
  Sequencer(std::uint32_t ranks, SheetTimes& times, Replies& replies);

  /// After `limit` tests in a row that found nothing, the next one is put off until it finds
  /// something; 0: never.
  void limit_polls(std::uint64_t limit) { poll_limit_ = limit; }

  /// From now on, notes the instants on which the ends of calls depended.
  void observe_ends() { observes_ends_ = true; }

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
  [[nodiscard]] const std::vector<EndOfCall>& ends_of_calls() const override {
    return ends_of_calls_;
  }
  [[nodiscard]] ProgramTerms terms() const override;
  [[nodiscard]] std::uint32_t host_of(std::int32_t rank) const override {
    return times_.host_of(rank);
  }
  [[nodiscard]] std::map<Function, AwayCalls> away() const override { return unmodelled_.away(); }

 private:
  /// The next event of a rank, unless another rank acts before.
  struct Event {
    std::int64_t time = 0;
    std::int32_t rank = 0;
    bool is_call = false;  ///< else an arrival

    [[nodiscard]] auto order() const { return std::tie(time, is_call, rank); }
  };

  RankState& state_of(std::int32_t rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  void block(std::int32_t rank, const std::string& reason, std::string next_step = {}) {
    checks_.block(rank, reason, std::move(next_step));
  }
  std::int32_t world_rank(std::int32_t rank, const board::BoardRequest& request,
                          const CommunicatorView& where, std::int32_t peer) {
    return checks_.world_rank(rank, request, where, peer);
  }
  bool is_source(std::int32_t rank, const board::BoardRequest& request,
                 const CommunicatorView& where, std::int32_t source) {
    return checks_.is_source(rank, request, where, source);
  }

  using CallInCommunicator = void (Sequencer::*)(std::int32_t rank,
                                                 const board::BoardRequest& request,
                                                 const CommunicatorView& where);

  /// Performs a call with the communicator of the request.
  void take_in(std::int32_t rank, const board::BoardRequest& request, CallInCommunicator call);
  void take_notice(std::int32_t rank, const board::BoardRequest& request,
                   std::vector<std::int32_t> listed);

  // The requests.
  void send(std::int32_t rank, const board::BoardRequest& request, const CommunicatorView& where);
  void begin_send(std::int32_t rank, const board::BoardRequest& request,
                  const CommunicatorView& where);
  void receive(std::int32_t rank, const board::BoardRequest& request,
               const CommunicatorView& where);
  void begin_receive(std::int32_t rank, const board::BoardRequest& request,
                     const CommunicatorView& where);
  void exchange(std::int32_t rank, const board::BoardRequest& request,
                const CommunicatorView& where);
  void meet(std::int32_t rank, const board::BoardRequest& request, const CommunicatorView& where);
  void probe(std::int32_t rank, const board::BoardRequest& request, const CommunicatorView& where);
  void await(std::int32_t rank, const board::BoardRequest& request,
             std::vector<std::int32_t> operations);
  /// Begins a receive of the message that a matching probe has found.
  void begin_matched(std::int32_t rank, const board::BoardRequest& request);
  void begin_group(std::int32_t rank, const board::BoardRequest& request,
                   std::vector<std::int32_t> parts);
  void free_operations(std::int32_t rank, const std::vector<std::int32_t>& numbers);
  /// Cancels the receive if it had no message at that time; returns true if so.
  bool cancel(std::int32_t rank, std::int32_t number, std::int64_t time);
  void end_meeting(const Meeting& meeting, std::size_t processes);

  /// Adds an operation with the number that the rank has given it; null after noting an obstacle.
  PendingOperation* begin_operation(std::int32_t rank, std::int32_t number);
  /// True if the rank has begun these operations, which are different.
  bool are_operations(std::int32_t rank, const std::vector<std::int32_t>& numbers);
  /// Ends a call that takes a fixed time; replies unless the rank knows that time.
  void answer(std::int32_t rank, const board::BoardRequest& request, std::int64_t clock);
  static board::Completion completion_of(std::uint32_t position, const PendingOperation& of);
  /// Returns the freed receives whose messages have arrived.
  std::vector<board::Completion> take_freed(std::int32_t rank, std::int64_t clock);

  /// T of a sender that waits for its receive; -1: it does not.
  [[nodiscard]] std::int64_t held_time(const board::BoardRequest& request, Pair pair) const;
  /// Puts a message into the inbox of its receiver.
  void post(std::int32_t rank, std::int32_t to, const board::BoardRequest& request,
            const CommunicatorView& where, const UntakenMessage& with);
  static void put_into(RankState& receiver, const UntakenMessage& message);
  /// Adds a receive in whose call the rank waits; returns its number.
  std::int32_t open_receive(std::int32_t rank, const Pattern& pattern, std::int64_t posted);
  void release(std::int32_t rank, std::int64_t clock, board::BoardReply reply = {},
               std::vector<board::Completion> completions = {});

  // The matching of messages and receives.
  /// The oldest receive without a message that fits; 0: none.
  static std::int32_t oldest_fitting(const RankState& of, const UntakenMessage& message);
  /// Gives messages to the receives for which no other message can come first.
  void match(std::int32_t rank);
  void give(std::int32_t rank, std::int32_t number,
            const std::deque<UntakenMessage>::iterator& message);
  /// Lets the sender of the message continue if it has waited for the receive.
  void release_sender(std::int32_t rank, const PendingOperation& receive);
  /// The first message that a receive of any source takes; end(): none.
  static std::deque<UntakenMessage>::iterator first_for_any(RankState& of);
  /// The first message for a probe that no receive takes; end(): none.
  static std::deque<UntakenMessage>::iterator first_for_probe(RankState& of);

  // The ends of calls that wait.
  /// The first instant at which a test finds the operation complete; it is determined.
  [[nodiscard]] std::int64_t complete_from(std::int32_t rank, const PendingOperation& of) const;
  /// The instant at which MPI starts to receive the matched message: when it is sent or, if its
  /// sender waits for the receive, when both are ready.
  [[nodiscard]] std::int64_t begin_of_receive(const PendingOperation& of, Pair pair) const;
  /// The end of a wait that begins at `time`.
  [[nodiscard]] std::int64_t end_of_wait(std::int32_t rank, const PendingOperation& of,
                                         std::int64_t time) const;
  [[nodiscard]] std::int64_t end_of_receive(std::int32_t rank, const PendingOperation& of) const;
  [[nodiscard]] std::int64_t end_of_exchange(std::int32_t rank, const UntakenMessage& taken,
                                             std::int64_t take) const;
  // The instants on which the ends of calls depend.
  /// Of a wait that begins at `time`; nullopt: it depends on `time`.
  [[nodiscard]] std::optional<RankInstant> instant_of_wait(std::int32_t rank,
                                                           const PendingOperation& of,
                                                           std::int64_t time) const;
  [[nodiscard]] std::optional<RankInstant> instant_of_receive(std::int32_t rank,
                                                              const PendingOperation& of,
                                                              std::int64_t time) const;
  /// Notes the end of a receive, or of an exchange.
  void note_receive(std::int32_t rank, const PendingOperation& of, std::int64_t end);
  void note_end(std::int32_t rank, std::int64_t call, RankInstant on) {
    if (observes_ends_) {
      ends_of_calls_.push_back({rank, call, on});
    }
  }
  /// Ends the call of the rank if nothing can change its result.
  void try_to_end(std::int32_t rank);
  void end_receive(std::int32_t rank);
  void end_wait_all(std::int32_t rank);
  /// Ends a wait or a test that takes the operations at these positions; they wait from `time`.
  void end_with(std::int32_t rank, std::int64_t time, const std::vector<std::uint32_t>& positions);
  /// The event that decides the call of the rank, if it is known; else nullopt.
  std::optional<Event> decision_of(std::int32_t rank);
  void decide(const Event& event);
  void decide_probe(std::int32_t rank);
  void decide_cancel(std::int32_t rank);
  /// The operations (positions) of the call that are complete at that time, as far as it takes
  /// them.
  [[nodiscard]] std::vector<std::uint32_t> complete_at(std::int32_t rank, std::int64_t time) const;
  /// The first instant at which the test of a rank finds something, if it is known.
  std::optional<std::int64_t> found_from(RankState& of, std::int32_t rank);
  /// True if the test gets no reply now, since many before it have found nothing.
  bool is_put_off(std::int32_t rank, bool is_found);
  [[nodiscard]] bool are_determined(const RankState& of) const;

  /// True if every other rank that may still act has a later (clock, rank).
  [[nodiscard]] bool is_safe(const Event& event) const;
  std::optional<Event> next_event();
  void look_for_deadlock();

  SheetTimes& times_;
  Replies& replies_;
  Communicators communicators_;
  std::vector<RankState> ranks_;
  Meetings meetings_;
  std::uint64_t messages_ = 0;
  std::uint64_t skipped_polls_ = 0;
  std::uint64_t poll_limit_ = kUsualPollLimit;
  UnmodelledCalls unmodelled_;
  std::uint64_t early_ready_sends_ = 0;
  RequestChecks checks_;
  bool observes_ends_ = false;
  std::vector<EndOfCall> ends_of_calls_;
  bool is_deadlock_ = false;
  bool has_lost_rank_ = false;
};

}  // namespace dps::sequencer
