#include "mpi_programs/board/messages.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

namespace dps::board {
namespace {

union Control {
  std::array<char, CMSG_SPACE(sizeof(int))> bytes;
  cmsghdr aligned;
};

}  // namespace

std::string_view name_in(std::string_view variable) {
  return variable.substr(0, variable.find(';'));
}

Descriptor connect_to(std::string_view name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.empty() || name.size() >= sizeof(address.sun_path)) {
    return {};
  }
  std::copy(name.begin(), name.end(), &address.sun_path[1]);
  Descriptor connection(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  int done = -1;
  do {
    done = ::connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), size);
  } while (done < 0 && errno == EINTR);
  return done == 0 ? std::move(connection) : Descriptor();
}

bool send_message(int socket, const Attach& message, int descriptor) {
  Attach copy = message;
  iovec part{&copy, sizeof(copy)};
  Control control{};
  msghdr head{};
  head.msg_iov = &part;
  head.msg_iovlen = 1;
  if (descriptor >= 0) {
    head.msg_control = control.bytes.data();
    head.msg_controllen = control.bytes.size();
    cmsghdr* place = CMSG_FIRSTHDR(&head);
    place->cmsg_level = SOL_SOCKET;
    place->cmsg_type = SCM_RIGHTS;
    place->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(place), &descriptor, sizeof(int));
  }
  ssize_t sent = -1;
  do {
    sent = ::sendmsg(socket, &head, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof(copy));
}

std::optional<ReceivedMessage> receive_message(int socket) {
  ReceivedMessage received;
  iovec part{&received.message, sizeof(received.message)};
  Control control{};
  msghdr head{};
  head.msg_iov = &part;
  head.msg_iovlen = 1;
  head.msg_control = control.bytes.data();
  head.msg_controllen = control.bytes.size();
  const ssize_t got = ::recvmsg(socket, &head, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got <= 0) {
    errno = got == 0 ? 0 : errno;
    return std::nullopt;
  }
  const cmsghdr* place = CMSG_FIRSTHDR(&head);
  if (place != nullptr && place->cmsg_type == SCM_RIGHTS) {
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(place), sizeof(int));
    received.descriptor = Descriptor(descriptor);
  }
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
