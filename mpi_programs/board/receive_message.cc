// The side of dps: the receiving of messages, and replies. The library of the ranks does not need
// it, nor the containers.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <sys/socket.h>

#include "mpi_programs/board/messages.h"
#include "mpi_programs/board/request.h"

namespace dps::board {
namespace {

/// A request with the longest list of ranks.
constexpr std::size_t kMostMessageBytes = sizeof(BoardRequest) + kMostListed * sizeof(std::int32_t);

}  // namespace

bool send_reply(int socket, const BoardReply& reply, const std::vector<Completion>& completions) {
  BoardReply copy = reply;
  std::vector<Completion> list = completions;
  std::array<iovec, 2> parts{
      {{&copy, sizeof(copy)}, {list.data(), list.size() * sizeof(Completion)}}};
  msghdr head{};
  head.msg_iov = parts.data();
  head.msg_iovlen = list.empty() ? 1 : 2;
  const ssize_t sent = ::sendmsg(socket, &head, MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent >= 0 || errno == EPIPE || errno == ECONNRESET;
}

std::optional<BoardMessage> receive_message(int socket) {
  static std::array<char, kMostMessageBytes> bytes;
  BoardMessage received;
  const ssize_t got =
      receive_bytes(socket, bytes.data(), bytes.size(), MSG_DONTWAIT, received.descriptor);
  if (got <= 0) {
    errno = got == 0 ? 0 : errno;
    return std::nullopt;
  }
  const auto size = static_cast<std::size_t>(got);
  MessageKind kind{};
  if (size >= sizeof(kind)) {
    std::memcpy(&kind, bytes.data(), sizeof(kind));
  }
  if (kind == MessageKind::kRequest) {
    received.message.kind = kind;
    received.request.assign(bytes.data(), bytes.data() + size);
    return received;
  }
  std::memcpy(&received.message, bytes.data(), std::min(size, sizeof(Attach)));
  if (got != static_cast<ssize_t>(sizeof(Attach)) || received.message.version != kMessageVersion) {
    errno = EPROTO;
    return std::nullopt;
  }
  received.message.host.back() = '\0';
  received.message.mpi.back() = '\0';
  received.message.clock.back() = '\0';
  received.message.world.back() = '\0';
  return received;
}

}  // namespace dps::board
