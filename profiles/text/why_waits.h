/// Sentences on the waits of a run and their causes.
#pragma once

#include <string>
#include <vector>

#include "profiles/why.h"

namespace dps::profiles {

/// The longest waits, each with its parts and the activities of late senders. Each text has one or
/// more lines.
std::vector<std::string> wait_texts(const Why& why);

}  // namespace dps::profiles
