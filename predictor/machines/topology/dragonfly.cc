#include "predictor/machines/topology/dragonfly.h"

#include <utility>

#include <fmt/format.h>

namespace dps::machines {
namespace {

std::uint64_t pairs_of(std::uint64_t members) {
  return capped_product(members, members - 1) / 2;
}

/// The number of the pair i < j of `members`, in the order (0,1), (0,2), …, (1,2), ….
std::uint64_t pair_number(std::uint64_t members, std::uint64_t i, std::uint64_t j) {
  return i * (2 * members - i - 1) / 2 + (j - i - 1);
}

}  // namespace

Dragonfly::Dragonfly(const DragonflyDescription& description)
    : shape_(description),
      of_group_(capped_product(shape_.chassis, shape_.routers)),
      router_pairs_(pairs_of(shape_.routers)),
      chassis_pairs_(pairs_of(shape_.chassis)) {
  const auto all = [&](std::uint64_t each, std::uint64_t sets) {
    return capped_product(capped_product(each, sets), shape_.groups);
  };
  first_chassis_link_ = shape_.hosts + all(router_pairs_, shape_.chassis);
  first_group_link_ = first_chassis_link_ + all(chassis_pairs_, shape_.routers);
  ways_out_ = first_group_link_ + pairs_of(shape_.groups);
}

std::string Dragonfly::text() const {
  return fmt::format("dragonfly {}x{}x{}x{}", shape_.groups, shape_.chassis, shape_.routers,
                     shape_.places);
}

ShapeSize Dragonfly::size() const {
  const std::uint64_t within = (shape_.routers > 1 ? 1U : 0U) + (shape_.chassis > 1 ? 1U : 0U);
  const std::uint64_t routers = capped_product(of_group_, shape_.groups);
  return {capped_product(routers, shape_.places), routers, 2 * ways_out_,
          2 + (shape_.groups > 1 ? 2 * within + 1 : within)};
}

std::string Dragonfly::router_name(std::uint32_t router) const {
  return fmt::format("r({},{},{})", router / of_group_, router % of_group_ / shape_.routers,
                     router % shape_.routers);
}

void Dragonfly::add_set(const std::vector<std::uint64_t>& routers, std::uint32_t level,
                        std::vector<ShapeLink>& links) const {
  for (std::size_t i = 0; i < routers.size(); ++i) {
    for (std::size_t j = i + 1; j < routers.size(); ++j) {
      links.push_back({static_cast<std::uint32_t>(shape_.hosts + routers[i]),
                       static_cast<std::uint32_t>(shape_.hosts + routers[j]), level, 0});
    }
  }
}

std::vector<ShapeLink> Dragonfly::links_out() const {
  std::vector<ShapeLink> links;
  links.reserve(ways_out_);
  for (std::uint32_t host = 0; host < shape_.hosts; ++host) {
    links.push_back({host, shape_.hosts + host / shape_.places, kHostLinks, 0});
  }
  std::vector<std::uint64_t> set;
  for (std::uint64_t chassis = 0; chassis < std::uint64_t{shape_.groups} * shape_.chassis;
       ++chassis) {
    set.clear();
    for (std::uint64_t k = 0; k < shape_.routers; ++k) {
      set.push_back(chassis * shape_.routers + k);
    }
    add_set(set, kRouterLinks, links);
  }
  for (std::uint64_t group = 0; group < shape_.groups; ++group) {
    for (std::uint64_t k = 0; k < shape_.routers; ++k) {
      set.clear();
      for (std::uint64_t c = 0; c < shape_.chassis; ++c) {
        set.push_back(group * of_group_ + c * shape_.routers + k);
      }
      add_set(set, kChassisLinks, links);
    }
  }
  for (std::uint64_t i = 0; i < shape_.groups; ++i) {
    for (std::uint64_t j = i + 1; j < shape_.groups; ++j) {
      add_set({i * of_group_ + j, j * of_group_ + i}, kGroupLinks, links);
    }
  }
  return links;
}

std::uint32_t Dragonfly::link_between(std::uint64_t first, std::uint64_t members, std::uint64_t i,
                                      std::uint64_t j) const {
  const std::uint64_t out = first + pair_number(members, std::min(i, j), std::max(i, j));
  return static_cast<std::uint32_t>(i < j ? out : ways_out_ + out);
}

/// Goes from the router with this flat number to another one of the group.
void Dragonfly::go_within(std::uint64_t group, std::uint64_t& flat, std::uint64_t to,
                          std::vector<std::uint32_t>& links) const {
  const std::uint64_t chassis = flat / shape_.routers;
  const std::uint64_t slot = flat % shape_.routers;
  const std::uint64_t to_chassis = to / shape_.routers;
  const std::uint64_t to_slot = to % shape_.routers;
  if (slot != to_slot) {
    const std::uint64_t set = group * shape_.chassis + chassis;
    links.push_back(
        link_between(shape_.hosts + set * router_pairs_, shape_.routers, slot, to_slot));
  }
  if (chassis != to_chassis) {
    const std::uint64_t set = group * shape_.routers + to_slot;
    links.push_back(link_between(first_chassis_link_ + set * chassis_pairs_, shape_.chassis,
                                 chassis, to_chassis));
  }
  flat = to;
}

void Dragonfly::route(std::uint32_t from, std::uint32_t to,
                      std::vector<std::uint32_t>& links) const {
  links.push_back(from);
  const std::uint64_t target = to / shape_.places;
  std::uint64_t group = from / shape_.places / of_group_;
  std::uint64_t flat = from / shape_.places % of_group_;
  if (const std::uint64_t to_group = target / of_group_; group != to_group) {
    go_within(group, flat, to_group, links);
    links.push_back(link_between(first_group_link_, shape_.groups, group, to_group));
    flat = std::exchange(group, to_group);
  }
  go_within(group, flat, target % of_group_, links);
  links.push_back(static_cast<std::uint32_t>(ways_out_ + to));
}

}  // namespace dps::machines
