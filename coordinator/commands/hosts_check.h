/// Prints the survey of `dps hosts --check`.
#pragma once

#include <span>
#include <string>

#include "coordinator/agents/host_survey.h"

namespace dps::coordinator {

/// A line for each host: its agent and the offset of its clock, or what failed, with advice in a
/// line below.
std::string survey_text(std::span<const Host> hosts, std::span<const SurveyedHost> surveyed);

}  // namespace dps::coordinator
