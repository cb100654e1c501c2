#include "traces/spans.h"

#include <algorithm>

namespace dps::traces {
namespace {

constexpr unsigned kDepths = 4;

/// What an event does to the span of its own process that it belongs to.
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

/// Arrivals and late messages are no steps of the receiver.
bool is_own_step(EventKind kind) {
  return kind != EventKind::kArrival && kind != EventKind::kLate;
}

/// First pass: the ends of all spans.
class Ends {
 public:
  struct Early {  // a span that began before the first event
    SpanKind kind = SpanKind::kProcess;
    Event event;
    Ticks end = 0;
  };

  explicit Ends(const TraceHead& head, std::uint32_t process) : head_(head), process_(process) {}

  void add(const Event& event) {
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

  /// After the last event: closes what is open.
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

  /// Every step lies in the process, and a functionality in its unit, even if neither the begin nor
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

/// Second pass: emits the spans in the order of their begins.
class Emission {
 public:
  Emission(const Host& host, const Ends& ends, const std::function<void(const Span&)>& visit)
      : host_(host), ends_(ends), latest_(ends.first()), visit_(visit) {
    for (const auto& early : ends.early()) {
      if (early) {
        emit(early->kind, ends.first(), early->end, early->event);
      }
    }
  }

  void add(const Event& event) {
    if (!is_own_step(event.kind)) {
      return;
    }
    const Role role = role_of(event.kind);
    if (event.kind == EventKind::kWait) {
      waits_since_ = event;
    } else if (event.kind == EventKind::kTake) {
      take(event);
    } else if (event.kind == EventKind::kProcessEnd) {
      end_wait(event.time);
    } else if (role.edge == Edge::kBegin) {
      emit(role.kind, event.time, next_end(event.time), event);
    }
    latest_ = event.time;
  }

  void finish(Ticks end) { end_wait(std::max(end, latest_)); }

 private:
  /// The end of the next span; `begin` if the file has changed since the first pass.
  Ticks next_end(Ticks begin) {
    return next_ < ends_.ends().size() ? ends_.ends()[next_++] : begin;
  }
  void take(const Event& event) {
    const Ticks begin = std::clamp(event.time - event.work, latest_, event.time);
    if (event.has(Flag::kWaited)) {
      end_wait(begin);
    }
    waits_since_.reset();
    emit(SpanKind::kTake, begin, event.time, event);
  }
  void end_wait(Ticks end) {
    if (waits_since_ && waits_since_->time < end) {
      emit(SpanKind::kWait, waits_since_->time, end, *waits_since_);
    }
    waits_since_.reset();
  }
  void emit(SpanKind kind, Ticks begin, Ticks end, const Event& event) {
    visit_({kind, host_.common(begin), host_.common(std::max(begin, end)), event});
  }

  const Host& host_;
  const Ends& ends_;
  std::size_t next_ = 0;
  Ticks latest_;
  std::optional<Event> waits_since_;
  const std::function<void(const Span&)>& visit_;
};

}  // namespace

Result<void> for_each_span(const Trace& trace, std::uint32_t process,
                           const std::function<void(const Span&)>& visit) {
  const TraceHead& head = trace.head();
  const TracedProcess& traced = head.processes[process];
  if (traced.events == 0) {
    return {};
  }
  Ends ends(head, process);
  auto done = for_each_event(trace, process, [&](const Event& event) { ends.add(event); });
  if (!done) {
    return done;
  }
  ends.finish();
  Emission emission(head.hosts[traced.host], ends, visit);
  done = for_each_event(trace, process, [&](const Event& event) { emission.add(event); });
  if (done) {
    emission.finish(traced.left_out_after > 0 ? kLeastTicks : traced.end);
  }
  return done;
}

const Line* line_of(const TraceHead& head, std::uint32_t process, std::uint32_t group,
                    const Span& span) {
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
