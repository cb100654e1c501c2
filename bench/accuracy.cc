// The error of predictions: calibrates, then runs and predicts examples in sizes that keep at most
// two processes busy at a time. With --machine, predicts on this file instead, such as the data
// sheet of an MPI library. usage: accuracy [RUNS [--machine FILE] [OPTION …]]   options of both
// `dps calibrate` and `dps run`:
//        --hosts …
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

using Words = std::vector<std::string>;

/// Errors of the makespan.
struct Limits {
  double median = 0;
  double most = 0;
};
constexpr Limits kCalibrated{0.10, 0.25};
constexpr Limits kGiven{0.15, 1};

struct Row {
  const char* blueprint;  ///< path in examples/
  Words settings;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all{{"ring", {}},
                                    {"ring", {"n=2"}},
                                    {"ring", {"n=4", "rounds=300"}},
                                    {"pipeline", {"stages=1"}},
                                    {"pipeline", {"stages=2"}},
                                    {"pipeline", {"stages=2", "bytes=100000"}},
                                    {"fan_out_service", {}},
                                    {"parallel_sort", {"p=2"}},
                                    {"parallel_sort", {"p=2", "n=4000000"}},
                                    {"stencil_2d", {"rows=1", "cols=2"}},
                                    {"stencil_2d", {"rows=1", "cols=2", "block=1000", "steps=10"}},
                                    {"parameter_server", {"workers=1"}},
                                    {"parameter_server", {"workers=1", "parameters=100000"}},
                                    {"matrix_multiply_2/scaled", {"workers=1"}},
                                    {"matrix_multiply_2/scaled", {"workers=1", "n=50"}}};
  return all;
}

std::string path_of(const Row& row) {
  const std::string name = row.blueprint;
  return DPS_SOURCE_DIR "/examples/" + name +
         (name.find('/') == std::string::npos ? "/blueprint.txt" : ".txt");
}

Words settings_of(const Row& row) {
  Words words;
  for (const std::string& setting : row.settings) {
    words.insert(words.end(), {"--set", setting});
  }
  return words;
}

std::vector<double> makespans_of_runs(const Row& row, int runs, const Words& options) {
  Words words = settings_of(row);
  words.insert(words.end(), {"--runs", std::to_string(runs), "--warmup", "1"});
  words.insert(words.end(), options.begin(), options.end());
  const auto result = run_blueprint(path_of(row), words);
  return result ? makespans_seconds(*result) : std::vector<double>{};
}

std::optional<double> predicted_makespan(const Row& row, const std::string& machine) {
  Words words{"predict", path_of(row), "--machine", machine};
  const Words settings = settings_of(row);
  words.insert(words.end(), settings.begin(), settings.end());
  const auto result = result_of(words);
  return result ? std::optional(makespan_seconds(*result)) : std::nullopt;
}

/// Prints the error of the prediction of one program.
std::optional<double> compare(const Row& row, int runs, const Words& options,
                              const std::string& machine) {
  const auto measured = makespans_of_runs(row, runs, options);
  const auto predicted = predicted_makespan(row, machine);
  const std::string name = fmt::format("{} {}", row.blueprint, fmt::join(row.settings, " "));
  if (measured.empty() || !predicted) {
    fmt::print("{:<46} failed\n", name);
    return std::nullopt;
  }
  const auto [least, most] = std::minmax_element(measured.begin(), measured.end());
  const double middle = median(measured);
  const double error = *predicted / middle - 1;
  constexpr double kMs = 1e3;
  fmt::print("{:<46}{:>10.2f} [{:.2f}..{:.2f}]{:>12.2f}{:>+9.1f}%\n", name, middle * kMs,
             *least * kMs, *most * kMs, *predicted * kMs, 100 * error);
  std::fflush(stdout);
  return std::abs(error);
}

/// Calibrates into this file, and prints the costs.
bool calibrate(const std::string& machine, const Words& options) {
  Words words{"calibrate", "-o", machine};
  words.insert(words.end(), options.begin(), options.end());
  const Finished calibrated = run(dps_command(words));
  fmt::print("calibrated in {:.1f} s\n{}\n", calibrated.seconds, calibrated.out);
  return calibrated.status == 0;
}

int measure(int runs, const Words& options, const std::string& machine, const Limits& limits) {
  fmt::print("{:<46}{:>10} ms, median of {} runs, predicted, error\n", "", "", runs);
  std::vector<double> errors;
  for (const Row& row : rows()) {
    if (const auto error = compare(row, runs, options, machine)) {
      errors.push_back(*error);
    }
  }
  if (errors.size() < rows().size()) {
    return 1;
  }
  const double middle = median(errors);
  const double most = *std::max_element(errors.begin(), errors.end());
  fmt::print("error: median {:.1f} %, limit {:.0f} %; largest {:.1f} %, limit {:.0f} %\n",
             100 * middle, 100 * limits.median, 100 * most, 100 * limits.most);
  return middle <= limits.median && most <= limits.most ? 0 : 1;
}

}  // namespace

int run_accuracy(int argc, char** argv) {
  constexpr int kRuns = 11;
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : kRuns;
  Words options(argv + std::min(argc, 2), argv + argc);
  if (options.size() >= 2 && options.front() == "--machine") {
    const std::string machine = options[1];
    options.erase(options.begin(), options.begin() + 2);
    return measure(runs, options, machine, kGiven);
  }
  const support::ScratchFolder folder;
  const std::string machine = folder.write("machine.toml", "");
  return calibrate(machine, options) ? measure(runs, options, machine, kCalibrated) : 1;
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  return dps::bench::run_accuracy(argc, argv);
}
