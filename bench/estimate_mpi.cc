// The error of `dps estimate` on this machine: measures an architecture file, then runs the MPI
// programs of examples/adi and examples/psrs on 1, 2 and 4 processes and estimates their sources.
// usage: estimate_mpi [RUNS [FILE]]: runs of each program; an architecture file in place of one
// that is measured. As root, set OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

using Words = std::vector<std::string>;

constexpr double kMostError = 0.2;
constexpr int kRuns = 9;

struct Program {
  const char* name;
  Words options;  ///< options of dps estimate, equal to those of the compiled MPI program
};

/// The median of the times that the program prints; 0 if it fails.
double measured_seconds(const Program& program, unsigned processes, int runs) {
  std::vector<double> seconds;
  for (int i = 0; i < runs; ++i) {
    const Finished done = run({"/bin/sh", "-c",
                               fmt::format("exec mpirun --oversubscribe -n {} '{}/examples/{}_mpi'",
                                           processes, DPS_BINARY_DIR, program.name)});
    if (done.status != 0) {
      return 0;
    }
    seconds.push_back(std::strtod(done.out.c_str(), nullptr));
  }
  return median(seconds);
}

double estimated_seconds(const Program& program, unsigned processes, const std::string& machine) {
  Words words{
      "estimate",  fmt::format("{}/examples/{}/{}.c", DPS_SOURCE_DIR, program.name, program.name),
      "--machine", machine,
      "-n",        std::to_string(processes)};
  words.insert(words.end(), program.options.begin(), program.options.end());
  const auto result = result_of(words);
  return result ? result->at("results").at(0).at("time_s").get<double>() : 0;
}

/// Compares the times. There is no limit if there are more processes than cores, since the time
/// then depends on the scheduling.
void compare(const Program& program, unsigned processes, int runs, const std::string& machine,
             Limits& limits) {
  const double measured = measured_seconds(program, processes, runs);
  const double estimated = estimated_seconds(program, processes, machine);
  const std::string what = fmt::format("{} on {}: {:.2f} ms, estimated {:.2f} ms", program.name,
                                       processes, measured * 1e3, estimated * 1e3);
  if (measured == 0 || estimated == 0) {
    limits.failed(what);
    return;
  }
  const double error = std::abs(estimated / measured - 1);
  if (processes > std::thread::hardware_concurrency()) {
    fmt::print("{:<52} {:10.4g}       (no limit: more processes than cores)\n", what, error);
  } else {
    limits.at_most(what, error, kMostError, "");
  }
}

int measure(int runs, const std::string& given) {
  const support::ScratchFolder folder;
  const std::string machine = given.empty() ? (folder.path() / "here.arch").string() : given;
  Limits limits;
  if (given.empty()) {
    const Finished done =
        run(dps_command({"calibrate", "--launcher", "mpi", "--transport", "mpi", "--wait", "spin",
                         "--as", "architecture", "-o", machine, "--quiet"}));
    if (done.status != 0) {
      limits.failed("dps calibrate --launcher mpi");
      return limits.exit_status();
    }
    fmt::print("{}\n", done.out);
  }
  const std::vector<Program> programs{{"adi", {"--define", "STEPS=20"}}, {"psrs", {}}};
  for (const Program& program : programs) {
    for (const unsigned processes : {1U, 2U, 4U}) {
      compare(program, processes, runs, machine, limits);
    }
  }
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : dps::bench::kRuns;
  try {
    return dps::bench::measure(runs > 0 ? runs : dps::bench::kRuns, argc > 2 ? argv[2] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "estimate_mpi: %s\n", error.what());
    return 1;
  }
}
