#include "profiles/traces/span_edges.h"

#include <algorithm>

namespace dps::traces {

const SpanEdge* EdgeCursor::next() {
  if (used_ == ready_.size()) {
    ready_.clear();
    used_ = 0;
    if (const TraceSpan* span = spans_.next()) {
      add(*span);
    } else {
      close(0, std::numeric_limits<Ticks>::max());
    }
  }
  return used_ < ready_.size() ? &ready_[used_++] : nullptr;
}

void EdgeCursor::add(TraceSpan span) {
  span.begin = std::max(span.begin, latest_);
  span.end = std::max(span.end, span.begin);
  close(nesting_depth(span), span.begin);
  latest_ = span.begin;
  open_.push_back(span);
  ready_.push_back({true, span});
}

/// Ends the spans of this depth and below, not after `end`.
void EdgeCursor::close(unsigned depth, Ticks end) {
  while (!open_.empty() && nesting_depth(open_.back()) >= depth) {
    TraceSpan& span = open_.back();
    span.end = std::clamp(span.end, latest_, end);
    latest_ = span.end;
    ready_.push_back({false, span});
    open_.pop_back();
  }
}

Result<void> for_each_edge(const Trace& trace, std::uint32_t process, const EdgeVisits& visits) {
  EdgeCursor edges(trace, process);
  while (const SpanEdge* edge = edges.next()) {
    (edge->is_begin ? visits.begin : visits.end)(edge->span);
  }
  return edges.error() ? Result<void>(tl::unexpected(*edges.error())) : Result<void>();
}

Result<Ticks> origin_of(const Trace& trace) {
  const TraceHead& head = trace.head();
  Ticks origin = 0;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    EventCursor cursor(trace, p, 1);
    if (const Event* first = cursor.next()) {
      origin = std::min(origin, head.hosts[head.processes[p].host].common(first->time));
    } else if (cursor.error()) {
      return tl::unexpected(*cursor.error());
    }
  }
  return origin;
}

}  // namespace dps::traces
