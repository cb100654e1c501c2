#include "profiles/traces/analysis/critical_path.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "profiles/traces/analysis/call_end.h"
#include "profiles/traces/analysis/last_contributions.h"
#include "profiles/traces/analysis/path_cursors.h"
#include "profiles/traces/analysis/path_end.h"
#include "profiles/traces/analysis/shared_cores.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/summary.h"

namespace dps::traces {
namespace {

/// Facts about the path that its events do not show. `network` and `arrivals` may be null.
struct PathFacts {
  const SharedCores& cores;
  const LastContributions& contributions;
  NetworkView* network;
  const OpenMessages<MessageArrival>* arrivals;
};

class Walk {
 public:
  /// Borrows all of them.
  Walk(const Trace& trace, const PathEnd& from, const PathFacts& facts,
       const std::function<void(const Segment&)>& visit)
      : head_(trace.head()),
        cores_(facts.cores),
        contributions_(facts.contributions),
        visit_(visit),
        network_(facts.network),
        arrivals_(facts.arrivals),
        cursors_(trace),
        process_(from.process),
        now_(from.run) {
    path_.process = from.process;
    path_.end = from.run;
    cover(from.last_busy, Activity::kEnd);
  }
  /// Walks from the firing to the start of the request.
  Walk(const Trace& trace, const RequestFiring& from, const PathFacts& facts,
       const std::function<void(const Segment&)>& visit)
      : Walk(trace, PathEnd{from.process, from.fired, from.fired}, facts, visit) {
    begin_ = from.begun;
    BackwardCursor& own = cursors_.go_back(process_, now_);
    for (; own.previous() != nullptr; own.retreat()) {
      const Event& event = *own.previous();
      if (event.kind == EventKind::kRequest && event.peer == from.request.origin &&
          event.number == from.request.number) {
        break;
      }
    }
    note_error(own);
  }

  Result<CriticalPath> walk() {
    walk_to_begin();
    while (queued_ && !error_) {
      follow_queued();
      walk_to_begin();
    }
    return error_ ? Result<CriticalPath>(tl::unexpected(*error_)) : path_;
  }

 private:
  [[nodiscard]] Ticks common(std::uint32_t process, Ticks time) const {
    return cursors_.common(process, time);
  }
  void walk_to_begin() {
    while (now_ > begin_ && !error_) {
      const std::uint32_t process = process_;
      const Event* event = cursors_[process].previous();
      if (event == nullptr) {
        cover(begin_, Activity::kStart);
      } else {
        const Event step = *event;
        cursors_[process].retreat();
        go_before(step);
      }
      note_error(cursors_[process]);
    }
  }
  void note_error(const BackwardCursor& cursor) { error_ = error_ ? error_ : cursor.error(); }

  /// Adds the time from `begin` on to the path. Time that is on the path remains there: if clocks
  /// contradict one another, segments become shorter.
  void cover(Ticks begin, Activity activity, std::uint32_t element = 0, std::uint32_t peer = 0) {
    cover_for(process_, begin, activity, element, peer);
  }
  void cover_for(std::uint32_t process, Ticks begin, Activity activity, std::uint32_t element,
                 std::uint32_t peer) {
    add({activity, process, peer, element, begin, now_, {}, {}});
  }
  void add(Segment segment) {
    segment.begin = std::clamp<Ticks>(segment.begin, begin_, now_);
    if (segment.begin < now_) {
      segment.message = message_;
      ++path_.segments;
      visit_(segment);
      now_ = segment.begin;
    }
  }

  /// Adds work from `begin` on: the time that it would have needed with a core for itself, and then
  /// the times that it lost to the work of others. If one of these gave it the core, the path goes
  /// on there, and false is returned.
  bool cover_work(Ticks begin, const Work& work) {
    if (!cores_.has(process_) || begin >= now_) {
      cover(begin, work.activity, work.element, work.peer);
      return true;
    }
    const CoreUse use = cores_.use_during(process_, begin, now_);
    cover(now_ - use.own, work.activity, work.element, work.peer);
    for (const CoreUse::Share& other : use.others) {
      add({Activity::kCore, process_, other.process, work.element, now_ - other.time, now_, work,
           other.work});
    }
    if (use.freed_by) {
      enter(*use.freed_by);
      note_error(cursors_.go_back(process_, now_));
    }
    return !use.freed_by;
  }

  /// The time from an instant on in which the process neither computes nor sends nor takes.
  void cover_between(Ticks begin) {
    cover(begin, call_ ? Activity::kCall : Activity::kEngine, call_.value_or(0));
  }

