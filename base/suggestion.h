/// "did you mean": the nearest of the names that exist.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dps {

/// The candidate with the smallest Damerau–Levenshtein distance to `name`, case aside, when it is
/// near enough to be a slip (at most a third of the longer name, and at most 3). The first among
/// equals. Nothing near: no suggestion.
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean 'X'?" or nothing: the end of a diagnostic.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace dps
