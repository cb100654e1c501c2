/// Large messages that are packed.
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::commands {

/// A note about the largest packed messages, with the line and what `-p off` changes; "" if no
/// packed message of a constant size has 64 KiB.
std::string packing_note(const blueprint::Program& program);

}  // namespace dps::commands
