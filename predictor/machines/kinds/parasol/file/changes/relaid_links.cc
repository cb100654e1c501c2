#include "predictor/machines/kinds/parasol/file/changes/relaid_links.h"

#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/printable.h"
#include "predictor/machines/kinds/parasol/file/reading.h"

namespace dps::parasol {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// The links that stay, by id, and the pairs of processors that need a new one.
struct Plan {
  std::vector<bool> stays;
  std::vector<Pair> missing;
};

Plan plan_of_grid(const TopologyDescription& topology, const ProcessorGrid& grid) {
  Plan plan{std::vector<bool>(topology.links.size() + 1), {}};
  const PairLinks links(topology);
  visit_edges(grid, [&](std::uint32_t a, std::uint32_t b) {
    if (const std::uint32_t link = links.between(a, b); link != kNoLink) {
      plan.stays[link] = true;
    } else {
      plan.missing.emplace_back(a, b);
    }
    return true;
  });
  return plan;
}

Plan plan_of_broadcast(const TopologyDescription& topology) {
  Plan plan{std::vector<bool>(topology.links.size() + 1), {}};
  const LinksOfProcessors links(topology);
  for (std::uint32_t a = 1; a <= topology.processors; ++a) {
    for (std::uint32_t b = a + 1; b <= topology.processors; ++b) {
      if (const std::uint32_t link = links.between(a, b); link != kNoLink) {
        plan.stays[link] = true;
      } else {
        plan.missing.emplace_back(a, b);
      }
    }
  }
  return plan;
}

/// A statement with its end, and with its line if nothing else is on it.
text::Range whole_statement(std::string_view text, text::Range place) {
  std::size_t begin = place.begin;
  std::size_t end = std::min(text.find_first_not_of(" \t\r", place.end), text.size());
  if (end < text.size() && (text[end] == ';' || text[end] == '\v')) {
    return text::range_of(begin, end + 1);
  }
  if (end == text.size() || text[end] != '\n') {
    return place;
  }
  const std::size_t before = text.find_last_not_of(" \t", begin == 0 ? 0 : begin - 1);
  if (before == std::string_view::npos || text[before] == '\n') {
    begin = before == std::string_view::npos ? 0 : before + 1;
    return text::range_of(begin, end + 1);
  }
  return place;
}

Result<void> lay(const ParasolFile& file, std::string_view text, std::size_t index,
                 const Plan& plan, Edits& edits) {
  const TopologyPlaces& places = file.places.topologies[index];
  const auto written = [&](text::Range place) {
    return text.substr(place.begin, place.end - place.begin);
  };
  if (!plan.missing.empty() && places.links.empty()) {
    return failure(ErrorCode::kInput,
                   "the topology has no link whose latency and speed new links could have");
  }
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < places.links.size(); ++i) {
    const LinkPlaces& link = places.links[i];
    if (!plan.stays[i + 1]) {
      edits.replace(whole_statement(text, link.whole), "");
    } else if (++id != i + 1) {
      edits.replace(link.id, std::to_string(id));
    }
  }
  for (const auto& [a, b] : plan.missing) {
    edits.add(
        places.list,
        fmt::format("begin link; id = {}; latency = {}; speed = {}; connect = 2 {} {}; end "
                    "link",
                    ++id, written(places.links[0].latency), written(places.links[0].speed), a, b));
  }
  if (!places.links_count.empty()) {
    edits.replace(places.links_count, std::to_string(id));
  }
  return {};
}

std::string sizes_text(const ProcessorGrid& grid) {
  return fmt::format("{}", fmt::join(grid.size.begin(), grid.size.begin() + grid.axes, " "));
}

Result<void> check_link_count(std::uint64_t links) {
  return links <= kMostLinks
             ? Result<void>()
             : failure(ErrorCode::kInput,
                       fmt::format("that would be {} links, more than 10000000", links));
}

Result<void> change_to_broadcast(const ParasolFile& file, std::string_view text, std::size_t index,
                                 Edits& edits) {
  const TopologyDescription& topology = file.description.topologies[index];
  const std::uint64_t pairs = std::uint64_t{topology.processors} * (topology.processors - 1) / 2;
  if (auto checked = check_link_count(pairs); !checked) {
    return checked;
  }
  if (!topology.dimensions.empty()) {
    edits.replace(whole_statement(text, file.places.topologies[index].dimensions_field), "");
  }
  return lay(file, text, index, plan_of_broadcast(topology), edits);
}

}  // namespace

Result<void> change_routing(const ParasolFile& file, std::string_view text, std::size_t index,
                            const std::string& routing, Edits& edits) {
  const TopologyDescription& topology = file.description.topologies[index];
  const RoutingRule* rule = find_routing(routing);
  if (rule == nullptr) {
    std::vector<std::string> names;
    for (const RoutingRule& one : routing_rules()) {
      names.emplace_back(one.name);
    }
    return failure(ErrorCode::kInput, fmt::format("unknown routing '{}'{}", printable(routing),
                                                  did_you_mean(routing, names)));
  }
  edits.replace(file.places.topologies[index].routing, "\"" + routing + "\"");
  if (rule->shape == RoutingShape::kBroadcast) {
    return change_to_broadcast(file, text, index, edits);
  }
  const Router& router = file.routers[index];
  ProcessorGrid grid =
      router.rule().axes == rule->axes ? router.grid() : squarest_grid(topology.processors, *rule);
  grid.wraps = rule->shape == RoutingShape::kTorus;
  if (auto checked = check_link_count(grid.edges()); !checked) {
    return checked;
  }
  if (!topology.dimensions.empty() && router.rule().axes != rule->axes) {
    edits.replace(file.places.topologies[index].dimensions, sizes_text(grid));
  }
  return lay(file, text, index, plan_of_grid(topology, grid), edits);
}

Result<void> change_dimensions(const ParasolFile& file, std::string_view text, std::size_t index,
                               const std::string& dimensions, Edits& edits) {
  const TopologyDescription& topology = file.description.topologies[index];
  const RoutingRule& rule = file.routers[index].rule();
  std::vector<std::uint32_t> sizes;
  for (std::size_t at = 0; at <= dimensions.size();) {
    const std::size_t end = std::min(dimensions.find_first_of(", x", at), dimensions.size());
    std::uint32_t size = 0;
    const char* last = dimensions.data() + end;
    const auto [stop, error] = std::from_chars(dimensions.data() + at, last, size);
    sizes.push_back(error == std::errc{} && stop == last ? size : 0);
    at = end + 1;
  }
  const auto grid = grid_of_dimensions(sizes, topology.processors, rule);
  if (!grid) {
    return failure(ErrorCode::kInput,
                   fmt::format("the routing '{}' of {} processors cannot have the dimensions '{}'",
                               rule.name, topology.processors, printable(dimensions)));
  }
  const TopologyPlaces& places = file.places.topologies[index];
  if (places.dimensions.empty()) {
    edits.add(places.block, "dimensions = " + sizes_text(*grid));
  } else {
    edits.replace(places.dimensions, sizes_text(*grid));
  }
  return lay(file, text, index, plan_of_grid(topology, *grid), edits);
}

}  // namespace dps::parasol
