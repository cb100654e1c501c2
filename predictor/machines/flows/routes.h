/// The links that flows cross.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dps::machines {

/// A sequence of different links, as a value of twelve bytes that Routes has made. A route of one
/// or two links holds them itself: a switch has as many routes as pairs of hosts, so a table of all
/// could exceed memory.
class Route {
 public:
  Route() = default;  ///< of no links

  [[nodiscard]] std::uint32_t size() const { return size_; }
  /// Equal numbers mean the same links, if both routes are of the same Routes and in use.
  [[nodiscard]] std::uint64_t number() const {
    return std::uint64_t{kept_[0]} << 32 | kept_[size_ == 1 ? 0 : 1];
  }

 private:
  friend class Routes;
  static constexpr std::uint32_t kMostKept = 2;
  static constexpr std::uint32_t kInTable = 0xffffffff;

  std::uint32_t size_ = 0;
  std::uint32_t kept_[kMostKept] = {};  ///< the links; else kInTable and a position in the table
};

/// Makes routes and stores the links of the longer ones, each sequence once and only while it is
/// used.
class Routes {
 public:
  /// Links are numbered below 2^32 - 1. Each call is paired with one of forget().
  Route over(std::span<const std::uint32_t> links) {
    Route route;
    route.size_ = static_cast<std::uint32_t>(links.size());
    if (links.size() > Route::kMostKept) {
      route.kept_[0] = Route::kInTable;
      route.kept_[1] = position_of(links);
      return route;
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
      route.kept_[i] = links[i];
    }
    return route;
  }

  /// Ends one use of the route, which over() began.
  void forget(const Route& route) {
    if (route.size_ > Route::kMostKept) {
      leave(route.kept_[1]);
    }
  }

  /// The links of the route, valid as long as it is used.
  [[nodiscard]] std::span<const std::uint32_t> links(const Route& route) const {
    if (route.size_ <= Route::kMostKept) {
      return {route.kept_, route.size_};
    }
    return list_[route.kept_[1]].links;
  }

  /// The number of longer sequences in use.
  [[nodiscard]] std::size_t count() const { return list_.size() - unused_.size(); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Sequence {
    std::vector<std::uint32_t> links;
    std::uint64_t hash = 0;
    std::uint32_t users = 0;
    std::uint32_t next = kNone;  ///< with the same hash modulo the size of chains_
  };

  std::uint32_t position_of(std::span<const std::uint32_t> links);
  void leave(std::uint32_t position);
  void grow();
  [[nodiscard]] std::uint32_t& chain_of(std::uint64_t hash) {
    return chains_[hash & (chains_.size() - 1)];
  }

  std::vector<Sequence> list_;
  std::vector<std::uint32_t> unused_;  // positions in the list; their memory is used again
  std::vector<std::uint32_t> chains_;  // the first position of each; the size is a power of two
};

}  // namespace dps::machines
