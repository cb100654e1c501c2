/// The end of a play of a blueprint in zero time, as diagnostics.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"

namespace dps::commands {

/// The limits of a play; longer plays are aborted. Source: docs/editors.md.
inline constexpr std::chrono::seconds kLongestPlay{2};
inline constexpr std::uint64_t kMostPlayedMessages = 10'000'000;

struct PlayLimit {
  std::chrono::milliseconds time = kLongestPlay;
  std::function<bool()> is_outdated;  ///< true ends the play; empty: never
};

/// The findings of a play.
struct PlayFindings {
  /// A certain deadlock: a warning at each unit in which processes wait, with the text of
  /// `dps check`. A process that cannot continue: an error at the first P line.
  std::vector<Diagnostic> diagnostics;
  /// A deadlock that another order of arrival may avoid, and a play that was aborted.
  std::vector<Diagnostic> remarks;
};

/// Plays the program in zero time. Finds nothing if it is outdated.
PlayFindings play_findings(const blueprint::Program& program, const PlayLimit& limit);

}  // namespace dps::commands
