/// Keeps the messages of one process to another one in their order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "predictor/machines/wide.h"

namespace dps::machines {

/// The arrivals of the messages of one sender that are under way. Only messages of different sizes
/// could overtake one another, so the list is seldom searched.
class PairOrder {
 public:
  /// The instant at which a message to `to` arrives: `wanted`, or that of an earlier message to the
  /// same process, if it is later.
  Picoseconds arrival(std::uint32_t to, Picoseconds wanted, Picoseconds now) {
    Picoseconds at = wanted;
    if (wanted < latest_) {
      for (const Flight& flight : flights_) {
        at = flight.to == to ? std::max(at, flight.arrival) : at;
      }
    }
    if (flights_.size() >= most_) {
      std::erase_if(flights_, [&](const Flight& flight) { return flight.arrival <= now; });
      most_ = std::max(kFew, 2 * flights_.size());
    }
    flights_.push_back({at, to});
    latest_ = std::max(latest_, at);
    return at;
  }

 private:
  static constexpr std::size_t kFew = 8;

  struct Flight {
    Picoseconds arrival;
    std::uint32_t to;
  };

  std::vector<Flight> flights_;  // some have arrived
  std::size_t most_ = kFew;      // flights before the next look for those that have arrived
  Picoseconds latest_{};
};

}  // namespace dps::machines
