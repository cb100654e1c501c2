/// Half round trip through a PvmTransport compared with a hand-written PVM program, with the same
/// route and encoding and in turns, over a private PVM on this machine.
/// usage: pvm_ping_pong [REPETITIONS [BYTES]]
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "bench/half_round_trip.h"
#include "bench/limits.h"
#include "tests/support/private_pvm.h"
#include "transport/pvm/pvm_transport.h"

namespace {

using dps::MessageRoute;
using dps::ProcessId;
using dps::transport::OutgoingMessage;
using dps::transport::Peer;
using dps::transport::PvmOptions;
using dps::transport::PvmTransport;
using Clock = std::chrono::steady_clock;

[[noreturn]] void die(const std::string& what) {
  std::fprintf(stderr, "pvm_ping_pong: %s\n", what.c_str());
  std::exit(1);
}

struct Case {
  std::uint64_t bytes;
  int rounds;
  MessageRoute route;
  bool xdr;
};

/// Runs one of the two processes; returns the nanoseconds of half a round trip.
double play(const Case& one, std::uint32_t self, int read_end, int write_end) {
  PvmOptions options;
  options.self = ProcessId{self};
  options.message_types = 1;
  options.name = [](ProcessId process) { return std::to_string(index(process)); };
  PvmTransport transport(options, {});
  const auto tid = transport.listen();
  std::uint32_t other = 0;
  if (!tid || write(write_end, &*tid, sizeof(*tid)) < 0 ||
      read(read_end, &other, sizeof(other)) < 0) {
    die("a task cannot enrol");
  }
  const OutgoingMessage outgoing{.bytes = one.bytes, .xdr = one.xdr};
  const Peer peer{ProcessId{1 - self}, "", other, one.route};
  if (!transport.prepare({&outgoing, 1}, one.bytes) ||
      !transport.connect({&peer, 1}, Clock::now() + std::chrono::seconds(10))) {
    die("the two do not meet");
  }
  transport.begin_run(1);
  const int warm_up = one.rounds / 10 + 1;
  auto start = Clock::now();
  for (int i = 0; i < warm_up + one.rounds; ++i) {
    start = i == warm_up ? Clock::now() : start;
    for (const bool sends : {self == 0, self != 0}) {
      if (sends ? !transport.send(peer.process, outgoing) : !transport.wait({})) {
        die("a message is lost");
      }
      if (!sends) {
        transport.take();
      }
    }
  }
  const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
  return elapsed.count() / 2 / one.rounds;
}

/// Runs both in children, since a process can become a PVM task only once.
double through_transport(const Case& one) {
  std::array<int, 2> there{};
  std::array<int, 2> back{};
  std::array<int, 2> figure{};
  if (pipe(there.data()) != 0 || pipe(back.data()) != 0 || pipe(figure.data()) != 0) {
    die("no pipe");
  }
  if (fork() == 0) {
    const double took = play(one, 0, back[0], there[1]);
    _exit(write(figure[1], &took, sizeof(took)) < 0 ? 1 : 0);
  }
  if (fork() == 0) {
    play(one, 1, there[0], back[1]);
    _exit(0);
  }
  double took = 0;
  close(figure[1]);
  if (read(figure[0], &took, sizeof(took)) != static_cast<ssize_t>(sizeof(took))) {
    die("a task has ended");
  }
  for (const int fd : {there[0], there[1], back[0], back[1], figure[0]}) {
    close(fd);
  }
  while (waitpid(0, nullptr, WNOHANG) > 0) {
  }
  return took;
}

double by_hand(const Case& one) {
  const std::string command = std::string(DPS_PEERS) + "/pvm_ping_pong_peer " +
                              std::to_string(one.bytes) + " " + std::to_string(one.rounds) +
                              (one.route == MessageRoute::kDirect ? " direct" : " daemon") +
                              (one.xdr ? " xdr" : " raw");
  FILE* const output = popen(command.c_str(), "r");
  double figure = 0;
  if (output == nullptr || std::fscanf(output, "%*s %lf", &figure) != 1 || pclose(output) != 0) {
    die("'" + command + "' failed");
  }
  return figure;
}

std::string name_of(const Case& one) {
  return dps::bench::size_name(one.bytes) +
         (one.route == MessageRoute::kDirect ? ", direct" : ", daemons") +
         (one.xdr ? ", XDR" : ", raw");
}

void compare(const Case& one, int repetitions, dps::bench::Limits& limits) {
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int i = 0; i < repetitions; ++i) {
    ours.push_back(through_transport(one));
    theirs.push_back(by_hand(one));
  }
  dps::bench::compare_half_round_trips(name_of(one), ours, theirs, limits);
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 11;
  const std::uint64_t only = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
  const dps::support::PrivatePvm pvm;
  dps::bench::Limits limits;
  for (const auto& [bytes, rounds] : {std::pair{1U, 2000}, {1U << 16, 400}, {1U << 20, 40}}) {
    for (const MessageRoute route : {MessageRoute::kDaemon, MessageRoute::kDirect}) {
      for (const bool xdr : {true, false}) {
        if (only == 0 || only == bytes) {
          compare({bytes, rounds, route, xdr}, repetitions, limits);
        }
      }
    }
  }
  return limits.exit_status();
}
