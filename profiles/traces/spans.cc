#include "profiles/traces/spans.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "profiles/traces/request_steps.h"

namespace dps::traces {
namespace {

constexpr unsigned kDepths = 4;

/// The change of a process's span by an event.
enum class Edge : std::uint8_t { kNone, kBegin, kEnd };

struct Role {
  Edge edge = Edge::kNone;
  SpanKind kind = SpanKind::kProcess;
};

Role role_of(EventKind kind) {
  switch (kind) {
    case EventKind::kProcessBegin:
      return {Edge::kBegin, SpanKind::kProcess};
    case EventKind::kProcessEnd:
      return {Edge::kEnd, SpanKind::kProcess};
    case EventKind::kUnitBegin:
      return {Edge::kBegin, SpanKind::kUnit};
    case EventKind::kUnitEnd:
      return {Edge::kEnd, SpanKind::kUnit};
    case EventKind::kFunctionalityBegin:
      return {Edge::kBegin, SpanKind::kFunctionality};
    case EventKind::kFunctionalityEnd:
      return {Edge::kEnd, SpanKind::kFunctionality};
    case EventKind::kComputationBegin:
      return {Edge::kBegin, SpanKind::kComputation};
    case EventKind::kComputationEnd:
      return {Edge::kEnd, SpanKind::kComputation};
    case EventKind::kSendBegin:
      return {Edge::kBegin, SpanKind::kSend};
    case EventKind::kSendEnd:
    case EventKind::kSendFailed:
      return {Edge::kEnd, SpanKind::kSend};
    default:
      return {};
  }
}

}  // namespace

/// First pass: the ends of all spans.
class SpanCursor::Ends {
 public:
  struct Early {  // a span that began before the first event
    SpanKind kind = SpanKind::kProcess;
    Event event;
    Ticks end = 0;
  };

  explicit Ends(const TraceHead& head, std::uint32_t process) : head_(head), process_(process) {}

  void add(const Event& event) {
    if (event.kind == EventKind::kLate) {  // ends a wait, which lies in its unit
      latest_ = std::max(latest_, event.time);
    }
    if (!is_own_step(event.kind)) {
      return;
    }
    if (!first_) {
      first_ = event.time;
    }
    latest_ = event.time;
    imply_outer(event);
    const Role role = role_of(event.kind);
    if (role.edge == Edge::kBegin) {
      begin(role.kind, event.time);
    } else if (role.edge == Edge::kEnd) {
      end(role.kind, event);
    }
  }

  /// Closes all open spans. Must be called after the last event.
  void finish() {
    const TracedProcess& process = head_.processes[process_];
    const Ticks end = std::max(process.end, latest_);
    close(1, process.left_out_after > 0 ? latest_ : end);
    close(0, end);
  }

  [[nodiscard]] const std::array<std::optional<Early>, kDepths>& early() const { return early_; }
  [[nodiscard]] const std::vector<Ticks>& ends() const { return ends_; }
  [[nodiscard]] Ticks first() const { return first_.value_or(0); }

 private:
  static constexpr std::size_t kNothing = ~std::size_t{0};
  static constexpr std::size_t kEarly = kNothing - 1;

  /// Every step lies in the process, and a functionality in its unit, even if neither the start nor
  /// the end of these was recorded.
  void imply_outer(const Event& event) {
    if (event.kind != EventKind::kProcessBegin) {
      open_early(SpanKind::kProcess, Event{});
    }
    if (event.kind == EventKind::kFunctionalityBegin ||
        event.kind == EventKind::kFunctionalityEnd) {
      Event unit;
      unit.kind = EventKind::kUnitBegin;
      unit.element = head_.unit_of(process_, event.element);
      open_early(SpanKind::kUnit, unit);
    }
  }
  void open_early(SpanKind kind, const Event& event) {
    const unsigned depth = depth_of(kind);
    if (!seen_[depth]) {
      seen_[depth] = true;
      early_[depth] = {kind, event, 0};
      open_[depth] = kEarly;
    }
  }
  void begin(SpanKind kind, Ticks time) {
    const unsigned depth = depth_of(kind);
    close(depth, time);
    seen_[depth] = true;
    open_[depth] = ends_.size();
    ends_.push_back(time);
  }
  void end(SpanKind kind, const Event& event) {
    open_early(kind, event);
    close(depth_of(kind), event.time);
  }
  /// Closes the open spans of this depth and below.
  void close(unsigned depth, Ticks time) {
    for (; depth < kDepths; ++depth) {
      if (open_[depth] == kEarly) {
        early_[depth]->end = time;
      } else if (open_[depth] != kNothing) {
        ends_[open_[depth]] = time;
      }
      open_[depth] = kNothing;
    }
  }

  const TraceHead& head_;
  std::uint32_t process_;
  std::optional<Ticks> first_;
  Ticks latest_ = 0;
  std::vector<Ticks> ends_;  // of the spans whose begin was recorded, in the order of their begins
  std::array<std::optional<Early>, kDepths> early_;
  std::array<std::size_t, kDepths> open_{kNothing, kNothing, kNothing, kNothing};
  std::array<bool, kDepths> seen_{};
};

/// Second pass: the spans in the order of their starts.
class SpanCursor::Emission {
 public:
  Emission(const Trace& trace, std::uint32_t process, Ends ends, std::size_t buffered)
      : head_(trace.head()),
        process_(process),
        events_(trace, process, buffered),
        ends_(std::move(ends)),
        latest_(ends_.first()),
        is_in_functionality_(ends_.early()[depth_of(SpanKind::kFunctionality)].has_value()) {
    for (const auto& early : ends_.early()) {
      if (early) {
        emit(early->kind, ends_.first(), early->end, early->event);
      }
    }
  }

