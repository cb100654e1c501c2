/// The version of dps. Agents and simulators must have the version of the coordinator.
#pragma once

namespace dps {

/// Such as "0.1.0".
const char* dps_version();

}  // namespace dps
