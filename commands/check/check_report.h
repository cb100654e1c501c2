/// The report of `dps check`, as text and as JSON (docs/check.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/exit_status.h"
#include "blueprint/engine/play.h"
#include "commands/cli/blueprint_file.h"
#include "coordinator/placement/placement.h"

namespace dps::commands {

/// The result of matching the terrain with the user's hosts.
struct CheckedTerrain {
  std::string origin;  ///< the source of the hosts: "--hosts", an environment variable, a file
  tl::expected<coordinator::Placement, coordinator::TerrainFailure> placement;
  std::string matrix{};  ///< printed for --matrix if there is a placement; the report of a failure
                         ///< has its own
  std::string note{};    ///< the assumptions of the placement that a run may correct
};

struct CheckReport {
  const BlueprintFile* file = nullptr;    ///< borrowed
  std::optional<CheckedTerrain> terrain;  ///< set if there are hosts
  std::vector<std::string> refusals;      ///< reasons for which `dps run` would not start it
  std::vector<std::string> notes;         ///< text that is valid, but possibly not intended
  std::optional<engine::PlayResult> play;
  ExitStatus status = ExitStatus::kDone;
};

/// Diagnostics, with colour or without; summary, placement, refusals and the end of the play.
std::string check_text(const CheckReport& report, bool color);
/// One JSON object, with a line end.
std::string check_json(const CheckReport& report);

}  // namespace dps::commands
