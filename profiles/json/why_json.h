/// The JSON form of the reasons for the time of a run. Source: docs/result.md, "why".
#pragma once

#include <string>

#include "profiles/json/tree_reader.h"
#include "profiles/why.h"

namespace dps::profiles {

/// One object; lists have a line for each element.
std::string why_json(const Why& why);

/// The reasons for a slow request, in the same form.
std::string slow_json(const Slow& slow);

void read_slow(TreeReader& in, const Tree& object, const KeyPath& at, Slow& slow);
void read_why(TreeReader& in, const Tree& object, const KeyPath& at, Why& why);

}  // namespace dps::profiles
