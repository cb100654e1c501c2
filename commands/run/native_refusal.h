/// Collective operations that the library of the transport performs (-alg native), in a run.
#pragma once

#include <string>
#include <string_view>

#include "blueprint/program.h"

namespace dps::commands {

/// The reason for which a run over this transport cannot perform the operations with -alg native;
/// "" if it can, or if there are none.
std::string native_refusal(const blueprint::Program& program, std::string_view transport);

}  // namespace dps::commands
