// The cost of recording the calls of an MPI program: the same program with and without dps run, in
// turns; and what dps needs to read ten million calls.
// usage: mpi_calls [RUNS [LOOPS]]: of the calls, and of the loop of 10 s
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/statistics.h"

namespace dps::bench {
namespace {

constexpr const char* kPeer = "'" DPS_BINARY_DIR "/bench/mpi_calls_peer'";
constexpr const char* kRecorded = "'" DPS_BINARY_DIR "/bin/dps' run --quiet ";

/// The figures that the program prints.
struct Figures {
  double wall = 0;  ///< seconds
  double cpu = 0;
  double bytes = 0;
  double whole = 0;  ///< of the command, with its start and the work of dps
};

std::optional<std::string> output_of(const std::string& command, double& seconds) {
  const Finished finished = Child({"/bin/sh", "-c", command}).wait();
  seconds = finished.seconds;
  return finished.status == 0 ? std::optional(finished.out) : std::nullopt;
}

std::optional<Figures> measure(const std::string& front, long rounds, long steps) {
  Figures figures;
  const auto out =
      output_of(fmt::format("{}mpirun -n 1 {} {} {}", front, kPeer, rounds, steps), figures.whole);
  const bool is_read = out && std::sscanf(out->c_str(), "%lf %lf %lf", &figures.wall, &figures.cpu,
                                          &figures.bytes) == 3;
  return is_read ? std::optional(figures) : std::nullopt;
}

/// Runs of the same program alone and recorded, in turns.
struct Turns {
  std::vector<double> alone, recorded;          ///< wall time
  std::vector<double> alone_cpu, recorded_cpu;  ///< CPU time of the rank
  double bytes = 0;
};

std::optional<Turns> take_turns(int runs, long rounds, long steps) {
  Turns turns;
  for (int i = 0; i < runs; ++i) {
    const auto alone = measure("", rounds, steps);
    const auto recorded = measure(std::string(kRecorded) + "-- ", rounds, steps);
    if (!alone || !recorded) {
      return std::nullopt;
    }
    turns.alone.push_back(alone->wall);
    turns.recorded.push_back(recorded->wall);
    turns.alone_cpu.push_back(alone->cpu);
    turns.recorded_cpu.push_back(recorded->cpu);
    turns.bytes = recorded->bytes;
  }
  return turns;
}

void compare_calls(int runs, Limits& limits) {
  constexpr long kRounds = 1'000'000;
  constexpr double kCalls = 3.0 * kRounds;
  const auto turns = take_turns(runs, kRounds, 0);
  if (!turns) {
    limits.failed("messages of a rank to itself");
    return;
  }
  const auto a_call = [&](const std::vector<double>& seconds) {
    return median(seconds) / kCalls * 1e9;
  };
  fmt::print("a call without dps: {:.0f} ns, {:.0f} ns of CPU time\n", a_call(turns->alone),
             a_call(turns->alone_cpu));
  limits.at_most("recorded by dps run, more a call", a_call(turns->recorded) - a_call(turns->alone),
                 150, "ns");
  limits.at_most("more CPU time a call", a_call(turns->recorded_cpu) - a_call(turns->alone_cpu),
                 150, "ns");
  // The log grows by pieces, and begins with a header.
  limits.at_most("bytes a call", turns->bytes / kCalls, 48.05, "B");
}

void compare_loops(int loops, Limits& limits) {
  constexpr long kRounds = 333'333;  // 10^6 calls in 10 s
  double ignored = 0;
  const auto steps = output_of(fmt::format("mpirun -n 1 {}", kPeer), ignored);
  const auto turns = steps ? take_turns(loops, kRounds, std::atol(steps->c_str()) / 100)
                           : std::nullopt;  // 10 us before each call
  if (!turns) {
    limits.failed("a loop of 10 s");
    return;
  }
  const Ratio ratio = ratio_of_medians(turns->recorded, turns->alone);
  fmt::print(
      "a loop of 10^6 calls without dps: {:.3f} s; recorded: {:.4f} times ({:.4f} to {:.4f})\n",
      median(turns->alone), ratio.value, ratio.low, ratio.high);
  limits.at_most("recorded, part of the time", 100 * (ratio.value - 1), 1, "%");
  const double cpu = median(turns->recorded_cpu) / median(turns->alone_cpu);
  limits.at_most("recorded, part of the CPU time", 100 * (cpu - 1), 1, "%");
}

/// Measures the work of dps after the end of the program. The time includes the start of the
/// program, some tenths of a second.
void read_many(Limits& limits) {
  constexpr long kRounds = 3'333'334;  // 10^7 calls
  const auto figures = measure(std::string(kRecorded) + "-- ", kRounds, 0);
  if (!figures) {
    limits.failed("10^7 calls");
    return;
  }
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  limits.at_most("reading 10^7 calls", figures->whole - figures->wall, 10, "s");
  limits.at_most("memory for 10^7 calls", static_cast<double>(usage.ru_maxrss) / 1024, 2000, "MiB");
}

}  // namespace

int mpi_calls(int runs, int loops) {
  Limits limits;
  compare_calls(runs, limits);
  compare_loops(loops, limits);
  read_many(limits);
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  return dps::bench::mpi_calls(argc > 1 ? std::atoi(argv[1]) : 5,
                               argc > 2 ? std::atoi(argv[2]) : 5);
}
