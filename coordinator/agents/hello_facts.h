/// Completes the description of a host with the report of its agent.
#pragma once

#include "coordinator/placement/placement.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// Sets the type, cores, memory and address of the host, except those that the user has specified.
void fill_in(Host& host, const control::HelloFrame& hello);

}  // namespace dps::coordinator
