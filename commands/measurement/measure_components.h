/// Measures the `call` and `exec` components of a blueprint, each alone, on a host of every type.
#pragma once

#include <vector>

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "commands/measurement/blueprint_runner.h"
#include "predictor/calibration/component_findings.h"

namespace dps::commands {

/// Takes a few seconds per component and host, or longer if the component itself does. A component
/// that fails is reported on stderr and left out; if all fail, or the user stops the measurement,
/// an exit status is returned.
tl::expected<calibration::ComponentFindings, ExitStatus> measure_components(
    const BlueprintRunner& runner, std::vector<calibration::Component> components, bool quick);

}  // namespace dps::commands
