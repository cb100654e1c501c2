/// The worker of the studio, `dps studio-worker`: a warm process that forks a child for each
/// prediction. Source: docs/protocol_studio.md, "Workers".
#pragma once

#include "base/exit_status.h"

namespace dps::commands {

/// The hidden command, which only the studio calls.
inline constexpr const char* kStudioWorker = "studio-worker";

/// Answers the requests of standard input on standard output, until the input or the parent ends.
ExitStatus serve_predictions();

}  // namespace dps::commands
