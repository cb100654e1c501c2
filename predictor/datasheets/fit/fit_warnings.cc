#include "predictor/datasheets/fit/fit_warnings.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"

namespace dps::datasheets {
namespace {

constexpr std::size_t kMostSingle = 3;

std::string line_for_all(const std::vector<const FitWarning*>& warnings, std::size_t equations,
                         bool finds_ranges) {
  const FitWarning& worst = **std::max_element(
      warnings.begin(), warnings.end(),
      [](const FitWarning* one, const FitWarning* other) { return one->extent < other->extent; });
  switch (worst.kind) {
    case FitWarningKind::kFewProcesses:
      return fmt::format(
          "the dependence on p is unknown for {} of {} equations, since fewer than three numbers "
          "of "
          "processes were measured",
          warnings.size(), equations);
    case FitWarningKind::kManyProcesses:
      return fmt::format(
          "{} of {} equations do not contain the number of processes, although several numbers "
          "were "
          "measured; worst: {}: {}",
          warnings.size(), equations, worst.where, worst.what);
    case FitWarningKind::kPoorFit:
      return fmt::format(
          "Q is less than 0.01 for {} of {} equations, whose points do not follow "
          "an equation of this kind{}",
          warnings.size(), equations,
          finds_ranges ? "" : "; --breakpoints auto makes more ranges of sizes");
    case FitWarningKind::kFarPoints:
      break;
  }
  std::size_t points = 0;
  for (const FitWarning* warning : warnings) {
    points += warning->points;
  }
  return fmt::format("{} of {} {} off by more than 25 %, as --points shows; worst: {}: {}",
                     counted(points, "point"), counted(warnings.size(), "equation"),
                     points == 1 ? "is" : "are", worst.where, worst.what);
}

}  // namespace

std::vector<std::string> warning_lines(const std::vector<FitWarning>& warnings,
                                       std::size_t equations, bool finds_ranges) {
  std::vector<std::string> lines;
  for (const auto kind : {FitWarningKind::kFewProcesses, FitWarningKind::kManyProcesses,
                          FitWarningKind::kPoorFit, FitWarningKind::kFarPoints}) {
    std::vector<const FitWarning*> of_kind;
    for (const FitWarning& warning : warnings) {
      if (warning.kind == kind) {
        of_kind.push_back(&warning);
      }
    }
    if (of_kind.size() > kMostSingle) {
      lines.push_back(line_for_all(of_kind, equations, finds_ranges));
      continue;
    }
    for (const FitWarning* warning : of_kind) {
      lines.push_back(warning->where + ": " + warning->what);
    }
  }
  return lines;
}

}  // namespace dps::datasheets
