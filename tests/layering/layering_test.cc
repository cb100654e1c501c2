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

/// A depth below that of any folder.
constexpr std::size_t kFullDepth = 20;

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

void expect_no_cycle(const Graph& graph) {
  for (const Names& cycle : cycles(graph)) {
    ADD_FAILURE() << row("these include one another", cycle);
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
    expect_no_cycle(folder_graph(all_includes(), depth));
  }
}

TEST(Layering, HeadersWithTheirSourcesDoNotIncludeOneAnother) {
  expect_no_cycle(pair_graph(all_includes()));
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
