/// Reads the lists [[network.router]], [[network.link]] and [[network.route]] of native machine
/// files.
/// Source: docs/machines.md, "Graphs".
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/kinds/native/file/node_names.h"
#include "predictor/machines/topology/graph.h"

namespace dps::machines {

/// The figures of links that have none of their own; nullopt: [network] has none.
struct UsualLink {
  std::optional<BitsPerSecond> bandwidth;
  std::optional<Picoseconds> latency;
};

/// An entry of [[network.route]] for a pair of hosts, which a later entry may replace.
struct ListedRoute {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t way = 0;  ///< of the table of routes
  const toml::node* written = nullptr;
};

/// Adds the contents of the lists to a graph. Lists may be null. Mistakes are added.
class FreeGraphReader {
 public:
  /// All are borrowed.
  FreeGraphReader(NodeNames& names, GraphDescription& graph, TomlMistakes& mistakes)
      : names_(names), graph_(graph), mistakes_(mistakes) {}

  void read_routers(const toml::node* list);
  /// Reads the links; called after read_routers().
  void read_links(const toml::node* list, const UsualLink& usual);
  /// Reads the routes; called after read_routers().
  std::vector<ListedRoute> read_routes(const toml::node* list);

 private:
  void read_router(const toml::table& fields);
  void read_link(const toml::table& fields, const UsualLink& usual);
  void read_route(const toml::table& fields, std::vector<ListedRoute>& routes);
  std::optional<std::vector<std::vector<std::uint32_t>>> read_ends(TomlTable& table);
  void add_links(const std::vector<std::vector<std::uint32_t>>& ends, const FreeLink& link,
                 std::uint64_t count, const toml::node& where);
  std::vector<std::uint32_t> hosts_of(TomlTable& table, std::string_view key);
  std::optional<std::vector<std::uint32_t>> read_via(TomlTable& table);

  NodeNames& names_;
  GraphDescription& graph_;
  TomlMistakes& mistakes_;
  /// The distinct kinds of links: bandwidth, latency, weight and duplex, and whether the links are
  /// shared.
  std::set<std::tuple<std::uint64_t, std::int64_t, std::uint32_t, std::size_t, bool>> kinds_;
};

/// Reports the listed routes that do not join their ends, that pass a link twice, or that are too
/// long.
void check_routes(const GraphTopology& topology, const std::vector<ListedRoute>& routes,
                  TomlMistakes& mistakes);

}  // namespace dps::machines
