/// The part of Engine for -pick and -window.
#include "blueprint/engine/engine.h"

namespace dps::engine {

using blueprint::kNone;
using blueprint::Output;
using blueprint::Pick;

/// Sets the next step of an output with -pick or -window: a message is sent, or it waits. Returns
/// false if the copy has no more receivers.
bool Engine::find_controlled(const Output& output, Step& step) {
  Picks& picks = *picks_;
  const ProcessId origin{requests_ ? requests_->cause.request.origin : Request::kNobody};
  std::optional<ProcessId> receiver;
  if (output.pick == Pick::kAll) {
    receiver = output.shares.count == 0 ? next_receiver(output) : next_share(output);
    if (!receiver) {
      return false;
    }
  } else {
    picks.candidates.assign(program_, output, self_, cause_.from, origin);
    if (picks.candidates.count() == 0) {
      next_component();
      return false;
    }
    if (++copy_ == output.copies) {
      next_component();
    }
    if (picks.candidates.contains(kUnknownOrigin)) {
      receiver = kUnknownOrigin;
    }
  }
  if (output.begins && begins_too_many()) {
    receiver = kUnknownOrigin;
  }
  step.draw = output.varies() ? draw_of(output) : 0;
  step.receiver = receiver.value_or(kUnknownOrigin);
  if (receiver == kUnknownOrigin) {
    return true;  // an error
  }
  Picks::Line& line = picks.line_of(output);
  const std::uint32_t queue = receiver ? index(*receiver) : kNone;
  const auto known = line.queues.find(queue);
  const bool is_first = known == line.queues.end() || known->second.empty();
  if (is_first && send_controlled(output, line, receiver, step)) {
    return true;
  }
  step.kind = StepKind::kQueue;
  WaitingMessage message;
  message.output = step.output;
  message.functionality = firing_;
  message.position = position_;
  message.ack = cause_.from;
  message.origin = origin;
  message.copy = step.copy;
  message.draw = step.draw;
  picks.wait(line, queue, message);
  return true;
}

/// Sets the receiver if one has a place. Without `receiver`, it is one of the candidates.
bool Engine::send_controlled(const Output& output, Picks::Line& line,
                             std::optional<ProcessId> receiver, Step& step) {
  Picks& picks = *picks_;
  if (!receiver) {
    const auto chosen =
        picks.pick(output, line, [&] { return draw(output.definition, kPickStream) >> 32; });
    if (!chosen) {
      return false;
    }
    receiver = chosen->process;
    const bool has_share = output.shares.count > 0 && output.bytes_variate.count == 0;
    step.draw = has_share ? chosen->share : step.draw;
  } else if (!picks.has_place(output, *receiver)) {
    return false;
  }
  step.receiver = *receiver;
  picks.sent(output, *receiver);
  return true;
}

/// The process has taken a message, or would have if it were not complete but for its queues.
void Engine::free_place(ProcessId sender, bool is_timer) {
  if (is_timer) {
    return;
  }
  picks_->taken(sender);
  if (picks_->has_waiting()) {
    picks_->begin_release(sender);
    phase_ = Phase::kRelease;
  }
}

/// Returns false if no queue has a message that can be sent now.
bool Engine::next_released(Step& step) {
  Picks& picks = *picks_;
  const auto try_send = [&](const Output& output, Picks::Line& line,
                            const WaitingMessage& message) {
    step = Step{StepKind::kSend, unit_, message.position, message.functionality};
    step.output = message.output;
    step.copy = message.copy;
    step.draw = message.draw;
    if (output.pick == Pick::kAll) {
      return send_controlled(output, line, picks.freed(), step);
    }
    picks.candidates.assign(program_, output, self_, message.ack, message.origin);
    return send_controlled(output, line, std::nullopt, step);
  };
  if (picks.has_waiting() && picks.release(program_, try_send)) {
    return true;
  }
  if (ends_) {
    drain_or_finish();
  } else {
    phase_ = Phase::kFire;
  }
  return false;
}

HeldMessage Engine::hold(const Step& step, std::int64_t now) {
  WaitingMessage& message = picks_->newest();
  message.since = now;
  HeldMessage held;
  if (program_.has_requests) {
    held.request = request_of_message(step, now);
    message.request = held.request.request;
  }
  held.number = message.number;
  held.length = picks_->length_of_newest();
  return held;
}

void Engine::pass_late(ProcessId from, bool is_timer) {
  DPS_CHECK(phase_ == Phase::kDrain);
  if (picks_) {
    free_place(from, is_timer);
  }
  if (phase_ == Phase::kDrain) {  // the message may have been the end of a native operation
    drain_or_finish();
  }
}

}  // namespace dps::engine
