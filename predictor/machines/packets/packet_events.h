/// The events of a network of packets, in the order of their instants.
#pragma once

#include <algorithm>
#include <vector>

#include "predictor/machines/wide.h"

namespace dps::machines {

/// `Event` has the members `at` and before(), a strict order by instant first.
template <typename Event>
class PacketEvents {
 public:
  [[nodiscard]] Picoseconds next() const { return heap_.empty() ? kNever : heap_.front().at; }

  void push(const Event& event) {
    heap_.push_back(event);
    std::push_heap(heap_.begin(), heap_.end(), is_later);
  }
  Event pop() {
    std::pop_heap(heap_.begin(), heap_.end(), is_later);
    const Event event = heap_.back();
    heap_.pop_back();
    return event;
  }

 private:
  static bool is_later(const Event& a, const Event& b) { return b.before(a); }

  std::vector<Event> heap_;
};

}  // namespace dps::machines
