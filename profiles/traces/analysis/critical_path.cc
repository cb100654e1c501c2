#include "profiles/traces/analysis/critical_path.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "profiles/traces/analysis/last_step.h"
#include "profiles/traces/backward_cursor.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/summary.h"

namespace dps::traces {
namespace {

/// The end of the path, where the walk begins.
struct PathEnd {
  std::uint32_t process = 0;
  Ticks last_busy = std::numeric_limits<Ticks>::min();
  Ticks run = 0;  ///< the end of the run
};

/// The process that was busy last. A prediction, and an incomplete run, end with their last
/// process; a complete run ends when the last process becomes idle: servers are stopped later.
Result<PathEnd> find_end(const Trace& trace) {
  const TraceHead& head = trace.head();
  const bool counts_idle = head.kind == TraceKind::kPrediction || !head.complete;
  PathEnd found;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    const auto last = last_step_of(trace, p);
    if (!last) {
      return tl::unexpected(last.error());
    }
    if (last->last_busy > found.last_busy) {
      found.process = p;
      found.last_busy = last->last_busy;
    }
    found.run = std::max(found.run, counts_idle ? last->end : last->last_busy);
  }
  return found;
}

/// The send of a message.
struct FoundSend {
  Event begin;
  std::optional<Ticks> end;  ///< common time
};

class Walk {
 public:
  Walk(const Trace& trace, const PathEnd& from, const std::function<void(const Segment&)>& visit)
      : trace_(trace),
        head_(trace.head()),
        visit_(visit),
        cursors_(head_.processes.size()),
        process_(from.process),
        now_(from.run) {
    path_.process = from.process;
    path_.end = from.run;
    cover(from.last_busy, Activity::kEnd);
  }

  Result<CriticalPath> walk() {
    while (now_ > 0 && !error_) {
      const Event* event = cursor(process_).previous();
      if (event == nullptr) {
        cover(0, Activity::kStart);
      } else {
        const Event step = *event;
        cursor(process_).retreat();
        go_before(step);
      }
      error_ = error_ ? error_ : cursor(process_).error();
    }
    return error_ ? Result<CriticalPath>(tl::unexpected(*error_)) : path_;
  }

 private:
  BackwardCursor& cursor(std::uint32_t process) {
    auto& cursor = cursors_[process];
    if (cursor == nullptr) {
      cursor = std::make_unique<BackwardCursor>(trace_, process, buffer_for(cursors_.size()));
    }
    return *cursor;
  }
  [[nodiscard]] Ticks common(std::uint32_t process, Ticks time) const {
    return head_.hosts[head_.processes[process].host].common(time);
  }

  /// Adds the time from `begin` on to the path. Time that is on the path remains there: if clocks
  /// contradict one another, segments become shorter.
  void cover(Ticks begin, Activity activity, std::uint32_t element = 0, std::uint32_t peer = 0) {
    begin = std::clamp<Ticks>(begin, 0, now_);
    if (begin < now_) {
      ++path_.segments;
      visit_({activity, process_, peer, element, begin, now_});
      now_ = begin;
    }
  }

  /// The time from an instant on in which the process neither computes nor sends nor takes.
  void cover_between(Ticks begin) {
    cover(begin, call_ ? Activity::kCall : Activity::kEngine, call_.value_or(0));
  }

  void go_before(const Event& step) {
    if (step.kind == EventKind::kFunctionalityEnd && head_.is_mpi_program()) {
      cover_between(common(process_, step.time));
      call_ = head_.functionality_number(process_, step.element);
      return;
    }
    if (step.kind == EventKind::kTake) {
      go_before_take(step);
    } else if (step.kind == EventKind::kReleased) {
      go_before_release(step);
    } else if (step.kind == EventKind::kSendFreed && head_.is_mpi_program()) {
      go_before_hold(step);
    } else if (is_own_step(step.kind)) {
      const Activity activity = activity_after(step.kind);
      const bool is_named = activity == Activity::kCompute || activity == Activity::kSend;
      if (activity == Activity::kEngine) {
        cover_between(common(process_, step.time));
      } else {
        cover(common(process_, step.time), activity, is_named ? step.element : 0, step.peer);
      }
    }
    if (step.kind == EventKind::kFunctionalityBegin) {
      call_.reset();
    }
  }

  void go_before_take(const Event& take) {
    cover_between(common(process_, take.time));
    cover(common(process_, take.time - take.work), Activity::kTake, take.element, take.peer);
    const std::optional<Ticks> arrival = arrival_while_waiting(take);
    const Event* wait = cursor(process_).previous();
    if (wait == nullptr || wait->kind != EventKind::kWait) {
      return;
    }
    const Ticks waits_since = common(process_, wait->time);
    if (arrival && take.has(Flag::kWaited)) {
      cover(*arrival, Activity::kWakeUp, take.element, take.peer);
      follow(take, *arrival, waits_since);
    } else {  // the message was there already
      cover(waits_since, Activity::kWakeUp, take.element, take.peer);
    }
  }

