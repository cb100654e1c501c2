/// A queue of instants for programs whose events mostly take one of a few times.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "predictor/machines/event_heap.h"
#include "predictor/machines/wide.h"

namespace dps::estimator {

/// Events of sources with dense numbers, at most one of each. A line has events in the order of
/// their instants; a new event joins the first line whose last event is not later. So events that
/// all take the same time need no heap, which contains only events that fit no line.
class EventLines {
 public:
  explicit EventLines(std::size_t sources) { heap_.resize(sources); }

  [[nodiscard]] bool empty() const { return count_ == 0; }

  /// The next instant; kNever if there is none.
  [[nodiscard]] Picoseconds next() const {
    Picoseconds least = heap_.next();
    for (const Line& line : lines_) {
      least = std::min(least, line.next());
    }
    return least;
  }

  void add(std::uint32_t source, Picoseconds at) {
    ++count_;
    for (Line& line : lines_) {
      if (line.is_in_order(at)) {
        line.push(source, at);
        return;
      }
    }
    heap_.set(source, at);
  }

  /// Removes the events at `now`, which no earlier ones precede. Returns their sources in order,
  /// valid until the next call.
  const std::vector<std::uint32_t>& take(Picoseconds now) {
    due_.clear();
    for (Line& line : lines_) {
      line.take(now, due_);
    }
    while (heap_.next() == now) {
      due_.push_back(heap_.first());
      heap_.remove(heap_.first());
    }
    count_ -= due_.size();
    if (!std::is_sorted(due_.begin(), due_.end())) {
      std::sort(due_.begin(), due_.end());
    }
    return due_;
  }

 private:
  static constexpr std::size_t kLines = 4;

  struct Event {
    Picoseconds at;
    std::uint32_t source;
  };

  class Line {
   public:
    [[nodiscard]] Picoseconds next() const {
      return head_ == events_.size() ? machines::kNever : events_[head_].at;
    }
    [[nodiscard]] bool is_in_order(Picoseconds at) const {
      return head_ == events_.size() || events_.back().at <= at;
    }
    void push(std::uint32_t source, Picoseconds at) {
      if (head_ == events_.size()) {
        events_.clear();
        head_ = 0;
      } else if (head_ > kFew && head_ > events_.size() / 2) {  // a move for each event
        events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(head_));
        head_ = 0;
      }
      events_.push_back({at, source});
    }
    void take(Picoseconds now, std::vector<std::uint32_t>& due) {
      for (; head_ < events_.size() && events_[head_].at == now; ++head_) {
        due.push_back(events_[head_].source);
      }
    }

   private:
    static constexpr std::size_t kFew = 64;

    std::vector<Event> events_;
    std::size_t head_ = 0;
  };

  std::array<Line, kLines> lines_;
  machines::EventHeap heap_;
  std::size_t count_ = 0;
  std::vector<std::uint32_t> due_;
};

}  // namespace dps::estimator
