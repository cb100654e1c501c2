/// The transports that this simulator program has.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"
#include "control/frames.h"
#include "transport/stop_signal.h"
#include "transport/transport.h"
#include "transport/transport_options.h"

namespace dps::simulator {

/// Makes the transport that the plan names, not yet listening. The program outlives it. Errors
/// (kInput): there is none of that name; (kProtocol): it needs a secret and the plan has none.
using TransportMaker = std::function<Result<std::unique_ptr<transport::Transport>>(
    const control::PlanFrame& plan, ProcessId self, const blueprint::Program& program,
    const transport::StopSignal& stop)>;

/// The options that do not depend on the transport. The program outlives them.
transport::TransportOptions transport_options(const control::PlanFrame& plan, ProcessId self,
                                              const blueprint::Program& program);

/// What every simulator program has: tcp.
Result<std::unique_ptr<transport::Transport>> make_transport(const control::PlanFrame& plan,
                                                             ProcessId self,
                                                             const blueprint::Program& program,
                                                             const transport::StopSignal& stop);

/// The processes to which this one sends something over a direct route (-X TCP), by process.
std::vector<bool> direct_receivers(const blueprint::Program& slice, ProcessId self);

}  // namespace dps::simulator
