#include "simulator/process/inbox.h"

#include <algorithm>

namespace dps::simulator {

using transport::WaitOutcome;

Result<ReceivedMessage> Inbox::next() {
  const auto read_before = transport_.reading();
  for (;;) {
    if (!timer_was_last_ && timer_is_due()) {
      return take_timer();
    }
    transport::WaitLimits limits;
    if (!timers_.empty()) {
      limits.until = begin_ + timers_.next_due();
    }
    const auto outcome = transport_.wait(limits);
    if (!outcome) {
      return tl::unexpected(outcome.error());
    }
    if (*outcome == WaitOutcome::kMessage) {
      return take_message(transport_.reading() - read_before);
    }
    if (*outcome != WaitOutcome::kDeadline) {
      return failure(ErrorCode::kInterrupted, "asked to stop");
    }
    timer_was_last_ = false;  // no message was waiting
  }
}

bool Inbox::timer_is_due() const {
  return !timers_.empty() && timers_.next_due() <= now();
}

ReceivedMessage Inbox::take_timer() {
  ReceivedMessage received;
  received.due = timers_.next_due();
  const TimerMessage message = timers_.pop();
  received.arrived = std::max(received.due, message.set);
  received.mid = message.mid;
  received.from = self_;
  received.is_timer = true;
  received.bytes = message.bytes;
  received.taken = now();
  received.request = message.request;
  timer_was_last_ = true;
  return received;
}

ReceivedMessage Inbox::take_message(Nanoseconds reading) {
  timer_was_last_ = false;
  const Nanoseconds before = now();
  const transport::Arrival arrival = transport_.take();
  ReceivedMessage received;
  received.mid = arrival.mid;
  received.from = arrival.from;
  received.bytes = arrival.bytes;
  received.taken = arrival.packed ? now() : before;  // only unpacking takes time
  received.due = received.taken;
  received.work = received.taken - before + reading;
  const bool is_known = arrival.found != std::chrono::steady_clock::time_point{};
  received.arrived =
      std::min(is_known ? Nanoseconds(arrival.found - begin_) : before, before - reading);
  received.was_there = arrival.was_there;
  received.request = arrival.request;
  return received;
}

}  // namespace dps::simulator
