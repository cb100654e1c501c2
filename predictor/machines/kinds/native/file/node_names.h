/// The names of the nodes of a graph, as its links and routes use them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/topology/graph.h"

namespace dps::machines {

class NodeNames {
 public:
  /// Makes the names of the hosts, and of the routers of the shape, which may be null. Borrows the
  /// hosts.
  NodeNames(std::span<const MachineHost> hosts, const Shape* shape);

  /// Adds a router as the next node. Returns false if the name is that of another node.
  bool add_router(const std::string& name);

  [[nodiscard]] std::optional<std::uint32_t> find(const std::string& name) const;
  /// The nodes with this name or in this node set; empty after a mistake, which is reported for
  /// `where`.
  [[nodiscard]] std::vector<std::uint32_t> nodes(const std::string& set, const toml::node& where,
                                                 TomlMistakes& mistakes) const;
  [[nodiscard]] bool is_host(std::uint32_t node) const { return node < hosts_.size(); }
  [[nodiscard]] std::uint32_t host_count() const {
    return static_cast<std::uint32_t>(hosts_.size());
  }
  [[nodiscard]] const std::string& name_of(std::uint32_t node) const { return names_[node]; }

 private:
  std::span<const MachineHost> hosts_;
  std::vector<std::string> names_;  // by node
  std::unordered_map<std::string, std::uint32_t> nodes_;
};

}  // namespace dps::machines
