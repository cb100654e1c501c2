/// The shape of a program: the P lines, and the messages between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "profiles/result.h"

namespace dps::reports {

/// The messages of one type from the processes of a P line to those of another one.
struct ShapeEdge {
  std::uint32_t from = 0, to = 0;  ///< of ProgramShape::groups
  std::string mtag;
  std::uint64_t messages = 0, bytes = 0;
};

struct ProgramShape {
  std::vector<std::string> groups;  ///< ptags, in process order
  std::vector<std::uint64_t> clones;
  std::vector<ShapeEdge> edges;  ///< in the order of the rows of messages
};

ProgramShape shape_of(const profiles::RunProfile& run);

/// Larger shapes are not drawn: dot would take long, and the picture would be unreadable.
inline constexpr std::size_t kMostDrawnGroups = 60;
inline constexpr std::size_t kMostDrawnEdges = 240;

/// The shape in the language of dot(1), without any text of the user: nodes are "n0", "n1", …, and
/// the label of an edge has its position.
std::string graph_of(const ProgramShape& shape);

/// The shape with the places of nodes and curves from the output of `dot -Tplain` for graph_of(),
/// which may be "". Places that cannot be read are left out.
nlohmann::ordered_json shape_json(const ProgramShape& shape, std::string_view plain);

}  // namespace dps::reports
