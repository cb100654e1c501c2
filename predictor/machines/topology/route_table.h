/// The routes of pairs of hosts that a machine file lists.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace dps::machines {

class RouteTable {
 public:
  /// Adds the routers, as nodes, between the ends of the routes that follow. Returns their number.
  std::uint32_t add_way(std::vector<std::uint32_t> nodes) {
    ways_.push_back(std::move(nodes));
    return static_cast<std::uint32_t>(ways_.size() - 1);
  }
  /// Gives a pair of hosts a way. A later way of the pair replaces an earlier one.
  void set(std::uint32_t from, std::uint32_t to, std::uint32_t way) {
    way_of_[std::uint64_t{from} << 32 | to] = way;
  }

  /// The nodes of an added way.
  [[nodiscard]] const std::vector<std::uint32_t>& nodes(std::uint32_t way) const {
    return ways_[way];
  }
  /// The nodes between two hosts; null if the table does not contain the pair.
  [[nodiscard]] const std::vector<std::uint32_t>* find(std::uint32_t from, std::uint32_t to) const {
    const auto found = way_of_.find(std::uint64_t{from} << 32 | to);
    return found == way_of_.end() ? nullptr : &ways_[found->second];
  }
  [[nodiscard]] std::size_t size() const { return way_of_.size(); }

 private:
  std::vector<std::vector<std::uint32_t>> ways_;
  std::map<std::uint64_t, std::uint32_t> way_of_;  // by sender and receiver
};

}  // namespace dps::machines
