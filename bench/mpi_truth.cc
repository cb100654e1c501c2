// The error of predictions of MPI programs on this machine: measures a data sheet of its MPI, then
// runs the programs of examples/cowichan on two ranks and predicts the same commands, in turns.
// usage: mpi_truth [RUNS [SHEET]]: runs of each program; a data sheet in place of one that is
// measured
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <string>
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

constexpr const char* kRawTiming = DPS_BINARY_DIR "/bin/dps-rawtiming";
/// Open MPI buffers messages of this size on one host; the measurement of late receives
/// (`sendlate`) finds a smaller limit (docs/programs.md).
constexpr const char* kEager = "4KiB";
constexpr double kMostMedian = 0.25;  // limit for the median of the errors
constexpr double kMostFactor = 2;     // between a prediction and a run
constexpr double kLeastShare = 0.05;  // least share of all ranks' time for a compared function

/// The makespan, and the time of all ranks in each function but MPI_Init and MPI_Finalize, which
/// are outside of it.
struct Times {
  double makespan_s = 0;
  double all_s = 0;  ///< the sum over all ranks
  std::map<std::string, double> functions_s;

  [[nodiscard]] double of(const std::string& function) const {
    const auto found = functions_s.find(function);
    return found == functions_s.end() ? 0 : found->second;
  }
};

Times times_of(const nlohmann::json& result) {
  const auto& run = result.at("runs").at(0);
  Times times;
  times.makespan_s = run.at("makespan_s").get<double>();
  times.all_s = times.makespan_s * static_cast<double>(run.at("processes").size());
  for (const auto& function : run.at("mpi").at("functions")) {
    if (const std::string name = function.at("function");
        name != "MPI_Init" && name != "MPI_Finalize") {
      times.functions_s[name] = function.at("total_s").get<double>();
    }
  }
  return times;
}

/// The result of a `dps` command, which begins with `words`, on two ranks of the program.
std::optional<Times> once(Words words, const std::string& program) {
  const support::ScratchFolder folder;  // the program may print to stdout, so the result is a file
  const std::string path = (folder.path() / "result.json").string();
  const Words command{
      "-o",        path,   "--quiet", "--", "mpirun",
      "--bind-to", "none", "-n",      "2",  DPS_BINARY_DIR "/examples/cowichan/" + program};
  words.insert(words.end(), command.begin(), command.end());
  if (run(dps_command(words)).status != 0) {
    return std::nullopt;
  }
  std::ifstream in(path);
  return times_of(nlohmann::json::parse(in));
}

/// The |log| of the factor between two times, as a share: 0.25 for 1.25 and for 1/1.25.
double error_of(double predicted_s, double measured_s) {
  return std::exp(std::abs(std::log(predicted_s / measured_s))) - 1;
}

struct Errors {
  std::vector<double> makespans;
  std::vector<double> functions;
};

bool compare(const std::string& program, const std::string& sheet, int runs, Errors& errors) {
  std::vector<double> measured;
  std::vector<double> predicted;
  Times last_run;
  Times last_prediction;
  for (int i = 0; i < runs; ++i) {
    const auto run = once({"run"}, program);
    const auto prediction = once(
        {"predict", "--machine", sheet, "--eager", kEager, "--compute", "measured", "--jobs", "1"},
        program);
    if (!run || !prediction) {
      return false;
    }
    measured.push_back(run->makespan_s);
    predicted.push_back(prediction->makespan_s);
    last_run = *run;
    last_prediction = *prediction;
  }
  errors.makespans.push_back(error_of(median(predicted), median(measured)));
  fmt::print("{:<10} {:>9.1f} ms {:>9.1f} ms {:>+6.0f} %", program, median(measured) * 1e3,
             median(predicted) * 1e3, (median(predicted) / median(measured) - 1) * 100);
  for (const auto& [function, measured_s] : last_run.functions_s) {
    if (measured_s >= kLeastShare * last_run.all_s) {
      const double predicted_s = last_prediction.of(function);
      errors.functions.push_back(predicted_s > 0 ? error_of(predicted_s, measured_s)
                                                 : std::numeric_limits<double>::infinity());
      fmt::print("  {} {:+.0f} %", function, (predicted_s / measured_s - 1) * 100);
    }
  }
  fmt::print("\n");
  return true;
}

/// The path of a data sheet of the MPI of this machine; "" if it cannot be measured.
std::string measured_sheet(const support::ScratchFolder& folder) {
  const std::string raw = (folder.path() / "raw").string();
  const std::string sheet = (folder.path() / "sheet.toml").string();
  const bool is_done =
      run({"/usr/bin/mpirun", "--bind-to", "none", "-n", "2", kRawTiming, "-o", raw, "--quiet",
           "--functions", "p2p,collective,nonblocking,communicator"})
              .status == 0 &&
      run(dps_command({"datasheet", raw, "-o", sheet, "--quiet"})).status == 0;
  return is_done ? sheet : "";
}

}  // namespace

int mpi_truth(int runs, std::string sheet) {
  const support::ScratchFolder folder;
  Limits limits;
  sheet = sheet.empty() ? measured_sheet(folder) : sheet;
  if (sheet.empty()) {
    limits.failed("a data sheet");
    return limits.exit_status();
  }
  Errors errors;
  fmt::print("program     measured    predicted  error\n");
  for (const char* program :
       {"elastic", "gauss", "half", "invperc", "life", "mandel", "norm", "outer", "product",
        "randmat", "sor", "thresh", "vecdiff", "winnow"}) {
    if (!compare(program, sheet, runs, errors)) {
      limits.failed(program);
    }
  }
  if (!errors.makespans.empty()) {
    limits.at_most("median error of the makespan", median(errors.makespans), kMostMedian, "");
    limits.at_most("largest factor of the makespan",
                   1 + *std::max_element(errors.makespans.begin(), errors.makespans.end()),
                   kMostFactor, "times");
  }
  if (!errors.functions.empty()) {
    limits.at_most("median factor of functions with 5 % of the time", 1 + median(errors.functions),
                   kMostFactor, "times");
  }
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  return dps::bench::mpi_truth(argc > 1 ? std::atoi(argv[1]) : 3, argc > 2 ? argv[2] : "");
}
