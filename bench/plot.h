/// Draws the DPS paper's figure 11: wall time against the number of workers, two lines per size.
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

/// Writes PATH.dat and PATH.gp, from which gnuplot draws PATH.svg. Keeps rows of an existing
/// PATH.dat that `rows` does not have, so that the figure can be measured in parts. Returns false
/// after printing the reason if it could not be drawn.
bool plot_figure11(const std::string& path, const std::string& title,
                   const std::vector<PlotRow>& rows);

}  // namespace dps::bench
