#include "simulator/process/play.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"
#include "base/units.h"

namespace dps::simulator {

using engine::Step;
using engine::StepKind;
using profiles::Level;
using profiles::ProcessRecord;
using profiles::ProcessState;

std::int64_t delay_ns_of(double seconds) {
  return std::chrono::round<Nanoseconds>(Seconds(seconds)).count();
}

template <Level level>
Outcome Play<level>::run() {
  log_.process_begin(begin_.time_since_epoch() / std::chrono::nanoseconds(1));
  stage_.page.set_state(ProcessState::kRunning, inbox_.now_ns());
  return conclude(run_to_completion());
}

template <Level level>
Result<void> Play<level>::run_to_completion() {
  Result<void> done;
  while (done) {
    if (stage_.options.stop.stopped()) [[unlikely]] {
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
      case StepKind::kEndFunctionality:
        end_functionality(step);
        break;
      case StepKind::kReceive:
        done = receive();
        break;
      case StepKind::kComplete:
        return {};
    }
  }
  return done;
}

template <Level level>
void Play<level>::begin_unit(const Step& step) {
  activated_ns_ = last_ns_ = inbox_.now_ns();
  is_fresh_ = level == Level::kProcess;  // at finer ones the log reads a clock
  stage_.page.set_place(step.unit, ProcessRecord::kNowhere);
  log_.unit_begin(step.unit);
}

template <Level level>
void Play<level>::begin_functionality(const Step& step) {
  stage_.page.set_place(step.unit, step.position);
  log_.functionality_begin(step.position);
  is_fresh_ = is_fresh_ && level != Level::kFunctionality;
}

template <Level level>
void Play<level>::end_functionality(const Step& step) {
  log_.functionality_end();
  stage_.page.set_place(step.unit, ProcessRecord::kNowhere);
}

template <Level level>
Result<void> Play<level>::compute(const Step& step) {
  Computations& computations = *stage_.computations;
  userfuncs::FiringMessage message;
  if (computations.wants_message(step.computation)) {
    message = firing_message();
  }
  const std::int64_t before_ns = is_fresh_ ? last_ns_ : inbox_.now_ns();
  const Result<void> done = computations.run(step.computation, step.draw, message);
  last_ns_ = inbox_.now_ns();
  is_fresh_ = true;
  log_.computed(last_ns_ - before_ns);
  stage_.page.head().steps.add(1);
  if (computations.is_foreign(step.computation)) {
    stage_.clock.foreign_code_ran();
  }
  if (!done) {
    return broken(step, stage_.program.computations[step.computation].definition, done.error());
  }
  return {};
}

template <Level level>
PreparedOutput Play<level>::output_of(const Step& step) const {
  PreparedOutput output = stage_.outputs[step.output];
  if (output.varies) {
    const blueprint::Output& line = stage_.program.outputs[step.output];
    output.letter.bytes = stage_.program.bytes_of(line, step.draw);
    if (const auto delay = stage_.program.delay_of(line, step.draw)) {
      output.delay_ns = delay_ns_of(*delay);
    }
  }
  return output;
}

template <Level level>
Result<void> Play<level>::send(const Step& step) {
  const PreparedOutput output = output_of(step);
  if (output.delay_ns != PreparedOutput::kNoDelay) {
    set_timer(step, output);
    return {};
  }
  const std::int64_t before_ns = is_fresh_ ? last_ns_ : inbox_.now_ns();
  stage_.page.set_state(ProcessState::kSending, before_ns);
  const Result<void> sent = stage_.transport.send(step.receiver, output.letter);
  last_ns_ = inbox_.now_ns();
  is_fresh_ = true;
  if (!sent) {
    stage_.page.head().send.add(last_ns_ - before_ns);
    const Error named{
        sent.error().code,
        fmt::format("cannot send '{}' to '{}': {}",
                    printable(stage_.program.mtag(output.letter.mid)),
                    printable(stage_.program.process_name(step.receiver)), sent.error().message)};
    return broken(step, stage_.program.outputs[step.output].definition, named);
  }
  DPS_CHECK(stage_.books.sent(step.receiver, output.letter.mid, output.letter.bytes));
  log_.sent(output.letter.bytes, last_ns_ - before_ns);
  stage_.page.set_state(ProcessState::kRunning, last_ns_);
  return {};
}

template <Level level>
void Play<level>::set_timer(const Step& step, const PreparedOutput& output) {
  const std::int64_t since_ns =
      step.fired_by_message ? static_cast<std::int64_t>(step.stamp) : activated_ns_;
  is_fresh_ = false;
  inbox_.timers().add(since_ns + output.delay_ns, {output.letter.mid, output.letter.bytes});
  count_timers();
  DPS_CHECK(stage_.books.sent(stage_.self, output.letter.mid, output.letter.bytes));
  log_.sent(output.letter.bytes, 0);
}

template <Level level>
Result<void> Play<level>::receive() {
  waiting_ = true;
  stage_.page.set_state(ProcessState::kWaiting, last_ns_);
  for (;;) {
    const Result<Received> received = inbox_.next();
    if (!received) {
      return with_context(received.error(), "waiting for a message");
    }
    if (!stage_.books.taken(received->from, received->mid, received->bytes)) {
      stage_.page.head().dropped.add(1);
      continue;
    }
    last_ns_ = received->taken_ns;
    count_timers();
    log_.taken(received->bytes, received->cost_ns);
    stage_.page.set_state(ProcessState::kRunning, last_ns_);
    is_fresh_ = true;
    engine_.deliver(received->mid, received->from, static_cast<std::uint64_t>(received->due_ns));
    waiting_ = false;
    return {};
  }
}

template <Level level>
userfuncs::FiringMessage Play<level>::firing_message() {
  const engine::Cause& cause = engine_.cause();
  if (!cause.is_message) {
    return {};
  }
  if (sender_ != cause.from) {
    sender_ = cause.from;
    sender_name_ = stage_.program.process_name(cause.from);
  }
  return {stage_.program.mtag(cause.mid).c_str(), sender_name_.c_str(),
          stage_.books.newest_bytes(cause.from, cause.mid)};
}

/// What a component could not do, with the tags of the functionality and of the component.
template <Level level>
tl::unexpected<Error> Play<level>::broken(const Step& step, std::uint32_t definition,
                                          const Error& cause) const {
  const blueprint::Program& program = stage_.program;
  const bool computes = program.definitions[definition].section == blueprint::Section::kComputation;
  return with_context(
      cause,
      fmt::format("functionality '{}', {} '{}'",
                  printable(program.tag(program.functionalities[step.functionality].definition)),
                  computes ? "computation" : "output", printable(program.tag(definition))));
}

template <Level level>
Outcome Play<level>::conclude(const Result<void>& played) {
  log_.process_end();
  Outcome outcome;
  outcome.unit = engine_.active_unit();
  ProcessState state = ProcessState::kComplete;
  if (!played && played.error().code == ErrorCode::kInterrupted) {
    state = ProcessState::kStopped;
    outcome.ending = Ending::kStopped;
    outcome.waiting = waiting_;
    if (waiting_) {
      outcome.progress = engine_.progress();
    }
  } else if (!played) {
    state = ProcessState::kFailed;
    outcome.ending = Ending::kFailed;
    outcome.failure = played.error().message;
  }
  engine_.finish();
  outcome.unclaimed = engine_.unclaimed();
  for (const engine::Unclaimed& messages : outcome.unclaimed) {
    DPS_CHECK(stage_.books.unclaimed(messages));
  }
  drop_timers();
  stage_.page.set_state(state, inbox_.now_ns());
  return outcome;
}

/// Timers that are not due yet will never be taken: they are late, so that the books balance.
template <Level level>
void Play<level>::drop_timers() {
  while (!inbox_.timers().empty()) {
    DPS_CHECK(stage_.books.late(stage_.self, inbox_.timers().pop().mid));
    stage_.page.head().late.add(1);
  }
  count_timers();
}

template class Play<Level::kProcess>;
template class Play<Level::kUnit>;
template class Play<Level::kFunctionality>;

}  // namespace dps::simulator
