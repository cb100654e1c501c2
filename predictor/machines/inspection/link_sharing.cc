#include "predictor/machines/inspection/link_sharing.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "predictor/machines/topology_names.h"
#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

constexpr std::uint64_t kTrialBytes = 1'000'000;

}  // namespace

LinkSharing::LinkSharing(const Machine& machine, std::span<const std::uint32_t> host_of,
                         std::uint32_t processes)
    : machine_(machine),
      host_of_(host_of.begin(), host_of.end()),
      lone_messages_(machine, host_of_) {
  if (machine.hosts().empty()) {
    host_of_.resize(processes);
    std::iota(host_of_.begin(), host_of_.end(), 0U);
  }
  if (const Topology* topology = machine.parts().topology) {
    finder_ = topology->make_finder();
  }
}

Picoseconds LinkSharing::alone(const Letter& letter) {
  const auto [place, is_new] =
      alone_.try_emplace({hosts_of(letter), letter.bytes, letter.packed, letter.xdr}, kNever);
  if (is_new) {
    place->second = lone_messages_.time_of(letter);
  }
  return place->second;
}

std::optional<std::uint32_t> LinkSharing::shared_link(const Letter& one, const Letter& other) {
  const std::pair key{hosts_of(one), hosts_of(other)};
  const auto known = shared_.find(key);
  return known != shared_.end() ? known->second
                                : shared_.emplace(key, find_shared(one, other)).first->second;
}

std::optional<std::uint32_t> LinkSharing::find_shared(const Letter& one, const Letter& other) {
  const Hosts first = hosts_of(one);
  const Hosts second = hosts_of(other);
  if (finder_ != nullptr) {
    return common_link(first, second);
  }
  return first == second || delays(other, one) ? std::optional(named_link(first, second))
                                               : std::nullopt;
}

std::optional<std::uint32_t> LinkSharing::common_link(const Hosts& one, const Hosts& other) {
  if (one.first == one.second || other.first == other.second) {
    return std::nullopt;
  }
  const Topology& topology = *machine_.parts().topology;
  const std::vector<std::uint32_t>& others = route_of(other);
  std::optional<std::uint32_t> slowest;
  for (const std::uint32_t link : route_of(one)) {
    const bool is_common = topology.kind_of(link).is_shared &&
                           std::find(others.begin(), others.end(), link) != others.end();
    if (is_common &&
        (!slowest || topology.kind_of(link).bandwidth < topology.kind_of(*slowest).bandwidth)) {
      slowest = link;
    }
  }
  return slowest;
}

const std::vector<std::uint32_t>& LinkSharing::route_of(const Hosts& hosts) {
  const auto [route, is_new] = routes_.try_emplace(hosts);
  if (is_new) {
    finder_->find(hosts.first, hosts.second, route->second);
  }
  return route->second;
}

/// True if `one`, under way at the same time, delays `other`.
bool LinkSharing::delays(const Letter& one, const Letter& other) const {
  const Letter alone[] = {other};
  const Letter both[] = {other, one};
  return arrival_of_first(both) > arrival_of_first(alone);
}

/// Plays the letters in a network of their own, with the same size for all, since the size of one
/// could hide the other.
Picoseconds LinkSharing::arrival_of_first(std::span<const Letter> letters) const {
  const auto network = listening_network(machine_, host_of_);
  for (auto i = static_cast<std::uint32_t>(letters.size()); i-- > 0;) {
    Letter letter = letters[i];
    letter.bytes = kTrialBytes;
    const bool is_free = network->enter(i, letter, Picoseconds{});
    if (!is_free && i > 0 && letter.from == letters[0].from) {
      return kNever;  // the sender is held: its other letter cannot enter meanwhile
    }
  }
  for (Picoseconds now = network->next(); now != kNever; now = network->next()) {
    NetworkEvents events;
    network->advance(now, events);
    if (std::find(events.arrived.begin(), events.arrived.end(), 0U) != events.arrived.end()) {
      return now;
    }
  }
  return kNever;
}

/// The link of hosts without a topology: that of the sender, that of the receiver, or all.
std::uint32_t LinkSharing::named_link(const Hosts& one, const Hosts& other) {
  const auto host_name = [this](std::uint32_t host) {
    return machine_.hosts().empty() ? std::to_string(host) : machine_.hosts()[host].name;
  };
  const std::string name =
      one.first == other.first     ? fmt::format("the link of {}", host_name(one.first))
      : one.second == other.second ? fmt::format("the link to {}", host_name(one.second))
                                   : "the network";
  const auto known = std::find(names_.begin(), names_.end(), name);
  const auto number = static_cast<std::uint32_t>(known - names_.begin());
  if (known == names_.end()) {
    names_.push_back(name);
  }
  return number;
}

std::string LinkSharing::link_name(std::uint32_t link) const {
  return finder_ == nullptr
             ? names_[link]
             : machines::link_name(*machine_.parts().topology, machine_.hosts(), link);
}

}  // namespace dps::machines
