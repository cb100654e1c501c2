/// Half round trip through a TcpTransport compared with hand-written sockets, in turns in one run.
/// usage: transport_ping_pong [REPETITIONS [BYTES]]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "bench/transport_pair.h"

namespace {

using dps::ProcessId;
using dps::bench::receive;
using dps::transport::Transport;
using dps::transport::Wait;

struct Case {
  std::uint64_t bytes;
  int rounds;
  Wait wait;
};

double half_round_trip_ns(const Case& one) {
  const int warm_up = one.rounds / 10 + 1;
  const auto first = [&](Transport& transport) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < warm_up + one.rounds; ++i) {
      if (i == warm_up) {
        start = std::chrono::steady_clock::now();
      }
      dps::bench::send(transport, ProcessId{1}, one.bytes);
      receive(transport);
    }
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - start;
    return elapsed.count() / 2 / one.rounds;
  };
  const auto second = [&](Transport& transport) {
    for (int i = 0; i < warm_up + one.rounds; ++i) {
      receive(transport);
      dps::bench::send(transport, ProcessId{0}, one.bytes);
    }
  };
  return dps::bench::with_pair(one.wait, one.bytes, first, second);
}

void compare(const Case& one, int repetitions) {
  const char* const wait = one.wait == Wait::kSpin ? "spin" : "block";
  const std::string peer = std::string(DPS_PEERS) + "/tcp_ping_pong " + std::to_string(one.bytes) +
                           " " + std::to_string(one.rounds) + " " + wait;
  std::vector<double> ours;
  std::vector<double> theirs;
  std::vector<double> ratios;
  for (int i = 0; i < repetitions; ++i) {
    ours.push_back(half_round_trip_ns(one));
    theirs.push_back(dps::bench::figure_of(peer));
    ratios.push_back(ours.back() / theirs.back());
  }
  std::printf(
      "%8llu B %-5s  dps %10.0f ns  sockets %10.0f ns  ratio %.3f (of the best %.3f)  more %+.0f "
      "ns\n",
      static_cast<unsigned long long>(one.bytes), wait, dps::bench::median(ours),
      dps::bench::median(theirs), dps::bench::median(ratios),
      *std::min_element(ours.begin(), ours.end()) / *std::min_element(theirs.begin(), theirs.end()),
      dps::bench::median(ours) - dps::bench::median(theirs));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 11;
  const std::uint64_t only = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  for (const Wait wait : {Wait::kBlock, Wait::kSpin}) {
    for (const auto& [bytes, rounds] : {std::pair{1U, 5000}, {1024U, 5000}, {1U << 20, 300}}) {
      if (only == 0 || only == bytes) {
        compare({bytes, rounds, wait}, repetitions);
      }
    }
  }
  return 0;
}
