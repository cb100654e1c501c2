/// A ping-pong between two processes over TCP, written by hand with blocking (or polled) sockets.
/// usage: tcp_ping_pong BYTES ROUNDS block|spin
/// Prints: half_round_trip_ns <number>
#include <cstring>
#include <vector>

#include <sys/wait.h>

#include "bench/peers/tcp_peer.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: tcp_ping_pong BYTES ROUNDS block|spin\n");
    return 2;
  }
  std::vector<std::byte> body(std::strtoull(argv[1], nullptr, 10));
  const long rounds = std::strtol(argv[2], nullptr, 10);
  const bool spin = std::strcmp(argv[3], "spin") == 0;
  const peer::Pair pair = peer::connect_pair();
  const long warm_up = rounds / 10 + 1;
  if (fork() == 0) {
    for (long i = 0; i < warm_up + rounds; ++i) {
      peer::read_all(pair.second, body.data(), body.size(), spin);
      peer::write_all(pair.second, body.data(), body.size());
    }
    _exit(0);
  }
  auto start = std::chrono::steady_clock::now();
  for (long i = 0; i < warm_up + rounds; ++i) {
    if (i == warm_up) {
      start = std::chrono::steady_clock::now();
    }
    peer::write_all(pair.first, body.data(), body.size());
    peer::read_all(pair.first, body.data(), body.size(), spin);
  }
  std::printf("half_round_trip_ns %.1f\n",
              peer::seconds_since(start) * 1e9 / 2 / static_cast<double>(rounds));
  wait(nullptr);
  return 0;
}
