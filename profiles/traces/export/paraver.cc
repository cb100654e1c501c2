#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "profiles/traces/export/message_arrows.h"
#include "profiles/traces/export/message_counters.h"
#include "profiles/traces/export/nearest_nanosecond.h"
#include "profiles/traces/export/paraver_numbers.h"
#include "profiles/traces/export/writers.h"
#include "profiles/traces/merged.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/span_edges.h"

namespace dps::traces {
namespace {

using paraver::ParaverEventType;

/// A line of the file, which has its lines in the order of time.
struct ParaverLine {
  Ticks time = 0;  ///< nanoseconds
  std::string text;
};

/// The numbers that all lines share. Instants are in nanoseconds from the origin.
class ParaverObjects {
 public:
  ParaverObjects(const TraceHead& head, Ticks origin)
      : head_(head), nanoseconds_(head, origin), groups_(head.process_groups()) {
    for (const std::uint32_t cpu : paraver::cpus_of(head)) {
      objects_.push_back(fmt::format("{}:1:{}:1", cpu, objects_.size() + 1));
    }
  }

  [[nodiscard]] const TraceHead& head() const { return head_; }
  [[nodiscard]] Ticks nanoseconds(Ticks time) const { return nanoseconds_(time); }
  [[nodiscard]] const std::string& object(std::uint32_t process) const { return objects_[process]; }
  /// The number of the span's line, from 1; 0 if it has none.
  [[nodiscard]] std::uint64_t line_number(std::uint32_t process, const TraceSpan& span) const {
    const Line* line = line_of(head_, process, groups_[process], span);
    return line == nullptr ? 0 : static_cast<std::uint64_t>(line - head_.lines.data()) + 1;
  }
  [[nodiscard]] ParaverLine event(std::uint32_t process, Ticks time, ParaverEventType type,
                                  std::uint64_t value) const {
    return {time, fmt::format("2:{}:{}:{}:{}\n", objects_[process], time,
                              static_cast<std::uint32_t>(type), value)};
  }

 private:
  const TraceHead& head_;
  NearestNanosecond nanoseconds_;
  std::vector<std::uint32_t> groups_;  // by process
  std::vector<std::string> objects_;   // by process: cpu, application, task and thread
};

/// A source of some of the lines, in order.
class LineSource {
 public:
  LineSource() = default;
  LineSource(const LineSource&) = delete;
  LineSource& operator=(const LineSource&) = delete;
  virtual ~LineSource() = default;

  /// The next event; null at the end, or after an error. Valid until the next call.
  virtual const ParaverLine* next() = 0;
  [[nodiscard]] virtual const std::optional<Error>& error() const = 0;
};

/// The lines of several steps of a source that makes some at a time.
class ReadyLines {
 public:
  void push(ParaverLine line) { lines_.push_back(std::move(line)); }
  const ParaverLine* next() {
    if (used_ == lines_.size()) {
      lines_.clear();
      used_ = 0;
      return nullptr;
    }
    return &lines_[used_++];
  }

 private:
  std::vector<ParaverLine> lines_;
  std::size_t used_ = 0;
};

/// States and events of a process. A state lasts from one edge to the next.
class ProcessSource : public LineSource {
 public:
  ProcessSource(const Trace& trace, std::uint32_t process, const ParaverObjects& objects)
      : objects_(objects),
        process_(process),
        edges_(trace, process, buffer_for(trace.head().processes.size())) {}

  const ParaverLine* next() override {
    while (true) {
      if (const ParaverLine* line = ready_.next()) {
        return line;
      }
      const SpanEdge* edge = edges_.next();
      if (edge == nullptr) {
        return nullptr;
      }
      add(*edge);
    }
  }
  [[nodiscard]] const std::optional<Error>& error() const override { return edges_.error(); }

 private:
  void add(const SpanEdge& edge) {
    const Ticks time = objects_.nanoseconds(edge.time());
    if (!open_.empty() && since_ < time) {
      ready_.push({since_, fmt::format("1:{}:{}:{}:{}\n", objects_.object(process_), since_, time,
                                       static_cast<int>(paraver::state_of(open_.back())))});
    }
    since_ = time;
    if (edge.is_begin) {
      open_.push_back(edge.span.kind);
    } else {
      open_.pop_back();
    }
    add_event(edge, time);
  }
  void add_event(const SpanEdge& edge, Ticks time) {
    const TraceSpan& span = edge.span;
    const auto value = [&](std::uint64_t begun) { return edge.is_begin ? begun : 0; };
    const std::uint64_t line = value(objects_.line_number(process_, span));
    switch (span.kind) {
      case SpanKind::kUnit:
        ready_.push(objects_.event(process_, time, ParaverEventType::kUnit, line));
        break;
      case SpanKind::kFunctionality:
        ready_.push(objects_.event(process_, time, ParaverEventType::kFunctionality, line));
        break;
      case SpanKind::kComputation:
      case SpanKind::kSend:
        ready_.push(objects_.event(process_, time, ParaverEventType::kComponent, line));
        break;
      case SpanKind::kTake:
        ready_.push(
            objects_.event(process_, time, ParaverEventType::kTake, value(span.event.element + 1)));
        break;
      default:
        break;
    }
  }

  const ParaverObjects& objects_;
  std::uint32_t process_;
  EdgeCursor edges_;
  std::vector<SpanKind> open_;
  Ticks since_ = 0;
  ReadyLines ready_;
};

/// The lines of counters and late messages.
class CounterSource : public LineSource {
 public:
  CounterSource(const Trace& trace, const ParaverObjects& objects)
      : objects_(objects),
        events_(trace),
        counters_(trace.head(), {[this](std::uint32_t process, Ticks time, std::uint64_t messages) {
                                   push(process, time, ParaverEventType::kQueued, messages);
                                 },
                                 [this](std::uint32_t host, Ticks time, std::uint64_t bytes) {
                                   push(first_of_[host], time, ParaverEventType::kUnderWay, bytes);
                                 }}),
        first_of_(trace.head().hosts.size()) {
    const auto& processes = trace.head().processes;
    for (std::size_t p = processes.size(); p-- > 0;) {
      first_of_[processes[p].host] = static_cast<std::uint32_t>(p);
    }
  }

