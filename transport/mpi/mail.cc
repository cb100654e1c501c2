#include "transport/mpi/mail.h"

#include <cstring>
#include <utility>

namespace dps::transport {

MpiMail::~MpiMail() {
  for (Outgoing& one : outgoing_) {
    // MPI may still read the piece, so it is leaked.
    // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new)
    static_cast<void>(new std::vector<std::byte>(std::move(one.piece)));
    MPI_Request_free(&one.request);
  }
}

// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): poll() tests it until it is done.
void MpiMail::send(int to, std::vector<std::byte> piece) {
  Outgoing& one = outgoing_.emplace_back();
  one.piece = std::move(piece);
  MPI_Isend(one.piece.data(), static_cast<int>(one.piece.size()), MPI_BYTE, to, 0, group_,
            &one.request);
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

bool MpiMail::poll(const Deliver& deliver) {
  bool any = false;
  for (auto one = outgoing_.begin(); one != outgoing_.end();) {
    int done = 0;
    MPI_Test(&one->request, &done, MPI_STATUS_IGNORE);
    if (done == 0) {
      ++one;
      continue;
    }
    any = true;
    explicit_bzero(one->piece.data(), one->piece.size());
    one = outgoing_.erase(one);
  }
  while (true) {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, 0, group_, &found, &message, &status);
    if (found == 0) {
      return any;
    }
    any = true;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    incoming_.resize(static_cast<std::size_t>(bytes));
    MPI_Mrecv(incoming_.data(), bytes, MPI_BYTE, &message, &status);
    deliver(status.MPI_SOURCE, incoming_);
    explicit_bzero(incoming_.data(), incoming_.size());
  }
}

}  // namespace dps::transport
