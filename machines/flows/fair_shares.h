/// Flows that share links max-min fairly: the core under every network of links.
///
/// Flows with the same route go at one rate; they are a *bundle*. The rate of a bundle is set by
/// one of its links, its *bottleneck*: the one that is full and on which nothing goes faster. All
/// bundles with the same bottleneck go at one rate, the link's *level*; so each link has a clock
/// that runs at its level and counts what each of its flows has carried, and a flow ends when the
/// clock of its bottleneck shows a figure that is fixed when the flow begins (as in fair queueing).
/// A flow that begins or ends changes the speed of a clock, not the flows that go by it. Who is
/// held up where is settled once for all that begins and ends at one instant; and a flow that has
/// all its links to itself needs neither bundle nor clock. Source: Bertsekas and Gallager, Data
/// Networks, 6.5.2 (max-min fairness); Demers, Keshav and Shenker, SIGCOMM 1989 (fair queueing).
///
/// Exactness: clocks and ends are fixed-point numbers with 40 binary digits below a millionth of a
/// millionth of a bit, so no error that could reach a picosecond grows, and nothing is rounded
/// differently elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/rates.h"
#include "machines/event_heap.h"
#include "machines/flows/rate.h"
#include "machines/flows/routes.h"
#include "machines/indexed_heap.h"
#include "machines/number_table.h"

namespace dps::machines {

class FairShares {
 public:
  void reserve(std::size_t links) { ports_.reserve(links); }
  /// Links are numbered from 0; from 1 bit/s to kMostBandwidth.
  std::uint32_t add_link(BitsPerSecond bandwidth);

  /// A route over these links, which differ; at least one.
  Route route_over(std::span<const std::uint32_t> links) { return routes_.over(links); }
  [[nodiscard]] std::span<const std::uint32_t> links_of(const Route& route) const {
    return routes_.links(route);
  }

  /// Flow numbers are the caller's, dense from 0; one is free again when its flow has ended. While
  /// no other flow is on its links, first_ended() returns the flow `notice` after its end only.
  void start(std::uint32_t flow, const Route& route, Service service, Picoseconds now,
             Picoseconds notice = {});
  /// A flow that shares nothing with any other.
  void start_alone(std::uint32_t flow, BitsPerSecond bandwidth, Service service, Picoseconds now,
                   Picoseconds notice = {});
  /// From now on first_ended() returns the flow at its end.
  void notice_at_end(std::uint32_t flow);
  /// The instant at which the last bit of a flow with links of its own leaves. It changes if
  /// another flow comes to these links before. kNever for flows that share a link.
  [[nodiscard]] Picoseconds end_of(std::uint32_t flow) const {
    return flows_[flow].kind == Kind::kAlone ? flows_[flow].until : kNever;
  }
  /// Ends the flow and returns the service that it has not carried yet.
  Service stop(std::uint32_t flow, Picoseconds now);
  [[nodiscard]] bool is_flowing(std::uint32_t flow) const {
    return flow < flows_.size() && flows_[flow].kind != Kind::kNone;
  }

  /// When the next flow will have carried everything; kNever without flows.
  [[nodiscard]] Picoseconds next() {
    if (!changed_.empty() || !left_.empty() || !retimed_.empty()) {
      settle();
    }
    return clocks_.next() < alone_.next() ? clocks_.next() : alone_.next();
  }
  /// A flow that has carried everything by `now`. It is to carry on or to end before the next is
  /// asked for.
  [[nodiscard]] std::optional<std::uint32_t> first_ended(Picoseconds now) const;
  /// It has more to carry, and had so without a pause: what follows begins to leave when the last
  /// bit before it has left, which need not have been at a whole picosecond.
  void carry_on(std::uint32_t flow, Service service, Picoseconds now);
  /// It has ended. What the links could have carried since then goes to the flows beside it.
  void end(std::uint32_t flow, Picoseconds now) {
    switch (flows_[flow].kind) {
      case Kind::kAlone:
        end_alone(flow);
        return;
      case Kind::kSpoke:
        end_spoke(flow, now);
        return;
      default:
        end_bundled(flow, now);
    }
  }

