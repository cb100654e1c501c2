/// The graph of includes, between folders and between headers with their sources, and its cycles.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/layering/source_tree.h"

namespace dps::layering {

using Names = std::set<std::string>;
/// The nodes, each with the nodes that it includes. No node includes itself.
using Graph = std::map<std::string, Names>;

/// The includes between folders. A folder more than `depth` levels below the root counts as the
/// folder that contains it at that depth.
Graph folder_graph(const std::vector<Include>& includes, std::size_t depth);

/// The includes between files. A header and its source are one node: their path without extension.
Graph pair_graph(const std::vector<Include>& includes);

/// The nodes of each cycle; cycles that share a node are one.
std::vector<Names> cycles(const Graph& graph);

}  // namespace dps::layering