  /// Goes on in the process that entered the collective operation last, at the instant at which it
  /// did.
  void go_before_release(const Event& released) {
    cover_between(common(process_, released.time));
    cross_to(released.peer);
  }

  /// Until its receiver posted the receive, the send was only held.
  void go_before_hold(const Event& freed) {
    cover(common(process_, freed.time), Activity::kSend, freed.element, freed.peer);
    cross_to(freed.peer);
  }

  /// Goes on in another process, which the path's process waited for until now.
  void cross_to(std::uint32_t process) {
    ++path_.messages;
    enter(process);
    BackwardCursor& other = cursor(process_);
    while (other.previous() != nullptr && common(process_, other.previous()->time) > now_) {
      other.retreat();
    }
    error_ = error_ ? error_ : other.error();
  }

  /// Moves the cursor to the step before the take, which should be WAIT. The arrival of the message
  /// since then.
  std::optional<Ticks> arrival_while_waiting(const Event& take) {
    const MessageKey wanted = key_of(head_, process_, take);
    std::optional<Ticks> arrival;
    BackwardCursor& own = cursor(process_);
    for (; own.previous() != nullptr && !is_own_step(own.previous()->kind); own.retreat()) {
      const Event& event = *own.previous();
      if (event.kind == EventKind::kArrival && key_of(head_, process_, event) == wanted) {
        arrival = common(process_, event.time);
      }
    }
    return arrival;
  }

  /// Goes from the arrival of a message to the begin of its send.
  void follow(const Event& take, Ticks arrival, Ticks waits_since) {
    const auto sent = find_send(take);
    if (!sent) {
      cover(waits_since, Activity::kWait, take.element, take.peer);
      return;
    }
    ++path_.messages;
    const Ticks begin = common(take.peer, sent->begin.time);
    note_violation(begin - arrival);
    if (take.has(Flag::kTimer)) {
      cover(begin, Activity::kTimer, sent->begin.element, take.peer);
      return;
    }
    cover(std::min(sent->end.value_or(arrival), arrival), Activity::kUnderWay, sent->begin.element,
          take.peer);
    enter(take.peer);
    cover(begin, Activity::kSend, sent->begin.element, sent->begin.peer);
  }

  /// Moves the cursor of the sender before its send of this message, or to its begin.
  std::optional<FoundSend> find_send(const Event& take) {
    const MessageKey wanted = key_of(head_, process_, take);
    const std::uint32_t sender = take.peer;
    std::optional<Ticks> end;
    BackwardCursor& own = cursor(sender);
    for (; own.previous() != nullptr; own.retreat()) {
      const Event& event = *own.previous();
      if (!is_send(event.kind) || is_hold(event.kind) ||
          !(key_of(head_, sender, event) == wanted)) {
        continue;
      }
      if (event.kind == EventKind::kSendBegin) {
        const FoundSend found{event, end};
        own.retreat();
        return found;
      }
      end = common(sender, event.time);
    }
    error_ = error_ ? error_ : own.error();
    return std::nullopt;
  }

  /// The path goes on in another process, at the begin of a send or of a call.
  void enter(std::uint32_t process) {
    process_ = process;
    call_.reset();
  }

  void note_violation(Ticks by) {
    path_.violations += by > 0 ? 1 : 0;
    path_.largest_violation = std::max(path_.largest_violation, by);
  }

  const Trace& trace_;
  const TraceHead& head_;
  const std::function<void(const Segment&)>& visit_;
  std::vector<std::unique_ptr<BackwardCursor>> cursors_;  // by process; null: not on the path yet
  std::uint32_t process_;                                 // on the path
  std::optional<std::uint32_t> call_;  // of MPI, before whose end the path is: its line
  Ticks now_;                          // the time from here on is on the path; not negative
  CriticalPath path_;
  std::optional<Error> error_;
};

}  // namespace

std::string no_path_reason(const TraceHead& head) {
  if (!head.has_all_events()) {
    return "the trace leaves out " + left_out_text(head);
  }
  return head.event_count() == 0 ? "the trace has no events" : "";
}

Result<CriticalPath> walk_critical_path(const Trace& trace,
                                        const std::function<void(const Segment&)>& visit) {
  const auto end = find_end(trace);
  if (!end) {
    return tl::unexpected(end.error());
  }
  return Walk(trace, *end, visit).walk();
}

}  // namespace dps::traces