  void go_before(const Event& step) {
    message_ = is_message(step.kind) ? std::optional(key_of(head_, process_, step)) : std::nullopt;
    if (step.kind == EventKind::kFunctionalityEnd && head_.is_mpi_program()) {
      cover_between(common(process_, step.time));
      call_ = head_.functionality_number(process_, step.element);
      return;
    }
    const bool ends_wait = step.kind == EventKind::kLate && step.has(Flag::kWaited);
    if (step.kind == EventKind::kTake || ends_wait) {
      go_before_take(step);
    } else if (step.kind == EventKind::kReleased) {
      step.number == kEndOfCall ? go_before_call(step) : go_before_release(step);
    } else if (step.kind == EventKind::kSendFreed) {
      go_before_freed(step);
    } else if (step.kind == EventKind::kSendHeld) {  // a send that failed, or was not freed yet
      cover(common(process_, step.time), Activity::kHeld, step.element, step.peer);
    } else if (is_own_step(step.kind)) {
      const Activity activity = activity_after(step.kind);
      const Ticks begin = common(process_, step.time);
      if (activity == Activity::kEngine) {
        cover_between(begin);
      } else if (activity == Activity::kEnd || has_fixed_time(step)) {
        cover(begin, activity, activity == Activity::kEnd ? 0 : step.element, step.peer);
      } else if (!cover_sending(step, begin) ||
                 !cover_work(
                     begin, {packing_ > 0 ? Activity::kPack : activity, step.element, step.peer})) {
        return;
      }
      packing_ = step.kind == EventKind::kSendEnd ? step.work : 0;
      if (step.kind == EventKind::kSendBegin && arrival_) {
        note_violation(common(process_, step.time) - *arrival_);
        arrival_.reset();
      }
    }
    if (step.kind == EventKind::kFunctionalityBegin) {
      call_.reset();
    }
  }

  /// A message of the request that came while its receiver was busy: the path leaves the receiver
  /// at the arrival, at the latest.
  void note_queued(const Event& take) {
    if (arrivals_ == nullptr || queued_ || take.has(Flag::kWaited)) {
      return;
    }
    const auto arrival = arrivals_->find(key_of(head_, process_, take));
    if (arrival != arrivals_->end() && arrival->second.at > begin_) {
      queued_ = QueuedMessage{process_, take, arrival->second.bytes, begin_};
      begin_ = std::min(arrival->second.at, now_);
    }
  }
  /// Continues with the message, from its arrival on.
  void follow_queued() {
    const QueuedMessage queued = *std::exchange(queued_, std::nullopt);
    begin_ = queued.begin;
    enter(queued.receiver);
    message_ = key_of(head_, process_, queued.take);
    arriving_bytes_ = queued.bytes;
    follow(queued.take, now_, now_);
  }

  void go_before_take(const Event& take) {
    cover_between(common(process_, take.time));
    note_queued(take);
    if (!cover_work(common(process_, take.time - take.work),
                    {Activity::kTake, take.element, take.peer})) {
      return;
    }
    const std::optional<Ticks> arrival = arrival_while_waiting(take);
    const Event* wait = cursors_[process_].previous();
    if (wait == nullptr || wait->kind != EventKind::kWait) {
      return;
    }
    const Ticks waits_since = common(process_, wait->time);
    if (arrival && take.has(Flag::kWaited)) {
      cover(*arrival, Activity::kWakeUp, take.element, take.peer);
      if (ended_operation_) {
        follow_operation(*ended_operation_, waits_since);
        return;
      }
      follow(take, *arrival, waits_since);
    } else {  // the message was there already
      cover(waits_since, Activity::kWakeUp, take.element, take.peer);
    }
  }

  /// Continues in the process that entered the collective operation last, at the instant at which
  /// it did.
  void go_before_release(const Event& released) {
    cover_between(common(process_, released.time));
    ++path_.messages;
    enter(released.peer);
    note_error(cursors_.go_back(process_, now_));
  }

  /// Continues at the instant, of this rank or of another one, on which the end of the call
  /// depended.
  void go_before_call(const Event& end) {
    const Work work = leave_call(cursors_[process_], call_.value_or(0));
    note_error(cursors_[process_]);
    cover(common(end.peer, end.work), work.activity, work.element, work.peer);
    path_.messages += end.peer == process_ ? 0 : 1;
    enter(end.peer);
    note_error(cursors_.go_back(process_, now_));
  }

