#include "message.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

struct Header {
  std::uint32_t type;
  std::uint32_t count;
};

constexpr std::uint32_t kMostValues = 1U << 28;

sockaddr_in socket_address(const Address& address) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_port = htons(address.port);
  if (inet_pton(AF_INET, address.host.c_str(), &result.sin_addr) != 1) {
    fail("'" + address.host + "' is not an IPv4 address");
  }
  return result;
}

void send_at_once(int socket) {
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void receive_bytes(int socket, void* to, std::size_t size) {
  auto* at = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t got = recv(socket, at, size, MSG_WAITALL);
    if (got == 0) {
      fail("the other side closed the connection");
    }
    if (got < 0 && errno != EINTR) {
      fail("cannot receive");
    }
    if (got > 0) {
      at += got;
      size -= static_cast<std::size_t>(got);
    }
  }
}

/// Sends both parts, with one system call unless the kernel accepts only some of the bytes.
void send_bytes(int socket, std::array<iovec, 2> parts) {
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  std::size_t left = parts[0].iov_len + parts[1].iov_len;
  while (left > 0) {
    const ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EINTR) {
        continue;
      }
      fail("cannot send");
    }
    left -= static_cast<std::size_t>(sent);
    auto skip = static_cast<std::size_t>(sent);
    for (iovec& part : parts) {
      const std::size_t taken = skip < part.iov_len ? skip : part.iov_len;
      part.iov_base = static_cast<char*>(part.iov_base) + taken;
      part.iov_len -= taken;
      skip -= taken;
    }
  }
}

}  // namespace

void fail(const std::string& what) {
  const int error = errno;
  std::fprintf(stderr, "matrix_multiply_2_real: %s%s%s\n", what.c_str(), error != 0 ? ": " : "",
               error != 0 ? std::strerror(error) : "");
  std::exit(1);
}

std::optional<Address> parse_address(const std::string& text) {
  const auto colon = text.rfind(':');
  if (colon == std::string::npos) {
    return std::nullopt;
  }
  Address address{text.substr(0, colon), 0};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, address.port);
  if (error != std::errc{} || stop != end) {
    return std::nullopt;
  }
  return address;
}

int listen_on(Address& address) {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in place = socket_address(address);
  socklen_t length = sizeof place;
  const int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (listener < 0 || bind(listener, reinterpret_cast<sockaddr*>(&place), length) != 0 ||
      listen(listener, SOMAXCONN) != 0 ||
      getsockname(listener, reinterpret_cast<sockaddr*>(&place), &length) != 0) {
    fail("cannot listen on '" + address.host + "'");
  }
  address.port = ntohs(place.sin_port);
  return listener;
}

int accept_from(int listener) {
  const int connection = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  if (connection < 0) {
    fail("cannot accept");
  }
  send_at_once(connection);
  return connection;
}

int connect_to(const Address& address) {
  const sockaddr_in place = socket_address(address);
  for (int attempt = 0; attempt < 100; ++attempt) {
    const int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(connection, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0) {
      send_at_once(connection);
      return connection;
    }
    close(connection);
    usleep(100'000);
  }
  fail("cannot connect to '" + address.host + "'");
}

void send_message(int socket, MessageType type, std::span<const std::int32_t> values) {
  thread_local std::vector<std::uint32_t> packed;
  packed.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    packed[i] = htonl(static_cast<std::uint32_t>(values[i]));
  }
  Header header{htonl(static_cast<std::uint32_t>(type)),
                htonl(static_cast<std::uint32_t>(values.size()))};
  send_bytes(socket, {{{&header, sizeof header}, {packed.data(), packed.size() * 4}}});
}

void receive_message(int socket, Message& message) {
  Header header{};
  receive_bytes(socket, &header, sizeof header);
  message.type = static_cast<MessageType>(ntohl(header.type));
  const std::uint32_t count = ntohl(header.count);
  if (count > kMostValues) {
    fail("received what is no message");
  }
  message.values.resize(count);
  receive_bytes(socket, message.values.data(), message.values.size() * 4);
  for (std::int32_t& value : message.values) {
    value = static_cast<std::int32_t>(ntohl(static_cast<std::uint32_t>(value)));
  }
}
