/// The notes of a prediction that lacks costs.
#pragma once

#include <string>
#include <string_view>

namespace dps::profiles {

/// The note about components for which a prediction charged no time: `components` lists them, and
/// `advice` names the options that provide the costs.
std::string uncharged_note(std::string_view components, std::string_view advice);

/// True for a note of uncharged_note().
bool is_uncharged_note(std::string_view note);

}  // namespace dps::profiles
