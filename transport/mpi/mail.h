/// Pieces of byte streams between the agents of a run, over their own communicator.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <span>
#include <vector>

#include <mpi.h>

namespace dps::transport {

/// The pieces of one sender arrive in the order sent. No call blocks. Pieces are wiped after they
/// were sent or delivered, since a PLAN may hold the secret of the run. Not thread-safe.
class MpiMail {
 public:
  using Deliver = std::function<void(int from, std::span<std::byte> piece)>;

  explicit MpiMail(MPI_Comm group) : group_(group) {}
  MpiMail(const MpiMail&) = delete;
  MpiMail& operator=(const MpiMail&) = delete;
  /// Abandons pieces that have not been sent.
  ~MpiMail();

  /// `piece` may be empty; it is delivered as such.
  void send(int to, std::vector<std::byte> piece);
  /// Delivers all pieces that have arrived and continues pending sends. Returns true if there was
  /// anything to do.
  bool poll(const Deliver& deliver);
  /// True if MPI has accepted everything that was sent.
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
