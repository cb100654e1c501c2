/// Tries on every host what a run needs of it, and starts nothing: `dps hosts --check`.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "control/frames.h"
#include "coordinator/agents/heartbeats.h"
#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

struct SurveyedHost {
  std::optional<control::HelloFrame> hello;  ///< absent: its agent was not there
  HostClock clock;                           ///< where the agent was there
  std::string trouble;                       ///< why not; empty: all is well
  std::string next_step;                     ///< what the user can do; may be empty
};

/// All hosts at once, as far as a session would; in their order. Hosts that have not answered after
/// `patience` are in trouble.
std::vector<SurveyedHost> survey_hosts(std::span<const Host> hosts, Launcher& launcher,
                                       std::chrono::milliseconds patience);

/// What the user did not say of a host is what its agent says of it.
void learn(Host& host, const control::HelloFrame& hello);

}  // namespace dps::coordinator
