#include "traces/merged_events.h"

#include <algorithm>

namespace dps::traces {
namespace {

/// All cursors together buffer some 30 MiB, unless there are very many.
std::size_t buffer_of(std::size_t processes) {
  constexpr std::size_t kAll = std::size_t{1} << 20;
  constexpr std::size_t kLeast = 8;
  return std::clamp(kAll / std::max<std::size_t>(processes, 1), kLeast, EventCursor::kUsualBuffer);
}

}  // namespace

MergedEvents::MergedEvents(const Trace& trace) : trace_(trace) {
  const std::size_t count = trace.head().processes.size();
  cursors_.reserve(count);
  for (std::uint32_t p = 0; p < count; ++p) {
    cursors_.emplace_back(trace, p, buffer_of(count));
  }
  events_.resize(count);
  heads_.reserve(count);
  for (std::uint32_t p = 0; p < count && !error_; ++p) {
    advance(p);
  }
}

void MergedEvents::advance(std::uint32_t process) {
  const Event* event = cursors_[process].next();
  events_[process] = event;
  if (event != nullptr) {
    const TraceHead& head = trace_.head();
    heads_.push_back({head.hosts[head.processes[process].host].common(event->time), process});
    std::push_heap(heads_.begin(), heads_.end(), is_later);
  } else if (cursors_[process].error()) {
    error_ = cursors_[process].error();
  }
}

MergedEvents::Next MergedEvents::next() {
  if (current_ && !error_) {
    advance(*current_);
  }
  current_.reset();
  if (error_ || heads_.empty()) {
    return {};
  }
  std::pop_heap(heads_.begin(), heads_.end(), is_later);
  const Head first = heads_.back();
  heads_.pop_back();
  current_ = first.process;
  return {first.process, first.time, events_[first.process]};
}

}  // namespace dps::traces
