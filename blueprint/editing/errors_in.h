/// The errors among diagnostics.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/diagnostic.h"

namespace dps::blueprint {

inline std::size_t errors_in(const std::vector<Diagnostic>& diagnostics) {
  return static_cast<std::size_t>(
      std::count_if(diagnostics.begin(), diagnostics.end(),
                    [](const Diagnostic& each) { return each.severity == Severity::kError; }));
}

}  // namespace dps::blueprint
