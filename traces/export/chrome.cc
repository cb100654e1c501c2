#include "traces/export/chrome.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "traces/export/json_text.h"
#include "traces/export/message_ends.h"
#include "traces/merged_events.h"
#include "traces/spans.h"
#include "traces/summary.h"

namespace dps::traces {
namespace {

/// The parts that all kinds of trace events share. A host is a pid, a process a tid, both from 1.
class ChromeFile {
 public:
  ChromeFile(const TraceHead& head, Output& output)
      : head_(head), output_(output), per_ns_(head.ticks_per_second() / 1'000'000'000) {
    for (const Line& line : head.lines) {
      tags_.push_back(json_text(line.tag));
    }
    for (const std::string& name : head.process_names()) {
      processes_.push_back(json_text(name));
    }
    for (const std::string& mtag : head.message_types) {
      mtags_.push_back(json_text(mtag));
    }
    for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
      tracks_.push_back(fmt::format("\"pid\":{},\"tid\":{}", pid(p), p + 1));
    }
  }

  void begin() {
    output_.print(
        "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"dps\":{},\"blueprint\":{},\"left_out\":{}}}"
        ",",
        json_text(head_.version), json_text(head_.blueprint), json_text(left_out_text(head_)));
    output_.append("\"traceEvents\":[");
    for (std::size_t i = 0; i < head_.hosts.size(); ++i) {
      write("{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":{}}}}}", i + 1,
            json_text(head_.hosts[i].name));
    }
    for (std::uint32_t p = 0; p < head_.processes.size(); ++p) {
      write("{{\"ph\":\"M\",{},\"name\":\"thread_name\",\"args\":{{\"name\":{}}}}}", track(p),
            processes_[p]);
      write("{{\"ph\":\"M\",{},\"name\":\"thread_sort_index\",\"args\":{{\"sort_index\":{}}}}}",
            track(p), p);
    }
  }
  void end() { output_.append("\n]}\n"); }

  template <typename... Args>
  void write(fmt::format_string<Args...> format, Args&&... args) {
    output_.append(is_first_ ? "\n" : ",\n");
    is_first_ = false;
    output_.print(format, std::forward<Args>(args)...);
  }

  [[nodiscard]] bool is_ok() const { return output_.is_ok(); }
  [[nodiscard]] const TraceHead& head() const { return head_; }
  [[nodiscard]] const std::string& tag(const Line& line) const {
    return tags_[static_cast<std::size_t>(&line - head_.lines.data())];
  }
  [[nodiscard]] const std::string& process(std::uint32_t process) const {
    return processes_[process];
  }
  [[nodiscard]] const std::string& mtag(std::uint32_t mid) const { return mtags_[mid]; }
  [[nodiscard]] std::uint32_t pid(std::uint32_t process) const {
    return head_.processes[process].host + 1;
  }
  [[nodiscard]] const std::string& track(std::uint32_t process) const { return tracks_[process]; }
  /// An instant in whole nanoseconds: the nearest. Never less for a later instant.
  [[nodiscard]] Ticks rounded(Ticks time) const {
    const Ticks up = time + per_ns_ / 2;
    return up >= 0 ? up / per_ns_ : -((per_ns_ - 1 - up) / per_ns_);
  }
  /// Nanoseconds as microseconds with three decimals.
  static std::string micros(Ticks ns) {
    const Ticks size = ns < 0 ? -ns : ns;
    return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", size / 1000, size % 1000);
  }
  [[nodiscard]] std::string instant(Ticks time) const { return micros(rounded(time)); }

 private:
  const TraceHead& head_;
  Output& output_;
  Ticks per_ns_;
  std::vector<std::string> tags_, processes_, mtags_;  // as JSON strings
  std::vector<std::string> tracks_;                    // by process: its pid and tid
  bool is_first_ = true;
};

/// The slices of a process, outer ones first: viewers nest those with the same begin in the order
/// of the file.
class Slices {
 public:
  Slices(ChromeFile& file, std::uint32_t process, std::uint32_t group)
      : file_(file), process_(process), group_(group), track_(file.track(process)) {}

