#include "predictor/machines/flows/ports.h"

#include "base/check.h"

namespace dps::machines {

std::uint32_t Ports::add(BitsPerSecond bandwidth) {
  DPS_CHECK(bandwidth > BitsPerSecond{} && bandwidth <= kMostBandwidth);
  list_.push_back({bandwidth, kNoFlow, kNoLink});
  links_.set_port_count(list_.size());
  return static_cast<std::uint32_t>(list_.size() - 1);
}

void Ports::release(std::uint32_t flow) {
  for (const std::uint32_t port : ports_of(flows_[flow].route)) {
    if (list_[port].lone == flow) {
      list_[port].lone = kNoFlow;
    }
  }
}

/// Lets the spoke cross a port that other spokes of the star cross, or that a lone flow crossed.
void Ports::pass(std::uint32_t port, std::uint32_t flow, std::uint32_t star) {
  if (star_of(port) != star) {
    list_[port].lone = flow;
    return;
  }
  SharedLink& link = links_[shared_link(port)];
  link.passing = is_star(list_[port].lone) ? link.passing + 1 : 2;
  list_[port].lone = kSpokes | star;
}

void Ports::reserve(std::uint32_t letter, const Reservation& reservation) {
  reservations_.reach(letter);
  reservations_[letter] = reservation;
  for (const std::uint32_t port : ports_of(reservation.route)) {
    list_[port].lone = kReserved | letter;
  }
}

std::uint32_t Ports::shared_link(std::uint32_t port) {
  if (list_[port].link == kNoLink) {
    list_[port].link = links_.add(port, list_[port].bandwidth);
  }
  return list_[port].link;
}

Route Ports::shared_route(const Route& route) {
  shared_.clear();
  for (const std::uint32_t port : ports_of(route)) {
    shared_.push_back(shared_link(port));
  }
  return routes_.over(shared_);
}

}  // namespace dps::machines
