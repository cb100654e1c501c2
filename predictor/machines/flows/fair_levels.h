/// The levels of shared links and the bottlenecks of bundles, such that the rates are max-min fair.
///
/// Changes are noted, and the levels computed once for all changes of one instant.
///
/// The usual case is simple: if the bundles of one link (the hub) share no other link, its level is
/// its bandwidth divided by its flows. All other cases use a queue of links whose level may have
/// changed. The level of a link depends on the levels of the other links of its bundles, and only
/// if it changes are these examined as well.
#pragma once

#include <cstdint>
#include <vector>

#include "predictor/machines/flows/rate.h"
#include "predictor/machines/flows/shared_links.h"

namespace dps::machines {

class FairLevels {
 public:
  /// `links` is borrowed.
  explicit FairLevels(SharedLinks& links) : links_(links) {}

  /// Called when the bundle is new, or its number of flows has changed.
  void note_changed(std::uint32_t bundle, Picoseconds now);
  /// Called when a bundle with this route has been removed.
  void note_removed(const Route& route, Picoseconds now);
  /// Called when a spoke of the star of this link has been added or removed.
  void note_star(std::uint32_t link, Picoseconds now) {
    now_ = now;
    note_retimed(link);
  }

  /// Computes the levels that were noted at earlier instants.
  void update_before(Picoseconds now) {
    if (now_ != now) {
      update();
    }
  }
  /// Computes all levels that were noted, and sets the alarms of their clocks.
  void update_if_noted() {
    if (!changed_.empty() || !left_.empty() || !retimed_.empty()) {
      update();
    }
  }

 private:
  struct LinkLevel {
    Rate level;
    std::uint32_t place = kNoLink;  ///< on the route

    /// Among equal levels, the first place on the route is the least.
    [[nodiscard]] bool is_below(const LinkLevel& other) const {
      return is_less(level, other.level) || (is_equal(level, other.level) && place < other.place);
    }
  };

  /// The two least levels of the links of a bundle, so that a link on a long route need not look at
  /// all others.
  struct LeastLevels {
    LinkLevel least;
    LinkLevel second;
    std::uint64_t update = 0;  ///< the update in which they are valid

    void add(const LinkLevel& level);
    /// Called when a level has changed, if they are valid.
    void change(const LinkLevel& level);
  };

  void update();
  void update_changed(std::uint32_t bundle);
  void update_left(std::uint32_t link);
  void note_retimed(std::uint32_t link);

  bool update_hub(std::uint32_t hub, std::uint32_t newcomer);
  void move_to_hub(std::uint32_t bundle, std::uint32_t hub);
  [[nodiscard]] Rate room_beside(const FlowBundle& bundle, std::uint32_t link) const;
  [[nodiscard]] Rate room_beside_all(const SharedLink& hub, std::uint32_t number) const;

  void enqueue(std::uint32_t link);
  void update_queue();
  void update_level(std::uint32_t link);
  [[nodiscard]] Rate level_for(std::uint32_t link);
  void set_level(std::uint32_t link, const Rate& level);
  [[nodiscard]] Rate limit_beside(const Crossing& crossing);
  LeastLevels& least_levels(std::uint32_t bundle);
  void choose_bottlenecks();
  void choose_bottleneck(std::uint32_t bundle);

  SharedLinks& links_;
  // The changes that were noted at `now_`:
  Picoseconds now_;
  std::vector<std::uint32_t> changed_;  // bundles
  std::vector<std::uint32_t> left_;     // links that a bundle has left
  std::vector<std::uint32_t> retimed_;  // links whose alarm is to be set

  // Used by update(); members so that they keep their memory.
  struct LimitedFlows {
    Rate limit;
    std::uint32_t flows;
  };
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> visited_;  // all links that were in the queue
  std::vector<LimitedFlows> limited_;
  std::vector<LeastLevels> least_;     // by bundle; only of long routes
  std::uint64_t update_ = 1;           // counts the calls of update_queue()
  std::vector<std::uint32_t> chosen_;  // bundles whose bottleneck has been chosen
};

}  // namespace dps::machines
