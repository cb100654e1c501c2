/// What is told of the host that this runs on.
#pragma once

#include <string>

#include "control/frames.h"

namespace dps::simulator {

/// For HELLO. Reads uname, /proc and the clock. What cannot be learnt stays empty or 0.
control::HelloFrame host_facts();

/// What this machine calls itself.
std::string host_name();

}  // namespace dps::simulator
