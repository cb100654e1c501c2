/// Half round trip through an MpiTransport compared with plain MPI in C, in turns in one run, over
/// the same BTL. usage: mpirun -n 2 [--mca btl tcp,self] mpi_ping_pong [REPETITIONS]
#include "bench/peers/mpi_ping_pong.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "bench/half_round_trip.h"
#include "bench/limits.h"
#include "transport/mpi/mpi_transport.h"
#include "transport/mpi/world.h"

namespace {

using dps::ProcessId;
using dps::transport::MpiTransport;
using dps::transport::MpiWorld;
using dps::transport::OutgoingMessage;

std::unique_ptr<MpiTransport> open(const MpiWorld& world, const OutgoingMessage& outgoing) {
  const auto self = static_cast<std::uint32_t>(world.rank());
  dps::transport::MpiOptions options;
  options.self = ProcessId{self};
  options.group = world.group();
  options.warm_up = world.warm_up();
  options.message_types = 1;
  options.name = [](ProcessId) { return "peer"; };
  auto transport = std::make_unique<MpiTransport>(options, dps::transport::StopSignal{});
  const std::array peers{dps::transport::Peer{ProcessId{1 - self}, "", 1 - self}};
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  if (!transport->prepare(std::span(&outgoing, 1), outgoing.bytes) ||
      !transport->connect(peers, deadline)) {
    std::fputs("mpi_ping_pong: cannot connect\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  transport->begin_run(1);
  return transport;
}

double half_round_trip_ns(MpiTransport& transport, bool first, const OutgoingMessage& outgoing,
                          int rounds) {
  const ProcessId peer{first ? 1U : 0U};
  const int warm_up = rounds / 10 + 1;
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < warm_up + rounds; ++i) {
    if (i == warm_up) {
      begin = std::chrono::steady_clock::now();
    }
    if (first) {
      static_cast<void>(transport.send(peer, outgoing));
    }
    static_cast<void>(transport.wait({}));
    transport.take();
    if (!first) {
      static_cast<void>(transport.send(peer, outgoing));
    }
  }
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / 2 / rounds;
}

void compare(const MpiWorld& world, std::uint64_t bytes, int rounds, int repetitions,
             dps::bench::Limits& limits) {
  const OutgoingMessage outgoing{.bytes = bytes, .packed = false};
  const auto transport = open(world, outgoing);
  std::vector<std::byte> body(bytes);
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int i = 0; i < repetitions; ++i) {
    MPI_Barrier(world.warm_up());
    ours.push_back(half_round_trip_ns(*transport, world.rank() == 0, outgoing, rounds));
    MPI_Barrier(world.warm_up());
    theirs.push_back(
        plain_half_round_trip_ns(world.warm_up(), body.data(), static_cast<int>(bytes), rounds));
  }
  if (world.rank() == 0) {
    dps::bench::compare_half_round_trips(dps::bench::size_name(bytes), ours, theirs, limits);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 11;
  const auto world = MpiWorld::join(0);
  if (!world || (*world)->size() != 2) {
    std::fputs("usage: mpirun -n 2 mpi_ping_pong [REPETITIONS]\n", stderr);
    return 2;
  }
  dps::bench::Limits limits;
  for (const auto& [bytes, rounds] : {std::pair{1U, 5000}, {64U << 10, 1000}, {1U << 20, 200}}) {
    compare(**world, bytes, rounds, repetitions, limits);
  }
  MPI_Finalize();
  return limits.exit_status();
}
