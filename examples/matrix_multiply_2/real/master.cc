#include "master.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <vector>

#include <poll.h>

#include "message.h"

namespace {

/// Receives from several sockets, with the same priority for each.
class AnySocket {
 public:
  explicit AnySocket(std::span<const int> sockets) {
    for (const int socket : sockets) {
      waiting_.push_back({socket, POLLIN, 0});
    }
    next_ = waiting_.size();
  }

  /// Waits for a message from any socket. Returns the socket.
  int receive(Message& message) {
    while (true) {
      for (; next_ < waiting_.size(); ++next_) {
        if (waiting_[next_].revents != 0) {
          receive_message(waiting_[next_].fd, message);
          return waiting_[next_++].fd;
        }
      }
      next_ = 0;
      if (poll(waiting_.data(), waiting_.size(), -1) < 0 && errno != EINTR) {
        fail("cannot wait");
      }
    }
  }

 private:
  std::vector<pollfd> waiting_;
  std::size_t next_;  ///< first socket that is not yet checked since the last poll()
};

void store(const Message& message, Cells& product, std::size_t size) {
  if (message.type != MessageType::kValue || message.values.size() != 3) {
    fail("expected a value");
  }
  const std::int32_t row = message.values[1];
  const std::int32_t column = message.values[2];
  if (row >= 0) {
    product.at(static_cast<std::size_t>(row) * size + static_cast<std::size_t>(column)) =
        message.values[0];
  }
}

}  // namespace

MasterResult run_master(std::span<const int> sockets, std::size_t size) {
  const auto begin = std::chrono::steady_clock::now();
  MasterResult result{Cells(size * size), 0};
  const Matrices factors = fill_matrices(size);
  AnySocket workers(sockets);
  Message message{};
  for (const int socket : sockets) {
    send_message(socket, MessageType::kMatrix, factors.a);
    send_message(socket, MessageType::kMatrix, factors.b);
  }
  for (std::size_t cell = 0; cell < size * size; ++cell) {
    const int socket = workers.receive(message);
    store(message, result.product, size);
    const std::array pair = {static_cast<std::int32_t>(cell / size),
                             static_cast<std::int32_t>(cell % size)};
    send_message(socket, MessageType::kPair, pair);
  }
  for (std::size_t left = sockets.size(); left > 0; --left) {
    workers.receive(message);
    store(message, result.product, size);
  }
  for (const int socket : sockets) {
    send_message(socket, MessageType::kHalt, {});
  }
  const std::string text = format_matrix(result.product, size);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  result.seconds = text.empty() ? 0 : taken.count();
  return result;
}
