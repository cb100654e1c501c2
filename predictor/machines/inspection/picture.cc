#include "predictor/machines/inspection/picture.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"

namespace dps::machines {
namespace {

constexpr std::uint32_t kMostNodes = 2'000;

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) {
    text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  }
  return text + "\"";
}

/// The place of a router in the picture.
struct Place {
  double x = 0;
  double y = 0;
};

/// The place of "r(2)", "r(2,3)" or "r(2,3,1)", whose third axis goes back; nullopt for other
/// names.
std::optional<Place> place_of(const std::string& name) {
  constexpr std::array<Place, 3> kAxes{{{1, 0}, {0, -1}, {0.35, 0.3}}};
  if (!name.starts_with("r(") || !name.ends_with(')')) {
    return std::nullopt;
  }
  Place place;
  const char* at = name.data() + 2;
  const char* const last = name.data() + name.size() - 1;
  for (const Place& axis : kAxes) {
    int coordinate = 0;
    const auto [end, error] = std::from_chars(at, last, coordinate);
    if (error != std::errc{}) {
      return std::nullopt;
    }
    place.x += axis.x * coordinate;
    place.y += axis.y * coordinate;
    if (end == last) {
      return place;
    }
    at = end + (*end == ',' ? 1 : 0);
  }
  return std::nullopt;
}

class Picture {
 public:
  Picture(const Machine& machine, const Topology& topology, const LinkShares& shares)
      : machine_(machine), topology_(topology), shares_(shares) {}

  std::string text() {
    const std::string shape = topology_.shape();
    place_nodes(shape.starts_with("mesh ") || shape.starts_with("torus "));
    const bool has_host_nodes = topology_.router_of(0) == Topology::kNotInRouter;
    std::string out = fmt::format("graph {{\n  label={};\n  layout={};\n",
                                  quoted(machine_.summary().name + ": " + shape),
                                  places_.empty() ? "dot" : "neato");
    for (std::uint32_t i = has_host_nodes ? 0 : topology_.host_count();
         i < topology_.host_count() + topology_.router_count(); ++i) {
      out += node(i);
    }
    std::set<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t>> drawn;
    for (std::uint32_t i = 0; i < topology_.links().size(); ++i) {
      const TopologyLink& link = topology_.links()[i];
      if (drawn.insert({std::minmax(link.from, link.to), link.cable}).second) {
        out += edge(i);
      }
    }
    return out + "}\n";
  }

 private:
  /// Places the routers of a grid by their names, and hosts that are nodes beside their routers. If
  /// a node has no place, none has.
  void place_nodes(bool is_grid) {
    const std::uint32_t hosts = topology_.host_count();
    std::vector<std::optional<Place>> places(hosts + topology_.router_count());
    for (std::uint32_t i = hosts; is_grid && i < places.size(); ++i) {
      places[i] = place_of(topology_.router_name(i - hosts));
    }
    std::vector<std::uint32_t> neighbours(places.size());
    for (const TopologyLink& link : topology_.links()) {
      if (link.from < hosts && link.to >= hosts && places[link.to] && !places[link.from]) {
        const double beside = 0.25 * neighbours[link.to]++;
        places[link.from] = Place{places[link.to]->x + 0.5 + beside, places[link.to]->y - 0.5};
      }
    }
    const std::uint32_t first = topology_.router_of(0) == Topology::kNotInRouter ? 0 : hosts;
    if (std::all_of(places.begin() + first, places.end(),
                    [](const auto& one) { return one.has_value(); })) {
      places_ = std::move(places);
    }
  }

  std::string node(std::uint32_t number) const {
    const std::string name = node_name(topology_, machine_.hosts(), number);
    std::string place;
    if (!places_.empty()) {
      const auto [x, y] = *places_[number];
      place = fmt::format(", pos=\"{:g},{:g}!\"", x, y);
    }
    return fmt::format("  {} [shape={}{}];\n", quoted(name),
                       number < topology_.host_count() ? "box" : "circle", place);
  }

  [[nodiscard]] double share_of(const std::string& link) const {
    const auto found = shares_.find(link);
    return found == shares_.end() ? 0 : std::clamp(found->second, 0.0, 1.0);
  }

  std::string edge(std::uint32_t number) const {
    const TopologyLink& link = topology_.links()[number];
    const std::string from = node_name(topology_, machine_.hosts(), link.from);
    const std::string to = node_name(topology_, machine_.hosts(), link.to);
    const std::string cable = link.cable == 0 ? "" : fmt::format("#{}", link.cable + 1);
    const double share = std::max({share_of(link_name(topology_, machine_.hosts(), number)),
                                   share_of(fmt::format("{}->{}{}", to, from, cable))});
    std::string colour;
    if (!shares_.empty()) {
      colour = fmt::format(" [color=\"0.0 {:.3f} {:.3f}\", penwidth={:.1f}, tooltip=\"{:.0f} %\"]",
                           share, 0.7 + 0.3 * share, 1 + 3 * share, 100 * share);
    }
    return fmt::format("  {} -- {}{};\n", quoted(from), quoted(to), colour);
  }

  const Machine& machine_;
  const Topology& topology_;
  const LinkShares& shares_;
  std::vector<std::optional<Place>> places_;  // by node; empty: Graphviz places them
};

/// A link of the shares that the machine does not have; "" if it has all of them.
std::string unknown_link(const Machine& machine, const Topology& topology,
                         const LinkShares& shares) {
  std::set<std::string> known;
  for (std::uint32_t i = 0; !shares.empty() && i < topology.links().size(); ++i) {
    known.insert(link_name(topology, machine.hosts(), i));
  }
  const auto unknown = std::find_if(shares.begin(), shares.end(), [&](const auto& share) {
    return known.find(share.first) == known.end();
  });
  return unknown == shares.end() ? "" : unknown->first;
}

}  // namespace

Result<std::string> network_picture(const Machine& machine, const LinkShares& shares) {
  const Topology* topology = machine.parts().topology;
  if (topology == nullptr || topology->links().empty()) {
    return failure(ErrorCode::kInput, "the machine has no links that could be drawn");
  }
  const std::uint64_t nodes = std::uint64_t{topology->host_count()} + topology->router_count();
  if (nodes > kMostNodes) {
    return failure(ErrorCode::kInput, fmt::format("{} nodes are too many to be drawn; at most {}",
                                                  format_count(nodes), format_count(kMostNodes)));
  }
  if (const std::string unknown = unknown_link(machine, *topology, shares); !unknown.empty()) {
    return failure(ErrorCode::kInput,
                   fmt::format("the result is of another machine: this one has no link '{}'",
                               printable(unknown)));
  }
  return Picture(machine, *topology, shares).text();
}

}  // namespace dps::machines
