#include "coordinator/session/frames/event_fetch.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace dps::coordinator {
namespace {

/// The number of events that are requested at a time: about 1 MiB.
constexpr std::uint32_t kWindow = 16 * control::kEventsOfAFrame;

std::vector<traces::Record> records_in(std::span<const std::byte> bytes) {
  std::vector<traces::Record> records;
  records.reserve(bytes.size() / traces::kRecordBytes);
  for (std::size_t at = 0; at < bytes.size(); at += traces::kRecordBytes) {
    records.push_back(traces::load(bytes.subspan(at).first<traces::kRecordBytes>()));
  }
  return records;
}

/// The fewest events that a process with these counters has: start and end of each send, arrival
/// and take of each message.
std::uint64_t fewest_events(const std::optional<Counters>& counters) {
  return counters
             ? std::max<std::uint64_t>(1, 2 * (counters->sent + counters->taken + counters->late))
             : 1;
}

}  // namespace

void EventFetch::begin(RunEvents events) {
  events_ = std::move(events);
  next_ = 0;
  position_ = requested_ = 0;
  is_known_ = false;
  ask();
}

/// Requests the next events, or those of the next process if this one has no more.
void EventFetch::ask() {
  while (has_begun() && next_ < tables_.simulators.size()) {
    const bool is_lost = tables_.hosts.is_lost(input_.host_of(ProcessId{next_}));
    const bool has_all = is_known_ && position_ == recorded_;
    if (!is_lost && !has_all) {
      if (position_ == requested_ && (position_ < recorded_ || !is_known_)) {
        requested_ += kWindow;
        sender_.fetch(ProcessId{next_}, position_, kWindow);
      }
      return;
    }
    next_process();
  }
}

void EventFetch::next_process() {
  note_missing(next_);
  ++next_;
  position_ = requested_ = 0;
  is_known_ = false;
}

void EventFetch::note_missing(std::uint32_t process) {
  if (!is_known_) {
    recorded_ = fewest_events(tables_.quiescence.newest(ProcessId{process}));
    left_before_ = left_after_ = 0;
  }
  if (events_->spool) {
    events_->spool->set_left_out(process, left_before_, left_after_ + (recorded_ - position_));
  }
}

std::string EventFetch::receive(ProcessId process, const control::EventsFrame& frame) {
  const std::uint64_t count = frame.records.size() / traces::kRecordBytes;
  const std::uint64_t limit = input_.options.trace ? input_.options.trace->events : 0;
  const bool is_expected = has_begun() && index(process) == next_ && position_ < requested_ &&
                           frame.position == position_;
  if (!is_expected) {
    return fmt::format("EVENTS of process {} from {} on, which were not requested", index(process),
                       frame.position);
  }
  const bool is_possible = frame.recorded <= limit && count <= frame.recorded - position_ &&
                           (count > 0 || frame.recorded == position_);
  if (!is_possible || (is_known_ && frame.recorded != recorded_)) {
    return fmt::format("EVENTS with {} of {} events from {} on", count, frame.recorded, position_);
  }
  is_known_ = true;
  recorded_ = frame.recorded;
  left_before_ = frame.left_out_before;
  left_after_ = frame.left_out_after;
  std::vector<traces::Record> records = records_in(frame.records);
  if (const auto replaced = origins_.replace(process, records); !replaced) {
    return "EVENTS: " + replaced.error().message;
  }
  move_end(records);
  if (events_->spool) {
    events_->spool->add(next_, records);
  }
  position_ += count;
  requested_ = std::min(requested_, std::max(position_, recorded_));
  ask();
  return "";
}

/// Moves the end of a stopped server to the end of the run, which its record contains.
void EventFetch::move_end(std::vector<traces::Record>& records) const {
  const Nanoseconds beyond = tables_.server_ends.trimmed(ProcessId{next_});
  const auto& record = tables_.simulators.run().records[next_];
  if (beyond <= Nanoseconds(0) || !record) {
    return;
  }
  const traces::Ticks end = (record->start_late + record->times.real).count();
  const traces::Ticks stopped = end + beyond.count();
  for (traces::Record& one : records) {
    traces::Event event = event_of(one);
    const bool is_end =
        event.kind == traces::EventKind::kUnitEnd || event.kind == traces::EventKind::kProcessEnd;
    if (is_end && event.time == stopped) {
      event.time = end;
      one = record_of(event);
    }
  }
}

RunEvents EventFetch::take() {
  while (next_ < tables_.simulators.size()) {
    next_process();
  }
  RunEvents events = *std::move(events_);
  events_.reset();
  return events;
}

}  // namespace dps::coordinator
