/// Creation of transports. dps-simulator-mpi and -pvm pass makers of their own.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"
#include "transport/control/frames.h"
#include "transport/stop_signal.h"
#include "transport/transport.h"
#include "transport/transport_options.h"

namespace dps::simulator {

/// Creates the transport that the plan names; it does not listen yet. The transport borrows the
/// program.
/// Errors: an unknown name (kInput), or a plan without the secret that the transport needs
/// (kProtocol).
using TransportMaker = std::function<Result<std::unique_ptr<transport::Transport>>(
    const control::PlanFrame& plan, ProcessId self, const blueprint::Program& program,
    const transport::StopSignal& stop)>;

/// The options that all transports share. They borrow the program.
transport::TransportOptions transport_options(const control::PlanFrame& plan, ProcessId self,
                                              const blueprint::Program& program);

/// The maker for tcp, the only transport that all simulator programs have.
Result<std::unique_ptr<transport::Transport>> make_transport(const control::PlanFrame& plan,
                                                             ProcessId self,
                                                             const blueprint::Program& program,
                                                             const transport::StopSignal& stop);

/// Returns, indexed by process, true if `self` sends messages to it over a direct route (-X TCP).
std::vector<bool> direct_receivers(const blueprint::Program& slice, ProcessId self);

}  // namespace dps::simulator
