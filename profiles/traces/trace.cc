#include "profiles/traces/trace.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

#include "base/printable.h"
#include "profiles/traces/record.h"

namespace dps::traces {

Result<void> Trace::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got =
        ::pread(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return failure(ErrorCode::kSystem,
                     fmt::format("cannot read '{}': {}", printable(name_), std::strerror(errno)));
    }
    if (got == 0) {
      return failure(
          ErrorCode::kProtocol,
          fmt::format("'{}' has become shorter: it ends at byte {}", printable(name_), offset));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

Result<void> Trace::read_records(
    std::uint32_t process,
    const std::function<Result<void>(std::span<const std::byte>)>& visit) const {
  constexpr std::uint64_t kRecordsAtOnce = 8192;
  std::vector<std::byte> piece;
  for (const RecordExtent& extent : extents_[process]) {
    for (std::uint64_t done = 0; done < extent.count;) {
      const std::uint64_t count = std::min(kRecordsAtOnce, extent.count - done);
      piece.resize(count * kRecordBytes);
      auto visited = read(extent.offset + done * kRecordBytes, piece);
      visited = visited ? visit(piece) : visited;
      if (!visited) {
        return visited;
      }
      done += count;
    }
  }
  return {};
}

std::size_t buffer_for(std::size_t cursors) {
  constexpr std::size_t kAll = std::size_t{1} << 20;
  constexpr std::size_t kLeast = 8;
  return std::clamp(kAll / std::max<std::size_t>(cursors, 1), kLeast, EventCursor::kUsualBuffer);
}

EventCursor::EventCursor(const Trace& trace, std::uint32_t process, std::size_t buffered)
    : trace_(&trace), process_(process), rules_(trace.head(), process), most_(buffered) {}

/// Returns false at the end, or after an error.
bool EventCursor::fill() {
  const auto& extents = trace_->extents(process_);
  while (extent_ < extents.size() && in_extent_ == extents[extent_].count) {
    ++extent_;
    in_extent_ = 0;
  }
  if (error_ || extent_ == extents.size()) {
    return false;
  }
  const RecordExtent& extent = extents[extent_];
  const std::uint64_t count = std::min<std::uint64_t>(most_, extent.count - in_extent_);
  filled_ = count * kRecordBytes;
  buffer_.resize(std::max(buffer_.size(), filled_));
  buffer_offset_ = extent.offset + in_extent_ * kRecordBytes;
  used_ = 0;
  in_extent_ += count;
  const auto done = trace_->read(buffer_offset_, std::span(buffer_).first(filled_));
  if (!done) {
    error_ = done.error();
  }
  return done.has_value();
}

const Event* EventCursor::next() {
  if (used_ == filled_ && !fill()) {
    filled_ = 0;
    used_ = 0;
    return nullptr;
  }
  event_ = event_of(load(std::span(buffer_).subspan(used_).first<kRecordBytes>()));
  if (!rules_.allows(event_) || event_.time < latest_) [[unlikely]] {
    error_ = error_ ? error_
                    : damaged_record(*trace_, process_, buffer_offset_ + used_, why_not(event_));
    return nullptr;
  }
  used_ += kRecordBytes;
  latest_ = event_.time;
  return &event_;
}

std::string EventCursor::why_not(const Event& event) const {
  return rules_.allows(event)
             ? fmt::format("{} is earlier than the event before it", name_of(event.kind))
             : rules_.why_not(event);
}

Error damaged_record(const Trace& trace, std::uint32_t process, std::uint64_t offset,
                     const std::string& wrong) {
  return {ErrorCode::kProtocol, fmt::format("'{}' is damaged at byte {}, in the events of '{}': {}",
                                            printable(trace.name()), offset,
                                            printable(trace.head().process_name(process)), wrong)};
}

}  // namespace dps::traces
