#include "profiles/reports/timeline.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "profiles/reports/columns.h"
#include "profiles/traces/analysis/critical_path.h"
#include "profiles/traces/analysis/element.h"
#include "profiles/traces/export/message_arrows.h"
#include "profiles/traces/latencies.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/spans.h"

namespace dps::reports {
namespace {

using Json = nlohmann::ordered_json;
using traces::SpanKind;
using traces::Ticks;
using traces::TraceHead;
using traces::TraceSpan;

constexpr Ticks kNever = std::numeric_limits<Ticks>::max();

/// The intervals of all processes, one process after the other.
class SpanColumns {
 public:
  explicit SpanColumns(const TraceHead& head) : head_(head) {}

  void add(std::uint32_t process, const TraceSpan& span) {
    kinds_.add(static_cast<std::uint64_t>(span.kind));
    elements_.add(element_of(process, span));
    begins_.add_signed(span.begin - last_);
    lengths_.add(static_cast<std::uint64_t>(std::max<Ticks>(span.length(), 0)));
    last_ = span.begin;
    ++count_;
  }
  void end_process() {
    counts_.push_back(count_);
    count_ = 0;
    last_ = 0;
  }

  [[nodiscard]] Json json() const {
    return {{"counts", counts_},
            {"kinds", kinds_.base64()},
            {"elements", elements_.base64()},
            {"begins", begins_.base64()},
            {"lengths", lengths_.base64()}};
  }

 private:
  /// A line, or a message type; 0 for a wait.
  [[nodiscard]] std::uint64_t element_of(std::uint32_t process, const TraceSpan& span) const {
    switch (span.kind) {
      case SpanKind::kUnit:
        return head_.plans[head_.processes[process].plan].units[span.event.element].line;
      case SpanKind::kFunctionality:
        return head_.plans[head_.processes[process].plan].functionalities[span.event.element];
      case SpanKind::kComputation:
        return head_.computations[span.event.element];
      case SpanKind::kSend:
        return head_.outputs[span.event.element].line;
      case SpanKind::kTake:
        return span.event.element;
      case SpanKind::kProcess:
      case SpanKind::kWait:
        break;
    }
    return 0;
  }

