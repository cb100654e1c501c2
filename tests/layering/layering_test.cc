// Compares the includes of the tree with the order of its rooms and with allowed_includes.txt, and
// finds cycles.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/layering/include_graph.h"
#include "tests/layering/source_tree.h"

namespace dps::layering {
namespace {

/// Deeper than any folder.
constexpr std::size_t kFullDepth = 20;

/// Folders that still include one another. Nothing is added here; a folder goes when its cycle has.
const Names& folders_still_in_cycles() {
  static const Names kFolders = {};
  return kFolders;
}

/// The same for headers with their sources.
const Names& pairs_still_in_cycles() {
  static const Names kPairs = {
      "predictor/virtual_time/conclusion",
      "predictor/virtual_time/made_prediction",
      "predictor/virtual_time/messages_under_way",
      "predictor/virtual_time/predictor",
      "predictor/virtual_time/process_receives",
      "predictor/virtual_time/process_steps",
      "predictor/virtual_time/stop_request",
      "predictor/virtual_time/traced_prediction",
      "predictor/virtual_time/virtual_run",
  };
  return kPairs;
}

const std::vector<Include>& all_includes() {
  static const std::vector<Include> kAll = [] {
    std::vector<Include> all;
    for (const std::string& room : rooms()) {
      const auto some = includes_below(room);
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }();
  return kAll;
}

/// The folders with sources, each with the other folders that its files include.
Graph actual() {
  Graph graph = folder_graph(all_includes(), kFullDepth);
  for (const std::string& room : rooms()) {
    for (const std::string& file : sources_below(room)) {
      graph[folder_of(file)];  // also without an include
    }
  }
  return graph;
}

/// The rows of allowed_includes.txt: "folder: folder folder".
Graph allowed() {
  Graph graph;
  std::ifstream in(root() / "tests/layering/allowed_includes.txt");
  std::string line;
  while (std::getline(in, line)) {
    const auto colon = line.find(':');
    if (line.starts_with("#") || colon == std::string::npos) {
      continue;
    }
    std::istringstream words(line.substr(colon + 1));
    graph[line.substr(0, colon)] = Names(std::istream_iterator<std::string>(words), {});
  }
  return graph;
}

std::string row(const std::string& folder, const Names& targets) {
  std::string text = folder + ":";
  for (const std::string& target : targets) {
    text += " " + target;
  }
  return text;
}

/// The includes of files in `folder` whose targets lie in a folder that `allowed` lacks.
std::string offences(const std::string& folder, const Names& allowed) {
  std::string text;
  for (const Include& include : all_includes()) {
    const std::string target = folder_of(include.target);
    if (folder_of(include.file) == folder && !target.empty() && target != folder &&
        !allowed.contains(target)) {
      text += "\n  " + described(include);
    }
  }
  return text;
}

/// The level of each room.
std::map<std::string, std::size_t> level_of_rooms() {
  std::map<std::string, std::size_t> result;
  for (std::size_t level = 0; level < levels().size(); ++level) {
    for (const std::string& room : levels()[level]) {
      result[room] = level;
    }
  }
  return result;
}

std::string room_of(const std::string& file) {
  return file.substr(0, file.find('/'));
}

Names members(const std::vector<Names>& groups) {
  Names all;
  for (const Names& group : groups) {
    all.insert(group.begin(), group.end());
  }
  return all;
}

/// Fails for the cycles with a node that is not excepted.
void expect_no_cycle(const Graph& graph, const Names& exceptions) {
  for (const Names& cycle : cycles(graph)) {
    EXPECT_TRUE(std::includes(exceptions.begin(), exceptions.end(), cycle.begin(), cycle.end()))
        << row("these include one another", cycle);
  }
}

TEST(Layering, ARoomIncludesOnlyRoomsToItsLeft) {
  const auto level = level_of_rooms();
  for (const Include& include : all_includes()) {
    const std::string from = room_of(include.file);
    const std::string to = room_of(include.target);
    if (!to.empty() && to != from) {
      ASSERT_TRUE(level.contains(to)) << described(include);
      EXPECT_LT(level.at(to), level.at(from)) << described(include);
    }
  }
}

TEST(Layering, TheRowOfAFolderListsExactlyTheFoldersThatItIncludes) {
  const Graph rows = allowed();
  const Graph folders = actual();
  for (const auto& [folder, targets] : folders) {
    const auto found = rows.find(folder);
    const Names listed = found == rows.end() ? Names{} : found->second;
    EXPECT_TRUE(found != rows.end() && listed == targets)
        << "if these includes are wanted, the row in tests/layering/allowed_includes.txt is\n"
        << row(folder, targets) << offences(folder, listed);
  }
  for (const auto& [folder, targets] : rows) {
    EXPECT_TRUE(folders.contains(folder)) << folder << " has a row and no source";
  }
}

TEST(Layering, FoldersDoNotIncludeOneAnotherAtAnyDepth) {
  for (std::size_t depth = 1; depth <= 6; ++depth) {
    expect_no_cycle(folder_graph(all_includes(), depth), folders_still_in_cycles());
  }
}

TEST(Layering, HeadersWithTheirSourcesDoNotIncludeOneAnother) {
  expect_no_cycle(pair_graph(all_includes()), pairs_still_in_cycles());
}

TEST(Layering, EveryExceptionIsStillNeeded) {
  const Names folders = members(cycles(folder_graph(all_includes(), kFullDepth)));
  for (const std::string& folder : folders_still_in_cycles()) {
    EXPECT_TRUE(folders.contains(folder)) << folder << " is in no cycle any more: remove it";
  }
  const Names pairs = members(cycles(pair_graph(all_includes())));
  for (const std::string& pair : pairs_still_in_cycles()) {
    EXPECT_TRUE(pairs.contains(pair)) << pair << " is in no cycle any more: remove it";
  }
}

TEST(Layering, EveryFolderOfSourcesAtTheTopIsARoom) {
  const Names others = {"bench", "examples", "packaging", "scripts", "tests"};
  const auto level = level_of_rooms();
  for (const std::string& file : sources_below("")) {
    EXPECT_TRUE(level.contains(room_of(file)) || others.contains(room_of(file))) << file;
  }
}

TEST(Layering, ACycleIsFoundWithAllItsNodesAndNoOthers) {
  const Graph graph = {{"a", {"b"}}, {"b", {"c", "d"}}, {"c", {"a"}},
                       {"d", {}},    {"e", {"a", "f"}}, {"f", {"e"}}};
  EXPECT_EQ(cycles(graph), (std::vector<Names>{{"a", "b", "c"}, {"e", "f"}}));
}

}  // namespace
}  // namespace dps::layering
