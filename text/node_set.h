/// Many host names in few words: node[1-4,7], dc[1-2]n[01-99].
///
/// An item is a name in which any number of brackets stand for numbers: single ones, from-to, and
/// from-to/step. Leading zeros of the first number set the width of those that follow it. Commas
/// separate items.
/// Source: docs/hosts.md, "Node sets"; what Slurm's host lists and ClusterShell's node sets have in
/// common.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/problems.h"
#include "text/source_map.h"

namespace dps::terrain {

/// More hosts are refused: of a file, and of one node set. Source: docs/hosts.md, "Limits".
inline constexpr std::size_t kMostHosts = 65'536;

/// The names of a node set, in the order in which they are written; a name that comes twice stands
/// where it came first. What is wrong is added to `problems`, and then there is no result.
/// `set` is a part of the text that `problems` knows; it has no blanks.
std::optional<std::vector<std::string>> expand(const text::SourceMap& source, text::Range set,
                                               text::Problems& problems);

/// The same names as a node set, for people: "node[1-4,7],login". Names that differ in one number
/// are put together, in the order of their numbers; else the order is that of `names`.
std::string fold(std::span<const std::string> names);

}  // namespace dps::terrain
