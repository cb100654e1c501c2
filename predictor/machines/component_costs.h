/// Measured costs of `call` and `exec` components.
/// Source: docs/machines.md, "Costs of components".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dps::machines {

/// One [[component]]. An empty tag or type matches every component and host.
struct ComponentCost {
  bool is_exec = false;
  std::string name;  ///< the name of the function or program, as written in the C line
  std::optional<std::vector<std::string>> arguments;  ///< nullopt: matches any arguments
  std::string ctag;
  std::string ftag;
  std::string type;    ///< the type of the host, compared without case
  double seconds = 0;  ///< CPU time on a host of `speed`
  std::uint64_t speed = 1000;

  bool operator==(const ComponentCost&) const = default;
};

}  // namespace dps::machines