  const TraceHead& head_;
  PackedColumn kinds_, elements_, begins_, lengths_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  Ticks last_ = 0;
};

Result<Json> spans_of(const traces::Trace& trace, Ticks before) {
  SpanColumns columns(trace.head());
  for (std::uint32_t p = 0; p < trace.head().processes.size(); ++p) {
    auto done = traces::for_each_span(trace, p, [&](const TraceSpan& span) {
      if (span.begin < before) {
        columns.add(p, span);
      }
    });
    if (!done) {
      return tl::unexpected(done.error());
    }
    columns.end_process();
  }
  return columns.json();
}

/// The instants of common time at which firings use messages first.
using Uses = traces::OpenMessages<Ticks>;

/// The messages in the order of the begins of their sends.
Json message_columns(std::vector<traces::MessageArrow>& arrows, const Uses& used_at) {
  std::stable_sort(arrows.begin(), arrows.end(),
                   [](const auto& a, const auto& b) { return a.send.begin < b.send.begin; });
  PackedColumn from, to, types, sends, lengths, arrivals, takes, ends, uses, bytes, numbers;
  Ticks last = 0;
  for (const traces::MessageArrow& arrow : arrows) {
    from.add(arrow.from);
    to.add(arrow.to);
    types.add(std::uint64_t{arrow.mid} << 1 | (arrow.is_timer ? 1 : 0));
    sends.add_signed(arrow.send.begin - last);
    lengths.add(static_cast<std::uint64_t>(std::max<Ticks>(arrow.send.end - arrow.send.begin, 0)));
    arrivals.add_signed(arrow.arrival.value_or(arrow.take.begin) - arrow.send.begin);
    takes.add_signed(arrow.take.begin - arrow.send.begin);
    ends.add(static_cast<std::uint64_t>(std::max<Ticks>(arrow.take.end - arrow.take.begin, 0)));
    const auto used = used_at.find(
        traces::message_key({arrow.from, arrow.to}, arrow.mid, arrow.is_timer, arrow.number));
    uses.add(used == used_at.end() ? 0
                                   : 1 + static_cast<std::uint64_t>(
                                             std::max<Ticks>(used->second - arrow.take.end, 0)));
    bytes.add(arrow.bytes);
    numbers.add(arrow.number);
    last = arrow.send.begin;
  }
  return {{"count", arrows.size()},
          {"from", from.base64()},
          {"to", to.base64()},
          {"types", types.base64()},
          {"sends", sends.base64()},
          {"send_lengths", lengths.base64()},
          {"arrivals", arrivals.base64()},
          {"takes", takes.base64()},
          {"take_lengths", ends.base64()},
          {"uses", uses.base64()},
          {"bytes", bytes.base64()},
          {"numbers", numbers.base64()}};
}

Result<Json> messages_of(const traces::Trace& trace, Ticks before) {
  std::vector<traces::MessageArrow> arrows;
  traces::MessageArrows finder(trace.head(), [&](const traces::MessageArrow& arrow) {
    if (arrow.send.begin < before) {
      arrows.push_back(arrow);
    }
  });
  traces::MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    finder.add(next);
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  finder.finish();
  Uses used_at;
  const auto done = traces::for_each_use(trace, [&](const traces::MessageKey& message, Ticks used) {
    used_at.emplace(message, used);
  });
  if (!done) {
    return tl::unexpected(done.error());
  }
  return message_columns(arrows, used_at);
}

/// The line and the message type of a segment, each plus one; 0: it has none.
void add_element(const TraceHead& head, const traces::Segment& segment, PackedColumn& lines,
                 PackedColumn& types) {
  const bool is_core = segment.activity == traces::Activity::kCore;
  const traces::Element element = traces::element_of(
      head, is_core ? segment.wanted.activity : segment.activity, segment.element, segment.peer);
  lines.add(element.line == traces::kNone ? 0 : std::uint64_t{element.line} + 1);
  types.add(element.mid == traces::kNone ? 0 : std::uint64_t{element.mid} + 1);
}

/// The critical path from 0 on.
Result<Json> path_of(const traces::Trace& trace) {
  const TraceHead& head = trace.head();
  if (std::string reason = traces::no_path_reason(head); !reason.empty()) {
    return Json{{"reason", reason}};
  }
  std::vector<traces::Segment> segments;
  const auto path = traces::walk_critical_path(
      trace, [&](const traces::Segment& segment) { segments.push_back(segment); });
  if (!path) {
    return tl::unexpected(path.error());
  }
  std::reverse(segments.begin(), segments.end());
  PackedColumn processes, peers, activities, lines, types, lengths;
  for (const traces::Segment& segment : segments) {
    processes.add(segment.process);
    peers.add(segment.peer);
    activities.add(static_cast<std::uint64_t>(segment.activity));
    add_element(head, segment, lines, types);
    lengths.add(static_cast<std::uint64_t>(segment.length()));
  }
  return Json{{"count", segments.size()},          {"end", path->end},
              {"processes", processes.base64()},   {"peers", peers.base64()},
              {"activities", activities.base64()}, {"lines", lines.base64()},
              {"types", types.base64()},           {"lengths", lengths.base64()}};
}

/// The instant before which the trace has about so many events; kNever if it has no more.
Result<Ticks> end_of(const traces::Trace& trace, std::uint64_t most_events) {
  if (trace.head().event_count() <= most_events) {
    return kNever;
  }
  traces::MergedEvents events(trace);
  std::uint64_t count = 0;
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    if (++count > most_events) {
      return next.time;
    }
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  return kNever;
}

Json lines_of(const TraceHead& head) {
  Json lines = Json::array();
  for (const traces::Line& line : head.lines) {
    lines.push_back({std::string(1, line.section), line.number, line.tag});
  }
  return lines;
}

}  // namespace

Result<Json> timeline_of(const traces::Trace& trace, std::uint64_t most_events) {
  const TraceHead& head = trace.head();
  const auto before = end_of(trace, most_events);
  if (!before) {
    return tl::unexpected(before.error());
  }
  auto spans = spans_of(trace, *before);
  auto messages = messages_of(trace, *before);
  auto path = path_of(trace);
  for (const auto* part : {&spans, &messages, &path}) {
    if (!*part) {
      return tl::unexpected(part->error());
    }
  }
  Json timeline = {{"ticks_per_second", head.ticks_per_second()},
                   {"events", head.event_count()},
                   {"is_whole", head.has_all_events()},
                   {"ends_before", *before == kNever ? Json() : Json(*before)},
                   {"violations", head.violations},
                   {"largest_violation", head.largest_violation},
                   {"lines", lines_of(head)},
                   {"message_types", head.message_types},
                   {"processes", head.process_names()}};
  timeline["spans"] = std::move(*spans);
  timeline["messages"] = std::move(*messages);
  timeline["path"] = std::move(*path);
  return timeline;
}

}  // namespace dps::reports