  void write(const Span& span) {
    const Ticks begin = file_.rounded(span.begin);
    const Ticks end = file_.rounded(span.end);
    file_.write("{{\"ph\":\"X\",{},\"ts\":{},\"dur\":{},\"cat\":\"{}\",\"name\":{}{}}}", track_,
                ChromeFile::micros(begin), ChromeFile::micros(end - begin), category_of(span.kind),
                name_of_span(span), arguments_of(span));
  }

 private:
  static std::string_view category_of(SpanKind kind) {
    constexpr std::array<std::string_view, 7> kNames{"process", "unit", "functionality", "compute",
                                                     "send",    "wait", "take"};
    return kNames.at(static_cast<std::size_t>(kind));
  }
  [[nodiscard]] std::string name_of_span(const Span& span) const {
    if (span.kind == SpanKind::kProcess) {
      return file_.process(process_);
    }
    if (const Line* line = line_of(file_.head(), process_, group_, span)) {
      return file_.tag(*line);
    }
    return span.kind == SpanKind::kWait ? "\"wait\"" : "\"take\"";
  }
  [[nodiscard]] std::string arguments_of(const Span& span) const {
    const Event& event = span.event;
    const TraceHead& head = file_.head();
    std::string text;
    if (const Line* line = line_of(head, process_, group_, span);
        line != nullptr && line->number != 0) {
      text = fmt::format("\"line\":{}", line->number);
    }
    if (is_message(event.kind)) {
      text += fmt::format("{}\"message\":{},\"number\":{},\"{}\":{}{}", text.empty() ? "" : ",",
                          file_.mtag(head.mid_of(event)), event.number,
                          is_send(event.kind) ? "to" : "from", file_.process(event.peer),
                          event.has(Flag::kTimer) ? ",\"timer\":true" : "");
    }
    if (has_bytes(event.kind)) {
      text += fmt::format(",\"bytes\":{}", event.bytes);
    }
    return text.empty() ? "" : fmt::format(",\"args\":{{{}}}", text);
  }

  ChromeFile& file_;
  std::uint32_t process_;
  std::uint32_t group_;
  std::string track_;
};

/// Flows, late messages and counters. Among events of the same instant, and if clocks differ, a
/// take may precede its send.
class Messages {
 public:
  explicit Messages(ChromeFile& file)
      : file_(file), queued_(file.head().processes.size()), under_way_(file.head().hosts.size()) {}

  void add(const MergedEvents::Next& next) {
    if (!is_message(next.event->kind) || next.event->kind == EventKind::kSendEnd) {
      return;
    }
    forget_unsent(next.time);
    const MessageKey key = key_of(file_.head(), next.process, *next.event);
    switch (next.event->kind) {
      case EventKind::kSendBegin:
        sent(key, next);
        break;
      case EventKind::kSendFailed:
        failed(key, next);
        break;
      case EventKind::kArrival:
        arrived(open_[key], next);
        break;
      case EventKind::kTake:
        finished(key, next);
        break;
      default:
        finished(key, next);
        write_late(next);
    }
  }

 private:
  struct Known {
    std::optional<Ticks> sent;  ///< begin of its send
    std::optional<Ticks> taken;
    std::uint64_t bytes = 0;
    bool is_under_way = false;
    bool has_arrived = false;
    bool is_finished = false;  ///< taken or late
  };
  using Next = MergedEvents::Next;

