/// Sentences on the waits of a run and their causes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profiles/why.h"

namespace dps::profiles {

/// "Second.p computes slow.c (line 5)": what these processes did.
std::string element_text(const Meanwhile& element, std::string_view who);

/// The longest waits, each with its parts and with what the late senders did. Each text has one or
/// more lines.
std::vector<std::string> wait_texts(const Why& why);

}  // namespace dps::profiles
