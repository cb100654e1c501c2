/// Random frames for properties: every kind, small lists and texts, values over their whole range.
#pragma once

#include <rapidcheck.h>

#include "control/frames.h"

namespace dps::control {

rc::Gen<Frame> random_frame();

}  // namespace dps::control
