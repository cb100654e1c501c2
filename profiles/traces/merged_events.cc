#include "profiles/traces/merged_events.h"

#include <vector>

namespace dps::traces {
namespace {

std::vector<EventCursor> cursors_of(const Trace& trace) {
  const std::size_t count = trace.head().processes.size();
  std::vector<EventCursor> cursors;
  cursors.reserve(count);
  for (std::uint32_t p = 0; p < count; ++p) {
    cursors.emplace_back(trace, p, buffer_for(count));
  }
  return cursors;
}

}  // namespace

MergedEvents::MergedEvents(const Trace& trace)
    : merged_(cursors_of(trace), CommonTime{&trace.head()}) {}

}  // namespace dps::traces
