// The cost of recording a call of MPI: the same program with and without dps run, in turns.
// usage: mpi_calls [RUNS]
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/statistics.h"

namespace dps::bench {
namespace {

/// Nanoseconds a call; negative if the program failed.
double time_of_call(const std::string& front) {
  const std::string peer = DPS_BINARY_DIR "/bench/mpi_calls_peer";
  const Finished finished =
      Child({"/bin/sh", "-c", front + "mpirun -n 1 '" + peer + "' 1000000"}).wait();
  return finished.status == 0 ? std::atof(finished.out.c_str()) : -1;
}

}  // namespace

int mpi_calls(int runs) {
  Limits limits;
  std::vector<double> alone;
  std::vector<double> recorded;
  for (int i = 0; i < runs; ++i) {
    alone.push_back(time_of_call(""));
    recorded.push_back(time_of_call("'" DPS_BINARY_DIR "/bin/dps' run --quiet -- "));
    if (alone.back() < 0 || recorded.back() < 0) {
      limits.failed("messages of a rank to itself");
      return limits.exit_status();
    }
  }
  fmt::print("a call without dps: {:.0f} ns\n", median(alone));
  limits.at_most("recorded by dps run, more a call", median(recorded) - median(alone), 150, "ns");
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  return dps::bench::mpi_calls(argc > 1 ? std::atoi(argv[1]) : 5);
}
