/// Messages per second one way through a TcpTransport compared with a loop of one write per
/// message, in turns in one run. usage: transport_stream [REPETITIONS]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/transport_pair.h"

namespace {

using dps::ProcessId;
using dps::bench::receive;
using dps::transport::Transport;
using dps::transport::Wait;

double messages_per_second(std::uint64_t bytes, int messages, Wait wait) {
  const auto first = [&](Transport& transport) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < messages; ++i) {
      dps::bench::send(transport, ProcessId{1}, bytes);
    }
    receive(transport);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return messages / elapsed.count();
  };
  const auto second = [&](Transport& transport) {
    for (int i = 0; i < messages; ++i) {
      receive(transport);
    }
    dps::bench::send(transport, ProcessId{0}, 1);
  };
  return dps::bench::with_pair(wait, bytes, first, second);
}

void compare(std::uint64_t bytes, int messages, Wait wait, int repetitions) {
  const char* const name = wait == Wait::kSpin ? "spin" : "block";
  const std::string peer = std::string(DPS_PEERS) + "/tcp_stream " + std::to_string(bytes) + " " +
                           std::to_string(messages) + " " + name;
  std::vector<double> ours;
  std::vector<double> theirs;
  std::vector<double> ratios;
  for (int i = 0; i < repetitions; ++i) {
    ours.push_back(messages_per_second(bytes, messages, wait));
    theirs.push_back(dps::bench::figure_of(peer));
    ratios.push_back(ours.back() / theirs.back());
  }
  std::printf("%8llu B %-5s  dps %9.0f /s  sockets %9.0f /s  ratio %.3f (of the best %.3f)\n",
              static_cast<unsigned long long>(bytes), name, dps::bench::median(ours),
              dps::bench::median(theirs), dps::bench::median(ratios),
              *std::max_element(ours.begin(), ours.end()) /
                  *std::max_element(theirs.begin(), theirs.end()));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 11;
  for (const Wait wait : {Wait::kBlock, Wait::kSpin}) {
    compare(64, 500000, wait, repetitions);
    compare(65536, 5000, wait, repetitions);
  }
  return 0;
}
