/// What `call` and `exec` components cost, as measured: docs/machines.md, "Costs of components".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace dps::machines {

/// One [[component]]. A field that is empty fits everything.
struct ComponentCost {
  bool is_exec = false;
  std::string name;  ///< of the function or the program, as the C line has it
  std::optional<std::vector<std::string>> arguments;  ///< none: any
  std::string ctag;
  std::string ftag;
  std::string type;    ///< of the host, compared without case
  double seconds = 0;  ///< of CPU time, on a host of `speed`
  std::uint64_t speed = 1000;

  bool operator==(const ComponentCost&) const = default;
};

struct ComponentCostsReading {
  std::optional<std::vector<ComponentCost>> costs;  ///< none if there are errors
  std::vector<Diagnostic> diagnostics;              ///< all of them, in the order of the lines
};

ComponentCostsReading read_component_costs(const SourceText& source);

}  // namespace dps::machines
