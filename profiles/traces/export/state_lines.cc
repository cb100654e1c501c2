#include "profiles/traces/export/state_lines.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>

#include "base/descriptor.h"
#include "base/file_bytes.h"
#include "profiles/traces/span_edges.h"

namespace dps::traces {
namespace {

constexpr std::string_view kBusy = "BUSY";
constexpr std::string_view kWaitState = "WAIT";

/// Instants in seconds with a number of decimals. A later one is never less.
class DecimalSeconds {
 public:
  /// `origin`: the instant that becomes 0; none is earlier.
  DecimalSeconds(const TraceHead& head, Ticks origin, unsigned digits)
      : origin_(origin), step_(head.ticks_per_second()) {
    for (; shown_ < digits && step_ > 1; ++shown_) {
      step_ /= 10;
      second_ *= 10;
    }
    zeros_ = digits - shown_;
  }

  /// Rounds a time to units of the last decimal that can differ from 0.
  [[nodiscard]] Ticks operator()(Ticks time) const { return (time - origin_ + step_ / 2) / step_; }
  [[nodiscard]] std::string text(Ticks rounded) const {
    std::string text = fmt::format("{}", rounded / second_);
    if (shown_ + zeros_ > 0) {
      text += '.';
    }
    if (shown_ > 0) {
      text += fmt::format("{:0{}}", rounded % second_, shown_);
    }
    return text.append(zeros_, '0');
  }

