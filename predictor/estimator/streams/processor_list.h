/// The processors of a section of a streams file: "0", "1-3", "0,2".
#pragma once

#include <cstdint>
#include <vector>

#include "base/text/problems.h"
#include "predictor/estimator/streams/line_words.h"

namespace dps::estimator {

/// A processor and the part of the list that names it.
struct ListedProcessor {
  std::uint32_t processor;
  text::Range at;
};

/// The processors of the list, which is in words from the second one of a line. `processors`: the
/// number of processors; a processor not below it is a mistake. Mistakes are added to `problems`.
std::vector<ListedProcessor> read_processor_list(const std::vector<LineWord>& words,
                                                 std::uint32_t processors,
                                                 text::Problems& problems);

}  // namespace dps::estimator
