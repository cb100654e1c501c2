#include "predictor/machines/kinds/native/file/free_graph_reader.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/exact_quantities.h"
#include "base/units.h"
#include "predictor/machines/files/host_tables.h"
#include "predictor/machines/limits.h"
#include "predictor/machines/topology/shortest_routes.h"
#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

/// The most kinds of links, besides those of a shape.
constexpr std::size_t kMostKinds = TopologyLink::kMostKinds - 100;
constexpr std::uint64_t kMostWeight = 1'000'000'000;
constexpr std::array<std::string_view, 3> kDuplexWords{"full", "half", "one-way"};

}  // namespace

void FreeGraphReader::read_routers(const toml::node* list) {
  for (const toml::table* fields :
       tables_of(list, {"routers", "[[network.router]]", "a router's table"}, mistakes_)) {
    read_router(*fields);
  }
}

void FreeGraphReader::read_router(const toml::table& fields) {
  TomlTable table(fields, "[[network.router]]", mistakes_);
  const auto set = table.text("name", true);
  const auto delay = table.quantity("delay", text::read_time);
  table.done();
  if (!set) {
    return;
  }
  const toml::source_region& where = table.find("name")->source();
  const std::vector<std::string> names = host_names(*set);
  if (names.empty()) {
    mistakes_.add(where, fmt::format("expected a name or a node set, got '{}'", printable(*set)));
  }
  for (const std::string& name : names) {
    if (!names_.add_router(name)) {
      mistakes_.add(where, fmt::format("a host or a router '{}' exists already", printable(name)));
      return;
    }
    graph_.routers.push_back({name, delay ? rounded(*delay) : graph_.delay});
  }
  if (graph_.routers.size() > kMostRouters) {
    mistakes_.add(where, "more than " + format_count(kMostRouters) + " routers");
  }
}

void FreeGraphReader::read_links(const toml::node* list, const UsualLink& usual) {
  for (const toml::table* fields :
       tables_of(list, {"links", "[[network.link]]", "a link's table"}, mistakes_)) {
    read_link(*fields, usual);
  }
}

void FreeGraphReader::read_link(const toml::table& fields, const UsualLink& usual) {
  TomlTable table(fields, "[[network.link]]", mistakes_);
  const auto ends = read_ends(table);
  const auto bandwidth =
      table.quantity("bandwidth", text::read_bandwidth, !usual.bandwidth.has_value());
  const auto latency = table.quantity("latency", text::read_time, !usual.latency.has_value());
  const auto duplex = table.word("duplex", kDuplexWords).value_or(0);
  const std::uint64_t count = table.count("count", 1, TopologyLink::kMostCables - 1).value_or(1);
  FreeLink link;
  link.kind.bandwidth = bandwidth.value_or(usual.bandwidth.value_or(BitsPerSecond(1)));
  link.kind.latency = latency ? rounded(*latency) : usual.latency.value_or(Picoseconds{});
  link.kind.weight = static_cast<std::uint32_t>(table.count("weight", 1, kMostWeight).value_or(1));
  link.kind.is_shared = table.flag("shared").value_or(true);
  link.kind.is_half = kDuplexWords[duplex] == "half";
  link.is_one_way = kDuplexWords[duplex] == "one-way";
  table.done();
  kinds_.emplace(link.kind.bandwidth.bits, link.kind.latency.count(), link.kind.weight, duplex,
                 link.kind.is_shared);
  if (kinds_.size() > kMostKinds) {
    mistakes_.add(fields.source(),
                  fmt::format("more than {} links that differ", format_count(kMostKinds)));
  } else if (ends) {
    add_links(*ends, link, count, fields);
  }
}

/// Two lists of nodes, one of which has one node; nullopt after a mistake.
std::optional<std::vector<std::vector<std::uint32_t>>> FreeGraphReader::read_ends(
    TomlTable& table) {
  const toml::node* node = table.find("ends", true);
  const auto written = table.texts("ends");
  if (!written) {
    return std::nullopt;
  }
  if (written->size() != 2) {
    mistakes_.add(node->source(), "a link has two ends: ends = [\"h[0-3]\", \"s0\"]");
    return std::nullopt;
  }
  std::vector<std::vector<std::uint32_t>> ends;
  for (std::size_t i = 0; i < 2; ++i) {
    ends.push_back(names_.nodes((*written)[i], *node->as_array()->get(i), mistakes_));
  }
  if (ends[0].empty() || ends[1].empty()) {
    return std::nullopt;
  }
  if (ends[0].size() > 1 && ends[1].size() > 1) {
    mistakes_.add(node->source(), "one of the two ends may be a node set, not both");
    return std::nullopt;
  }
  return ends;
}

