/// Completes the description of a host by what its agent reports.
#pragma once

#include "control/frames.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// Sets the type, cores, memory and address of the host that the user did not give.
void fill_in(Host& host, const control::HelloFrame& hello);

}  // namespace dps::coordinator
