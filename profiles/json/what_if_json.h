/// The JSON form of the answers to what-if questions. Source: docs/result.md, "What if".
#pragma once

#include <string>

#include "profiles/what_if.h"

namespace dps::profiles {

/// The JSON of a result (to_json()) with the answers as its last member. Readers of results ignore
/// it.
std::string with_what_if(std::string result, const WhatIf& what_if);

}  // namespace dps::profiles
