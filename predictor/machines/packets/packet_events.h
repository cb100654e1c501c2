/// The events of a network of packets, in the order of their instants.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "predictor/machines/wide.h"

namespace dps::machines {

/// `Event` has the members `at` and before(), a strict order by instant first. An event that is
/// pushed is not earlier than the latest that was popped, so a radix heap serves: an event lies in
/// the bucket of the highest bit in which its instant differs from that of the latest one, and
/// moves to lower buckets only. Source: Ahuja, Mehlhorn, Orlin and Tarjan, Faster algorithms for
/// the shortest path problem, J. ACM 37 (1990).
template <typename Event>
class PacketEvents {
 public:
  [[nodiscard]] Picoseconds next() const { return filled_ == 0 ? kNever : least_[lowest_bucket()]; }

  void push(const Event& event) {
    const auto bucket =
        static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(event.at.count()) ^
                                                static_cast<std::uint64_t>(latest_.count())));
    buckets_[bucket].push_back(event);
    if (bucket == 0) {
      std::push_heap(buckets_[0].begin(), buckets_[0].end(), is_later);
    }
    const std::uint64_t bit = std::uint64_t{1} << bucket;
    least_[bucket] = (filled_ & bit) == 0 ? event.at : std::min(least_[bucket], event.at);
    filled_ |= bit;
  }
  /// Removes and returns the earliest event; there must be one.
  Event pop() {
    if (const std::size_t bucket = lowest_bucket(); bucket > 0) {
      spread(bucket);
    }
    std::vector<Event>& now = buckets_[0];
    std::pop_heap(now.begin(), now.end(), is_later);
    const Event event = now.back();
    now.pop_back();
    filled_ &= now.empty() ? ~std::uint64_t{1} : ~std::uint64_t{0};
    return event;
  }

 private:
  static constexpr std::size_t kBuckets = 64;

  static bool is_later(const Event& a, const Event& b) { return b.before(a); }
  [[nodiscard]] std::size_t lowest_bucket() const {
    return static_cast<std::size_t>(std::countr_zero(filled_));
  }
  /// Moves the earliest events of the bucket to the present instant, and the others to lower
  /// buckets.
  void spread(std::size_t bucket) {
    latest_ = least_[bucket];
    filled_ &= ~(std::uint64_t{1} << bucket);
    moving_.swap(buckets_[bucket]);
    for (const Event& event : moving_) {
      push(event);
    }
    moving_.clear();
  }

  Picoseconds latest_{};                       // the instant of the events in bucket 0, a heap
  std::uint64_t filled_ = 0;                   // a bit for each bucket that has events
  std::array<Picoseconds, kBuckets> least_{};  // by bucket
  std::array<std::vector<Event>, kBuckets> buckets_;
  std::vector<Event> moving_;  // by spread(); a member so that it keeps its memory
};

}  // namespace dps::machines
