#include "profiles/reports/shape.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace dps::reports {
namespace {

using Json = nlohmann::ordered_json;

/// The width of a text in inches, in the type of the page: about 0.09 for a character.
double width_of(const std::string& text) {
  constexpr double kPerCharacter = 0.092;
  return static_cast<double>(std::max<std::size_t>(text.size(), 6)) * kPerCharacter;
}

/// The words of a line; none after an error.
std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) {
    words.push_back(word);
  }
  return words;
}

std::optional<double> number(const std::vector<std::string>& words, std::size_t position) {
  if (position >= words.size()) {
    return std::nullopt;
  }
  char* end = nullptr;
  const double value = std::strtod(words[position].c_str(), &end);
  return *end == '\0' && end != words[position].c_str() ? std::optional(value) : std::nullopt;
}

/// `count` numbers from this position on; empty if there are not so many.
std::vector<double> numbers(const std::vector<std::string>& words, std::size_t position,
                            std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = number(words, position + i);
    if (!value) {
      return {};
    }
    values.push_back(*value);
  }
  return values;
}

/// An edge whose label is "e", its position, and "_" as often as the text is long.
void place_edge(const std::vector<std::string>& words, std::size_t points, Json& json) {
  const std::size_t label = 4 + 2 * points;
  const auto position = number({words[label].substr(1, words[label].find('_') - 1)}, 0);
  if (position && *position >= 0 && *position < static_cast<double>(json["edges"].size())) {
    Json& edge = json["edges"][static_cast<std::size_t>(*position)];
    edge["curve"] = numbers(words, 4, 2 * points);
    edge["label_at"] = numbers(words, label + 1, 2);
  }
}

/// Source: https://graphviz.org/docs/outputs/plain: "graph scale width height",
/// "node name x y width height label …",
/// "edge tail head n x1 y1 … xn yn [label x y] style color".
void place(const std::vector<std::string>& words, Json& json) {
  if (words.empty()) {
    return;
  }
  if (words[0] == "graph") {
    json["size"] = numbers(words, 2, 2);
  } else if (words[0] == "node" && words.size() > 1) {
    const auto index = number({words[1].substr(1)}, 0);
    if (index && *index >= 0 && *index < static_cast<double>(json["groups"].size())) {
      json["groups"][static_cast<std::size_t>(*index)]["at"] = numbers(words, 2, 4);
    }
  } else if (words[0] == "edge") {
    constexpr double kMostPoints = 10'000;
    const double given = number(words, 3).value_or(0);
    const auto points = given >= 0 && given <= kMostPoints ? static_cast<std::size_t>(given) : 0;
    const std::size_t label = 4 + 2 * points;
    if (label < words.size() && words[label].starts_with('e')) {
      place_edge(words, points, json);
    }
  }
}

}  // namespace

ProgramShape shape_of(const profiles::RunProfile& run) {
  ProgramShape shape;
  std::map<std::string, std::uint32_t, std::less<>> positions;
  const auto position_of = [&](std::string_view process) {
    const std::string_view group = profiles::clone_group(process);
    const auto found = positions.find(group);
    if (found != positions.end()) {
      return found->second;
    }
    const auto position = static_cast<std::uint32_t>(shape.groups.size());
    shape.groups.emplace_back(group);
    shape.clones.push_back(0);
    positions.emplace(group, position);
    return position;
  };
  for (const profiles::ProcessProfile& process : run.processes) {
    ++shape.clones[position_of(process.ptag)];
  }
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::string>, std::size_t> edges;
  for (const profiles::MessageProfile& message : run.messages) {
    const std::uint32_t from = position_of(message.sender);
    const std::uint32_t to = position_of(message.receiver);
    const auto [found, is_new] =
        edges.emplace(std::tuple(from, to, message.mtag), shape.edges.size());
    if (is_new) {
      shape.edges.push_back({from, to, message.mtag});
    }
    shape.edges[found->second].messages += message.sent;
    shape.edges[found->second].bytes += message.bytes;
  }
  return shape;
}

std::string graph_of(const ProgramShape& shape) {
  constexpr double kHeight = 0.5;
  std::string graph =
      "digraph { graph [rankdir=LR nodesep=0.35 ranksep=0.6];"
      " node [shape=box fixedsize=true label=\"\"]; edge [fontsize=12 arrowhead=none];\n";
  for (std::size_t i = 0; i < shape.groups.size(); ++i) {
    graph += fmt::format("n{} [width={:.2f} height={:.2f}];\n", i,
                         width_of(shape.groups[i] + " x100") + 0.3, kHeight);
  }
  for (std::size_t i = 0; i < shape.edges.size(); ++i) {
    const ShapeEdge& edge = shape.edges[i];
    // dot lists edges in another order, and leaves room for a label of this length.
    const std::string label = fmt::format("e{}_", i);
    const std::size_t length = std::clamp<std::size_t>(edge.mtag.size() + 7, label.size(), 40);
    graph += fmt::format("n{} -> n{} [label=\"{:_<{}}\"];\n", edge.from, edge.to, label, length);
  }
  return graph + "}\n";
}

Json shape_json(const ProgramShape& shape, std::string_view plain) {
  Json json = {{"groups", Json::array()}, {"edges", Json::array()}};
  for (std::size_t i = 0; i < shape.groups.size(); ++i) {
    json["groups"].push_back({{"ptag", shape.groups[i]}, {"clones", shape.clones[i]}});
  }
  for (const ShapeEdge& edge : shape.edges) {
    json["edges"].push_back({{"from", edge.from},
                             {"to", edge.to},
                             {"mtag", edge.mtag},
                             {"messages", edge.messages},
                             {"bytes", edge.bytes}});
  }
  std::istringstream in{std::string(plain)};
  for (std::string line; std::getline(in, line);) {
    place(words_of(line), json);
  }
  return json;
}

}  // namespace dps::reports