 private:
  Ticks origin_;
  Ticks step_;        // ticks of such a unit
  Ticks second_ = 1;  // in such units
  unsigned shown_ = 0;
  unsigned zeros_ = 0;  // behind them
};

/// The state that a process is in during a span.
std::string_view state_of(const TraceSpan& span) {
  switch (span.kind) {
    case SpanKind::kSend:
      return span.event.has(Flag::kTimer) ? kBusy : "SEND";
    case SpanKind::kWait:
      return kWaitState;
    case SpanKind::kTake:
      return "RECV";
    default:
      return kBusy;
  }
}

/// The state of a functionality that is a call of MPI: ALLREDUCE for MPI_Allreduce@life.cc:42. The
/// tag of one that has no line is a state itself, as in traces of `dps estimate`. "" for others.
std::string call_state(const Line& line) {
  const std::string_view tag = line.tag;
  constexpr std::string_view kPrefix = "MPI_";
  std::string state;
  if (line.number == 0 &&
      std::all_of(tag.begin(), tag.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) {
    return std::string(tag);
  }
  if (tag.starts_with(kPrefix)) {
    for (const char c : tag.substr(kPrefix.size(), tag.find('@') - kPrefix.size())) {
      state += c == '_' ? "" : std::string(1, c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c);
    }
  }
  return state;
}

/// The type of a message of an MPI program as its tag: 5 for tag5, 5@comm1 for tag5@comm1.
std::string_view tag_of(std::string_view mtag) {
  constexpr std::string_view kPrefix = "tag";
  return mtag.starts_with(kPrefix) ? mtag.substr(kPrefix.size()) : mtag;
}

/// The data that the lines of all processes share.
struct Lines {
  const TraceHead& head;
  const StateLineOptions& options;
  DecimalSeconds seconds;
  std::vector<std::string> names;        ///< by process
  std::vector<std::uint32_t> groups;     ///< by process
  std::vector<std::uint32_t> receivers;  ///< by process: the one that has its lines

  Lines(const TraceHead& of, const StateLineOptions& with, Ticks origin)
      : head(of),
        options(with),
        seconds(of, origin, with.digits),
        names(of.process_names()),
        groups(of.process_groups()),
        receivers(of.main_processes()) {}

  /// Threads other than the first have no lines.
  [[nodiscard]] bool has_lines(std::uint32_t process) const {
    return receivers[process] == process;
  }
};

/// The lines of one process. A state lasts to the next one, so BUSY is written only if it lasts.
class ProcessLines {
 public:
  ProcessLines(const Lines& lines, std::uint32_t process, BufferedOutput& output)
      : lines_(lines), head_(lines.head), process_(process), output_(output) {}

  void begin(const TraceSpan& span) {
    const Line* line = line_of(head_, process_, lines_.groups[process_], span);
    if (span.kind == SpanKind::kFunctionality) {
      if (std::string state = call_state(*line); !state.empty()) {
        begin_call(std::move(state), line->tag, span.begin);
        return;
      }
    }
    if (call_.empty()) {
      enter(state_of(span), span.begin);
    }
    if (span.kind == SpanKind::kUnit) {
      write(LineLevel::kPhases, span.begin, "T", "phase " + line->tag);
    } else if (span.kind == SpanKind::kFunctionality) {
      write(LineLevel::kComments, span.begin, "T", line->tag);
    } else if (span.kind == SpanKind::kSend) {
      write_send(span);
    }
  }
  void end(const TraceSpan& span) {
    if (!call_.empty() && span.kind == SpanKind::kFunctionality) {
      end_call(span.end);
    }
    if (!call_.empty() && span.kind == SpanKind::kWait) {
      idle_ += lines_.seconds(span.end) - lines_.seconds(span.begin);
    }
    if (call_.empty() || span.kind == SpanKind::kProcess) {
      enter(span.kind == SpanKind::kProcess ? "DONE" : kBusy, span.end);
    }
  }

 private:
  void write_send(const TraceSpan& span) {
    const Event& event = span.event;
    const std::string& mtag = head_.message_types[head_.mid_of(event)];
    if (event.has(Flag::kTimer)) {
      write(LineLevel::kComments, span.begin, "T", fmt::format("timer {} {}", mtag, event.number));
      return;
    }
    const std::string& receiver = lines_.names[lines_.receivers[event.peer]];
    write(LineLevel::kMessages, span.begin, "S",
          fmt::format("{} {} {}", receiver, call_.empty() ? mtag : tag_of(mtag), event.bytes));
  }
  /// A call is one state: what it waits, sends and takes are no states of their own.
  void begin_call(std::string state, std::string_view tag, Ticks time) {
    enter(state, time);
    if (const auto at = tag.find('@'); at != std::string_view::npos) {
      write(LineLevel::kComments, time, "T", fmt::format("site {}", tag.substr(at + 1)));
    }
    call_ = std::move(state);
    idle_ = 0;
  }
  void end_call(Ticks time) {
    if (idle_ > 0 || call_ == kWaitState) {  // without this line, all of a WAIT is idle
      write(LineLevel::kComments, time, "T", "idle " + lines_.seconds.text(idle_));
    }
    call_.clear();
  }
  void enter(std::string_view state, Ticks time) {
    const Ticks instant = lines_.seconds(time);
    if (state == kBusy) {
      busy_since_ = state_ == kBusy ? busy_since_ : busy_since_.value_or(instant);
      return;
    }
    write_busy(instant);
    busy_since_.reset();
    print(LineLevel::kStates, instant, "P", state);
    state_ = state;
  }
  /// Writes that the process is BUSY, if it was before this instant.
  void write_busy(Ticks instant) {
    if (busy_since_ && *busy_since_ < instant) {
      print(LineLevel::kStates, *busy_since_, "P", kBusy);
      busy_since_.reset();
      state_ = kBusy;
    }
  }
  void write(LineLevel level, Ticks time, std::string_view kind, std::string_view text) {
    if (level >= lines_.options.level) {
      const Ticks instant = lines_.seconds(time);
      write_busy(instant);
      print(level, instant, kind, text);
    }
  }
  void print(LineLevel level, Ticks instant, std::string_view kind, std::string_view text) {
    if (level >= lines_.options.level) {
      output_.print("u:{} at {}: {} {}\n", lines_.names[process_], lines_.seconds.text(instant),
                    kind, text);
    }
  }

  const Lines& lines_;
  const TraceHead& head_;
  std::uint32_t process_;
  BufferedOutput& output_;
  std::string state_;                // of the latest line
  std::string call_;                 // the state of the call of MPI that has begun
  Ticks idle_ = 0;                   // of this call
  std::optional<Ticks> busy_since_;  // not written yet
};

/// The states of a program: those of its calls, or those of a blueprint.
std::vector<std::string> states_of(const TraceHead& head) {
  std::vector<std::string> calls;
  for (const Line& line : head.lines) {
    std::string state = line.section == 'F' ? call_state(line) : "";
    if (!state.empty() && std::find(calls.begin(), calls.end(), state) == calls.end()) {
      calls.push_back(std::move(state));
    }
  }
  if (calls.empty()) {
    calls = {"SEND", std::string(kWaitState), "RECV"};
  }
  calls.insert(calls.begin(), std::string(kBusy));
  calls.emplace_back("DONE");
  return calls;
}

constexpr std::string_view kLinkType = "Link IDLE BUSY DONE\n";

/// The name of a bar has no blanks.
std::string bar_of(const LinkTrack& track) {
  std::string name = track.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == '\t'; }, '_');
  return name;
}

void write_link_bars(const std::vector<LinkTrack>& tracks, BufferedOutput& output) {
  for (const LinkTrack& track : tracks) {
    output.print("{} Link\n", bar_of(track));
  }
}

/// The end of the last process, or the end of a message on a link if that is later.
Ticks end_of(const Trace& trace) {
  Ticks end = 0;
  for (const TracedProcess& process : trace.head().processes) {
    end = std::max(end, process.end);
  }
  for (const LinkTrack& track : trace.links().tracks) {
    end = std::max(end, track.spans.back().end);
  }
  return end;
}

/// A link is IDLE or BUSY until the end of the trace; a state lasts to the next one.
void write_link(const LinkTrack& track, Ticks end, const Lines& lines, BufferedOutput& output) {
  const std::string bar = bar_of(track);
  const auto print = [&](LineLevel level, Ticks instant, std::string_view kind,
                         std::string_view text) {
    if (level >= lines.options.level) {
      output.print("u:{} at {}: {} {}\n", bar, lines.seconds.text(instant), kind, text);
    }
  };
  Ticks idle_since = lines.seconds(0);
  for (const LinkSpan& span : track.spans) {
    const Ticks begin = lines.seconds(span.begin);
    const Ticks over = lines.seconds(span.end);
    if (begin == over) {
      continue;
    }
    if (idle_since < begin) {
      print(LineLevel::kStates, idle_since, "P", "IDLE");
    }
    print(LineLevel::kStates, begin, "P", kBusy);
    print(LineLevel::kComments, begin, "T",
          fmt::format("message {} {} {}", lines.head.message_types[span.mid],
                      lines.names[span.from], lines.names[span.to]));
    idle_since = over;
  }
  const Ticks last = lines.seconds(end);
  if (idle_since < last) {
    print(LineLevel::kStates, idle_since, "P", "IDLE");
  }
  print(LineLevel::kStates, last, "P", "DONE");
}

void write_links(const Trace& trace, const Lines& lines, BufferedOutput& output) {
  const Ticks end = end_of(trace);
  for (const LinkTrack& track : trace.links().tracks) {
    write_link(track, end, lines, output);
  }
}

void write_types(const Lines& lines, BufferedOutput& output) {
  output.print("$types\nState {}\n", fmt::join(states_of(lines.head), " "));
}

void write_bars(const Lines& lines, BufferedOutput& output) {
  output.append("$bars\n");
  for (std::uint32_t p = 0; p < lines.names.size(); ++p) {
    if (lines.has_lines(p)) {
      output.print("{} State\n", lines.names[p]);
    }
  }
}

Result<void> write_process(const Trace& trace, const Lines& lines, std::uint32_t process,
                           BufferedOutput& output) {
  ProcessLines of(lines, process, output);
  return for_each_edge(trace, process,
                       {[&](const TraceSpan& span) { of.begin(span); },
                        [&](const TraceSpan& span) { of.end(span); }});
}

/// Writes one file of a folder.
Result<void> write_part(const std::string& path,
                        const std::function<Result<void>(BufferedOutput& output)>& write) {
  const auto wrong = [&] {
    return failure(ErrorCode::kSystem, path + ": " + std::strerror(errno));
  };
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.is_open()) {
    return wrong();
  }
  BufferedOutput output([&](std::string_view text) {
    return write_all(file.get(), text) ? Result<void>() : Result<void>(wrong());
  });
  const auto done = write(output);
  return done ? output.finish() : done;
}

}  // namespace

