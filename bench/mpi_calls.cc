// The cost of recording the calls of an MPI program: the same program with and without dps run, in
// turns; and the time in which dps reads ten million calls. On two hosts, the cost of sending
// the log of a rank on another host in pieces while it runs. usage: mpi_calls
// [RUNS [PAIRS]]: runs of the calls; pairs of blocks of 10 ms of the loop
//        mpi_calls pieces [RUNS]: on a cluster of namespaces (tests/cluster), as root
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/statistics.h"
#include "tests/end_to_end/cluster.h"

namespace dps::bench {
namespace {

constexpr const char* kPeer = "'" DPS_BINARY_DIR "/bench/mpi_calls_peer'";
constexpr const char* kRecorded = "'" DPS_BINARY_DIR "/bin/dps' run --quiet ";

/// The figures that the program prints.
struct Figures {
  double wall = 0;  ///< seconds
  double cpu = 0;
  double bytes = 0;
  double whole = 0;  ///< time of the command, with its start and the work of dps
  double process_cpu = 0;
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
  // The log begins with a header, and grows by pieces of 8,192 records.
  limits.at_most("bytes a call", turns->bytes / kCalls, 48.15, "B");
}

/// The ratios for pairs of blocks of calls: the time of the block that dps records, divided by that
/// of the block that it does not record.
std::vector<double> ratios_of_pairs(const std::string& front, long steps, int pairs) {
  constexpr long kRounds = 333;  // 10^3 calls, 10 ms
  double ignored = 0;
  const auto out = output_of(
      fmt::format("{}mpirun -n 1 {} {} {} {}", front, kPeer, kRounds, steps, pairs), ignored);
  std::vector<double> ratios;
  double recorded = 0;
  double unseen = 0;
  for (std::istringstream lines(out.value_or("")); lines >> recorded >> unseen;) {
    ratios.push_back(recorded / unseen);
  }
  return ratios;
}

/// Two runs of the same program vary by more than the limit. So blocks that are recorded and blocks
/// that are not take turns in one run; without dps, the same comparison shows the noise.
void compare_loops(int pairs, Limits& limits) {
  double ignored = 0;
  const auto found = output_of(fmt::format("mpirun -n 1 {}", kPeer), ignored);
  const long steps = found ? std::atol(found->c_str()) / 100 : 0;  // 10 us before each call
  const auto alone = ratios_of_pairs("", steps, pairs);
  const auto with = ratios_of_pairs(std::string(kRecorded) + "-- ", steps, pairs);
  if (steps == 0 || alone.empty() || with.empty()) {
    limits.failed("a loop with 10^5 calls a second");
    return;
  }
  const Ratio noise = ratio_of_medians(alone, {1});
  const Ratio ratio = ratio_of_medians(with, {1});
  fmt::print(
      "blocks of 10^3 calls in 10 ms, recorded: {:.4f} times as long ({:.4f} to {:.4f});\n"
      "the same comparison without dps: {:.4f} ({:.4f} to {:.4f})\n",
      ratio.value, ratio.low, ratio.high, noise.value, noise.low, noise.high);
  limits.at_most("recorded, part of the time, at most", 100 * (ratio.high - 1), 1, "%");
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

// --- pieces --------------------------------------------------------------------------------------

constexpr long kPieceRounds = 1'000'000;
constexpr double kPieceCalls = 3.0 * kPieceRounds;

/// The figures of a rank on node2, beside one on node1 that only waits in MPI_Finalize. `change` is
/// shell code before the command of the rank, such as an assignment to DPS_BOARD.
std::optional<Figures> measure_there(const end_to_end::Cluster& cluster,
                                     const std::string& change) {
  const auto finished =
      end_to_end::Running(
          cluster.dps({"run",
                       "--quiet",
                       "--",
                       "mpirun",
                       "--mca",
                       "mpi_yield_when_idle",
                       "1",
                       "--host",
                       "node1:1,node2:1",
                       "-n",
                       "1",
                       "sh",
                       "-c",
                       fmt::format("{} 0 0 >/dev/null", kPeer),
                       ":",
                       "-n",
                       "1",
                       "sh",
                       "-c",
                       fmt::format("{} exec {} {} 0", change, kPeer, kPieceRounds)}))
          .wait(std::chrono::seconds(120));
  Figures figures;
  const bool is_read =
      finished.status == 0 && std::sscanf(finished.out.c_str(), "%lf %lf %lf %lf", &figures.wall,
                                          &figures.cpu, &figures.bytes, &figures.process_cpu) == 4;
  if (!is_read) {
    fmt::print(stderr, "{}", finished.err);
  }
  return is_read ? std::optional(figures) : std::nullopt;
}

/// Compares the rank with pieces and without, in turns. Without pieces, its DPS_BOARD names no port
/// for them.
int compare_pieces(int runs) {
  const auto cluster = end_to_end::Cluster::up("nodes 2\ndefault slots=1\n");
  if (!cluster) {
    return 1;
  }
  Limits limits;
  std::vector<double> with_wall, without_wall, with_cpu, without_cpu;
  for (int i = 0; i < runs; ++i) {
    const auto with = measure_there(*cluster, "");
    const auto without = measure_there(*cluster, "DPS_BOARD=${DPS_BOARD%%;*}");
    if (!with || !without) {
      limits.failed("a rank on another host");
      return limits.exit_status();
    }
    with_wall.push_back(with->wall / kPieceCalls * 1e9);
    without_wall.push_back(without->wall / kPieceCalls * 1e9);
    with_cpu.push_back(with->process_cpu / kPieceCalls * 1e9);
    without_cpu.push_back(without->process_cpu / kPieceCalls * 1e9);
  }
  fmt::print("a call without pieces: {:.0f} ns, {:.0f} ns of CPU time of all threads\n",
             median(without_wall), median(without_cpu));
  fmt::print("with pieces, more a call: {:.0f} ns\n", median(with_wall) - median(without_wall));
  limits.at_most("more CPU time of all threads a call", median(with_cpu) - median(without_cpu), 100,
                 "ns");
  return limits.exit_status();
}

}  // namespace

int mpi_calls(int runs, int pairs) {
  Limits limits;
  compare_calls(runs, limits);
  compare_loops(pairs, limits);
  read_many(limits);
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  if (argc > 1 && std::string(argv[1]) == "pieces") {
    return dps::bench::compare_pieces(argc > 2 ? std::atoi(argv[2]) : 5);
  }
  return dps::bench::mpi_calls(argc > 1 ? std::atoi(argv[1]) : 5,
                               argc > 2 ? std::atoi(argv[2]) : 1000);
}
