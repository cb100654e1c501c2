/// A run of a process: executes the steps of its engine in real time and reports its events.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/check.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/time_units.h"
#include "blueprint/engine/engine.h"
#include "blueprint/engine/unknown_origin.h"
#include "blueprint/events/process_events.h"
#include "profiles/record.h"
#include "simulator/process/event_clock.h"
#include "simulator/process/inbox.h"
#include "simulator/process/late_messages.h"
#include "simulator/process/outcome.h"
#include "simulator/process/prepared_process.h"
#include "userfuncs/call.h"

namespace dps::simulator {

/// A template, so that a level does not pay for the data of finer levels, and the measured path
/// does not pay for events without a consumer.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
class ProcessRun {
 public:
  /// `process` and `events` are borrowed. The page has been reset for the run.
  ProcessRun(PreparedProcess& process, std::chrono::steady_clock::time_point begin,
             std::uint32_t run, Events& events)
      : process_(process),
        self_(process.self),
        engine_(process.program, process.self, {process.options.seed, run}),
        clock_(process.clock, begin.time_since_epoch()),
        inbox_(process.transport, process.self, begin),
        events_(events) {
    if (engine_.operations() != nullptr) {
      engine_.operations()->leave_native();
    }
  }

  /// Runs the process from PROCESS_BEGIN to PROCESS_END.
  ProcessOutcome run() {
    events_.process_begin(self_, clock_.process_begin());
    return conclude(run_to_completion());
  }

 private:
  using Step = engine::Step;
  using Span = events::EventSpan<Nanoseconds>;

  Result<void> run_to_completion();
  void begin_unit(const Step& step);
  void begin_functionality(const Step& step);
  void end_functionality();
  Result<void> compute(const Step& step);
  Result<void> send(const Step& step);
  void queue(const Step& step);
  void report_admitted(const Step& step, Nanoseconds now);
  void report_hold(std::uint32_t output, const events::Message& message, const Span& span,
                   bool is_sent);
  void report_outside(const Step& step, const Span& span);
  Result<void> contribute(const Step& step);
  void end_native(ReceivedMessage& received);
  void count_native(std::int64_t more);
  void send_to_self(std::uint32_t output, events::Message message, Nanoseconds now);
  void set_timer(const Step& step, const PreparedOutput& output);
  [[nodiscard]] Request request_of(const Step& step, Nanoseconds now);
  Result<void> receive();
  void pass_late(const ReceivedMessage& received, const events::Message& message,
                 Nanoseconds since);

  [[nodiscard]] events::Message message_of(ProcessId to, const PreparedOutput& output) const;
  [[nodiscard]] userfuncs::FiringMessage firing_message();
  ProcessOutcome conclude(const Result<void>& played);
  void end_nesting(const events::Times<Nanoseconds>& at);
  void leave_timers();

