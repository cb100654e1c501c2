#include "profiles/traces/backward_cursor.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "profiles/traces/record.h"

namespace dps::traces {

BackwardCursor::BackwardCursor(const Trace& trace, std::uint32_t process, std::size_t buffered)
    : trace_(&trace),
      process_(process),
      rules_(trace.head(), process),
      most_(buffered),
      extent_(trace.extents(process).size()) {
  retreat();
}

/// Returns false at the beginning, or after an error.
bool BackwardCursor::fill() {
  const auto& extents = trace_->extents(process_);
  while (in_extent_ == 0 && extent_ > 0) {
    --extent_;
    in_extent_ = extents[extent_].count;
  }
  if (error_ || in_extent_ == 0) {
    return false;
  }
  const std::uint64_t count = std::min<std::uint64_t>(most_, in_extent_);
  in_extent_ -= count;
  left_ = count * kRecordBytes;
  buffer_.resize(std::max(buffer_.size(), left_));
  buffer_offset_ = extents[extent_].offset + in_extent_ * kRecordBytes;
  const auto done = trace_->read(buffer_offset_, std::span(buffer_).first(left_));
  if (!done) {
    error_ = done.error();
  }
  return done.has_value();
}

void BackwardCursor::retreat() {
  has_event_ = false;
  if (left_ == 0 && !fill()) {
    left_ = 0;
    return;
  }
  left_ -= kRecordBytes;
  event_ = event_of(load(std::span(buffer_).subspan(left_).first<kRecordBytes>()));
  if (!rules_.allows(event_) || event_.time > earliest_) [[unlikely]] {
    error_ = error_ ? error_
                    : damaged_record(*trace_, process_, buffer_offset_ + left_, why_not(event_));
    left_ = 0;
    return;
  }
  earliest_ = event_.time;
  has_event_ = true;
}

std::string BackwardCursor::why_not(const Event& event) const {
  return rules_.allows(event)
             ? fmt::format("{} is later than the event after it", name_of(event.kind))
             : rules_.why_not(event);
}

}  // namespace dps::traces