  void sent(const MessageKey& key, const Next& next) {
    Known& known = open_[key];
    known.sent = next.time;
    if (known.is_finished) {
      if (known.taken) {
        write_flow(*known.sent, next.process, *known.taken, next.event->peer,
                   file_.mtag(file_.head().mid_of(*next.event)));
      }
      open_.erase(key);
    } else if (!next.event->has(Flag::kTimer) && !known.has_arrived) {
      known.is_under_way = true;
      known.bytes = next.event->bytes;
      count_bytes(next.event->peer, next.time, known.bytes);
    }
  }
  /// The network may have delivered it all the same.
  void failed(const MessageKey& key, const Next& next) {
    const auto found = open_.find(key);
    if (found != open_.end() && found->second.is_under_way) {
      count_bytes(next.event->peer, next.time, 0 - found->second.bytes);
      open_.erase(found);
    }
  }
  void arrived(Known& known, const Next& next) {
    if (known.is_under_way) {
      known.is_under_way = false;
      count_bytes(next.process, next.time, 0 - known.bytes);
    }
    if (!known.has_arrived) {
      known.has_arrived = true;
      count_queued(next.process, next.time, 1);
    }
  }
  void finished(const MessageKey& key, const Next& next) {
    Known& known = open_[key];
    if (known.has_arrived && !known.is_finished) {
      count_queued(next.process, next.time, -1);
    }
    known.is_finished = true;
    if (next.event->kind == EventKind::kTake) {
      known.taken = next.time;
    }
    if (!known.sent) {
      unsent_.emplace_back(next.time, key);
      return;
    }
    if (known.taken) {
      write_flow(*known.sent, next.event->peer, *known.taken, next.process,
                 file_.mtag(next.event->element));
    }
    if (known.is_under_way) {
      count_bytes(next.process, next.time, 0 - known.bytes);
    }
    open_.erase(key);
  }
  /// Messages that were finished so long ago that their sends must be missing.
  void forget_unsent(Ticks now) {
    while (!unsent_.empty() && unsent_.front().first < now - file_.head().largest_violation) {
      if (const auto found = open_.find(unsent_.front().second);
          found != open_.end() && !found->second.sent) {
        open_.erase(found);
      }
      unsent_.pop_front();
    }
  }

  void write_late(const Next& next) {
    file_.write(
        "{{\"ph\":\"i\",{},\"ts\":{},\"s\":\"t\",\"cat\":\"late\",\"name\":\"late\",\"args\":{{"
        "\"message\":{},\"number\":{},\"from\":{}}}}}",
        file_.track(next.process), file_.instant(next.time), file_.mtag(next.event->element),
        next.event->number, file_.process(next.event->peer));
  }
  void write_flow(Ticks sent, std::uint32_t from, Ticks taken, std::uint32_t to,
                  const std::string& name) {
    ++flows_;
    file_.write("{{\"ph\":\"s\",\"id\":{},{},\"ts\":{},\"cat\":\"message\",\"name\":{}}}", flows_,
                file_.track(from), file_.instant(sent), name);
    file_.write(
        "{{\"ph\":\"f\",\"bp\":\"e\",\"id\":{},{},\"ts\":{},\"cat\":\"message\",\"name\":{}}}",
        flows_, file_.track(to), file_.instant(taken), name);
  }
  void count_queued(std::uint32_t process, Ticks time, std::int64_t change) {
    queued_[process] += change;
    const std::string& name = file_.process(process);
    file_.write(
        "{{\"ph\":\"C\",\"pid\":{},\"ts\":{},\"name\":\"queued {},\"args\":{{\"messages\":{}}}}}",
        file_.pid(process), file_.instant(time), std::string_view(name).substr(1),
        queued_[process]);
  }
  void count_bytes(std::uint32_t receiver, Ticks time, std::uint64_t change) {
    std::uint64_t& bytes = under_way_[file_.head().processes[receiver].host];
    bytes += change;
    file_.write(
        "{{\"ph\":\"C\",\"pid\":{},\"ts\":{},\"name\":\"bytes under "
        "way\",\"args\":{{\"bytes\":{}}}}}",
        file_.pid(receiver), file_.instant(time), bytes);
  }

  ChromeFile& file_;
  OpenMessages<Known> open_;
  std::deque<std::pair<Ticks, MessageKey>> unsent_;  // finished, by time
  std::uint64_t flows_ = 0;
  std::vector<std::int64_t> queued_;      // by process
  std::vector<std::uint64_t> under_way_;  // by the host of the receiver
};

}  // namespace

Result<void> write_chrome(const Trace& trace, Output& output) {
  const TraceHead& head = trace.head();
  const auto groups = head.process_groups();
  ChromeFile file(head, output);
  file.begin();
  for (std::uint32_t p = 0; p < head.processes.size() && output.is_ok(); ++p) {
    Slices slices(file, p, groups[p]);
    auto done = for_each_span(trace, p, [&](const Span& span) { slices.write(span); });
    if (!done) {
      return done;
    }
  }
  Messages messages(file);
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr && output.is_ok(); next = events.next()) {
    messages.add(next);
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  file.end();
  return output.finish();
}

}  // namespace dps::traces