  /// A full buffer has held the send until then. The receiver makes room when it listens: the path
  /// goes on there, at that instant, if the send was held by then. Otherwise the network was the
  /// limit.
  void go_before_freed(const Event& freed) {
    if (!cover_work(common(process_, freed.time), {Activity::kSend, freed.element, freed.peer})) {
      return;
    }
    const std::uint32_t sender = process_;
    const std::uint32_t receiver = freed.peer;
    const auto held = held_since(sender);
    if (!held || *held >= now_) {
      return;
    }
    const auto listens =
        receiver == sender ? std::optional<Ticks>(*held) : listens_since(receiver, *held);
    if (!listens) {
      cover(*held, Activity::kHeld, freed.element, receiver);
      return;
    }
    cover_for(receiver, std::max(*listens, *held), Activity::kUnderWay, freed.element, sender);
    if (*listens > *held) {
      ++path_.messages;
      enter(receiver);
    }
  }

  /// Moves the cursor before SEND_HELD, unless that is missing. Its instant.
  std::optional<Ticks> held_since(std::uint32_t sender) {
    BackwardCursor& own = cursors_[sender];
    while (own.previous() != nullptr && !is_own_step(own.previous()->kind)) {
      const Event event = *own.previous();
      own.retreat();
      if (event.kind == EventKind::kSendHeld) {
        return common(sender, event.time);
      }
    }
    note_error(own);
    return std::nullopt;
  }

  /// The last instant by now at which the process began to read from the network: since it waited
  /// for a message, was held itself, or had ended. None if it has done none of these since `held`.
  /// A rank of an MPI program has posted the receive now. Moves its cursor past its later events.
  std::optional<Ticks> listens_since(std::uint32_t process, Ticks held) {
    BackwardCursor& other = cursors_.go_back(process, now_);
    note_error(other);
    if (head_.is_mpi_program()) {
      return now_;
    }
    for (; other.previous() != nullptr; other.retreat()) {
      const Event& event = *other.previous();
      const Ticks time = common(process, event.time);
      if (event.kind == EventKind::kWait || event.kind == EventKind::kSendHeld ||
          event.kind == EventKind::kProcessEnd) {
        return time;
      }
      if (time < held && is_own_step(event.kind)) {
        break;
      }
    }
    note_error(other);
    return std::nullopt;
  }

  /// Moves the cursor to the step before the take, which should be WAIT. The arrival of the message
  /// since then.
  std::optional<Ticks> arrival_while_waiting(const Event& take) {
    const MessageKey wanted = key_of(head_, process_, take);
    std::optional<Ticks> arrival;
    arriving_bytes_.reset();
    ended_operation_.reset();
    BackwardCursor& own = cursors_[process_];
    for (; own.previous() != nullptr && !is_own_step(own.previous()->kind); own.retreat()) {
      const Event& event = *own.previous();
      if (event.kind == EventKind::kArrival && key_of(head_, process_, event) == wanted) {
        arrival = common(process_, event.time);
        arriving_bytes_ = event.bytes;
      } else if (event.kind == EventKind::kCollectiveEnd && !head_.is_mpi_program()) {
        ended_operation_ = event;
      }
    }
    return arrival;
  }

  /// Goes from the arrival of a message to the start of its send.
  void follow(const Event& take, Ticks arrival, Ticks waits_since) {
    const auto sent = find_send(take);
    if (!sent) {
      cover(waits_since, Activity::kWait, take.element, take.peer);
      return;
    }
    ++path_.messages;
    const std::uint32_t output = sent->element;
    const Ticks last = common(take.peer, sent->time);
    if (take.has(Flag::kTimer)) {
      cover(last, Activity::kTimer, output, take.peer);
    } else {
      if (sent->kind != EventKind::kSendBegin) {
        cover_under_way(std::min(last, arrival), output, take.peer);
      }
      enter(take.peer);
    }
    arrival_ = arrival;
  }

  /// Goes from the end of an operation that a library has performed to its last contribution.
  void follow_operation(const Event& end, Ticks waits_since) {
    const auto last = contributions_.last(head_, end);
    if (!last || last->time <= waits_since || last->process == process_) {
      cover(waits_since, Activity::kUnderWay, end.element, process_);
      return;
    }
    cover(last->time, Activity::kUnderWay, end.element, last->process);
    ++path_.messages;
    enter(last->process);
    note_error(cursors_.go_back(process_, now_));
  }