  /// What a flow carries now, for tests; nothing if it does not flow.
  [[nodiscard]] Rate rate_of(std::uint32_t flow);

 private:
  static constexpr std::uint32_t kNoLink = 0xffffffff;
  static constexpr std::uint32_t kNoFlow = 0xffffffff;

  enum class Kind : std::uint8_t { kNone, kAlone, kSpoke, kBundled };

  /// In one line of the cache: all of it is looked at for every message.
  struct alignas(64) Flow {
    /// On the count of the bundle, or of the star's clock; kAlone: what it had to carry at `since`.
    Service end = 0;
    Picoseconds since;        ///< kAlone
    Picoseconds until;        ///< kAlone: its end; else kNever
    BitsPerSecond bandwidth;  ///< kAlone
    Route route;              ///< kAlone, kSpoke: of ports; empty if it was started alone
    std::uint32_t group = 0;  ///< kBundled: its bundle; kSpoke: the link that it shares
    std::uint32_t place = 0;  ///< in the heap of the bundle or of the star
    Kind kind = Kind::kNone;
  };

  struct Bundle {
    Route route;                          ///< of positions in links_
    std::vector<std::uint32_t> flows;     ///< a heap by end
    Service ahead = 0;                    ///< the bundle's count less its clock's
    Service first_end = 0;                ///< of its flows, on its clock
    std::uint32_t first_flow = 0;         ///< whose end that is
    std::uint32_t bottleneck = kNoLink;   ///< none until the new bundle is settled
    std::uint32_t place = 0;              ///< in the heap of its clock
    std::vector<std::uint32_t> place_on;  ///< in the list of each link of the route
    bool is_changed = false;
  };

  /// A link as the caller numbers it. Most of a large network never carry two flows at once, so
  /// what it takes to share one is made when that first happens.
  struct Port {
    BitsPerSecond bandwidth;
    /// The flow that has this link to itself, or had it when it ended: one that shares no link, or
    /// the spoke of a star.
    std::uint32_t lone = kNoFlow;
    std::uint32_t link = kNoLink;  ///< position in links_
  };

  /// A link that is or was shared.
  struct Link {
    Service count = 0;  ///< of the clock: what each flow here has carried, at `since`
    Picoseconds since;
    BitsPerSecond bandwidth;
    Rate level;  ///< how fast a flow on this link may go: the speed of the clock
    Rate safe;   ///< of a star: up to it no other link of the bundles here gets full
    std::vector<std::uint32_t> bundles;  ///< all that cross the link
    std::vector<std::uint32_t>
        clocked;                        ///< those whose bottleneck it is: a heap by their first end
    std::vector<std::uint32_t> spokes;  ///< in place of bundles, the flows of a star: a heap by end
    std::uint32_t port = 0;
    std::uint32_t flows = 0;      ///< that cross the link, in bundles or as spokes
    std::uint32_t fresh = 0;      ///< how many of `bundles` go by no clock yet
    std::uint32_t entangled = 0;  ///< how often a clocked bundle crosses a link with other bundles
    std::uint32_t dissolved = 0;  ///< how often its star has become bundles
    bool is_left = false;         ///< a bundle has gone since the last settle()
    bool is_queued = false;
    bool is_touched = false;
    bool is_retimed = false;  ///< the alarm is to be set
  };

  struct BundleOrder;
  struct FlowOrder {
    std::vector<Flow>& flows;

    [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
      return flows[a].end != flows[b].end ? is_earlier(flows[a].end, flows[b].end) : a < b;
    }
    [[nodiscard]] std::uint32_t& place(std::uint32_t flow) const { return flows[flow].place; }
  };

