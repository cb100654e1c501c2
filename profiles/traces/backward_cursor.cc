#include "profiles/traces/backward_cursor.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "profiles/traces/record.h"

namespace dps::traces {

BackwardCursor::BackwardCursor(const Trace& trace, std::uint32_t process, std::size_t buffered)
    : trace_(&trace), process_(process), most_(buffered), extent_(trace.extents(process).size()) {
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
  buffer_.resize(count * kRecordBytes);
  buffer_offset_ = extents[extent_].offset + in_extent_ * kRecordBytes;
  left_ = buffer_.size();
  const auto done = trace_->read(buffer_offset_, buffer_);
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
  if (const std::string wrong = wrong_here(event_); !wrong.empty()) [[unlikely]] {
    error_ = error_ ? error_ : damaged_record(*trace_, process_, buffer_offset_ + left_, wrong);
    left_ = 0;
    return;
  }
  earliest_ = event_.time;
  has_event_ = true;
}

std::string BackwardCursor::wrong_here(const Event& event) const {
  const std::string wrong = wrong_with(trace_->head(), process_, event);
  return wrong.empty() && event.time > earliest_
             ? fmt::format("{} is later than the event after it", name_of(event.kind))
             : wrong;
}

}  // namespace dps::traces
