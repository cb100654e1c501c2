#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/escape.h"
#include "profiles/traces/export/writers.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/request_steps.h"

namespace dps::traces {
namespace {

class CsvWriter {
 public:
  CsvWriter(const TraceHead& head, BufferedOutput& output)
      : head_(head),
        output_(output),
        groups_(head.process_groups()),
        taken_(head.processes.size()),
        requests_(head.processes.size()),
        has_requests_(begins_requests(head)) {
    for (const std::string& name : head.process_names()) {
      processes_.push_back(text::csv_field(name));
    }
    for (const TraceHost& host : head.hosts) {
      hosts_.push_back(text::csv_field(host.name));
    }
    for (const Line& line : head.lines) {
      tags_.push_back(text::csv_field(line.tag));
    }
    for (const std::string& mtag : head.message_types) {
      mtags_.push_back(text::csv_field(mtag));
    }
  }

  void write_names() {
    output_.append(
        "time_s,host,process,event,tag,line,peer,mtag,number,timer,bytes,duration_s,waited,user_s,"
        "sys_s,ending,snapshot");
    output_.append(has_requests_ ? ",origin,request\n" : "\n");
  }

  void write(const MergedEvents::Next& next) {
    const Event& event = *next.event;
    std::string& row = row_;
    row.clear();
    add_seconds(next.time);
    add(hosts_[head_.processes[next.process].host]);
    add(processes_[next.process]);
    add(name_of(event.kind));
    add_line(next.process, event);
    has_peer(event.kind) ? add_message(event) : add("", "", "", "", "");
    if (event.kind == EventKind::kSendAdmitted) {
      add_next_seconds(event.time - event.work);
    } else if (event.kind == EventKind::kSendEnd || event.kind == EventKind::kTake) {
      add_next_seconds(event.work);
    } else {
      add("");
    }
    add(event.kind == EventKind::kTake ? (event.has(Flag::kWaited) ? "1" : "0") : "");
    if (event.has(Flag::kCpuTime)) {
      add_next_seconds(event.user);
      add_next_seconds(event.sys);
    } else {
      add("", "");
    }
    add(event.kind == EventKind::kProcessEnd ? ending_of(event) : "");
    add(event.kind == EventKind::kUnitBegin ? text::csv_field(snapshot_of(next.process)) : "");
    if (has_requests_) {
      add_request(next.process, event);
    }
    row += '\n';
    output_.append(row);
    if (event.kind == EventKind::kTake) {
      ++taken_[next.process][event.element];
    }
  }

  /// A row for each stretch in which a message occupied a link.
  void write_links(const std::vector<LinkTrack>& links) {
    for (const LinkTrack& track : links) {
      const std::string name = text::csv_field(track.name);
      for (const LinkSpan& span : track.spans) {
        row_.clear();
        add_seconds(span.begin);
        const std::string ends =
            fmt::format("{}->{}", head_.process_name(span.from), head_.process_name(span.to));
        add("", "link", "LINK_BUSY", name, "", text::csv_field(ends), mtags_[span.mid], "", "", "");
        add_next_seconds(span.end - span.begin);
        add("", "", "", "", "");
        if (has_requests_) {
          add("", "");
        }
        row_ += '\n';
        output_.append(row_);
      }
    }
  }

 private:
  /// Adds seconds with all decimals of the unit.
  void add_seconds(Ticks ticks) {
    const Ticks second = head_.ticks_per_second();
    const Ticks size = ticks < 0 ? -ticks : ticks;
    fmt::format_to(std::back_inserter(row_), "{}{}.{:0{}}", ticks < 0 ? "-" : "", size / second,
                   size % second, head_.unit == TimeUnit::kPicoseconds ? 12 : 9);
  }
  void add_next_seconds(Ticks ticks) {
    row_ += ',';
    add_seconds(ticks);
  }
  template <typename... Texts>
  void add(const Texts&... texts) {
    ((row_ += ',', row_ += texts), ...);
  }

  void add_line(std::uint32_t process, const Event& event) {
    const std::uint32_t line = line_of_event(process, event);
    if (line == kNoLine) {
      add("", "");
      return;
    }
    add(tags_[line]);
    row_ += ',';
    if (head_.lines[line].number != 0) {
      fmt::format_to(std::back_inserter(row_), "{}", head_.lines[line].number);
    }
  }
  [[nodiscard]] std::uint32_t line_of_event(std::uint32_t process, const Event& event) const {
    const TracePlan& plan = head_.plans[head_.processes[process].plan];
    switch (event.kind) {
      case EventKind::kProcessBegin:
      case EventKind::kProcessEnd:
        return head_.groups[groups_[process]].line;
      case EventKind::kUnitBegin:
      case EventKind::kUnitEnd:
        return plan.units[event.element].line;
      case EventKind::kFunctionalityBegin:
      case EventKind::kFunctionalityEnd:
        return plan.functionalities[event.element];
      case EventKind::kComputationBegin:
      case EventKind::kComputationEnd:
        return head_.computations[event.element];
      default:
        return head_.names_output(event.kind) ? head_.outputs[event.element].line : kNoLine;
    }
  }
  void add_message(const Event& event) {
    add(processes_[event.peer], is_request(event.kind) ? "" : mtags_[head_.mid_of(event)]);
    fmt::format_to(std::back_inserter(row_), ",{},{},", event.number,
                   event.has(Flag::kTimer) ? 1 : 0);
    if (has_bytes(event.kind)) {
      fmt::format_to(std::back_inserter(row_), "{}", event.bytes);
    }
  }
  /// Adds the origin and the number of the event's request.
  void add_request(std::uint32_t process, const Event& event) {
    requests_[process].add(head_, event);
    const Request request = requests_[process].of(head_, event);
    if (request.exists()) {
      add(processes_[request.origin]);
      fmt::format_to(std::back_inserter(row_), ",{}", request.number);
    } else {
      add("", "");
    }
  }
  static std::string_view ending_of(const Event& event) {
    if (event.has(Flag::kStopped)) {
      return "stopped";
    }
    return event.has(Flag::kFailed) ? "failed" : "complete";
  }
  [[nodiscard]] std::string snapshot_of(std::uint32_t process) const {
    std::string text;
    if (head_.processes[process].left_out_before == 0) {
      for (const auto& [mid, count] : taken_[process]) {
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", head_.message_types[mid], count);
      }
    }
    return text;
  }

  static constexpr std::uint32_t kNoLine = 0xffffffff;

  const TraceHead& head_;
  BufferedOutput& output_;
  std::vector<std::uint32_t> groups_;  // by process
  std::vector<std::string> processes_, hosts_, tags_, mtags_;
  std::vector<std::map<std::uint32_t, std::uint64_t>> taken_;  // by process: messages by type
  std::vector<RequestSteps> requests_;                         // by process
  bool has_requests_;
  std::string row_;
};

}  // namespace

Result<void> write_csv(const Trace& trace, BufferedOutput& output) {
  CsvWriter writer(trace.head(), output);
  writer.write_names();
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr && output.is_ok(); next = events.next()) {
    writer.write(next);
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  writer.write_links(trace.links().tracks);
  return output.finish();
}

}  // namespace dps::traces
