/// Random frames of all kinds for properties, with short lists and texts, and values from their
/// whole range.
#pragma once

#include <rapidcheck.h>

#include "transport/control/frames.h"

namespace dps::control {

rc::Gen<Frame> random_frame();

}  // namespace dps::control
