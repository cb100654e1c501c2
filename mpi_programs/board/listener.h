/// dps's side of the board: ranks attach, and their logs and ends are kept.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"
#include "base/result.h"
#include "mpi_programs/board/messages.h"

struct pollfd;

namespace dps::board {

/// A rank that has attached, or one on another host, whose logs another rank sends.
struct AttachedRank {
  std::int32_t rank = 0;
  std::int32_t size = 0;
  pid_t pid = 0;
  std::string host;
  std::string mpi;
  std::string clock;             ///< ranks with equal texts have the same clock
  std::string world;             ///< ranks with equal texts have the same MPI_COMM_WORLD
  std::string executable;        ///< "" on another host
  std::vector<Descriptor> logs;  ///< by thread, in the order of their first calls
  Descriptor connection;         ///< not open: the rank has ended
  std::uint64_t ended = 0;       ///< CLOCK_MONOTONIC of dps's host; 0: it has not ended
  int signal = 0;                ///< the signal that ended it; 0: none, or unknown
  bool had_no_room = false;      ///< this host had no room for the logs of a rank on another host
  /// The last instant of a rank on another host whose logs came in pieces, by its CLOCK_MONOTONIC.
  std::uint64_t last_instant = 0;
};

/// The owner of virtual time during a prediction: it grants, and takes requests. Ranks are named by
/// their numbers in the first MPI_COMM_WORLD that attaches; ranks of another one get no grant.
class RequestTaker {
 public:
  virtual ~RequestTaker() = default;

  /// The terms for a rank of the first world, whose size this rank reports, and the descriptor of
  /// the arena, which is borrowed.
  virtual std::pair<PredictionTerms, int> terms_for(const AttachedRank& rank) = 0;
  /// Called when the rank of the first world has attached. Replies go to its connection.
  virtual void begun(const AttachedRank& rank) = 0;
  virtual void requested(std::int32_t rank, const std::vector<char>& message) = 0;
  /// Called when the rank's connection has ended.
  virtual void ended(std::int32_t rank) = 0;
};

/// The socket of the board. Its owner polls the descriptors of watch() and calls serve().
class Listener {
 public:
  /// `prefix`: the start of its name. Errors (kSystem).
  static Result<Listener> make(std::string_view prefix = "dps-");

  /// The name of the board, for DPS_BOARD.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The attached ranks, in the order in which they attached.
  [[nodiscard]] std::vector<AttachedRank>& ranks() { return ranks_; }
  /// Ranks on other hosts, as far as the ranks on this host have met them. A rank without logs
  /// ended before it called MPI_Finalize, or had_no_room.
  [[nodiscard]] std::vector<AttachedRank>& remote_ranks() { return remote_ranks_; }
  /// PMIX_NAMESPACE of the processes that have connected, including those still in MPI_Init.
  [[nodiscard]] const std::set<std::string>& connected_worlds() const { return connected_worlds_; }
  /// The version of an unsupported MPI that a connected process has loaded; or "".
  [[nodiscard]] const std::string& foreign_mpi() const { return foreign_mpi_; }

  /// Adds the descriptors that are to be watched for input.
  void watch(std::vector<pollfd>& watched) const;
  /// Accepts, receives and notices ends, without waiting.
  void serve();
  /// Serves only those of these descriptors that poll() has reported as ready.
  void serve(std::span<const pollfd> polled);
  /// Ranks that attach from now on sample their computing; not in a prediction.
  void sample() { samples_ = true; }
  /// Ranks get virtual time from now on. `taker` is borrowed.
  void predict(RequestTaker& taker) { taker_ = &taker; }

 private:
  Listener(Descriptor socket, std::string name)
      : socket_(std::move(socket)), name_(std::move(name)) {}
  void accept_all();
  /// Moves the ranks that have attached from waiting_ to ranks_.
  void move_attached();
  void accept_one(Descriptor connection);
  void receive(AttachedRank& rank);
  static void describe(AttachedRank& rank, const Attach& sent);
  [[nodiscard]] bool is_predicted(const AttachedRank& rank) const;
  void attach(AttachedRank& rank, BoardMessage received);
  void take_remote_log(BoardMessage received);

  Descriptor socket_;
  std::string name_;
  std::string foreign_mpi_;
  std::vector<AttachedRank> waiting_;  // connected; not attached yet
  std::vector<AttachedRank> ranks_;
  std::vector<AttachedRank> remote_ranks_;
  std::set<std::string> worlds_;  // of ranks that have attached
  std::set<std::string> connected_worlds_;
  std::optional<std::string> predicted_world_;
  RequestTaker* taker_ = nullptr;  // null: a run
  bool samples_ = false;
};

}  // namespace dps::board