Result<void> write_state_lines(const Trace& trace, const StateLineOptions& options,
                               BufferedOutput& output) {
  const auto origin = origin_of(trace);
  if (!origin) {
    return tl::unexpected(origin.error());
  }
  const Lines lines(trace.head(), options, *origin);
  const std::vector<LinkTrack>& links = trace.links().tracks;
  write_types(lines, output);
  output.append(links.empty() ? "" : kLinkType);
  write_bars(lines, output);
  write_link_bars(links, output);
  output.append("$events\n");
  Result<void> done;
  for (std::uint32_t p = 0; p < lines.names.size() && done && output.is_ok(); ++p) {
    done = lines.has_lines(p) ? write_process(trace, lines, p, output) : done;
  }
  write_links(trace, lines, output);
  return done ? output.finish() : done;
}

Result<void> write_state_files(const Trace& trace, const StateLineOptions& options,
                               const std::string& folder, const std::function<bool()>& is_to_stop) {
  const auto origin = origin_of(trace);
  if (!origin) {
    return tl::unexpected(origin.error());
  }
  const Lines lines(trace.head(), options, *origin);
  Result<void> done;
  for (std::uint32_t p = 0; p < lines.names.size() && done; ++p) {
    if (is_to_stop()) {
      return failure(ErrorCode::kInterrupted, "stopped");
    }
    if (lines.has_lines(p)) {
      done = write_part(fmt::format("{}/p{}.trace", folder, p), [&](BufferedOutput& output) {
        write_types(lines, output);
        write_bars(lines, output);
        output.append("$events\n");
        return write_process(trace, lines, p, output);
      });
    }
  }
  if (const auto& links = trace.links().tracks; !links.empty() && done) {
    done = write_part(folder + "/links.trace", [&](BufferedOutput& output) {
      output.print("$types\n{}$bars\n", kLinkType);
      write_link_bars(links, output);
      output.append("$events\n");
      write_links(trace, lines, output);
      return Result<void>();
    });
  }
  return done;
}

}  // namespace dps::traces
