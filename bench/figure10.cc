// The DPS paper's figures 10 and 11: the wall time of the Master in dps and in the real program.
// They run in turns, so that the machine's state affects both.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <getopt.h>

#include "bench/figure10_sides.h"
#include "bench/limits.h"
#include "bench/plot.h"
#include "bench/statistics.h"

namespace dps::bench {
namespace {

struct Options {
  std::string over;  ///< tcp, mpi or pvm: on a cluster; empty: on this machine
  std::string plot;  ///< path of the plot without .svg; empty: no plot
  std::vector<int> sizes{10, 50, 100};
  std::vector<int> workers{1, 2, 4, 8};
  int runs = 20;
};

struct Cell {
  double dps = 0;   ///< median seconds
  double real = 0;  ///< median seconds
  Ratio ratio;
};

/// The number of runs. On one machine the shortest runs vary most: a wake-up takes 5 to 50 us.
int runs_of(const Options& options, int size) {
  return options.over.empty() && size == 10 ? 10 * options.runs : options.runs;
}

std::optional<Cell> measure(const Sides& sides, int workers, int size, int runs) {
  std::vector<double> dps;
  std::vector<double> real;
  for (int i = 0; i < runs; ++i) {
    const auto ours = sides.dps(workers, size);
    const auto theirs = sides.by_hand(workers, size);
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

void hold_to_limits(const std::map<int, std::vector<double>>& errors, Limits& limits) {
  for (const auto& [size, percents] : errors) {
    const double worst = *std::max_element(percents.begin(), percents.end());
    limits.at_most(fmt::format("median error {0}x{0}", size), median(percents), 3, "%");
    limits.at_most(fmt::format("worst error {0}x{0}", size), worst, 8, "%");
  }
}

/// Returns true if there is a core for every busy process; over PVM, these include the daemons of
/// both hosts, which every message passes.
bool has_cores(const Options& options, int workers) {
  const int busy = (workers + 1) * (options.over == "pvm" ? 2 : 1);
  return static_cast<unsigned>(busy) <= std::thread::hardware_concurrency();
}

/// Measures every cell, and checks the limits of those with a core for each busy process.
int figure10(const Options& options, const Sides& sides) {
  Limits limits;
  std::map<int, std::vector<double>> errors;  // by size
  std::vector<PlotRow> rows;
  fmt::print("the Master's wall time, median of {} runs each, on {} cores\n\n", options.runs,
             std::thread::hardware_concurrency());
  fmt::print("workers    size     dps ms    real ms   ratio  95 % interval\n");
  for (const int size : options.sizes) {
    for (const int count : options.workers) {
      const auto cell = measure(sides, count, size, runs_of(options, size));
      if (!cell) {
        limits.failed(fmt::format("{} workers, {}x{}", count, size, size));
        continue;
      }
      const bool counts = has_cores(options, count);
      print_cell(count, size, *cell, counts);
      rows.push_back({size, count, cell->dps, cell->real});
      if (counts) {
        errors[size].push_back(std::abs(cell->ratio.value - 1) * 100);
      }
    }
  }
  fmt::print("\n");
  hold_to_limits(errors, limits);
  const std::string way = options.over.empty() ? "on one machine" : "over " + options.over;
  if (!options.plot.empty() && !plot_figure11(options.plot, "matrix_multiply_2 " + way, rows)) {
    limits.failed("the plot");
  }
  return limits.exit_status();
}

std::vector<int> numbers(const std::string& text) {
  std::vector<int> values;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) {
    values.push_back(std::max(std::atoi(word.c_str()), 1));
  }
  return values;
}

[[noreturn]] void usage() {
  std::fputs(
      "usage: figure10 [--over tcp|mpi|pvm] [--sizes N,...] [--plot PATH] [RUNS [WORKERS ...]]\n"
      "  --over   on hosts of a cluster (tests/cluster, as root); else over TCP on this machine\n"
      "  --plot   keep the figures in PATH.dat, with those of earlier calls, and draw PATH.svg\n"
      "           (by gnuplot, from PATH.gp)\n",
      stderr);
  std::exit(2);
}

Options parse(int argc, char** argv) {
  static const option long_options[] = {{"over", required_argument, nullptr, 'o'},
                                        {"plot", required_argument, nullptr, 'p'},
                                        {"sizes", required_argument, nullptr, 's'},
                                        {nullptr, 0, nullptr, 0}};
  Options options;
  for (int outgoing = 0; (outgoing = getopt_long(argc, argv, "", long_options, nullptr)) != -1;) {
    if (outgoing == 'o') {
      options.over = optarg;
    } else if (outgoing == 'p') {
      options.plot = optarg;
    } else if (outgoing == 's') {
      options.sizes = numbers(optarg);
    } else {
      usage();
    }
  }
  const bool is_known = options.over.empty() || options.over == "tcp" || options.over == "mpi" ||
                        options.over == "pvm";
  if (!is_known || options.sizes.empty()) {
    usage();
  }
  if (optind < argc) {
    options.runs = std::max(std::atoi(argv[optind++]), 1);
  }
  if (optind < argc) {
    options.workers.clear();
  }
  for (; optind < argc; ++optind) {
    options.workers.push_back(std::max(std::atoi(argv[optind]), 1));
  }
  return options;
}

}  // namespace

int run_figure10(int argc, char** argv) {
  const Options options = parse(argc, argv);
  if (options.over.empty()) {
    return figure10(options, sides_on_this_machine());
  }
  const auto hosts = ClusterSides::up(
      options.over, *std::max_element(options.workers.begin(), options.workers.end()));
  return hosts ? figure10(options, hosts->sides()) : 1;
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  return dps::bench::run_figure10(argc, argv);
}
