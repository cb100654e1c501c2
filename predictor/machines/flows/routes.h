/// The links that flows cross.
#pragma once

#include <cstdint>
#include <map>
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
  /// Equal only for routes over the same links, if both are of the same Routes.
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

/// Makes routes and has the links of the longer ones, each sequence once.
class Routes {
 public:
  Routes() = default;
  Routes(Routes&&) = default;
  Routes& operator=(Routes&&) = default;
  Routes(const Routes&) = delete;  // spans_ views the keys of table_
  Routes& operator=(const Routes&) = delete;
  ~Routes() = default;

  /// Links are numbered below 2^32 - 1.
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

  /// Valid as long as both are.
  [[nodiscard]] std::span<const std::uint32_t> links(const Route& route) const {
    if (route.size_ <= Route::kMostKept) {
      return {route.kept_, route.size_};
    }
    return spans_[route.kept_[1]];
  }

 private:
  std::uint32_t position_of(std::span<const std::uint32_t> links);

  std::map<std::vector<std::uint32_t>, std::uint32_t> table_;
  std::vector<std::span<const std::uint32_t>> spans_;  // by position: the keys of table_
};

}  // namespace dps::machines
