/// Pieces of byte streams between the agents of a run, over a communicator of their own.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <span>
#include <vector>

#include <mpi.h>

namespace dps::transport {

/// Of one sender the pieces arrive in the order sent. Nothing blocks; what has been sent or
/// delivered is wiped, since a PLAN may hold the secret of the run. Not for several threads.
class MpiMail {
 public:
  using Deliver = std::function<void(int from, std::span<std::byte> piece)>;

  explicit MpiMail(MPI_Comm group) : group_(group) {}
  MpiMail(const MpiMail&) = delete;
  MpiMail& operator=(const MpiMail&) = delete;
  /// What has not been sent by now is given up.
  ~MpiMail();

  /// An empty piece is one too.
  void send(int to, std::vector<std::byte> piece);
  /// Delivers all that has arrived and moves on what is under way. True: there was something.
  bool poll(const Deliver& deliver);
  /// Everything sent so far is on its way.
  [[nodiscard]] bool idle() const { return outgoing_.empty(); }

 private:
  struct Outgoing {
    std::vector<std::byte> piece;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  MPI_Comm group_;
  std::list<Outgoing> outgoing_;
  std::vector<std::byte> incoming_;
};

}  // namespace dps::transport
