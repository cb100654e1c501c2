#include "predictor/machines/kinds/parasol/file/topology_checks.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace dps::parasol {
namespace {

std::string_view kind_of(const ReadTopology& read) {
  return read.is_virtual ? "virtual topology" : "topology";
}

void report_missing_fields(const ReadTopology& read, text::Problems& problems) {
  const std::array<std::pair<text::Range, std::string_view>, 3> fields{
      {{read.id_field, "id"},
       {read.routing_field, "routing"},
       {read.processors_field, "processors"}}};
  for (const auto& [place, name] : fields) {
    if (place.empty()) {
      problems.error(read.head, fmt::format("this {} has no '{}'", kind_of(read), name));
    }
  }
}

/// The number of processors; 0 if it is wrong, which is reported.
std::uint32_t checked_count(const ReadTopology& read, text::Problems& problems) {
  if (read.processors_value.empty()) {
    return 0;
  }
  if (read.processors == 0) {
    problems.error(read.processors_value,
                   fmt::format("a {} has at least 1 processor", kind_of(read)));
  } else if (read.processors > kMostProcessors) {
    problems.error(read.processors_value,
                   fmt::format("a {} has at most 1000000 processors", kind_of(read)));
  } else {
    return static_cast<std::uint32_t>(read.processors);
  }
  return 0;
}

void check_routing_name(const ReadTopology& read, text::Problems& problems) {
  if (read.places.routing.empty() || find_routing(read.routing) != nullptr) {
    return;
  }
  std::vector<std::string> names;
  for (const RoutingRule& rule : routing_rules()) {
    names.emplace_back(rule.name);
  }
  const std::string near = did_you_mean(read.routing, names);
  problems.error(read.places.routing,
                 "unknown routing " + text::quoted(read.routing) +
                     (near.empty() ? "; there are XY, YX, XYZ and its permutations, 1Dtorus, "
                                     "2Dtorus, 3Dtorus and broadcast"
                                   : near));
}

std::vector<std::uint32_t> checked_dimensions(const ReadTopology& read, text::Problems& problems) {
  std::vector<std::uint32_t> sizes;
  for (const std::uint64_t size : read.dimensions) {
    if (size == 0 || size > kMostProcessors) {
      problems.error(read.places.dimensions, "a dimension is from 1 to 1000000");
      return {};
    }
    sizes.push_back(static_cast<std::uint32_t>(size));
  }
  return sizes;
}

/// The numbers from 1 whose place is empty.
std::vector<std::uint32_t> missing_numbers(const std::vector<text::Range>& places) {
  std::vector<std::uint32_t> missing;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].empty()) {
      missing.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
  return missing;
}

/// The values of p[i] or map[i], and their places, by processor.
std::vector<std::uint64_t> checked_entries(ReadTopology& read, std::uint32_t count,
                                           text::Problems& problems) {
  const std::string_view field = read.is_virtual ? "map" : "p";
  std::vector<std::uint64_t> values(count);
  std::vector<text::Range> index_places(count);
  read.places.types.assign(count, {});
  for (const ReadEntry& entry : read.entries) {
    if (entry.index == 0 || entry.index > count) {
      problems.error(entry.index_place, fmt::format("there is no processor {}: the {} has {}",
                                                    entry.index, kind_of(read), count));
      continue;
    }
    const std::size_t i = entry.index - 1;
    if (!index_places[i].empty()) {
      problems.warning(
          entry.index_place,
          fmt::format("'{}[{}]' is defined twice; the last definition counts", field, entry.index),
          {problems.note(index_places[i], "first defined here")});
    }
    index_places[i] = entry.index_place;
    values[i] = entry.value;
    read.places.types[i] = entry.place;
  }
  if (const auto missing = missing_numbers(index_places); !missing.empty()) {
    problems.error(read.entries_head.empty() ? read.head : read.entries_head,
                   fmt::format("there is no '{}[i]' of processor{} {}", field,
                               missing.size() == 1 ? "" : "s", number_list(missing)));
  }
  return values;
}

/// The number of links that the ids may have; reports a wrong `links`.
std::uint64_t checked_link_count(const ReadTopology& read, text::Problems& problems) {
  const std::uint64_t count = read.links.size();
  if (count > kMostLinks) {
    problems.error(read.links_head, "a topology has at most 10000000 links");
  }
  if (read.links_field.empty()) {
    problems.warning(read.head, fmt::format("this topology has no 'links'; it has {}", count));
  } else if (!read.places.links_count.empty() && read.link_count != count) {
    problems.error(read.places.links_count,
                   fmt::format("'links' is {}, and there {} {}", read.link_count,
                               count == 1 ? "is" : "are", count));
    return std::max(count, std::min(read.link_count, kMostLinks));
  }
  return count;
}

void check_ends(const ReadTopology& read, const ReadLink& link, std::uint32_t count,
                text::Problems& problems) {
  for (std::uint32_t i = 0; i < link.end_count; ++i) {
    const std::uint32_t end = read.ends[link.first_end + i];
    if (end == 0 || end > count) {
      problems.error(link.connect,
                     fmt::format("there is no processor {}: the topology has {}", end, count));
    }
  }
}

