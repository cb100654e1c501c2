#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/escape.h"
#include "profiles/traces/export/message_arrows.h"
#include "profiles/traces/export/message_counters.h"
#include "profiles/traces/export/nearest_nanosecond.h"
#include "profiles/traces/export/writers.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/spans.h"
#include "profiles/traces/summary.h"

namespace dps::traces {
namespace {

/// The parts that all kinds of trace events share. A host is a pid, a process a tid, both from 1.
class ChromeFile {
 public:
  ChromeFile(const TraceHead& head, BufferedOutput& output)
      : head_(head), output_(output), nearest_(head) {
    for (const Line& line : head.lines) {
      tags_.push_back(text::json_text(line.tag));
    }
    for (const std::string& name : head.process_names()) {
      processes_.push_back(text::json_text(name));
    }
    for (const std::string& mtag : head.message_types) {
      mtags_.push_back(text::json_text(mtag));
    }
    for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
      tracks_.push_back(fmt::format("\"pid\":{},\"tid\":{}", pid(p), p + 1));
      timeless_tracks_.push_back(
          fmt::format("\"pid\":{},\"tid\":{}", pid(p), head.processes.size() + p + 1));
    }
  }

  void begin() {
    output_.print(
        "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"dps\":{},\"blueprint\":{},\"left_out\":{}}}"
        ",",
        text::json_text(head_.version), text::json_text(head_.blueprint),
        text::json_text(left_out_text(head_)));
    output_.append("\"traceEvents\":[");
    for (std::size_t i = 0; i < head_.hosts.size(); ++i) {
      write("{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":{}}}}}", i + 1,
            text::json_text(head_.hosts[i].name));
    }
    for (std::uint32_t p = 0; p < head_.processes.size(); ++p) {
      name_track(track(p), processes_[p], 2 * p);
    }
  }
  void begin_timeless_track(std::uint32_t process) {
    name_track(timeless_track(process), text::json_text(head_.process_name(process) + ": no time"),
               2 * process + 1);
  }
  /// The links are threads of a process of their own.
  void write_links(const std::vector<LinkTrack>& links) {
    if (links.empty()) {
      return;
    }
    const std::size_t pid_of_links = head_.hosts.size() + 1;
    write("{{\"ph\":\"M\",\"pid\":{},\"name\":\"process_name\",\"args\":{{\"name\":\"links\"}}}}",
          pid_of_links);
    std::size_t tid = 2 * head_.processes.size();
    for (const LinkTrack& link : links) {
      ++tid;
      const std::string track = fmt::format("\"pid\":{},\"tid\":{}", pid_of_links, tid);
      name_track(track, text::json_text(link.name), static_cast<std::uint32_t>(tid));
      for (const LinkSpan& span : link.spans) {
        const Ticks begin = rounded(span.begin);
        write(
            "{{\"ph\":\"X\",{},\"ts\":{},\"dur\":{},\"cat\":\"link\",\"name\":{},\"args\":{{"
            "\"from\":{},\"to\":{}}}}}",
            track, micros(begin), micros(rounded(span.end) - begin), mtag(span.mid),
            process(span.from), process(span.to));
      }
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
  [[nodiscard]] std::string request_text(const Request& request) const {
    return text::json_text(head_.request_name(request));
  }
  [[nodiscard]] std::uint32_t pid(std::uint32_t process) const {
    return head_.processes[process].host + 1;
  }
  [[nodiscard]] const std::string& track(std::uint32_t process) const { return tracks_[process]; }
  /// A second track of a process, for its sends and takes that take no time.
  [[nodiscard]] const std::string& timeless_track(std::uint32_t process) const {
    return timeless_tracks_[process];
  }
  /// The instant in nanoseconds.
  [[nodiscard]] Ticks rounded(Ticks time) const { return nearest_(time); }
  /// Nanoseconds as microseconds with three decimals.
  static std::string micros(Ticks ns) {
    const Ticks size = ns < 0 ? -ns : ns;
    return fmt::format("{}{}.{:03}", ns < 0 ? "-" : "", size / 1000, size % 1000);
  }
  [[nodiscard]] std::string instant(Ticks time) const { return micros(rounded(time)); }

 private:
  void name_track(const std::string& track, const std::string& name, std::uint32_t position) {
    write("{{\"ph\":\"M\",{},\"name\":\"thread_name\",\"args\":{{\"name\":{}}}}}", track, name);
    write("{{\"ph\":\"M\",{},\"name\":\"thread_sort_index\",\"args\":{{\"sort_index\":{}}}}}",
          track, position);
  }

  const TraceHead& head_;
  BufferedOutput& output_;
  NearestNanosecond nearest_;
  std::vector<std::string> tags_, processes_, mtags_;  // as JSON strings
  std::vector<std::string> tracks_, timeless_tracks_;  // by process: pid and tid
  bool is_first_ = true;
};

/// The slices of a process, outer ones first: viewers nest those with the same begin in the order
/// of the file.
class Slices {
 public:
  Slices(ChromeFile& file, std::uint32_t process, std::uint32_t group)
      : file_(file), process_(process), group_(group), track_(file.track(process)) {}

  void write(const TraceSpan& span) {
    const Ticks begin = file_.rounded(span.begin);
    const Ticks end = file_.rounded(span.end);
    file_.write("{{\"ph\":\"X\",{},\"ts\":{},\"dur\":{},\"cat\":\"{}\",\"name\":{}{}}}", track_,
                ChromeFile::micros(begin), ChromeFile::micros(end - begin), category_of(span.kind),
                name_of_span(span), arguments_of(span));
    if (begin == end && (span.kind == SpanKind::kSend || span.kind == SpanKind::kTake)) {
      write_timeless(begin);
    }
  }

 private:
  /// Writes one slice for all arrows of the process at this instant.
  void write_timeless(Ticks instant) {
    if (instant == timeless_) {
      return;
    }
    if (!timeless_) {
      file_.begin_timeless_track(process_);
    }
    timeless_ = instant;
    file_.write(
        "{{\"ph\":\"X\",{},\"ts\":{},\"dur\":0.001,\"cat\":\"no time\",\"name\":\"no time\"}}",
        file_.timeless_track(process_), ChromeFile::micros(instant));
  }
  static std::string_view category_of(SpanKind kind) {
    constexpr std::array<std::string_view, 7> kNames{"process", "unit", "functionality", "compute",
                                                     "send",    "wait", "take"};
    return kNames.at(static_cast<std::size_t>(kind));
  }
  [[nodiscard]] std::string name_of_span(const TraceSpan& span) const {
    if (span.kind == SpanKind::kProcess) {
      return file_.process(process_);
    }
    if (const Line* line = line_of(file_.head(), process_, group_, span)) {
      return file_.tag(*line);
    }
    return span.kind == SpanKind::kWait ? "\"wait\"" : "\"take\"";
  }
  [[nodiscard]] std::string arguments_of(const TraceSpan& span) const {
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
    if (span.request.exists()) {
      text += fmt::format("{}\"request\":{}", text.empty() ? "" : ",",
                          file_.request_text(span.request));
    }
    return text.empty() ? "" : fmt::format(",\"args\":{{{}}}", text);
  }

  ChromeFile& file_;
  std::uint32_t process_;
  std::uint32_t group_;
  std::string track_;
  std::optional<Ticks> timeless_;  // the latest instant on the second track
};

/// Arrows, late messages and counters.
class Messages {
 public:
  explicit Messages(ChromeFile& file)
      : file_(file),
        arrows_(file.head(), [this](const MessageArrow& arrow) { write_arrow(arrow); }),
        counters_(file.head(), {[this](std::uint32_t process, Ticks time, std::uint64_t messages) {
                                  write_queued(process, time, messages);
                                },
                                [this](std::uint32_t host, Ticks time, std::uint64_t bytes) {
                                  write_under_way(host, time, bytes);
                                }}) {}

  void add(const MergedEvents::Next& next) {
    arrows_.add(next);
    counters_.add(next);
    if (next.event->kind == EventKind::kLate) {
      write_late(next);
    }
  }
  void finish() { arrows_.finish(); }

 private:
  void write_arrow(const MessageArrow& arrow) {
    ++count_;
    const std::string& name = file_.mtag(arrow.mid);
    file_.write("{{\"ph\":\"s\",\"id\":{},{},\"ts\":{},\"cat\":\"message\",\"name\":{}}}", count_,
                track_of(arrow.from, arrow.send), file_.instant(arrow.send.begin), name);
    file_.write(
        "{{\"ph\":\"f\",\"bp\":\"e\",\"id\":{},{},\"ts\":{},\"cat\":\"message\",\"name\":{}}}",
        count_, track_of(arrow.to, arrow.take), file_.instant(arrow.take.begin), name);
  }
  /// A slice of the length 0 holds no instant, so its arrow is on the track of such slices.
  [[nodiscard]] const std::string& track_of(std::uint32_t process,
                                            const TickInterval& slice) const {
    return file_.rounded(slice.begin) < file_.rounded(slice.end) ? file_.track(process)
                                                                 : file_.timeless_track(process);
  }
  void write_late(const MergedEvents::Next& next) {
    file_.write(
        "{{\"ph\":\"i\",{},\"ts\":{},\"s\":\"t\",\"cat\":\"late\",\"name\":\"late\",\"args\":{{"
        "\"message\":{},\"number\":{},\"from\":{}}}}}",
        file_.track(next.process), file_.instant(next.time), file_.mtag(next.event->element),
        next.event->number, file_.process(next.event->peer));
  }
  void write_queued(std::uint32_t process, Ticks time, std::uint64_t messages) {
    const std::string_view name = file_.process(process);
    file_.write(
        "{{\"ph\":\"C\",\"pid\":{},\"ts\":{},\"name\":\"queued {},\"args\":{{\"messages\":{}}}}}",
        file_.pid(process), file_.instant(time), name.substr(1), messages);
  }
  void write_under_way(std::uint32_t host, Ticks time, std::uint64_t bytes) {
    file_.write(
        "{{\"ph\":\"C\",\"pid\":{},\"ts\":{},\"name\":\"bytes under "
        "way\",\"args\":{{\"bytes\":{}}}}}",
        host + 1, file_.instant(time), bytes);
  }

  ChromeFile& file_;
  MessageArrows arrows_;
  MessageCounters counters_;
  std::uint64_t count_ = 0;
};

}  // namespace

Result<void> write_chrome(const Trace& trace, BufferedOutput& output) {
  const TraceHead& head = trace.head();
  const auto groups = head.process_groups();
  ChromeFile file(head, output);
  file.begin();
  for (std::uint32_t p = 0; p < head.processes.size() && output.is_ok(); ++p) {
    Slices slices(file, p, groups[p]);
    auto done = for_each_span(trace, p, [&](const TraceSpan& span) { slices.write(span); });
    if (!done) {
      return done;
    }
  }
  Messages messages(file);
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr && output.is_ok(); next = events.next()) {
    messages.add(next);
  }
  messages.finish();
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  file.write_links(trace.links().tracks);
  file.end();
  return output.finish();
}

}  // namespace dps::traces
