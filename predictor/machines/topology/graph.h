/// The topology of a graph: a shape, a free graph, or both, and its way of routing.
/// Source: docs/machines.md, "Graphs".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "predictor/machines/topology.h"
#include "predictor/machines/topology/route_table.h"
#include "predictor/machines/topology/shape.h"

namespace dps::machines {

enum class RoutingKind : std::uint8_t {
  kShape,     ///< the routing of the shape
  kShortest,  ///< the routes with the least sum of weights
  kTable,     ///< the routes of the table, and the shortest ones for other pairs
};

/// Figures of the links of a shape, by level.
struct LevelFigures {
  std::vector<LinkKind> levels;  ///< by ShapeLink::level
  LinkKind host;                 ///< of kHostLevel
};

/// A link of a free graph. Nodes are numbered as those of a topology.
struct FreeLink {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  LinkKind kind;
  bool is_one_way = false;
};

struct FreeRouter {
  std::string name;
  Picoseconds delay;
};

/// There are at most TopologyLink::kMostKinds kinds of links.
struct GraphDescription {
  std::uint32_t hosts = 0;
  std::shared_ptr<const Shape> shape;  ///< null: none. Its routers come before the free ones
  LevelFigures figures;                ///< of the shape
  Picoseconds delay;                   ///< of the routers of the shape
  std::vector<FreeRouter> routers;
  std::vector<FreeLink> links;
  RoutingKind routing = RoutingKind::kShape;  ///< needs a shape
  std::uint64_t seed = 0;
  RouteTable table;
};

class GraphTopology final : public Topology {
 public:
  explicit GraphTopology(GraphDescription description);

  [[nodiscard]] const Parts& parts() const override { return parts_; }
  [[nodiscard]] std::string router_name(std::uint32_t router) const override;
  [[nodiscard]] std::string shape() const override;
  [[nodiscard]] std::unique_ptr<RouteFinder> make_finder() const override;

  /// The description without its links.
  [[nodiscard]] const GraphDescription& graph() const { return graph_; }

 private:
  Parts parts_;
  GraphDescription graph_;
};

}  // namespace dps::machines
