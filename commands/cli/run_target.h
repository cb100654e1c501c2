/// The hosts and the launcher of runs and calibrations.
#pragma once

#include <memory>

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "blueprint/program.h"
#include "commands/cli/host_choice.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_result.h"

namespace dps::commands {

struct RunTarget {
  HostChoice choice;
  std::unique_ptr<coordinator::Launcher> launcher;
};

/// Chooses hosts and launcher; if the user named no hosts the launcher may supply them. Errors are
/// printed.
tl::expected<RunTarget, ExitStatus> open_run_target(const HostOptions& given,
                                                    const CommonOptions& common);

/// The placement before the agents report their hosts: complete on this machine or if no facts can
/// change it (without idle hosts then), else with the hosts only.
tl::expected<coordinator::Placement, coordinator::TerrainFailure> initial_placement(
    const HostChoice& choice, const blueprint::Program& program);

/// Prints the failure of a session on stderr.
void print_failure(const coordinator::Failure& failure, Color color);

/// Removes the details that print_failure() has printed from the notes of a result, so that they
/// are not printed twice. The reason remains, since an incomplete profile begins with it.
void drop_printed_details(const coordinator::Failure& failure, std::vector<std::string>& notes);

}  // namespace dps::commands
