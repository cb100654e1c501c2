/// Points that are named by variables, and the choice of the variables for processes and data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "profiles/surfaces/samples.h"

namespace dps::surfaces {

/// The variables that are the axes; empty: not given.
struct AxisNames {
  std::string processes;
  std::string data;
};

/// A table with a row for each point, before it is known which variables are the axes.
struct NamedPoint {
  double processes = 0;  ///< without AxisNames::processes; 0: there is no such number
  std::vector<std::pair<std::string, double>> variables;
  std::vector<std::pair<std::string, double>> seconds;  ///< by phase
};

/// The variable that is the data: that of AxisNames or, without it, the only one that differs
/// between points with the same number of processes; "" if none does. Errors (kInput): several
/// differ; a point without a number of processes.
Result<std::string> data_name(const std::vector<NamedPoint>& points, const AxisNames& names);

/// The samples of all points. With AxisNames::data empty, the data are 0. Errors (kInput): a
/// variable that a point does not have.
Result<std::vector<Sample>> samples_of(const std::vector<NamedPoint>& points,
                                       const AxisNames& names);

}  // namespace dps::surfaces