/// The links by id.
void set_links(ReadTopology& read, TopologyDescription& topology, text::Problems& problems) {
  const std::uint64_t most = checked_link_count(read, problems);
  // A list that lacks links has at least one empty link. The rest of a wrong `links` takes no
  // memory.
  const std::size_t count = std::min<std::size_t>(most, read.links.size() + 1);
  topology.links.resize(count);
  read.places.links.assign(count, {});
  for (const ReadLink& link : read.links) {
    if (topology.processors != 0) {
      check_ends(read, link, topology.processors, problems);
    }
    if (link.places.id.empty()) {
      continue;
    }
    if (link.id == 0 || link.id > most) {
      problems.error(
          link.places.id,
          fmt::format("there is no link {}: ids of links are from 1 to {}", link.id, most));
      continue;
    }
    if (link.id > count) {
      continue;  // `links` is wrong, which is reported
    }
    LinkPlaces& places = read.places.links[link.id - 1];
    if (!places.id.empty()) {
      problems.error(link.places.id, fmt::format("two links have the id {}", link.id),
                     {problems.note(places.id, "the other one is here")});
      continue;
    }
    places = link.places;
    topology.links[link.id - 1] = {link.latency, link.speed, link.first_end, link.end_count};
  }
}

}  // namespace

std::string number_list(const std::vector<std::uint32_t>& numbers) {
  constexpr std::size_t kMostRanges = 8;
  std::string list;
  std::size_t ranges = 0;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) {
      ++last;
    }
    if (++ranges > kMostRanges) {
      return list + fmt::format(" and {} more", numbers.size() - i);
    }
    list += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
    list += last == i ? "" : fmt::format("-{}", numbers[last]);
    i = last + 1;
  }
  return list;
}

TopologyDescription checked_topology(ReadTopology& read, text::Problems& problems) {
  report_missing_fields(read, problems);
  TopologyDescription topology;
  topology.id = read.id;
  topology.name = read.name;
  topology.setup = read.setup;
  topology.routing = read.routing;
  topology.processors = checked_count(read, problems);
  topology.dimensions = checked_dimensions(read, problems);
  check_routing_name(read, problems);
  if (topology.processors != 0) {
    topology.types = checked_entries(read, topology.processors, problems);
  }
  set_links(read, topology, problems);
  topology.ends = std::move(read.ends);
  return topology;
}

void check_types(const TopologyDescription& topology, const TopologyPlaces& places,
                 const std::vector<Processor>& processors, text::Problems& problems) {
  for (std::size_t i = 0; i < topology.types.size(); ++i) {
    if (!places.types[i].empty() && find_by_id(processors, topology.types[i]) == nullptr) {
      problems.error(places.types[i],
                     fmt::format("there is no processor type {}", topology.types[i]));
    }
  }
}

VirtualTopology checked_virtual(ReadTopology& read, const TopologyDescription* hardware,
                                text::Problems& problems) {
  report_missing_fields(read, problems);
  if (hardware == nullptr) {
    problems.error(read.head, "a virtual topology needs a topology, to which it is mapped");
  }
  VirtualTopology topology{read.id, read.name, read.setup, read.routing, {}, 0, {}};
  topology.processors = checked_count(read, problems);
  topology.dimensions = checked_dimensions(read, problems);
  check_routing_name(read, problems);
  if (const RoutingRule* rule = find_routing(read.routing);
      rule != nullptr && !topology.dimensions.empty() && topology.processors != 0 &&
      !grid_of_dimensions(topology.dimensions, topology.processors, *rule)) {
    problems.error(read.places.dimensions,
                   fmt::format("the routing '{}' of {} processors cannot have these dimensions",
                               rule->name, topology.processors));
  }
  const auto values = topology.processors == 0
                          ? std::vector<std::uint64_t>{}
                          : checked_entries(read, topology.processors, problems);
  const std::uint32_t most = hardware == nullptr ? 0 : hardware->processors;
  std::vector<text::Range> mapped(most);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const text::Range place = read.places.types[i];
    topology.map.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(values[i], most)));
    if (place.empty() || most == 0) {
      continue;
    }
    if (values[i] == 0 || values[i] > most) {
      problems.error(place,
                     fmt::format("there is no processor {}: the hardware has {}", values[i], most));
    } else if (text::Range& other = mapped[values[i] - 1]; !other.empty()) {
      problems.error(place, fmt::format("two processors are mapped to processor {}", values[i]),
                     {problems.note(other, "the other one is here")});
    } else {
      other = place;
    }
  }
  return topology;
}

std::optional<Router> checked_router(const TopologyDescription& topology, const ReadTopology& read,
                                     text::Problems& problems) {
  auto router = Router::make(topology);
  if (router) {
    for (const std::uint32_t link : router->idle_links()) {
      problems.warning(read.places.links[link - 1].id,
                       fmt::format("no message takes link {}", link));
    }
    return *std::move(router);
  }
  const bool has_dimensions = !read.places.dimensions.empty();
  const text::Range place = has_dimensions ? read.places.dimensions : read.places.routing;
  if (const auto* missing = std::get_if<MissingLink>(&router.error())) {
    problems.error(place, fmt::format("the routing '{}' needs a {} {}, in which there is no link "
                                      "between processors {} and {}",
                                      topology.routing, missing->grid.wraps ? "torus" : "grid",
                                      missing->grid.text(), missing->a, missing->b));
  } else if (const auto* pair = std::get_if<UnjoinedPair>(&router.error())) {
    problems.error(place, fmt::format("no link joins processors {} and {}, as the routing "
                                      "'broadcast' needs for every pair",
                                      pair->a, pair->b));
  } else {
    problems.error(place,
                   fmt::format("the routing '{}' of {} processors cannot have these dimensions",
                               topology.routing, topology.processors));
  }
  return std::nullopt;
}

}  // namespace dps::parasol
