/// Comments that dps reads: descriptions of variables, and "# dps: allow early" at the end of a U
/// line.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "base/text/source_map.h"

namespace dps::blueprint {

/// The comment after the last field of a line, without '#' and the blanks around it; "" without
/// one.
std::string_view comment_after(const text::SourceMap& source, const text::Field& last);

/// Returns the line numbers of the tags of U lines that end in this comment, ascending. Warns of
/// comments that begin with "dps:" and have no effect.
std::vector<std::uint32_t> find_allowed_early(const text::SourceMap& source,
                                              const text::Scanned& scanned,
                                              text::Problems& problems);

}  // namespace dps::blueprint
