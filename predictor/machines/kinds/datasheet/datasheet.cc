#include "predictor/machines/kinds/datasheet/datasheet.h"

#include <algorithm>
#include <array>

namespace dps::machines {

namespace {

/// Functions that take the equation of another one, if a sheet has none of their own. The end of
/// the chain may have an alias as well: alltoallvi, alltoallw, alltoallv, alltoall.
/// Source: docs/datasheets.md, "Aliases".
constexpr auto kBuiltIn = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"alltoallvi", "alltoallw"},
    {"alltoallw", "alltoallv"},
    {"alltoallv", "alltoall"},
    {"gatherv", "gather"},
    {"allgatherv", "allgather"},
    {"scatterv", "scatter"},
});

const SheetFunction* with_equation(const Datasheet& sheet, std::string_view name,
                                   FunctionPath path) {
  const auto found = std::find_if(sheet.functions.begin(), sheet.functions.end(),
                                  [&](const SheetFunction& function) {
                                    return function.name == name && function.path == path;
                                  });
  if (found != sheet.functions.end()) {
    return &*found;
  }
  return path == FunctionPath::kHost ? with_equation(sheet, name, FunctionPath::kAny) : nullptr;
}

/// The name whose equation is tried next; empty if there is none.
std::string_view alias_of(const Datasheet& sheet, std::string_view name) {
  for (const auto& [alias, function] : sheet.aliases) {
    if (alias == name) {
      return function;
    }
  }
  for (const auto& [alias, function] : kBuiltIn) {
    if (alias == name) {
      return function;
    }
  }
  return {};
}

}  // namespace

FoundFunction find_function(const Datasheet& sheet, std::string_view name, FunctionPath path) {
  // Aliases may form a cycle, which is shorter than all of them together.
  const std::size_t most = sheet.aliases.size() + kBuiltIn.size();
  bool is_alias = false;
  for (std::size_t step = 0; step <= most && !name.empty(); ++step) {
    if (const SheetFunction* function = with_equation(sheet, name, path)) {
      return {function, is_alias};
    }
    name = alias_of(sheet, name);
    is_alias = true;
  }
  return {};
}

const SheetRange& range_for(const SheetFunction& function, double elements) {
  const auto found =
      std::find_if(function.ranges.begin(), function.ranges.end(), [&](const SheetRange& range) {
        return !range.most || elements <= static_cast<double>(*range.most);
      });
  return found != function.ranges.end() ? *found : function.ranges.back();
}

}  // namespace dps::machines