  PreparedProcess& process_;
  ProcessId self_;
  engine::Engine engine_;
  EventClock<level, Events::kWantsEveryDetail> clock_;
  Inbox inbox_;
  Events& events_;
  Nanoseconds activated_{};  ///< when the active unit became active
  bool in_unit_ = false;
  bool in_functionality_ = false;
  bool waiting_ = false;             ///< true in receive()
  std::optional<ProcessId> sender_;  ///< the sender in the last firing_message()
  std::string sender_name_;          ///< its name, to which that message points
};

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
Result<void> ProcessRun<level, Events>::run_to_completion() {
  using engine::StepKind;
  Result<void> done;
  while (done) {
    if (process_.options.stop.stopped()) [[unlikely]] {
      return failure(ErrorCode::kInterrupted, "asked to stop");
    }
    const Step step = engine_.next();
    switch (step.kind) {
      case StepKind::kBeginUnit:
        begin_unit(step);
        break;
      case StepKind::kBeginFunctionality:
        begin_functionality(step);
        break;
      case StepKind::kCompute:
        done = compute(step);
        break;
      case StepKind::kSend:
        done = send(step);
        break;
      case StepKind::kQueue:
        queue(step);
        break;
      case StepKind::kContribute:
        done = contribute(step);
        break;
      case StepKind::kEndFunctionality:
        end_functionality();
        break;
      case StepKind::kDrain:
      case StepKind::kReceive:
        done = receive();
        break;
      case StepKind::kComplete:
        return {};
    }
  }
  return done;
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::begin_unit(const Step& step) {
  const auto at = clock_.unit_begin();
  activated_ = at.real;
  if (in_unit_) {
    events_.unit_end(self_, at);
  }
  in_unit_ = true;
  events_.unit_begin(self_, step.unit, at);
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::begin_functionality(const Step& step) {
  in_functionality_ = true;
  const auto at = clock_.functionality_begin();
  if (process_.program.has_requests && engine_.request().exists()) {
    events_.request(self_, engine_.request(), at.real);
  }
  events_.functionality_begin(self_, step.position, at);
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::end_functionality() {
  in_functionality_ = false;
  events_.functionality_end(self_, clock_.functionality_end());
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
Result<void> ProcessRun<level, Events>::compute(const Step& step) {
  Computations& computations = *process_.computations;
  userfuncs::FiringMessage message;
  if (computations.wants_message(step.computation)) {
    message = firing_message();
  }
  const Nanoseconds before = clock_.real();
  events_.computation_begin(self_, step.computation, before);
  const Result<void> done = computations.run(step.computation, step.draw, step.part, message);
  const Span span{before, clock_.read_real()};
  events_.computation_end(self_, step.computation, span);
  report_outside(step, span);
  if (computations.is_foreign(step.computation)) {
    process_.clock.foreign_code_ran();
  }
  if (!done) {
    return process_.component_failure(
        step, process_.program.computations[step.computation].definition, done.error());
  }
  return {};
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
events::Message ProcessRun<level, Events>::message_of(ProcessId to,
                                                      const PreparedOutput& output) const {
  return {self_, to, output.outgoing.mid, output.is_timer, output.outgoing.bytes, 0};
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
Result<void> ProcessRun<level, Events>::send(const Step& step) {
  PreparedOutput output = process_.output_of(step);
  if (step.receiver == engine::kUnknownOrigin) {
    return failure(ErrorCode::kInput,
                   engine::unknown_origin_text(process_.program, step, engine_.cause()));
  }
  output.is_timer = output.is_timer || step.completes;
  if (output.is_timer) {
    set_timer(step, output);
    return {};
  }
  events::Message message = message_of(step.receiver, output);
  if constexpr (Events::kWantsEveryDetail) {
    message.number = process_.flows.next_number(message, FlowCounts::Direction::kOutgoing);
  }
  const Nanoseconds before = clock_.real();
  if (process_.program.has_requests) {
    output.outgoing.request = request_of(step, before);
  }
  if (process_.program.outputs[step.output].window > 0) {
    report_admitted(step, before);
  }
  events_.send_begin(self_, step.output, message, before);
  const Result<void> sent = process_.transport.send(step.receiver, output.outgoing);
  const Span span{before, clock_.read_real()};
  if constexpr (Events::kWantsEveryDetail) {
    report_hold(step.output, message, span, sent.has_value());
  }
  if (!sent) {
    events_.send_failed(self_, step.output, message, span);
    report_outside(step, span);
    return process_.send_failure(step, sent.error());
  }
  DPS_CHECK(process_.flows.sent(message));
  const auto packed = process_.transport.packed();
  const Nanoseconds packing = packed ? clock_.instant(*packed) - before : Nanoseconds{};
  events_.send_end(self_, step.output, message, span, packing);
  report_outside(step, span);
  return {};
}

/// Queues the message of the step, which waits in this process, and reports that.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::queue(const Step& step) {
  const Nanoseconds now = clock_.real();
  const engine::HeldMessage held = engine_.hold(step, now.count());
  if (held.request.begins) {
    events_.request_begin(self_, held.request.request, now);
  }
  events_.send_queued(self_, step.output, events::Queueing{held.number, held.length}, now);
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::report_admitted(const Step& step, Nanoseconds now) {
  const engine::MessageWait wait = engine_.wait_of_message(now.count());
  const events::Admission<Nanoseconds> admission{step.receiver, wait.number,
                                                 Nanoseconds(wait.since)};
  events_.send_admitted(self_, step.output, admission, now);
}

/// Reports the computation or send of the step, which has ended, if it was in no functionality.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::report_outside(const Step& step, const Span& span) {
  if (!step.in_functionality()) {
    events_.collective_work(self_, span);
  }
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
Result<void> ProcessRun<level, Events>::contribute(const Step& step) {
  const Nanoseconds now = clock_.optional_instant().real;
  clock_.passed();
  const events::OutputOperation operation{step.receiver, step.operation, step.draw};
  events_.collective_begin(self_, step.output, operation, now);
  if (process_.operation_groups[step.output] == blueprint::kNone) {
    return {};
  }
  // Its completion is a timer that is due when the library has done the part of this process.
  send_to_self(step.output, {self_, self_, process_.outputs[step.output].outgoing.mid, true}, now);
  count_native(1);
  const collectives::Collective& of =
      process_.program.collective_of(process_.program.outputs[step.output]);
  const Result<void> begun =
      process_.transport.begin_operation(process_.operation_groups[step.output], of);
  return begun ? begun : process_.send_failure(step, begun.error());
}

/// Returns the request of the message of the step. Reports its beginning.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
Request ProcessRun<level, Events>::request_of(const Step& step, Nanoseconds now) {
  const auto [request, begins] = engine_.request_of_message(step, now.count());
  if (begins) {
    events_.request_begin(self_, request, now);
  }
  return request;
}

/// If the send was held, reports the instant and, if it was successful, that it was freed.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::report_hold(std::uint32_t output, const events::Message& message,
                                            const Span& span, bool is_sent) {
  const auto held = process_.transport.held();
  if (!held) {
    return;
  }
  events_.send_held(self_, output, message,
                    std::clamp(clock_.instant(*held), span.begin, span.end));
  if (is_sent) {
    events_.send_freed(self_, output, message, span.end);
  }
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::set_timer(const Step& step, const PreparedOutput& output) {
  Nanoseconds since =
      step.fired_by_message ? Nanoseconds(static_cast<std::int64_t>(step.stamp)) : activated_;
  const Nanoseconds now = clock_.optional_instant().real;
  clock_.passed();
  if (step.completes) {  // due at once
    since = now;
    events_.collective_end(self_, step.output, events::OutputOperation{self_, step.operation, 0},
                           now);
  }
  const Request request = process_.program.has_requests
                              ? engine_.request_of_message(step, now.count()).request
                              : Request{};
  const events::Message message = message_of(self_, output);
  inbox_.timers().add(since + output.delay, {message.mid, message.bytes, now, request});
  send_to_self(step.output, message, now);
}

/// Reports the send of a timer or of a completion, which takes no time.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::send_to_self(std::uint32_t output, events::Message message,
                                             Nanoseconds now) {
  if constexpr (Events::kWantsEveryDetail) {
    message.number = process_.flows.next_number(message, FlowCounts::Direction::kOutgoing);
  }
  events_.send_begin(self_, output, message, now);
  DPS_CHECK(process_.flows.sent(message));
  events_.send_end(self_, output, message, Span{now, now}, Nanoseconds{});
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
Result<void> ProcessRun<level, Events>::receive() {
  waiting_ = true;
  const Nanoseconds since = clock_.latest();
  events_.wait(self_, since);
  for (;;) {
    Result<ReceivedMessage> received = inbox_.next();
    if (!received) {
      return with_context(received.error(), "waiting for a message");
    }
    end_native(*received);
    events::Message message{received->from,     self_,           received->mid,
                            received->is_timer, received->bytes, 0};
    if constexpr (Events::kWantsEveryDetail) {
      message.number = process_.flows.next_number(message, FlowCounts::Direction::kIncoming);
    }
    if (engine_.is_late(received->mid, received->from)) [[unlikely]] {
      pass_late(*received, message, since);
      waiting_ = false;
      return {};
    }
    const auto flow = process_.flows.taken(message);
    if (!flow) {
      process_.page.head().dropped.add(1);
      continue;
    }
    clock_.passed(received->taken);
    events_.arrival(self_, message,
                    received->was_there ? std::min(received->arrived, since) : received->arrived);
    events_.take(self_, message, *flow, received->taken, received->work);
    engine_.deliver(received->mid, received->from,
                    static_cast<std::uint64_t>(received->due.count()),
                    {received->request, received->is_timer});
    waiting_ = false;
    return {};
  }
}

/// Moves `more` completions from the pending timers to the pending native operations, since nobody
/// knows when these are due, or whether they will be.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::count_native(std::int64_t more) {
  profiles::PageHead& head = process_.page.head();
  head.natives_pending.add(static_cast<std::uint64_t>(more));
  head.timers_pending.add(static_cast<std::uint64_t>(-more));
}

/// If the message reports that the transport has performed an operation, makes it the completion.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::end_native(ReceivedMessage& received) {
  if (!process_.is_native_completion(received.mid, received.from, received.is_timer)) {
    return;
  }
  const engine::NumberedContribution done = engine_.operations()->end_native(received.mid);
  count_native(-1);
  received.is_timer = true;
  received.request = done.request;
  events_.collective_end(self_, done.output, events::OutputOperation{self_, done.number, 0},
                         received.taken);
}

/// Takes a message without using it: the process is complete except for messages that wait in it
/// and its parts of collective operations.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::pass_late(const ReceivedMessage& received,
                                          const events::Message& message, Nanoseconds since) {
  if (!process_.flows.late(message)) {
    process_.page.head().dropped.add(1);
    return;
  }
  clock_.passed(received.taken);
  events_.arrival(self_, message,
                  received.was_there ? std::min(received.arrived, since) : received.arrived);
  events_.late(self_, message, received.taken);
  engine_.pass_late(received.from, received.is_timer);
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
userfuncs::FiringMessage ProcessRun<level, Events>::firing_message() {
  const engine::Cause& cause = engine_.cause();
  if (!cause.is_message) {
    return {};
  }
  if (sender_ != cause.from) {
    sender_ = cause.from;
    sender_name_ = process_.program.process_name(cause.from);
  }
  return {process_.program.mtag(cause.mid).c_str(), sender_name_.c_str(),
          process_.flows.newest_bytes(cause.from, cause.mid)};
}

template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
ProcessOutcome ProcessRun<level, Events>::conclude(const Result<void>& played) {
  const auto at = clock_.process_end();
  end_nesting(at);
  ProcessOutcome outcome;
  outcome.unit = engine_.active_unit();
  if (!played && played.error().code == ErrorCode::kInterrupted) {
    outcome.ending = Ending::kStopped;
    outcome.waiting = waiting_;
    if (waiting_) {
      outcome.progress = engine_.progress();
      outcome.queued = engine_.queued();
    }
  } else if (!played) {
    outcome.ending = Ending::kFailed;
    outcome.failure = played.error().message;
  }
  if (engine_.operations() != nullptr) {
    outcome.contributions = engine_.operations()->contributions();
  }
  engine_.finish();
  outcome.unclaimed = engine_.unclaimed();
  for (const engine::Unclaimed& messages : outcome.unclaimed) {
    DPS_CHECK(process_.flows.unclaimed(messages));
  }
  events_.process_end(self_, at, outcome.ending);
  leave_timers();
  if (outcome.ending != Ending::kStopped) {
    drop_timers(process_, events_);
  }
  return outcome;
}

/// Reports the ends of the functionality and unit that are active at the end of the process.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::end_nesting(const events::Times<Nanoseconds>& at) {
  if (in_functionality_) {
    events_.functionality_end(self_, at);
  }
  if (in_unit_) {
    events_.unit_end(self_, at);
  }
}

/// Leaves the timers that are not due yet to the end of the run: if the process was stopped, they
/// are late only if the run is over, and under way if it was stopped, too.
template <profiles::Level level, events::ProcessEvents<Nanoseconds> Events>
void ProcessRun<level, Events>::leave_timers() {
  process_.timers = {{}, clock_.latest()};
  while (!inbox_.timers().empty()) {
    const TimerMessage timer = inbox_.timers().pop();
    process_.timers.messages.push_back({self_, self_, timer.mid, true, timer.bytes, 0});
  }
}

}  // namespace dps::simulator
