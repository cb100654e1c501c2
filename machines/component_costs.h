/// Measured costs of `call` and `exec` components: docs/machines.md, "Costs of components".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dps::machines {

/// One [[component]]. An empty field matches everything.
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

}  // namespace dps::machines
