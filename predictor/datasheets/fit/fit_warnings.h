/// Warnings about unreliable equations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dps::datasheets {

enum class FitWarningKind : std::uint8_t { kFewProcesses, kManyProcesses, kPoorFit, kFarPoints };

struct FitWarning {
  FitWarningKind kind = FitWarningKind::kPoorFit;
  std::string where;       ///< the function and the sizes of the range
  std::string what;        ///< about this equation
  double extent = 0;       ///< larger is worse, among warnings of one kind
  std::size_t points = 0;  ///< kFarPoints: the number of far points
};

/// Lines for the user: one for each warning, or one for all of a kind if there are more than three.
std::vector<std::string> warning_lines(const std::vector<FitWarning>& warnings,
                                       std::size_t equations, bool finds_ranges);

}  // namespace dps::datasheets
