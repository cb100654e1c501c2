/// One process sends messages to another over TCP as fast as it can, one write a message.
/// usage: tcp_stream BYTES MESSAGES block|spin
/// Prints: messages_per_second <number>
#include <cstring>
#include <vector>

#include <sys/wait.h>

#include "bench/peers/tcp_peer.h"

namespace {

/// Reads `bytes` without regard to the boundaries of messages.
void read_stream(int fd, std::size_t bytes, bool spin) {
  std::vector<std::byte> buffer(65536);
  while (bytes > 0) {
    const ssize_t got = recv(fd, buffer.data(), buffer.size(), spin ? MSG_DONTWAIT : 0);
    if (got > 0) {
      bytes -= static_cast<std::size_t>(got);
    } else if (got < 0 && errno == EAGAIN) {
      sched_yield();
    } else {
      peer::die("recv");
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: tcp_stream BYTES MESSAGES block|spin\n");
    return 2;
  }
  std::vector<std::byte> body(std::strtoull(argv[1], nullptr, 10));
  const std::size_t messages = std::strtoull(argv[2], nullptr, 10);
  const bool spin = std::strcmp(argv[3], "spin") == 0;
  const peer::Pair pair = peer::connect_pair();
  std::byte done{};
  if (fork() == 0) {
    read_stream(pair.second, body.size() * messages, spin);
    peer::write_all(pair.second, &done, 1);
    _exit(0);
  }
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < messages; ++i) {
    peer::write_all(pair.first, body.data(), body.size());
  }
  peer::read_all(pair.first, &done, 1, spin);
  std::printf("messages_per_second %.0f\n",
              static_cast<double>(messages) / peer::seconds_since(start));
  wait(nullptr);
  return 0;
}
