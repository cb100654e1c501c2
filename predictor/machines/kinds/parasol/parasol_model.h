/// The parts of a Parasol file that a prediction uses.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/description/description.h"
#include "predictor/machines/kinds/parasol/routing/router.h"

namespace dps::parasol {

/// The seconds that a call takes for a message of so many bytes over so many links. Errors: the
/// reason for which there is no value.
using CallCost =
    std::function<tl::expected<double, std::string>(std::uint64_t bytes, std::uint32_t hops)>;

/// The costs of a run-time system; an empty function costs nothing.
struct CallCosts {
  CallCost pack;
  CallCost send;
  CallCost receive;
  CallCost unpack;
};

/// A Parasol file as a machine. `owner` owns the borrowed data.
struct MachineModel {
  std::shared_ptr<const void> owner;
  const Description* description = nullptr;       // borrowed
  const TopologyDescription* topology = nullptr;  // borrowed: the hardware in use
  const Router* router = nullptr;                 // borrowed: of that topology
  const VirtualTopology* mapping = nullptr;       // borrowed; null: none is used
  CallCosts costs;
  std::vector<std::string> notes;
};

}  // namespace dps::parasol
