/// What an agent tells of its host when it says HELLO.
#pragma once

#include "control/frames.h"

namespace dps::simulator {

/// Reads uname, /proc and the clock. What cannot be learnt stays empty or 0.
control::HelloFrame host_facts();

}  // namespace dps::simulator