void FreeGraphReader::add_links(const std::vector<std::vector<std::uint32_t>>& ends,
                                const FreeLink& link, std::uint64_t count,
                                const toml::node& where) {
  for (std::size_t i = 0; i < std::max(ends[0].size(), ends[1].size()); ++i) {
    FreeLink added = link;
    added.from = ends[0].size() == 1 ? ends[0][0] : ends[0][i];
    added.to = ends[1].size() == 1 ? ends[1][0] : ends[1][i];
    if (added.from == added.to) {
      mistakes_.add(where.source(), fmt::format("a link joins '{0}' with itself",
                                                printable(names_.name_of(added.from))));
      return;
    }
    const bool is_in_router = graph_.shape != nullptr && graph_.shape->hosts_per_router() > 0;
    for (const std::uint32_t end : {added.from, added.to}) {
      if (is_in_router && names_.is_host(end)) {
        mistakes_.add(where.source(),
                      fmt::format("'{}' is in a router of the shape and has no links; a link can "
                                  "begin at the router",
                                  printable(names_.name_of(end))));
        return;
      }
    }
    if (graph_.links.size() + count > kMostLinks) {
      mistakes_.add(where.source(), "more than " + format_count(kMostLinks) + " links");
      return;
    }
    graph_.links.insert(graph_.links.end(), count, added);
  }
}

std::vector<ListedRoute> FreeGraphReader::read_routes(const toml::node* list) {
  std::vector<ListedRoute> routes;
  for (const toml::table* fields :
       tables_of(list, {"routes", "[[network.route]]", "a route's table"}, mistakes_)) {
    read_route(*fields, routes);
  }
  return routes;
}

void FreeGraphReader::read_route(const toml::table& fields, std::vector<ListedRoute>& routes) {
  TomlTable table(fields, "[[network.route]]", mistakes_);
  const auto from = hosts_of(table, "from");
  const auto to = hosts_of(table, "to");
  auto via = read_via(table);
  const bool is_one_way = table.flag("one_way").value_or(false);
  table.done();
  if (from.empty() || to.empty() || !via) {
    return;
  }
  if (routes.size() + 2 * from.size() * to.size() > kMostListedRoutes) {
    mistakes_.add(fields.source(), "more than " + format_count(kMostListedRoutes) + " routes");
    return;
  }
  const std::uint32_t way = graph_.table.add_way(*via);
  std::reverse(via->begin(), via->end());
  const std::uint32_t back = is_one_way ? way : graph_.table.add_way(*std::move(via));
  for (const std::uint32_t sender : from) {
    for (const std::uint32_t receiver : to) {
      if (sender == receiver) {
        continue;
      }
      graph_.table.set(sender, receiver, way);
      routes.push_back({sender, receiver, way, &fields});
      if (!is_one_way) {
        graph_.table.set(receiver, sender, back);
        routes.push_back({receiver, sender, back, &fields});
      }
    }
  }
}

/// The hosts of a node set; empty after a mistake.
std::vector<std::uint32_t> FreeGraphReader::hosts_of(TomlTable& table, std::string_view key) {
  const auto set = table.text(key, true);
  if (!set) {
    return {};
  }
  const toml::node& node = *table.find(key);
  auto hosts = names_.nodes(*set, node, mistakes_);
  for (const std::uint32_t host : hosts) {
    if (!names_.is_host(host)) {
      mistakes_.add(node.source(), fmt::format("routes join hosts, and '{}' is a router",
                                               printable(names_.name_of(host))));
      return {};
    }
  }
  return hosts;
}

/// The routers of a route; nullopt after a mistake.
std::optional<std::vector<std::uint32_t>> FreeGraphReader::read_via(TomlTable& table) {
  const toml::node* node = table.find("via", true);
  const auto names = table.texts("via");
  if (!names) {
    return std::nullopt;
  }
  std::vector<std::uint32_t> routers;
  for (std::size_t i = 0; i < names->size(); ++i) {
    const toml::node& element = *node->as_array()->get(i);
    const auto found = names_.nodes((*names)[i], element, mistakes_);
    if (found.size() != 1) {
      return std::nullopt;
    }
    if (names_.is_host(found[0])) {
      mistakes_.add(element.source(), fmt::format("hosts do not forward, and '{}' is a host",
                                                  printable((*names)[i])));
      return std::nullopt;
    }
    routers.push_back(found[0]);
  }
  return routers;
}

void check_routes(const GraphTopology& topology, const std::vector<ListedRoute>& routes,
                  TomlMistakes& mistakes) {
  const ShortestRoutes links_of(topology, topology.graph().seed);
  const toml::node* reported = nullptr;
  std::vector<std::uint32_t> links;
  for (const ListedRoute& route : routes) {
    links.clear();
    const auto& way = topology.graph().table.nodes(route.way);
    const bool joins = links_of.append_way(route.from, route.to, way, links);
    const bool is_twice = std::set(links.begin(), links.end()).size() != links.size();
    if ((joins && !is_twice && links.size() <= kLongestRoute) || route.written == reported) {
      continue;
    }
    reported = route.written;
    mistakes.add(route.written->source(),
                 !joins     ? "the links of this route do not join its ends"
                 : is_twice ? "this route passes a link twice"
                            : fmt::format("this route has more than {} links", kLongestRoute));
  }
}

}  // namespace dps::machines
