/// Facts about hosts from their agents. A survey starts an agent on every host and ends it again,
/// without a run: for `dps hosts --check`, and to get facts that the hosts file does not contain.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "coordinator/agents/host_clock.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/placement/placement.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// The answer of a host to a survey.
struct SurveyedHost {
  std::optional<control::HelloFrame> hello;  ///< nullopt: no agent
  HostClock clock;                           ///< measured if there is an agent
  std::string trouble;                       ///< the reason for which there is no agent
  std::string next_step;                     ///< advice for the user; may be empty
};

/// The time limit for all hosts together, with which users ask them.
inline constexpr std::chrono::milliseconds kSurveyTimeout{14'000};

/// Surveys all hosts concurrently. The results are in the order of `hosts`. A host that has not
/// answered after `timeout` is in trouble.
std::vector<SurveyedHost> survey_hosts(std::span<const Host> hosts, Launcher& launcher,
                                       std::chrono::milliseconds timeout);

/// Sets the type, cores, memory and address of the host, except those that the user has specified.
void fill_in(Host& host, const control::HelloFrame& hello);

}  // namespace dps::coordinator
