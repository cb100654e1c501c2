/// "did you mean ...?": suggestions for misspelt names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dps {

/// The candidate with the smallest Damerau–Levenshtein distance to `name`, without regard to case,
/// and the first of several. nullopt if the smallest distance exceeds 3 or a third of the longer
/// name.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

/// The end of a diagnostic: "; did you mean 'X'?", or an empty text without a suggestion.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace dps
