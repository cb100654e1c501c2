/// "did you mean ...?": suggestions for misspelt names.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dps {

/// The candidate with the smallest Damerau–Levenshtein distance to `name`, case aside, and the
/// first of several; nullopt if that exceeds 3 or a third of the longer name. A name without a
/// point may also be that of a candidate up to its last point: "wroker" suggests "Worker.p".
std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates);

/// The end of a diagnostic: "; did you mean 'X'?", or an empty text without a suggestion.
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

/// Does the same for keys, whose parts are separated by points. A name whose last part is that of a
/// key, and whose other parts occur in the key in this order, suggests it: "cores" and "host.cores"
/// suggest "host.n1.cores". Of several keys, it is the first of those with the fewest parts.
std::string did_you_mean_key(std::string_view name, std::span<const std::string> keys);

}  // namespace dps
