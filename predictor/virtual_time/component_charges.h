/// The CPU times that a prediction charges for `call` and `exec` components from measured costs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "blueprint/program.h"
#include "predictor/machines/component_costs.h"
#include "predictor/machines/machine.h"

namespace dps::predictor {

class ComponentCharges {
 public:
  /// The arguments are borrowed.
  ComponentCharges(const blueprint::Program& program, std::span<const machines::MachineHost> hosts,
                   std::span<const machines::ComponentCost> costs);

  /// CPU time in seconds on a host of speed 1000, from the first cost that applies to the
  /// component, the functionality (both are indices in the program) and the host's type; nullopt if
  /// none applies.
  std::optional<double> find(std::uint32_t functionality, std::uint32_t computation,
                             std::uint32_t host);

  /// Notes about the components that were charged, and about costs that apply to no component.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  [[nodiscard]] std::optional<double> look_up(std::uint32_t functionality,
                                              std::uint32_t computation, std::uint32_t type) const;
  [[nodiscard]] std::optional<std::string> unknown(const machines::ComponentCost& cost) const;

  const blueprint::Program& program_;
  std::span<const machines::ComponentCost> costs_;
  std::vector<std::string> types_;                                               // in lower case
  std::vector<std::uint32_t> type_of_;                                           // by host
  std::vector<std::unordered_map<std::uint64_t, std::optional<double>>> found_;  // by type
  std::set<std::string> charged_;                                                // ctags
};

}  // namespace dps::predictor
