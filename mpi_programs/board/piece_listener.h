/// dps's side of the pieces: takes the logs of ranks on other hosts while these run, and notices
/// when one of them ends or its host does not answer any more.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "mpi_programs/board/piece.h"

struct pollfd;

namespace dps::board {

/// A rank on another host, with the parts of its logs that it has sent.
struct RemoteReport {
  Attach self;
  std::vector<Descriptor> logs;  ///< by thread; some may not be open
  Descriptor connection;         ///< not open: the rank has ended, or calls MPI_Finalize
  std::uint64_t ended = 0;       ///< CLOCK_MONOTONIC of dps's host; 0: it has not ended
  bool is_introduced = false;
  bool has_finalized = false;
  bool is_lost = false;  ///< its host has not answered for 5 s
  bool had_no_room = false;
  std::vector<char> unread;
};

/// A TCP socket for ranks that know a secret. Its owner polls the descriptors of watch() and calls
/// serve().
class PieceListener {
 public:
  /// Errors (kSystem): there is no socket, or this host has no address for others.
  static Result<PieceListener> make();

  /// ";PORT;SECRET;ADDRESS;…", behind the name of the board in DPS_BOARD.
  [[nodiscard]] const std::string& place() const { return place_; }
  /// The reports, in the order in which the ranks connected.
  [[nodiscard]] std::vector<RemoteReport>& reports() { return reports_; }

  /// Adds the descriptors that are to be watched for input.
  void watch(std::vector<pollfd>& watched) const;
  /// Accepts, receives and notices ends, without waiting.
  void serve();

 private:
  PieceListener(Descriptor socket, std::string secret, std::string place)
      : socket_(std::move(socket)), secret_(std::move(secret)), place_(std::move(place)) {}
  void accept_all();
  void receive(RemoteReport& report);
  /// Returns false if the message is wrong.
  bool take(RemoteReport& report, const PieceHead& head, const char* contents);
  bool introduce(RemoteReport& report, const PieceHead& head, const char* contents) const;

  Descriptor socket_;
  std::string secret_;
  std::string place_;
  std::vector<RemoteReport> reports_;
};

/// The last instant of a log by its own CLOCK_MONOTONIC, in nanoseconds; 0: it has no header.
std::uint64_t last_instant(const Descriptor& log);

}  // namespace dps::board
