/// The DPS paper's figure 11: wall times against the number of workers, a pair of lines a size.
#pragma once

#include <string>
#include <vector>

namespace dps::bench {

struct PlotRow {
  int size = 0;
  int workers = 0;
  double dps = 0;   ///< median seconds
  double real = 0;  ///< median seconds
};

/// Writes PATH.dat and PATH.gp, of which gnuplot draws PATH.svg. Rows of a PATH.dat that is there
/// and that `rows` does not have stay, so that the figure can be measured in pieces. False, and why
/// on stderr: it was not drawn.
bool plot_figure11(const std::string& path, const std::string& title,
                   const std::vector<PlotRow>& rows);

}  // namespace dps::bench
