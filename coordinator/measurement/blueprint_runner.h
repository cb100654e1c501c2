/// Where a calibration measures: it plays blueprints of its own as `dps run` plays the user's, over
/// the same launcher, transport and way of waiting.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"
#include "coordinator/cli/run_target.h"
#include "profiles/result.h"

namespace dps::coordinator {

struct Experiment {
  std::string blueprint;  ///< ours: without a mistake
  std::uint32_t runs = 1;
  std::optional<bool> spin{};  ///< receivers poll; unless given, as the command line says
  profiles::Level level = profiles::Level::kFunctionality;
};

/// What components of a user's blueprint need, absolute.
struct Equipment {
  std::string folder;                  ///< where `exec` looks and runs
  std::vector<std::string> userfuncs;  ///< libraries
};

class Laboratory {
 public:
  /// Both are borrowed. The venue's own launcher is not used: every session has one of its own.
  Laboratory(const CommandLine& line, const Venue& venue, Equipment equipment = {})
      : line_(line), venue_(venue), equipment_(std::move(equipment)) {}

  /// One session; why it failed goes to stderr, with the last lines that its processes wrote. One
  /// more run than asked for is played first and not counted.
  tl::expected<profiles::RunResult, ExitStatus> play(const Experiment& experiment) const;

  /// "measuring node1 - node2", on a terminal.
  void announce(const std::string& what) const;

  /// What the command line says of waiting.
  [[nodiscard]] bool spins() const { return line_.spin; }
  [[nodiscard]] const std::vector<Host>& hosts() const { return venue_.choice.hosts; }

 private:
  const CommandLine& line_;
  const Venue& venue_;
  Equipment equipment_;
};

}  // namespace dps::coordinator
