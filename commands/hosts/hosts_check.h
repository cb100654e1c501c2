/// Prints the survey of `dps hosts --check`.
#pragma once

#include <span>
#include <string>

#include "coordinator/agents/host_survey.h"

namespace dps::commands {

/// A line for each host with its agent and the offset of its clock, or with the failure and a line
/// of advice.
std::string survey_text(std::span<const coordinator::Host> hosts,
                        std::span<const coordinator::SurveyedHost> surveyed);

}  // namespace dps::commands
