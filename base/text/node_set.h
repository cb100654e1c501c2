/// Node sets, which name many hosts: node[1-4,7], dc[1-2]n[01-99].
///
/// An item is a name in which any number of brackets hold numbers: single ones, from-to and
/// from-to/step. Leading zeros of the first number set the width of the numbers that follow it.
/// Commas separate items.
/// Source: docs/hosts.md, "Node sets"; the common part of Slurm's host lists and ClusterShell's
/// node sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/text/problems.h"
#include "base/text/source_map.h"

namespace dps::text {

/// Longer numbers are refused, so that all numbers fit into 64 bits.
inline constexpr std::size_t kMostDigitsInName = 18;

/// The bytes that names may contain.
enum class NameBytes : std::uint8_t {
  kHostName,  ///< base/host_name.h: names that dps hands to ssh and to other hosts
  kAny,       ///< all printable ones but " # , [ ]: names of hosts that exist only in a model
};

/// The rules and limits of a format.
struct NodeSetRules {
  std::size_t most_names;
  std::size_t most_bytes;  ///< of a name
  NameBytes names = NameBytes::kHostName;
};

/// Returns the names of a node set in the order in which they are written, with repetitions. `set`
/// is a part of the source without blanks.
/// Errors: added to `problems`, with nullopt as the result.
std::optional<std::vector<std::string>> expand(const SourceMap& source, Range set,
                                               const NodeSetRules& rules, Problems& problems);

}  // namespace dps::text
