#include "predictor/machines/flows/pair_routes.h"

#include <algorithm>
#include <utility>

#include "predictor/machines/link_loads.h"

namespace dps::machines {
namespace {

constexpr std::size_t kPage = 256;  // links

}  // namespace

PairRoutes::PairRoutes(const Topology& topology, FairShares& shares, TokenBuckets* buckets,
                       std::uint64_t burst)
    : topology_(topology),
      shares_(shares),
      buckets_(buckets),
      burst_(burst),
      finder_(topology.make_finder()),
      idle_(kIdle),
      pages_((topology.links().size() + kPage - 1) / kPage) {
  shares_.reserve(topology.links().size());
  for (std::uint32_t link = 0; link < topology.links().size(); ++link) {
    add_port(topology.kind_of(link).bandwidth);
  }
}

std::uint32_t PairRoutes::add_port(BitsPerSecond bandwidth) {
  if (buckets_ != nullptr) {
    buckets_->add_link(bandwidth, burst_);
  }
  return shares_.add_link(bandwidth);
}

void PairRoutes::open(std::uint32_t pair, std::uint32_t from_host, std::uint32_t to_host) {
  if (pair >= pairs_.size()) {
    pairs_.resize(std::max<std::size_t>(std::size_t{pair} + 1, pairs_.size() * 2));
  }
  Pair& idle = idle_[idle_place(from_host, to_host)];
  if (idle.is_open && idle.from == from_host && idle.to == to_host) {
    pairs_[pair] = idle;
    idle.is_open = false;
  } else {
    find(from_host, to_host, pairs_[pair]);
  }
}

void PairRoutes::close(std::uint32_t pair) {
  Pair& closed = pairs_[pair];
  Pair& idle = idle_[idle_place(closed.from, closed.to)];
  if (idle.is_open) {
    forget(idle);
  }
  idle = closed;
  closed.is_open = false;
}

void PairRoutes::find(std::uint32_t from, std::uint32_t to, Pair& found) {
  found_.clear();
  finder_->find(from, to, found_);
  found.from = from;
  found.to = to;
  found.links = shares_.route_over(found_);
  found.own = own_bandwidth();
  found.latency = latency_of(topology_, from, found_);
  found.ports = found.own == BitsPerSecond{} ? found.links : ports_with(found.own);
  found.bytes = 0;
  found.is_open = true;
}

void PairRoutes::forget(Pair& pair) {
  add_load(pair, pages_);
  if (pair.own != BitsPerSecond{}) {
    spare_[pair.own.bits].push_back(shares_.links_of(pair.ports).back());
    shares_.forget(pair.ports);
  }
  shares_.forget(pair.links);
}

/// The bandwidth of the slowest unshared link of the route found; 0 if all are shared.
BitsPerSecond PairRoutes::own_bandwidth() const {
  BitsPerSecond own;
  for (const std::uint32_t link : found_) {
    const LinkKind& kind = topology_.kind_of(link);
    if (!kind.is_shared && (own == BitsPerSecond{} || kind.bandwidth < own)) {
      own = kind.bandwidth;
    }
  }
  return own;
}

/// The shared links of the route found, and a port of its own for the others.
Route PairRoutes::ports_with(BitsPerSecond own) {
  std::erase_if(found_, [&](std::uint32_t link) { return !topology_.kind_of(link).is_shared; });
  std::vector<std::uint32_t>& spare = spare_[own.bits];
  if (spare.empty()) {
    spare.push_back(add_port(own));
  }
  found_.push_back(spare.back());
  spare.pop_back();
  return shares_.route_over(found_);
}

void PairRoutes::add_load(const Pair& pair, std::vector<Page>& pages) const {
  if (pair.bytes == 0) {
    return;
  }
  for (const std::uint32_t link : shares_.links_of(pair.links)) {
    Page& page = pages[link / kPage];
    if (page.empty()) {
      page.resize(kPage);
    }
    page[link % kPage] += pair.bytes;
  }
}

std::vector<LinkLoad> PairRoutes::loads() const {
  std::vector<Page> pages = pages_;
  for (const std::vector<Pair>* list : {&pairs_, &idle_}) {
    for (const Pair& pair : *list) {
      if (pair.is_open) {
        add_load(pair, pages);
      }
    }
  }
  std::vector<LinkLoad> loads;
  for (std::uint32_t link = 0; link < topology_.links().size(); ++link) {
    const Page& page = pages[link / kPage];
    if (!page.empty() && page[link % kPage] > 0) {
      loads.push_back(load_of(link, page[link % kPage], topology_.kind_of(link).bandwidth));
    }
  }
  return busiest_first(std::move(loads));
}

}  // namespace dps::machines
