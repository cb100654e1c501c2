/// Times the `call` and `exec` components of a blueprint, each alone, on a host of every type.
#pragma once

#include <vector>

#include <tl/expected.hpp>

#include "calibration/component_findings.h"
#include "coordinator/agents/exit_status.h"
#include "coordinator/measurement/blueprint_runner.h"

namespace dps::coordinator {

/// At most a few seconds a component and host, where it takes less than that itself. One that fails
/// is told on stderr and left out; when all do, or the user stops it, there are no findings.
tl::expected<calibration::ComponentFindings, ExitStatus> measure_components(
    const Laboratory& laboratory, std::vector<calibration::Component> components, bool quick);

}  // namespace dps::coordinator
