#include "bench/plot.h"

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "bench/child.h"

namespace dps::bench {
namespace {

/// The rows by size and number of workers.
using Rows = std::map<std::pair<int, int>, PlotRow>;

Rows read_rows(const std::string& path) {
  Rows rows;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    PlotRow row;
    if (std::istringstream(line) >> row.size >> row.workers >> row.dps >> row.real) {
      rows[{row.size, row.workers}] = row;
    }
  }
  return rows;
}

void write_rows(const std::string& path, const Rows& rows) {
  std::ofstream out(path);
  out << "# size workers dps_s real_s\n";
  for (const auto& [place, row] : rows) {
    out << fmt::format("{} {} {:.9f} {:.9f}\n", row.size, row.workers, row.dps, row.real);
  }
}

/// The gnuplot script: both lines of a size have one colour, and the hand-written one is dashed.
std::string script(const std::string& path, const std::string& title, const Rows& rows) {
  std::set<int> sizes;
  for (const auto& [place, row] : rows) {
    sizes.insert(row.size);
  }
  std::string text = fmt::format(
      "set terminal svg size 720,480\nset output '{}.svg'\nset title '{}'\nset xlabel 'workers'\n"
      "set ylabel 'wall time of the Master, s'\nset logscale y\nset key outside\nset grid\n"
      "set xtics 1\nset xrange [0.5:*]\nplot",
      path, title);
  int color = 0;
  for (const int size : sizes) {
    ++color;
    for (const auto& [column, name, dash] : {std::tuple{3, "dps", 1}, {4, "by hand", 2}}) {
      text += fmt::format(
          " '{}.dat' using 2:($1=={} ? ${} : NaN) with linespoints lc {} dt {} title '{}x{} {}',",
          path, size, column, color, dash, size, size, name);
    }
  }
  text.back() = '\n';
  return text;
}

}  // namespace

bool plot_figure11(const std::string& path, const std::string& title,
                   const std::vector<PlotRow>& rows) {
  Rows all = read_rows(path + ".dat");
  for (const PlotRow& row : rows) {
    all[{row.size, row.workers}] = row;
  }
  write_rows(path + ".dat", all);
  std::ofstream(path + ".gp") << script(path, title, all);
  const Finished drawn = run({"/usr/bin/gnuplot", path + ".gp"});
  if (drawn.status != 0) {
    fmt::print(stderr, "{}.svg was not drawn (Debian: gnuplot-nox); the figures are in {}.dat\n",
               path, path);
  }
  return drawn.status == 0;
}

}  // namespace dps::bench
