/// Flows that share links max-min fairly: the basis of all networks of links.
///
/// A flow that has all its links to itself is a *lone* flow: its end follows from the bandwidth of
/// its slowest link. Flows that all share one link may be a star (stars.h); all others are in
/// bundles (shared_links.h), whose rates are max-min fair (fair_levels.h). The rates are computed
/// once for all flows that begin or end at one instant. Source: Bertsekas and Gallager, Data
/// Networks, 6.5.2.
///
/// Precision: ends and counts are fixed-point numbers with 40 binary digits below 10^-12 bit, so
/// that no rounding error reaches a picosecond, and results are the same on every platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/rates.h"
#include "predictor/machines/event_heap.h"
#include "predictor/machines/flows/fair_levels.h"
#include "predictor/machines/flows/flows.h"
#include "predictor/machines/flows/ports.h"
#include "predictor/machines/flows/rate.h"
#include "predictor/machines/flows/routes.h"
#include "predictor/machines/flows/shared_links.h"
#include "predictor/machines/flows/stars.h"

namespace dps::machines {

class FairShares {
 public:
  FairShares();
  FairShares(const FairShares&) = delete;  // its members refer to each other
  FairShares& operator=(const FairShares&) = delete;
  FairShares(FairShares&&) = delete;
  FairShares& operator=(FairShares&&) = delete;
  ~FairShares() = default;

  void reserve(std::size_t links) { ports_.reserve(links); }
  /// Links are numbered from 0; from 1 bit/s to kMostBandwidth.
  std::uint32_t add_link(BitsPerSecond bandwidth) { return ports_.add(bandwidth); }

  /// A route over these links, which differ; a flow crosses at least one. forget() ends its use.
  Route route_over(std::span<const std::uint32_t> links) { return routes_.over(links); }
  /// Ends one use of the route, on which no flow of this user may be.
  void forget(const Route& route) { routes_.forget(route); }
  [[nodiscard]] std::span<const std::uint32_t> links_of(const Route& route) const {
    return routes_.links(route);
  }

  /// Flow numbers are the caller's, dense from 0; a number can be used again when its flow has
  /// ended. As long as no other flow is on its links, first_ended() returns the flow `notice` after
  /// its end.
  void start(std::uint32_t flow, const Route& route, Service service, Picoseconds now,
             Picoseconds notice = {});
  /// Lets a letter cross the route, which no flow and no other letter crosses: returns the instant
  /// at which its last bit leaves, and keeps nothing but the reservation of the links. nullopt if a
  /// flow or a letter crosses one of the links. Letters have numbers of their own, below 2^31.
  std::optional<Picoseconds> reserve(std::uint32_t letter, const Route& route, Service service,
                                     Picoseconds now);
  /// The letter for which the link is reserved; kNoFlow if there is none.
  [[nodiscard]] std::uint32_t reserved_for(std::uint32_t link, Picoseconds now) const {
    return ports_.reserved_for(link, now);
  }
  /// Turns the letter, which has this service, into a flow that began with the reservation. Then
  /// start() must be called for a flow on one of its links, or notice_at_end() for this one.
  void start_reserved(std::uint32_t flow, std::uint32_t letter, Service service);

  /// Starts a flow that crosses none of these links.
  void start_alone(std::uint32_t flow, BitsPerSecond bandwidth, Service service, Picoseconds now,
                   Picoseconds notice = {}) {
    make_room(flow);
    Flow& lone = flows_[flow];
    lone.kind = FlowKind::kLone;
    lone.end = service;
    lone.since = now;
    lone.until = later(now, time_for(service, full_rate(bandwidth)));
    lone.bandwidth = bandwidth;
    lone.route = Route{};
    lone_.set(flow, later(lone.until, notice));
  }
  /// Makes first_ended() return the flow at its end from now on.
  void notice_at_end(std::uint32_t flow);
  /// The instant at which the last bit of a lone flow leaves. It changes if another flow starts on
  /// one of its links before. kNever for flows that share a link.
  [[nodiscard]] Picoseconds end_of(std::uint32_t flow) const {
    return flows_[flow].kind == FlowKind::kLone ? flows_[flow].until : kNever;
  }
  /// Ends the flow and returns the service that it has not received yet.
  Service stop(std::uint32_t flow, Picoseconds now);
  [[nodiscard]] bool is_flowing(std::uint32_t flow) const {
    return flow < flows_.size() && flows_[flow].kind != FlowKind::kNone;
  }

  /// The instant at which the next flow has received all its service; kNever without flows.
  [[nodiscard]] Picoseconds next() {
    levels_.update_if_noted();
    return links_.first_alarm() < lone_.next() ? links_.first_alarm() : lone_.next();
  }
  /// A flow that has received all its service by `now`. Call carry_on() or end() for it before the
  /// next call.
  [[nodiscard]] std::optional<std::uint32_t> first_ended(Picoseconds now) const;
  /// Gives the flow more to carry, without a pause: the next bit begins to leave when the last one
  /// before it has left, which need not be at a whole picosecond.
  void carry_on(std::uint32_t flow, Service service, Picoseconds now);
  /// Removes a flow that has ended. The capacity of its links since its exact end goes to the flows
  /// beside it.
  void end(std::uint32_t flow, Picoseconds now) {
    switch (flows_[flow].kind) {
      case FlowKind::kLone:
        end_lone(flow);
        return;
      case FlowKind::kSpoke:
        stars_.end(flow, now);
        return;
      default:
        end_bundled(flow, now);
    }
  }

  /// The present rate of a flow, for tests; 0 if it does not flow.
  [[nodiscard]] Rate rate_of(std::uint32_t flow);

 private:
  void make_room(std::uint32_t flow) {
    if (flow >= flows_.size()) {
      flows_.make_room(flow);
      lone_.resize(flows_.size());
    }
  }
  [[nodiscard]] BitsPerSecond bandwidth_of(const Route& route) const;
  void start_lone(std::uint32_t flow, const Route& route, Service service, Picoseconds now,
                  Picoseconds notice);
  void start_in_star(std::uint32_t flow, const Route& route, const Stars::Place& place,
                     Service service, Picoseconds now);
  void share_with_lone(const Route& route, Picoseconds now);
  void carry_on_alone(std::uint32_t flow, Service service);
  void end_lone(std::uint32_t flow);

  void start_bundled(std::uint32_t flow, const Route& route, Service service, Picoseconds now);
  void end_bundled(std::uint32_t flow, Picoseconds now);
  void remove_bundled(std::uint32_t flow, Picoseconds now);
  Service stop_shared(std::uint32_t flow, Picoseconds now);

  Routes routes_;  // of ports, and of shared links
  NetworkFlows flows_;
  SharedLinks links_;
  Ports ports_;
  FairLevels levels_;
  Stars stars_;
  EventHeap lone_;  // the ends of lone flows
};

}  // namespace dps::machines
