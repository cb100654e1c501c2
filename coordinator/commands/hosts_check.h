/// dps hosts --check, for people.
#pragma once

#include <span>
#include <string>

#include "coordinator/agents/host_survey.h"

namespace dps::coordinator {

/// A line per host: what is there and how far its clock is from ours, or what is wrong, with what
/// to do about it in a line below.
std::string survey_text(std::span<const Host> hosts, std::span<const SurveyedHost> surveyed);

}  // namespace dps::coordinator
