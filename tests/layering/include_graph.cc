#include "tests/layering/include_graph.h"

#include <algorithm>

namespace dps::layering {
namespace {

namespace fs = std::filesystem;

/// Adds the edge from `from` to `to`, and both nodes.
void add(Graph& graph, const std::string& from, const std::string& to) {
  graph[to];
  Names& targets = graph[from];
  if (from != to) {
    targets.insert(to);
  }
}

std::string cut(const std::string& folder, std::size_t depth) {
  fs::path result;
  for (const fs::path& part : fs::path(folder)) {
    if (depth-- == 0) {
      break;
    }
    result /= part;
  }
  return result;
}

/// All nodes that can be reached from `start` by at least one edge.
Names reached_from(const Graph& graph, const std::string& start) {
  Names reached;
  std::vector<std::string> open = {start};
  while (!open.empty()) {
    const std::string node = open.back();
    open.pop_back();
    for (const std::string& next : graph.at(node)) {
      if (reached.insert(next).second) {
        open.push_back(next);
      }
    }
  }
  return reached;
}

}  // namespace

Graph folder_graph(const std::vector<Include>& includes, std::size_t depth) {
  Graph graph;
  for (const Include& include : includes) {
    if (!include.target.empty()) {
      add(graph, cut(folder_of(include.file), depth), cut(folder_of(include.target), depth));
    }
  }
  return graph;
}

Graph pair_graph(const std::vector<Include>& includes) {
  Graph graph;
  for (const Include& include : includes) {
    if (!include.target.empty()) {
      add(graph, fs::path(include.file).replace_extension(),
          fs::path(include.target).replace_extension());
    }
  }
  return graph;
}

std::vector<Names> cycles(const Graph& graph) {
  std::map<std::string, Names> reached;
  for (const auto& [node, targets] : graph) {
    reached[node] = reached_from(graph, node);
  }
  std::vector<Names> found;
  Names settled;
  for (const auto& [node, targets] : reached) {
    if (!targets.contains(node) || settled.contains(node)) {
      continue;
    }
    Names cycle;
    std::copy_if(
        targets.begin(), targets.end(), std::inserter(cycle, cycle.end()),
        [&, &start = node](const std::string& other) { return reached[other].contains(start); });
    settled.insert(cycle.begin(), cycle.end());
    found.push_back(cycle);
  }
  return found;
}

}  // namespace dps::layering