  /// A message is under way from `begin` to now: for the time that it would have needed alone and,
  /// if the network is known, for the time that it lost to others.
  void cover_under_way(Ticks begin, std::uint32_t output, std::uint32_t sender) {
    if (network_ != nullptr && arriving_bytes_ && begin < now_) {
      const Ticks alone = network_->alone({sender, process_, output, *arriving_bytes_});
      cover(std::max(begin, std::min(now_, begin + alone)), Activity::kLink, output, sender);
    }
    cover(begin, Activity::kUnderWay, output, sender);
  }

  /// The last event of the send of this message: its end or, if that is missing, its start. Moves
  /// the cursor of the sender there, so that it is the next one; or to its start.
  std::optional<Event> find_send(const Event& take) {
    const MessageKey wanted = key_of(head_, process_, take);
    const std::uint32_t sender = take.peer;
    BackwardCursor& own = cursors_[sender];
    for (; own.previous() != nullptr; own.retreat()) {
      const Event& event = *own.previous();
      if (is_send(event.kind) && !is_hold(event.kind) && key_of(head_, sender, event) == wanted) {
        return event;
      }
    }
    note_error(own);
    return std::nullopt;
  }

  /// Adds the part after packing of a send whose end has been passed. Returns false if the path
  /// continues elsewhere.
  bool cover_sending(const Event& step, Ticks begin) {
    return step.kind != EventKind::kSendBegin || packing_ == 0 ||
           cover_work(begin + packing_, {Activity::kSend, step.element, step.peer});
  }

  /// True for `sleep` and `busywait`.
  [[nodiscard]] bool has_fixed_time(const Event& step) const {
    return step.kind == EventKind::kComputationBegin && !head_.times.empty() &&
           head_.times[step.element] != ComputationTime::kCore;
  }

  /// The path continues in another process, in a send, or at the start of a call or of a wait.
  void enter(std::uint32_t process) {
    process_ = process;
    call_.reset();
    arrival_.reset();
    packing_ = 0;
  }

  void note_violation(Ticks by) {
    path_.violations += by > 0 ? 1 : 0;
    path_.largest_violation = std::max(path_.largest_violation, by);
  }

  struct QueuedMessage {
    std::uint32_t receiver = 0;
    Event take;
    std::uint64_t bytes = 0;
    Ticks begin = 0;  // of the path
  };

  const TraceHead& head_;
  const SharedCores& cores_;
  const LastContributions& contributions_;
  const std::function<void(const Segment&)>& visit_;
  NetworkView* network_;                          // may be null
  const OpenMessages<MessageArrival>* arrivals_;  // of the request's messages; may be null
  PathCursors cursors_;
  std::uint32_t process_;                        // on the path
  std::optional<std::uint32_t> call_;            // of MPI, before whose end the path is: its line
  std::optional<Ticks> arrival_;                 // of the message in whose send the path is
  std::optional<std::uint64_t> arriving_bytes_;  // of the last arrival while waiting
  std::optional<Event> ended_operation_;         // while waiting: a library has performed it
  Ticks packing_ = 0;                            // the time that this send spent on packing
  std::optional<MessageKey> message_;            // of the present step
  std::optional<QueuedMessage> queued_;          // with it, the path comes to begin_
  Ticks begin_ = 0;                              // of the path, or the arrival of queued_
  Ticks now_;  // the time from here on is on the path; at least begin_
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

namespace {

/// `from`: a PathEnd or a RequestFiring.
template <typename From>
Result<CriticalPath> walk_from(const Trace& trace, const From& from,
                               const std::function<void(const Segment&)>& visit,
                               NetworkView* network, const OpenMessages<MessageArrival>* arrivals) {
  const auto cores = SharedCores::read(trace);
  if (!cores) {
    return tl::unexpected(cores.error());
  }
  const auto contributions = LastContributions::read(trace);
  if (!contributions) {
    return tl::unexpected(contributions.error());
  }
  return Walk(trace, from, {*cores, *contributions, network, arrivals}, visit).walk();
}

}  // namespace

Result<CriticalPath> walk_critical_path(const Trace& trace,
                                        const std::function<void(const Segment&)>& visit,
                                        NetworkView* network) {
  const auto end = find_path_end(trace);
  return end ? walk_from(trace, *end, visit, network, nullptr)
             : Result<CriticalPath>(tl::unexpected(end.error()));
}

Result<CriticalPath> walk_request_path(const Trace& trace, const RequestFiring& from,
                                       const OpenMessages<MessageArrival>& arrivals,
                                       const std::function<void(const Segment&)>& visit,
                                       NetworkView* network) {
  return walk_from(trace, from, visit, network, &arrivals);
}

}  // namespace dps::traces
