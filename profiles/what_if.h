/// The makespan with one element of the blueprint or of the machine changed, in results.
/// Times are in seconds. Source: docs/result.md, "What if".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dps::profiles {

/// The answer to one question.
struct WhatIfRow {
  std::string name;        ///< "C:Work.c", "O:Job.o", or a key of the machine
  std::uint64_t line = 0;  ///< in the blueprint; 0: it has none
  double factor = 1;
  std::string problem;    ///< the reason for a missing answer; then the figures are unknown
  double makespan_s = 0;  ///< the mean over the runs
  double change_s = 0;    ///< of that mean; negative: it is faster
  double path_s = 0;      ///< of the critical path, with the activities that the element is part of
};

struct WhatIf {
  std::uint64_t runs = 1;
  double makespan_s = 0;        ///< without a change; the mean over the runs
  double path_s = 0;            ///< the length of the critical path; unknown: there is none
  std::uint64_t questions = 0;  ///< more than rows if a signal came
  std::vector<WhatIfRow> rows;  ///< the greatest gain first
};

}  // namespace dps::profiles
