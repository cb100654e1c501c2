// The DPS paper's figure 10: the wall time of the Master, as dps runs it and as the real program
// does, which take turns so that both see the same machine.
// usage: figure10 [RUNS [WORKERS …]]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"

namespace dps::bench {
namespace {

constexpr int kSizes[] = {10, 50, 100};

struct Cell {
  double dps = 0;   ///< median seconds
  double real = 0;  ///< median seconds
  Ratio ratio;
};

std::optional<double> run_dps(int workers, int size) {
  const auto result = run_blueprint(
      DPS_SOURCE_DIR "/examples/matrix_multiply_2/scaled.txt",
      {"--set", fmt::format("workers={}", workers), "--set", fmt::format("n={}", size)});
  if (!result) {
    return std::nullopt;
  }
  return real_seconds(*result, "Master.p[0]");
}

std::optional<double> run_real(int workers, int size) {
  const std::string program = DPS_BINARY_DIR "/examples/matrix_multiply_2_real";
  const Finished finished =
      run({program, "--workers", std::to_string(workers), "--size", std::to_string(size)});
  if (finished.status != 0) {
    return std::nullopt;
  }
  return std::atof(finished.out.c_str());
}

/// The shortest runs vary most and cost least: a wake-up takes between 5 and 50 us.
constexpr int times_repeated(int size) {
  return size == kSizes[0] ? 10 : 1;
}

std::optional<Cell> measure(int workers, int size, int runs) {
  std::vector<double> dps;
  std::vector<double> real;
  for (int i = 0; i < runs; ++i) {
    const auto ours = run_dps(workers, size);
    const auto theirs = run_real(workers, size);
    if (!ours || !theirs) {
      return std::nullopt;
    }
    dps.push_back(*ours);
    real.push_back(*theirs);
  }
  return Cell{median(dps), median(real), ratio_of_medians(dps, real)};
}

void print_cell(int workers, int size, const Cell& cell, bool counts) {
  fmt::print("{:>7} {:>7} {:>10.3f} {:>10.3f} {:>7.3f}  [{:.3f}, {:.3f}]{}\n", workers,
             fmt::format("{0}x{0}", size), cell.dps * 1e3, cell.real * 1e3, cell.ratio.value,
             cell.ratio.low, cell.ratio.high, counts ? "" : "  (more processes than cores)");
  std::fflush(stdout);
}

/// Measures everything, and holds to the limits what has a core for each busy process.
int figure10(const std::vector<int>& workers, int runs) {
  const unsigned cores = std::thread::hardware_concurrency();
  Limits limits;
  std::map<int, std::vector<double>> errors;  // by size
  fmt::print(
      "the Master's wall time, median of {} runs each ({} of the smallest size), on {} cores\n\n",
      runs, runs * times_repeated(kSizes[0]), cores);
  fmt::print("workers    size     dps ms    real ms   ratio  95 % interval\n");
  for (const int size : kSizes) {
    for (const int count : workers) {
      const auto cell = measure(count, size, runs * times_repeated(size));
      if (!cell) {
        limits.failed(fmt::format("{} workers, {}x{}", count, size, size));
        continue;
      }
      const bool counts = static_cast<unsigned>(count) + 1 <= cores;
      print_cell(count, size, *cell, counts);
      if (counts) {
        errors[size].push_back(std::abs(cell->ratio.value - 1) * 100);
      }
    }
  }
  fmt::print("\n");
  for (auto& [size, percents] : errors) {
    const double worst = *std::max_element(percents.begin(), percents.end());
    limits.at_most(fmt::format("median error {0}x{0}", size), median(percents), 3, "%");
    limits.at_most(fmt::format("worst error {0}x{0}", size), worst, 8, "%");
  }
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 20;
  std::vector<int> workers;
  for (int i = 2; i < argc; ++i) {
    workers.push_back(std::atoi(argv[i]));
  }
  if (workers.empty()) {
    workers = {1, 2, 4, 8};
  }
  return dps::bench::figure10(workers, runs < 1 ? 1 : runs);
}
