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

namespace {

/// True if all bytes were sent, with a descriptor unless it is negative.
bool send_with(int socket, void* message, std::size_t size, int descriptor) {
  iovec part{message, size};
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
  return sent == static_cast<ssize_t>(size);
}

}  // namespace

ssize_t receive_bytes(int socket, void* message, std::size_t size, int flags,
                      Descriptor& descriptor) {
  iovec part{message, size};
  Control control{};
  msghdr head{};
  head.msg_iov = &part;
  head.msg_iovlen = 1;
  head.msg_control = control.bytes.data();
  head.msg_controllen = control.bytes.size();
  const ssize_t got = ::recvmsg(socket, &head, flags | MSG_CMSG_CLOEXEC);
  const cmsghdr* place = got > 0 ? CMSG_FIRSTHDR(&head) : nullptr;
  if (place != nullptr && place->cmsg_type == SCM_RIGHTS) {
    int received = -1;
    std::memcpy(&received, CMSG_DATA(place), sizeof(int));
    descriptor = Descriptor(received);
  }
  return got;
}

bool send_message(int socket, const Attach& message, int descriptor) {
  Attach copy = message;
  return send_with(socket, &copy, sizeof(copy), descriptor);
}

void send_grant(int socket, const Grant& grant, int arena) {
  Grant copy = grant;
  // A rank that has gone meanwhile is noticed by the next receive.
  static_cast<void>(send_with(socket, &copy, sizeof(copy), arena));
}

std::optional<Grant> receive_grant(int socket, Descriptor& arena) {
  Grant grant;
  ssize_t got = -1;
  do {
    got = receive_bytes(socket, &grant, sizeof(grant), 0, arena);
  } while (got < 0 && errno == EINTR);
  return got == static_cast<ssize_t>(sizeof(grant)) ? std::optional(grant) : std::nullopt;
}

}  // namespace dps::board
