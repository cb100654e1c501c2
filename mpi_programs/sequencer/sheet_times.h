/// The times of a data sheet for the calls of an MPI program, in whole picoseconds.
/// Source: docs/programs.md, "Predictions".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time_units.h"
#include "mpi_programs/library/functions.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"
#include "predictor/machines/kinds/datasheet/message_times.h"
#include "predictor/machines/machine_options.h"

namespace dps::sequencer {

using mpi_library::Function;

/// The sender and the receiver of a message, in MPI_COMM_WORLD.
struct Pair {
  std::int32_t from = 0;
  std::int32_t to = 0;
};

/// The equations of a sheet, for so many ranks. Counts the calls that are charged by other
/// functions' equations.
class SheetTimes {
 public:
  /// The sheet is borrowed. It has equations for send, recv and recvmin (MachineSummary::lacks).
  SheetTimes(const machines::Datasheet& sheet, const machines::MachineOptions& options,
             std::uint32_t ranks);

  /// T of a call that sends: MPI_Send, MPI_Ssend, …
  [[nodiscard]] Picoseconds send(Function function, std::uint64_t bytes, Pair pair) const;
  /// Counts a call that sends, for the notes, if the sheet has no equation for it.
  void count_send(Function function);
  /// The times of an operation that does not block. Source: the dissertation, appendix B.
  struct Split {
    Picoseconds begin;    ///< T1, of the call that begins it
    Picoseconds wait;     ///< T2, of the call that waits for it at once
    Picoseconds overlap;  ///< To, at most T2: the part of T2 that computing hides
  };
  [[nodiscard]] Split begun_send(std::uint64_t bytes, Pair pair) const;
  /// Counts such a send likewise. `function`: MPI_Isend or the like; `of`: the function that the
  /// program has called, if that is another one; `is_held`: the send waits for its receive.
  void count_begun_send(Function function, Function of, bool is_held);
  /// `begin` is that of begun_receive().
  [[nodiscard]] Split waited_receive(std::uint64_t bytes, Pair pair) const;
  /// T1 of a receive into so many bytes, whose sender may not be known.
  [[nodiscard]] Picoseconds begun_receive(std::uint64_t room) const;
  /// The time of a call that tests or probes.
  [[nodiscard]] Picoseconds poll() const { return poll_; }

  /// Trecvmin: the time to take a message that has arrived.
  [[nodiscard]] Picoseconds take(std::uint64_t bytes, Pair pair) const;
  /// X: the time from the start of a send until its message is there.
  [[nodiscard]] Picoseconds transit(std::uint64_t bytes, Pair pair) const;
  /// Tsendrecv; nullopt if the sheet has none.
  [[nodiscard]] std::optional<Picoseconds> exchange(std::uint64_t bytes, Pair pair) const;
  /// True if a send of `bytes` bytes does not wait for its receive.
  [[nodiscard]] bool is_eager(std::uint64_t bytes, Pair pair) const;
  /// The largest message that never waits for its receive, wherever the ranks are.
  [[nodiscard]] std::uint64_t least_eager() const;
  /// T of a collective call of `processes` processes, with `bytes` bytes as its argument.
  Picoseconds collective(Function function, std::uint64_t processes, std::uint64_t bytes);

  /// The times of a non-blocking collective operation. Without equations of its own, its call is
  /// free, and it takes the time of the blocking call.
  Split begun_collective(Function function, std::uint64_t processes, std::uint64_t bytes);
  /// Counts the calls of such an operation, for the notes.
  void count_collective(Function function, std::uint64_t processes);

  /// T of MPI_Wtime.
  [[nodiscard]] Picoseconds wtime() const;
  /// T of dps_compute(1); nullopt if the sheet has no function `compute`.
  [[nodiscard]] std::optional<Picoseconds> step() const;

  /// The host of a rank, by position in Datasheet::hosts; for a sheet without hosts, the rank.
  [[nodiscard]] std::uint32_t host_of(std::int32_t rank) const;

  /// Remarks on the calls that are charged as others, or not at all.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  /// The functions of one path.
  struct PathTimes {
    machines::SheetMessageTimes send, bsend, ssend, rsend, receive, take, exchange;
    machines::SheetMessageTimes send1, send2, send_overlap, receive1, receive2, receive_overlap;
    bool has_exchange = false;
    std::optional<std::uint64_t> eager;
  };
  /// The time of a collective function: the sum of one or two equations.
  struct Charge {
    std::string charged_as;             ///< "" for an equation of its own
    machines::SheetMessageTimes one;    ///< the time for the argument
    machines::SheetMessageTimes whole;  ///< the time for the arguments of all processes together
    bool adds_whole = false;
    bool is_nothing = false;
    bool is_split = false;  ///< the operation does not block
    machines::SheetMessageTimes first, second, overlap;
    std::uint64_t calls = 0;
  };
  using ChargeKey = std::pair<Function, std::uint64_t>;  // and processes

  [[nodiscard]] PathTimes path_times(machines::FunctionPath path) const;
  [[nodiscard]] const PathTimes& times(Pair pair) const;
  [[nodiscard]] machines::SheetMessageTimes times_of(std::string_view name,
                                                     machines::FunctionPath path,
                                                     std::uint64_t processes) const;
  [[nodiscard]] bool has(std::string_view name) const;
  static Picoseconds whole_time(const Charge& charge, std::uint64_t processes, std::uint64_t bytes);
  Charge& known_charge(Function function, std::uint64_t processes);
  [[nodiscard]] Charge charge_of(Function function, std::uint64_t processes) const;
  [[nodiscard]] std::optional<Picoseconds> local(std::string_view name) const;

  const machines::Datasheet& sheet_;
  machines::MachineOptions options_;
  std::uint32_t ranks_;
  bool splits_sends_;
  bool splits_receives_;
  PathTimes any_;
  PathTimes host_;
  Picoseconds poll_;
  std::map<ChargeKey, Charge> charges_;
  /// The sends that are charged as MPI_Send, by the called function and the lacking equation.
  std::map<std::pair<Function, std::string>, std::uint64_t> sends_;
};

}  // namespace dps::sequencer
