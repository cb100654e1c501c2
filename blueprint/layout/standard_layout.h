/// The standard layout of a blueprint, which `dps fmt` writes. Source: docs/fmt.md.
#pragma once

#include <optional>
#include <string>

#include "base/text/problems.h"
#include "base/text/source_map.h"

namespace dps::blueprint {

/// A cell that is wider does not widen its column.
inline constexpr std::size_t kWidestAlignedCell = 40;

/// Returns the text in the standard layout: the same program, with the same comments; the layout of
/// the result is the result itself. Returns nullopt if a field has an error, which is reported to
/// `problems`; tags that are unknown, missing fields and the like do not matter.
std::optional<std::string> standard_layout(const text::SourceMap& source, text::Problems& problems);

}  // namespace dps::blueprint
