/// The origin of a result in a comparison.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "profiles/result.h"

namespace dps::profiles {

struct ComparedSide {
  std::string name;  ///< file name
  std::string kind;  ///< "run" or "predict"
  std::string blueprint;
  std::string machine;  ///< machine file of a prediction, else empty
  std::size_t processes = 0, hosts = 0, runs = 0;
  bool is_complete = true;
};

ComparedSide side_of(const RunResult& result, std::string name);

/// "A: run.json, run of plan.txt: 5 processes on 1 host; mean of 10 runs", wrapped. `label`:
/// "A".
std::string side_line(std::string_view label, const ComparedSide& side);

/// The reason why the result is incomplete.
std::string incompleteness_of(const RunResult& result);

}  // namespace dps::profiles
