/// The properties of this host that an agent reports.
#pragma once

#include "transport/control/frames.h"

namespace dps::simulator {

/// The HELLO frame of this host. A property that cannot be determined is empty or 0.
control::HelloFrame host_facts();

}  // namespace dps::simulator
