/// The virtual time of the ranks of an MPI program: one loop decides when each call ends, and which
/// message a receive takes, whatever the order in real time. Knows neither sockets nor processes.
/// Source: docs/programs.md, "Predictions"; docs/protocol_board.md, "Predictions".
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/exit_status.h"
#include "mpi_programs/board/request.h"
#include "mpi_programs/sequencer/communicators.h"
#include "mpi_programs/sequencer/sheet_times.h"

namespace dps::sequencer {

/// Sends replies to the ranks.
class Replies {
 public:
  virtual ~Replies() = default;
  virtual void reply(std::int32_t rank, const board::Reply& reply) = 0;
};

/// The reason for which a prediction cannot go on.
struct Obstacle {
  ExitStatus status = ExitStatus::kFailed;
  std::string reason;
  std::string next_step;
};

/// Times are picoseconds since the return of MPI_Init. The result is that of a sequential rule: the
/// event with the least time is next; at one instant arrivals come before calls, and calls in the
/// order of their ranks. Requests may come in any order that the ranks allow.
class Sequencer {
 public:
  /// `times` and `replies` are borrowed.
  Sequencer(std::uint32_t ranks, SheetTimes& times, Replies& replies);

  /// A request has come. `listed`: the ranks that follow it. A rank is not believed: what makes no
  /// sense is an obstacle.
  void take(std::int32_t rank, const board::Request& request, std::vector<std::int32_t> listed);
  /// The connection of the rank has ended.
  void end(std::int32_t rank);
  /// Carries out what no rank can change any more. To be called after some requests.
  void settle();

  [[nodiscard]] const std::optional<Obstacle>& obstacle() const { return obstacle_; }
  /// True if all ranks that have not ended wait for one another for ever.
  [[nodiscard]] bool is_deadlock() const { return is_deadlock_; }
  /// True if a rank has ended before MPI_Finalize: the command then ends all others.
  [[nodiscard]] bool has_lost_rank() const { return has_lost_rank_; }
  /// Remarks on what the figures assume.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  enum class State : std::uint8_t { kRunning, kWaiting, kAway, kEnded };

  /// A message that nobody has taken.
  struct Message {
    std::int64_t arrival = 0;
    std::int64_t begin = 0;   ///< of its send
    std::int32_t sender = 0;  ///< in MPI_COMM_WORLD
    std::uint64_t number = 0;
    std::uint32_t communicator = 0;  ///< the common number
    std::int32_t source = 0;         ///< the sender as its receiver names it
    std::int32_t tag = 0;
    std::uint64_t bytes = 0;
    std::uint64_t place = 0;
    std::int64_t held = -1;  ///< T of the sender, which waits for the receive; -1: it does not

    /// The order in which receives that fit several messages take them.
    [[nodiscard]] auto order() const { return std::tie(arrival, begin, sender, number); }
  };

  /// A receive that a rank waits in.
  struct Receive {
    std::int64_t posted = 0;
    std::uint32_t communicator = 0;
    std::int32_t source = 0;  ///< or board::kAny
    std::int32_t tag = 0;     ///< or board::kAny
    bool is_exchange = false;
    std::int64_t sent_time = 0;    ///< of an exchange: T of its send
    std::uint64_t sent_bytes = 0;  ///< likewise; its bytes
  };

  struct Rank {
    State state = State::kRunning;
    std::int64_t clock = 0;  ///< not later than the rank's own
    bool has_finalized = false;
    std::optional<Receive> receive;                     ///< of a rank that waits
    std::deque<Message> inbox;                          ///< in the order of Message::order()
    std::map<std::int32_t, std::int64_t> last_arrival;  ///< by sender
  };

  /// The members of a communicator that have come to a collective call.
  struct Meeting {
    Function function = mpi_library::kNoFunction;
    std::int64_t latest = 0;
    std::uint64_t bytes = 0;
    std::vector<std::int32_t> members;
  };

  Rank& rank_of(std::int32_t rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  void block(std::int32_t rank, std::string reason, std::string next_step = {});
  void send(std::int32_t rank, const board::Request& request, const Communicator& where);
  void receive(std::int32_t rank, const board::Request& request, const Communicator& where);
  void exchange(std::int32_t rank, const board::Request& request, const Communicator& where);
  void meet(std::int32_t rank, const board::Request& request, const Communicator& where);
  /// Puts a message into the inbox of its receiver, which takes it if it waits for it.
  void post(std::int32_t rank, const board::Request& request, const Communicator& where,
            std::int64_t held);
  void release(std::int32_t rank, std::int64_t clock, board::Reply reply = {});
  /// The message that the receive of the rank takes, unless an earlier one comes; end(): none.
  std::deque<Message>::iterator first_fitting(Rank& of);
  /// Takes the message if no other one can be in its place.
  void try_to_take(std::int32_t rank);
  void complete(std::int32_t rank, std::deque<Message>::iterator message);
  /// True if every other rank that may still send has a later (clock, rank).
  [[nodiscard]] bool is_safe(std::int64_t time, std::int32_t rank) const;
  void look_for_deadlock();

  SheetTimes& times_;
  Replies& replies_;
  Communicators communicators_;
  std::vector<Rank> ranks_;
  std::map<std::uint32_t, Meeting> meetings_;  // by common number
  std::uint64_t messages_ = 0;
  std::set<std::int32_t> wildcards_;  // ranks that wait for a message of any source
  std::map<Function, std::uint64_t> away_;
  std::optional<Obstacle> obstacle_;
  bool is_deadlock_ = false;
  bool has_lost_rank_ = false;
};

}  // namespace dps::sequencer