  // fair_shares.cc: flows, bundles and clocks
  [[nodiscard]] bool is_free(const Port& port, Picoseconds now) const;
  void start_lone(std::uint32_t flow, const Route& route, Service service, Picoseconds now,
                  Picoseconds notice);
  std::uint32_t link_of(std::uint32_t number);
  void share_with_lone(const Route& route, Picoseconds now);
  void end_alone(std::uint32_t flow);
  void leave_ports(std::uint32_t flow);
  void end_bundled(std::uint32_t flow, Picoseconds now);
  Route shared_links(const Route& route);
  std::uint32_t bundle_for(const Route& route);
  void drop(std::uint32_t bundle);
  void join(std::uint32_t bundle);
  void leave(std::uint32_t bundle);
  /// The bundle has another place in the list of the link.
  void move_on(std::uint32_t link, Bundle& moved, std::uint32_t place) const;
  void run_clock(Link& link, Picoseconds now);
  void set_alarm(std::uint32_t link);
  void put_on_clock(std::uint32_t bundle, std::uint32_t link, Picoseconds now);
  void take_off_clock(std::uint32_t bundle, Picoseconds now);
  void look_at_first(Bundle& bundle) const;
  void make_room(std::uint32_t flow) {
    if (flow >= flows_.size()) {
      grow(flow);
    }
  }
  void grow(std::uint32_t flow);
  [[nodiscard]] Service count_of(const Bundle& bundle, Picoseconds now);
  void push_flow(std::uint32_t flow, const Route& route, Service service, Picoseconds now);
  void enter_bundle(std::uint32_t flow, std::uint32_t id);
  void remove_flow(std::uint32_t flow, Picoseconds now);
  void share_surplus(std::uint32_t id, Service surplus);
  [[nodiscard]] std::uint32_t shared_beside(const Bundle& bundle, std::uint32_t link) const;

  // fair_stars.cc: flows that share one link only
  bool start_as_spoke(std::uint32_t flow, const Route& route, std::uint32_t hub, Service service,
                      Picoseconds now);
  [[nodiscard]] bool is_widest_beside(const Route& route, std::uint32_t hub) const;
  void add_spoke(std::uint32_t flow, const Route& route, std::uint32_t hub, Service service,
                 Picoseconds now);
  void remove_spoke(std::uint32_t flow, Picoseconds now);
  void end_spoke(std::uint32_t flow, Picoseconds now);
  void dissolve_stars(const Route& route, Picoseconds now);
  void dissolve_star(std::uint32_t id, Picoseconds now);
  void bundle_spoke(std::uint32_t flow, std::uint32_t hub, Picoseconds now);

  // fair_levels.cc: who is held up where
  void note_changed(std::uint32_t bundle, Picoseconds now);
  void note_left(const Route& route, Picoseconds now);
  void settle_before(Picoseconds now);
  void settle();
  void settle_changed(std::uint32_t bundle);
  void settle_left(std::uint32_t id);
  bool settle_star(std::uint32_t hub, std::uint32_t newcomer);
  void retime(std::uint32_t link);
  [[nodiscard]] Rate room_beside(const Bundle& bundle, std::uint32_t link) const;
  [[nodiscard]] Rate room_beside_all(const Link& hub, std::uint32_t id) const;
  void settle_queue();
  void enqueue(std::uint32_t link);
  [[nodiscard]] Rate limit_beside(const Bundle& bundle, std::uint32_t link) const;
  [[nodiscard]] Rate level_for(std::uint32_t link);
  void relevel(std::uint32_t link);
  void apply_levels();
  void choose_bottleneck(std::uint32_t bundle);

  Routes routes_;  // of ports, and of positions in links_
  std::vector<Port> ports_;
  std::vector<Link> links_;
  std::vector<Bundle> bundles_;
  std::vector<std::uint32_t> free_bundles_;
  NumberTable bundle_of_;  // by the number of its route
  std::vector<Flow> flows_;
  EventHeap clocks_;  // by port: when the first flow ends that goes by the link's clock
  EventHeap alone_;   // of flows that share nothing

  // What has changed at `changed_at_` and is not settled yet.
  Picoseconds changed_at_;
  std::vector<std::uint32_t> changed_;  // bundles
  std::vector<std::uint32_t> left_;     // links

  // For fair_levels.cc; kept so that nothing is allocated anew.
  struct Limited {
    Rate limit;
    std::uint32_t flows;
  };
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> retimed_;
  std::vector<Limited> limited_;
  std::vector<std::uint32_t> shared_;  // shared_links() in the making
};

}  // namespace dps::machines
