/// Checks whether functions are slower than others with the same effect.
/// Source: Traeff, Gropp and Thakur, Self-Consistent MPI Performance Guidelines, TPDS 2010.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "predictor/datasheets/raw/raw_folder.h"

namespace dps::datasheets {

/// A guideline that does not hold at a point.
struct Violation {
  std::string guideline;  ///< "bcast <= scatter + allgather", "reduce monotone"
  std::uint64_t processes = 1;
  std::uint64_t elements = 0;
  double left = 0;   ///< seconds
  double right = 0;  ///< seconds
};

struct GuidelineCheck {
  std::size_t comparisons = 0;        ///< the number of comparisons whose sizes were all measured
  std::vector<Violation> violations;  ///< by guideline, then processes, then elements
};

/// A guideline does not hold if left > 1.1 right, and the difference exceeds three times its
/// standard error.
GuidelineCheck check_guidelines(const RawFolder& folder);

/// "guideline,processes,elements,left_s,right_s,ratio" and a line for each violation.
std::string violations_csv(const GuidelineCheck& check);
std::string violations_json(const GuidelineCheck& check);

}  // namespace dps::datasheets
