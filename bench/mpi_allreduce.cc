// One allreduce after the other on two ranks of this machine: the schedules of dps and the
// operations of the library (-alg native), beside MPI_Iallreduce with the same algorithm in C.
// usage: mpi_allreduce [RUNS]
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/half_round_trip.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr const char* kPeer = DPS_BINARY_DIR "/bench/mpi_allreduce_peer";
constexpr double kMost = 1.3;  // times the time of the library

constexpr const char* kBlueprint = R"(
V bytes 8
V operations 10
V native 0
I Sum.i   1 Sum.m
O Sum.o   W.p -t Sum.m -collective allreduce -b {bytes} -alg {native ? native : recursive_doubling} -p off
F first.f NULL  NULL Sum.o SAME
F next.f  Sum.i NULL Sum.o SAME*{operations-2},end.fu
F end.f   Sum.i NULL NULL  NULL
U w.fu    first.f next.f
U end.fu  -early end.f
P W.p     2 w.fu end.fu
)";

struct Series {
  std::uint64_t bytes;
  std::uint64_t operations;
};

/// Seconds of one operation.
std::optional<double> through_dps(const std::string& blueprint, const Series& series,
                                  bool is_native) {
  const auto result =
      run_blueprint(blueprint, {"--launcher", "mpi", "--transport", "mpi", "--set",
                                fmt::format("bytes={}", series.bytes), "--set",
                                fmt::format("operations={}", series.operations), "--set",
                                fmt::format("native={}", is_native ? 1 : 0)});
  return result ? std::optional(real_seconds(*result, "W.p[0]") /
                                static_cast<double>(series.operations))
                : std::nullopt;
}

/// Likewise. Without hosts dps does not know the number of cores, so that MPI yields.
std::optional<double> by_hand(const Series& series) {
  const Finished finished = run({"/usr/bin/mpirun", "--oversubscribe", "--bind-to", "none", "--mca",
                                 "mpi_yield_when_idle", "1", "-n", "2", kPeer,
                                 std::to_string(series.bytes), std::to_string(series.operations)});
  return finished.status == 0 ? std::optional(std::strtod(finished.out.c_str(), nullptr) /
                                              static_cast<double>(series.operations))
                              : std::nullopt;
}

void compare(const std::string& blueprint, const Series& series, int runs, Limits& limits) {
  std::vector<double> own;
  std::vector<double> native;
  std::vector<double> theirs;
  const std::string size = size_name(series.bytes);
  for (int i = 0; i < runs; ++i) {
    const auto ours = through_dps(blueprint, series, false);
    const auto library = through_dps(blueprint, series, true);
    const auto c = by_hand(series);
    if (!ours || !library || !c) {
      return limits.failed("allreduce of " + size);
    }
    own.push_back(*ours);
    native.push_back(*library);
    theirs.push_back(*c);
  }
  fmt::print("{}: MPI_Iallreduce {:.2f} us\n", size, median(theirs) * 1e6);
  limits.at_most("recursive doubling of " + size, ratio_of_medians(own, theirs).value, kMost,
                 "times");
  limits.at_most("-alg native of " + size, ratio_of_medians(native, theirs).value, kMost, "times");
}

}  // namespace

int mpi_allreduce(int runs) {
  const support::ScratchFolder folder;
  const std::string blueprint = folder.write("allreduce.txt", kBlueprint).string();
  Limits limits;
  for (const Series& series :
       {Series{8, 100'000}, Series{64 << 10, 10'000}, Series{8 << 20, 200}}) {
    compare(blueprint, series, runs, limits);
  }
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  setenv("OMPI_MCA_coll_libnbc_iallreduce_algorithm", "4", 1);  // recursive doubling
  return dps::bench::mpi_allreduce(argc > 1 ? std::atoi(argv[1]) : 5);
}
