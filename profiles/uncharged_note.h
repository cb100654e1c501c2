/// The note of a prediction that lacks costs.
#pragma once

#include <string_view>

namespace dps::profiles {

/// The beginning of the note that lists components for which a prediction charged no time.
inline constexpr std::string_view kUnchargedNote = "charged 0 for want of a cost: ";

}  // namespace dps::profiles