  /// Null until read_event() is called.
  const TraceSpan* ready() {
    if (used_ == ready_.size()) {
      ready_.clear();
      used_ = 0;
      return nullptr;
    }
    return &ready_[used_++];
  }
  /// Returns false at the end, or after an error.
  bool read_event() {
    if (const Event* event = events_.next()) {
      add(*event);
      return true;
    }
    if (!events_.error() && !is_finished_) {
      finish();
      return true;
    }
    return false;
  }
  [[nodiscard]] const std::optional<Error>& error() const { return events_.error(); }

 private:
  void add(const Event& event) {
    requests_.add(head_, event);
    if (event.kind == EventKind::kLate) {
      end_wait(event.time);
    }
    if (!is_own_step(event.kind)) {
      return;
    }
    const Role role = role_of(event.kind);
    if (role.kind == SpanKind::kFunctionality || role.kind == SpanKind::kUnit) {
      is_in_functionality_ = event.kind == EventKind::kFunctionalityBegin;
    }
    if (event.kind == EventKind::kWait) {
      waits_since_ = event;
    } else if (event.kind == EventKind::kTake) {
      take(event);
    } else if (event.kind == EventKind::kReleased || event.kind == EventKind::kUnitEnd ||
               event.kind == EventKind::kProcessEnd) {
      end_wait(event.time);
    } else if (role.edge == Edge::kBegin) {
      emit(role.kind, event.time, next_end(event.time), event);
    }
    latest_ = event.time;
  }
  void finish() {
    const TracedProcess& process = head_.processes[process_];
    end_wait(process.left_out_after > 0 ? latest_ : std::max(process.end, latest_));
    is_finished_ = true;
  }
  /// The end of the next span; `begin` if the file has changed since the first pass.
  Ticks next_end(Ticks begin) {
    return next_ < ends_.ends().size() ? ends_.ends()[next_++] : begin;
  }
  void take(const Event& event) {
    const Ticks begin = std::clamp(event.time - event.work, latest_, event.time);
    end_wait(begin);
    emit(SpanKind::kTake, begin, event.time, event);
  }
  void end_wait(Ticks end) {
    if (waits_since_ && waits_since_->time < end) {
      emit(SpanKind::kWait, waits_since_->time, end, *waits_since_);
    }
    waits_since_.reset();
  }
  void emit(SpanKind kind, Ticks begin, Ticks end, const Event& event) {
    const TraceHost& host = head_.hosts[head_.processes[process_].host];
    ready_.push_back({kind, host.common(begin), host.common(std::max(begin, end)), event,
                      is_in_functionality_, requests_.of(head_, event)});
  }

  const TraceHead& head_;
  std::uint32_t process_;
  EventCursor events_;
  Ends ends_;
  std::size_t next_ = 0;  // of ends_
  Ticks latest_;
  bool is_in_functionality_;
  std::optional<Event> waits_since_;
  RequestSteps requests_;
  std::vector<TraceSpan> ready_;
  std::size_t used_ = 0;  // of ready_
  bool is_finished_ = false;
};

SpanCursor::SpanCursor(const Trace& trace, std::uint32_t process, std::size_t buffered) {
  if (trace.head().processes[process].events == 0) {
    return;
  }
  Ends ends(trace.head(), process);
  EventCursor events(trace, process, buffered);
  while (const Event* event = events.next()) {
    ends.add(*event);
  }
  error_ = events.error();
  if (!error_) {
    ends.finish();
    emission_ = std::make_unique<Emission>(trace, process, std::move(ends), buffered);
  }
}

SpanCursor::~SpanCursor() = default;
SpanCursor::SpanCursor(SpanCursor&& other) noexcept = default;
SpanCursor& SpanCursor::operator=(SpanCursor&& other) noexcept = default;

const TraceSpan* SpanCursor::next() {
  while (emission_ != nullptr) {
    if (const TraceSpan* span = emission_->ready()) {
      return span;
    }
    if (!emission_->read_event()) {
      error_ = emission_->error();
      emission_.reset();
    }
  }
  return nullptr;
}

Result<void> for_each_span(const Trace& trace, std::uint32_t process,
                           const std::function<void(const TraceSpan&)>& visit) {
  SpanCursor spans(trace, process);
  while (const TraceSpan* span = spans.next()) {
    visit(*span);
  }
  return spans.error() ? Result<void>(tl::unexpected(*spans.error())) : Result<void>();
}

const Line* line_of(const TraceHead& head, std::uint32_t process, std::uint32_t group,
                    const TraceSpan& span) {
  switch (span.kind) {
    case SpanKind::kProcess:
      return &head.lines[head.groups[group].line];
    case SpanKind::kUnit:
      return &head.unit_line(process, span.event.element);
    case SpanKind::kFunctionality:
      return &head.functionality_line(process, span.event.element);
    case SpanKind::kComputation:
      return &head.lines[head.computations[span.event.element]];
    case SpanKind::kSend:
      return &head.lines[head.outputs[span.event.element].line];
    case SpanKind::kWait:
    case SpanKind::kTake:
      break;
  }
  return nullptr;
}

}  // namespace dps::traces
