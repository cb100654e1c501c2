#include "profiles/text/computing_table.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "base/units.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kFunctionWidth = 34;
constexpr std::size_t kMostFunctionWidth = 52;
constexpr std::size_t kHottestWidth = 26;
constexpr double kLeastShare = 0.005;

std::string name_of(const ComputingProfile& row) {
  return function_text(row.function, row.place, row.module);
}

/// "jacobi.c:17, 61%": the line with the most time of the function.
std::string hottest_text(const ComputingProfile& row) {
  return row.hottest.empty() || row.cpu_s <= 0
             ? "-"
             : fmt::format("{}, {:.0f}%", printable(row.hottest), 100 * row.hottest_s / row.cpu_s);
}

std::vector<text::GridColumn> computing_columns(std::size_t function_width) {
  return {text::fixed_column("Computing by function", function_width, text::Align::kLeft),
          text::fixed_column("ranks", 6), text::fixed_column("CPU", 10),
          text::fixed_column("share", 7), text::fixed_column("most in line", kHottestWidth)};
}

/// The time of the ranks outside of MPI.
double busy_s(const RunProfile& run) {
  double sum_s = 0;
  for (const ProcessProfile& process : run.processes) {
    sum_s += std::isfinite(process.compute_s) ? process.compute_s : 0;
  }
  return sum_s;
}

std::string computing_foot(const RunProfile& run, double cpu_s, std::uint64_t samples) {
  constexpr double kWorthwhile = 0.05;  // samples are not more exact
  const double busy = busy_s(run);
  const double without = busy - cpu_s;
  const std::string text =
      fmt::format("CPU time between the calls of MPI, by {}.", counted(samples, "sample"));
  return text::wrapped("", without > kWorthwhile * busy
                               ? fmt::format("{} BUSY is {}: for {} of it, the ranks had no core, "
                                             "slept, or were not sampled.",
                                             text, text::time_text(busy), text::time_text(without))
                               : text);
}

}  // namespace

std::string function_text(const std::string& function, const std::string& place,
                          const std::string& module) {
  const std::string& where = place.empty() ? module : place;
  if (function.empty()) {
    return where.empty() ? "unknown code" : fmt::format("unknown code ({})", printable(where));
  }
  return where.empty() || function.starts_with(where + "+")
             ? printable(function)
             : fmt::format("{} ({})", printable(function), printable(where));
}

std::string computing_table(const RunProfile& run, std::size_t most, bool color) {
  const auto& rows = run.mpi->computing;
  double cpu_s = 0;
  std::uint64_t samples = 0;
  for (const ComputingProfile& row : rows) {
    cpu_s += row.cpu_s;
    samples += row.samples;
  }
  std::size_t count = most == 0 ? rows.size() : std::min(most, rows.size());
  const auto is_minor = [&](const ComputingProfile& row) {
    return row.cpu_s < kLeastShare * cpu_s || row.samples < 2;
  };
  while (most != 0 && count > 1 && is_minor(rows[count - 1])) {
    --count;
  }
  std::size_t width = kFunctionWidth;
  for (std::size_t i = 0; i < count; ++i) {
    width = std::max(width, printed_width(name_of(rows[i])));
  }
  width = std::min(width, kMostFunctionWidth);
  text::Grid grid(computing_columns(width));
  for (std::size_t i = 0; i < count; ++i) {
    const ComputingProfile& row = rows[i];
    grid.add({text::shortened(name_of(row), width), format_count(row.ranks),
              text::time_text(row.cpu_s), text::percent_text(cpu_s > 0 ? row.cpu_s / cpu_s : 0),
              text::shortened(hottest_text(row), kHottestWidth - 2)});
  }
  std::string text = grid.text(color);
  if (count < rows.size()) {
    text += fmt::format("and {} more; --sites all lists them\n",
                        counted(rows.size() - count, "function"));
  }
  return text + computing_foot(run, cpu_s, samples);
}

}  // namespace dps::profiles
