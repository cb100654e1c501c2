/// Code that the hand-written TCP programs share: plain sockets, without any code of dps.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

namespace peer {

[[noreturn]] inline void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

/// The two ends of a TCP connection over loopback, with Nagle's algorithm off.
struct Pair {
  int first;
  int second;
};

inline Pair connect_pair() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof(address);
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener, name, length) != 0 || listen(listener, 1) != 0 ||
      getsockname(listener, name, &length) != 0) {
    die("listen");
  }
  const int first = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(first, name, length) != 0) {
    die("connect");
  }
  const int second = accept(listener, nullptr, nullptr);
  close(listener);
  const int on = 1;
  setsockopt(first, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  setsockopt(second, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return {first, second};
}

inline void write_all(int fd, const std::byte* data, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t written = write(fd, data, bytes);
    if (written < 0) {
      die("write");
    }
    data += written;
    bytes -= static_cast<std::size_t>(written);
  }
}

/// Reads exactly `bytes`; `spin`: polls, and yields between polls, instead of sleeping.
inline void read_all(int fd, std::byte* data, std::size_t bytes, bool spin) {
  while (bytes > 0) {
    const ssize_t got = recv(fd, data, bytes, spin ? MSG_DONTWAIT : 0);
    if (got > 0) {
      data += got;
      bytes -= static_cast<std::size_t>(got);
    } else if (got < 0 && errno == EAGAIN) {
      sched_yield();
    } else {
      die("recv");
    }
  }
}

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace peer
