/// Where blueprints are played and by whom, as the command line says: the same for a run and for a
/// calibration.
#pragma once

#include <memory>

#include <tl/expected.hpp>

#include "blueprint/program.h"
#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"
#include "coordinator/cli/host_choice.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_result.h"

namespace dps::coordinator {

struct Venue {
  HostChoice choice;
  std::unique_ptr<Launcher> launcher;
};

/// The hosts and the launcher, which is asked for hosts of its own where the user has named none.
/// What is wrong is told on stderr.
tl::expected<Venue, ExitStatus> open_venue(const CommandLine& line);

/// Of hosts only (all of them, or those that serve a process when that is known beforehand); of
/// everything, when that is this machine.
tl::expected<Placement, TerrainFailure> placement_at(const HostChoice& choice,
                                                     const blueprint::Program& program);

/// A failed session, on stderr.
void tell(const Failure& failure);

}  // namespace dps::coordinator
