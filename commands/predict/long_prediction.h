/// Tells before the start that a prediction takes long.
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::commands {

/// The note about the loop `a*K,b`, or the copies of a message, that take longest, with an estimate
/// of the time; "" if no line takes more than a minute. The estimate is of one line, in all
/// processes: another line may end its loop earlier, and a loop within a loop takes longer.
std::string long_prediction_note(const blueprint::Program& program);

}  // namespace dps::commands
