#include "traces/export/state_lines.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "traces/export/nearest_nanosecond.h"
#include "traces/span_edges.h"

namespace dps::traces {
namespace {

constexpr std::string_view kBusy = "BUSY";
constexpr Ticks kSecond = 1'000'000'000;

/// The state that a process is in during a span.
std::string_view state_of(const Span& span) {
  switch (span.kind) {
    case SpanKind::kSend:
      return span.event.has(Flag::kTimer) ? kBusy : "SEND";
    case SpanKind::kWait:
      return "WAIT";
    case SpanKind::kTake:
      return "RECV";
    default:
      return kBusy;
  }
}

/// The state of a functionality that is a call of MPI: ALLREDUCE for MPI_Allreduce@life.cc:42; ""
/// for others.
std::string call_state(std::string_view tag) {
  constexpr std::string_view kPrefix = "MPI_";
  std::string state;
  if (tag.starts_with(kPrefix)) {
    for (const char c : tag.substr(kPrefix.size(), tag.find('@') - kPrefix.size())) {
      state += c == '_' ? "" : std::string(1, c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c);
    }
  }
  return state == "RECV" ? "" : state;  // its states are its wait and its take
}

/// The lines of one process. A state lasts to the next one, so BUSY is written only if it lasts.
class ProcessLines {
 public:
  ProcessLines(const TraceHead& head, std::uint32_t process, const std::vector<std::string>& names,
               Ticks origin, Output& output)
      : head_(head),
        process_(process),
        names_(names),
        nanoseconds_(head, origin),
        output_(output) {}

  void begin(const Span& span, std::uint32_t group) {
    const Event& event = span.event;
    if (span.kind == SpanKind::kFunctionality) {
      const std::string& tag = line_of(head_, process_, group, span)->tag;
      if (std::string state = call_state(tag); !state.empty()) {
        begin_call(std::move(state), tag, span.begin);
        return;
      }
    }
    if (call_.empty()) {
      enter(state_of(span), span.begin);
    }
    if (span.kind == SpanKind::kUnit || span.kind == SpanKind::kFunctionality) {
      write_from(span.begin, "T", line_of(head_, process_, group, span)->tag);
    } else if (span.kind == SpanKind::kSend && event.has(Flag::kTimer)) {
      write_from(span.begin, "T", fmt::format("timer {} {}", mtag_of(event), event.number));
    } else if (span.kind == SpanKind::kSend) {
      write_from(span.begin, "S",
                 fmt::format("{} {} {}", names_[event.peer], mtag_of(event), event.bytes));
    }
  }
  void end(const Span& span) {
    if (!call_.empty() && span.kind == SpanKind::kFunctionality) {
      end_call(span.end);
    }
    if (!call_.empty() && span.kind == SpanKind::kWait) {
      idle_ += nanoseconds_(span.end) - nanoseconds_(span.begin);
    }
    if (call_.empty() || span.kind == SpanKind::kProcess) {
      enter(span.kind == SpanKind::kProcess ? "DONE" : kBusy, span.end);
    }
  }

 private:
  [[nodiscard]] const std::string& mtag_of(const Event& event) const {
    return head_.message_types[head_.mid_of(event)];
  }
  /// A call is one state: what it waits, sends and takes are no states of their own.
  void begin_call(std::string state, std::string_view tag, Ticks time) {
    enter(state, time);
    if (const auto at = tag.find('@'); at != std::string_view::npos) {
      write_from(time, "T", fmt::format("site {}", tag.substr(at + 1)));
    }
    call_ = std::move(state);
    idle_ = 0;
  }
  void end_call(Ticks time) {
    if (idle_ > 0) {
      write_from(time, "T", fmt::format("idle {}.{:09}", idle_ / kSecond, idle_ % kSecond));
    }
    call_.clear();
  }
  void enter(std::string_view state, Ticks time) {
    const Ticks instant = nanoseconds_(time);
    if (state == kBusy) {
      busy_since_ = state_ == kBusy ? busy_since_ : busy_since_.value_or(instant);
      return;
    }
    write_busy(instant);
    busy_since_.reset();
    write(instant, "P", state);
    state_ = state;
  }
  /// Writes that the process is BUSY, if it was before this instant.
  void write_busy(Ticks instant) {
    if (busy_since_ && *busy_since_ < instant) {
      write(*busy_since_, "P", kBusy);
      busy_since_.reset();
      state_ = kBusy;
    }
  }
  void write_from(Ticks time, std::string_view kind, std::string_view text) {
    const Ticks instant = nanoseconds_(time);
    write_busy(instant);
    write(instant, kind, text);
  }
  void write(Ticks instant, std::string_view kind, std::string_view text) {
    output_.print("u:{} at {}.{:09}: {} {}\n", names_[process_], instant / kSecond,
                  instant % kSecond, kind, text);
  }

  const TraceHead& head_;
  std::uint32_t process_;
  const std::vector<std::string>& names_;
  NearestNanosecond nanoseconds_;
  Output& output_;
  std::string state_;                // of the latest line
  std::string call_;                 // the state of the call of MPI that has begun
  Ticks idle_ = 0;                   // of this call
  std::optional<Ticks> busy_since_;  // not written yet
};

void write_beginning(const TraceHead& head, const std::vector<std::string>& names, Output& output) {
  std::vector<std::string> states{"BUSY", "SEND", "WAIT", "RECV", "DONE"};
  for (const auto& line : head.lines) {
    std::string state = call_state(line.tag);
    if (!state.empty() && std::find(states.begin(), states.end(), state) == states.end()) {
      states.insert(states.end() - 1, std::move(state));
    }
  }
  output.print("$types\nState {}\n$bars\n", fmt::join(states, " "));
  for (const std::string& name : names) {
    output.print("{} State\n", name);
  }
  output.append("$events\n");
}

}  // namespace

Result<void> write_state_lines(const Trace& trace, Output& output) {
  const auto origin = origin_of(trace);
  if (!origin) {
    return tl::unexpected(origin.error());
  }
  const TraceHead& head = trace.head();
  const auto names = head.process_names();
  const auto groups = head.process_groups();
  write_beginning(head, names, output);
  Result<void> done;
  for (std::uint32_t p = 0; p < names.size() && done && output.is_ok(); ++p) {
    ProcessLines lines(head, p, names, *origin, output);
    done = for_each_edge(trace, p,
                         {[&](const Span& span) { lines.begin(span, groups[p]); },
                          [&](const Span& span) { lines.end(span); }});
  }
  return done ? output.finish() : done;
}

}  // namespace dps::traces
