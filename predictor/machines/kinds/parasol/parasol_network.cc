#include "predictor/machines/kinds/parasol/parasol_network.h"

#include <algorithm>

#include <fmt/format.h>

namespace dps::parasol {
namespace {

std::vector<Wide> speeds_of(const TopologyDescription& topology) {
  std::vector<Wide> speeds;
  speeds.reserve(topology.links.size());
  for (const Link& link : topology.links) {
    speeds.push_back(zeptoseconds_of(link.speed));
  }
  return speeds;
}

std::vector<Wide> latencies_of(const TopologyDescription& topology) {
  std::vector<Wide> latencies;
  latencies.reserve(topology.links.size());
  for (const Link& link : topology.links) {
    latencies.push_back(zeptoseconds_of(link.latency) << kFineDigits);
  }
  return latencies;
}

}  // namespace

ParasolNetwork::ParasolNetwork(const MachineModel& model, std::span<const std::uint32_t> host_of)
    : model_(model),
      host_of_(host_of),
      shares_(speeds_of(*model.topology)),
      latencies_(latencies_of(*model.topology)),
      last_pairs_(host_of.size()) {
  if (model_.mapping != nullptr) {
    virtual_grid_ = grid_of(*model_.mapping);
  }
}

// --- routes -------------------------------------------------------------------------------------

void ParasolNetwork::set_route(Pair& pair, std::uint32_t from_host, std::uint32_t to_host) const {
  const VirtualTopology* mapping = model_.mapping;
  ProcessorRoute route;
  model_.router->append(mapping == nullptr ? from_host + 1 : mapping->map[from_host],
                        mapping == nullptr ? to_host + 1 : mapping->map[to_host], route);
  for (std::uint32_t& link : route.links) {
    --link;
    pair.latency += latencies_[link];
  }
  routes_.push_back(std::move(route.links));
  pair.links = routes_.back();
  pair.is_joined =
      mapping == nullptr || from_host == to_host ||
      are_neighbours(*find_routing(mapping->routing), virtual_grid_, from_host + 1, to_host + 1);
}

std::uint32_t ParasolNetwork::pair_of(const machines::Letter& letter) const {
  LastPair& last = last_pairs_[letter.from];
  if (last.to == letter.to) {
    return last.number;
  }
  const auto next = static_cast<std::uint32_t>(pairs_.size());
  const std::uint64_t key = std::uint64_t{letter.from} << 32 | letter.to;
  const std::uint32_t number = pair_numbers_.find_or_insert(key, next);
  if (number == next) {
    set_route(pairs_.emplace_back(), host_of_[letter.from], host_of_[letter.to]);
  }
  last = {letter.to, number};
  return number;
}

// --- costs --------------------------------------------------------------------------------------

Picoseconds ParasolNetwork::call_cost(const CallCost& call, const char* name, std::uint64_t bytes,
                                      std::uint32_t hops) const {
  if (!call) {
    return {};
  }
  const auto seconds = call(bytes, hops);
  if (seconds && *seconds >= 0) {
    return machines::picoseconds_of(*seconds);
  }
  const std::string text = fmt::format(
      "the formula of {} has no valid time, and counts as 0: {}", name,
      seconds ? fmt::format("{} s for a message of {} bytes", *seconds, bytes) : seconds.error());
  const std::string head = text.substr(0, text.find(" counts"));
  if (std::none_of(failures_.begin(), failures_.end(),
                   [&](const std::string& one) { return one.starts_with(head); })) {
    failures_.push_back(text);
  }
  return {};
}

machines::MessageCost ParasolNetwork::cost(const machines::Letter& letter) const {
  const auto hops = static_cast<std::uint32_t>(pairs_[pair_of(letter)].links.size());
  LastCost& last = last_cost_;
  if (!last.is_known || last.bytes != letter.bytes || last.hops != hops) {
    const CallCosts& costs = model_.costs;
    last = {true, letter.bytes, hops, {}};
    last.cost.pack = call_cost(costs.pack, "packbyte", letter.bytes, hops);
    last.cost.send = call_cost(costs.send, "send", letter.bytes, hops);
    last.cost.receive = call_cost(costs.receive, "receive", letter.bytes, hops);
    last.cost.unpack = call_cost(costs.unpack, "unpackbyte", letter.bytes, hops);
  }
  machines::MessageCost cost = last.cost;
  if (!letter.packed) {
    cost.pack = cost.unpack = {};
  }
  return cost;
}

// --- messages -----------------------------------------------------------------------------------

bool ParasolNetwork::enter(std::uint32_t id, const machines::Letter& letter, Picoseconds now) {
  const std::uint32_t number = pair_of(letter);
  Pair& pair = pairs_[number];
  unjoined_ += pair.is_joined ? 0 : 1;
  if (id >= parcels_.size()) {
    parcels_.resize(id + std::size_t{1});
  }
  parcels_[id] = {letter.bytes, kNone};
  if (pair.first != kNone) {
    parcels_[pair.last].next = id;
    pair.last = id;
    return true;
  }
  pair.first = pair.last = id;
  now_ = std::max(now_, fine(now));  // a message may have left half a picosecond later
  shares_.begin(number, pair.links, letter.bytes, now_);
  return true;
}

Picoseconds ParasolNetwork::next() {
  return std::min(arrivals_.next(), nearest_picosecond(shares_.next()));
}

/// Removes the next message, which has left at this instant; its successor of the same pair begins.
void ParasolNetwork::leave_first(Wide at) {
  now_ = at;
  const std::uint32_t number = shares_.end_first();
  Pair& pair = pairs_[number];
  const std::uint32_t id = pair.first;
  arrivals_.push(id, nearest_picosecond(at + pair.latency), {});
  pair.first = parcels_[id].next;
  if (pair.first != kNone) {
    shares_.begin(number, pair.links, parcels_[pair.first].bytes, at);
  }
}

void ParasolNetwork::advance(Picoseconds now, machines::NetworkEvents& events) {
  for (;;) {
    const Wide at = shares_.next();
    if (at == kNeverFine || nearest_picosecond(at) > now) {
      break;
    }
    leave_first(at);
  }
  arrivals_.take(now, events.arrived);
}

machines::NetworkReport ParasolNetwork::report() const {
  machines::NetworkReport report;
  report.notes = failures_;
  if (unjoined_ > 0) {
    report.notes.push_back(
        fmt::format("{} message{} between processors that the virtual topology "
                    "does not join",
                    unjoined_, unjoined_ == 1 ? " went" : "s went"));
  }
  return report;
}

}  // namespace dps::parasol
