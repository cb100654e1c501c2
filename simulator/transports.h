/// The transports that this simulator program has.
#pragma once

#include <memory>

#include "base/result.h"
#include "blueprint/program.h"
#include "control/frames.h"
#include "transport/stop_signal.h"
#include "transport/transport.h"

namespace dps::simulator {

/// The transport that the plan names, not yet listening. `program` outlives it. Errors (kInput):
/// this program has none of that name; (kProtocol): it needs a secret and the plan has none.
Result<std::unique_ptr<transport::Transport>> make_transport(const control::PlanFrame& plan,
                                                             ProcessId self,
                                                             const blueprint::Program& program,
                                                             const transport::StopSignal& stop);

}  // namespace dps::simulator