  const ParaverLine* next() override {
    while (true) {
      if (const ParaverLine* line = ready_.next()) {
        return line;
      }
      const auto next = events_.next();
      if (next.event == nullptr) {
        return nullptr;
      }
      counters_.add(next);
      if (next.event->kind == EventKind::kLate) {
        push(next.process, next.time, ParaverEventType::kLate,
             next.event->element + std::uint64_t{1});
      }
    }
  }
  [[nodiscard]] const std::optional<Error>& error() const override { return events_.error(); }

 private:
  void push(std::uint32_t process, Ticks time, ParaverEventType type, std::uint64_t value) {
    ready_.push(objects_.event(process, objects_.nanoseconds(time), type, value));
  }

  const ParaverObjects& objects_;
  MergedEvents events_;
  MessageCounters counters_;
  std::vector<std::uint32_t> first_of_;  // by host
  ReadyLines ready_;
};

/// The messages of the trace but its timers, in the order of their sends, and its last instant.
struct Communications {
  std::vector<MessageArrow> messages;
  Ticks end = 0;
};

Result<Communications> communications_of(const Trace& trace) {
  Communications all;
  MessageArrows arrows(trace.head(), [&](const MessageArrow& arrow) {
    if (!arrow.is_timer) {
      all.messages.push_back(arrow);
    }
  });
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    arrows.add(next);
    all.end = std::max(all.end, next.time);
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  arrows.finish();
  for (const TracedProcess& process : trace.head().processes) {
    all.end = std::max(all.end, trace.head().hosts[process.host].common(process.end));
  }
  std::stable_sort(
      all.messages.begin(), all.messages.end(),
      [](const MessageArrow& a, const MessageArrow& b) { return a.send.begin < b.send.begin; });
  return all;
}

class CommunicationSource : public LineSource {
 public:
  CommunicationSource(std::vector<MessageArrow> messages, const ParaverObjects& objects)
      : objects_(objects), messages_(std::move(messages)) {}

  const ParaverLine* next() override {
    if (next_ == messages_.size()) {
      return nullptr;
    }
    const MessageArrow& message = messages_[next_++];
    const Ticks arrival = message.arrival.value_or(message.take.begin);
    const Ticks sent = std::clamp(arrival, message.send.begin, message.send.end);
    line_.time = objects_.nanoseconds(message.send.begin);
    line_.text =
        fmt::format("3:{}:{}:{}:{}:{}:{}:{}:{}\n", objects_.object(message.from), line_.time,
                    objects_.nanoseconds(sent), objects_.object(message.to),
                    objects_.nanoseconds(message.take.begin), objects_.nanoseconds(arrival),
                    message.bytes, message.mid + std::uint64_t{1});
    return &line_;
  }
  [[nodiscard]] const std::optional<Error>& error() const override { return error_; }

 private:
  const ParaverObjects& objects_;
  std::vector<MessageArrow> messages_;
  std::size_t next_ = 0;
  ParaverLine line_;
  std::optional<Error> error_;  // none
};

/// A fixed date, so that a trace always gives the same file.
constexpr std::string_view kDate = "01/01/1970 at 00:00";

void write_header(const TraceHead& head, Ticks end, BufferedOutput& output) {
  std::vector<std::uint32_t> sizes(head.hosts.size());
  for (const TracedProcess& process : head.processes) {
    ++sizes[process.host];
  }
  std::string tasks;
  for (const TracedProcess& process : head.processes) {
    tasks += fmt::format("{}1:{}", tasks.empty() ? "" : ",", process.host + 1);
  }
  output.print("#Paraver ({}):{}_ns:{}({}):1:{}({})\n", kDate, end, head.hosts.size(),
               fmt::join(sizes, ","), head.processes.size(), tasks);
}

/// A source as Merged wants it.
struct SourceCursor {
  std::unique_ptr<LineSource> source;

  const ParaverLine* next() { return source->next(); }
  [[nodiscard]] const std::optional<Error>& error() const { return source->error(); }
};
struct LineTime {
  Ticks operator()(std::uint32_t /*source*/, const ParaverLine& line) const { return line.time; }
};

}  // namespace

Result<void> write_paraver(const Trace& trace, BufferedOutput& output) {
  const auto origin = origin_of(trace);
  auto all = origin ? communications_of(trace) : tl::unexpected(origin.error());
  if (!all) {
    return tl::unexpected(all.error());
  }
  const ParaverObjects objects(trace.head(), *origin);
  write_header(trace.head(), objects.nanoseconds(all->end), output);
  std::vector<SourceCursor> sources;
  sources.reserve(trace.head().processes.size() + 2);
  for (std::uint32_t p = 0; p < trace.head().processes.size(); ++p) {
    sources.push_back({std::make_unique<ProcessSource>(trace, p, objects)});
  }
  sources.push_back({std::make_unique<CounterSource>(trace, objects)});
  sources.push_back({std::make_unique<CommunicationSource>(std::move(all->messages), objects)});
  Merged<SourceCursor, ParaverLine, LineTime> lines(std::move(sources), LineTime());
  for (auto next = lines.next(); next.item != nullptr && output.is_ok(); next = lines.next()) {
    output.append(next.item->text);
  }
  return lines.error() ? Result<void>(tl::unexpected(*lines.error())) : output.finish();
}

}  // namespace dps::traces
