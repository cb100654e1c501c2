/// The properties of this host that an agent reports.
#pragma once

#include "control/frames.h"

namespace dps::simulator {

/// The HELLO frame. Reads uname, /proc and the clock. A property that cannot be found stays empty
/// or 0.
control::HelloFrame host_facts();

}  // namespace dps::simulator
