#include "simulator/process/inbox.h"

namespace dps::simulator {

using transport::WaitOutcome;

Result<Received> Inbox::next() {
  const auto read_before = transport_.reading();
  for (;;) {
    if (!timer_was_last_ && timer_is_due()) {
      return take_timer();
    }
    transport::WaitLimits limits;
    if (!timers_.empty()) {
      limits.until = begin_ + std::chrono::nanoseconds(timers_.next_due_ns());
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
    timer_was_last_ = false;  // no message waits
  }
}

bool Inbox::timer_is_due() const {
  return !timers_.empty() && timers_.next_due_ns() <= now_ns();
}

Received Inbox::take_timer() {
  Received received;
  received.due_ns = timers_.next_due_ns();
  const TimerMessage message = timers_.pop();
  received.mid = message.mid;
  received.from = self_;
  received.bytes = message.bytes;
  received.taken_ns = now_ns();
  timer_was_last_ = true;
  return received;
}

Received Inbox::take_message(std::chrono::nanoseconds reading) {
  timer_was_last_ = false;
  const std::int64_t before_ns = now_ns();
  const transport::Arrival arrival = transport_.take();
  Received received;
  received.mid = arrival.mid;
  received.from = arrival.from;
  received.bytes = arrival.bytes;
  received.taken_ns = arrival.packed ? now_ns() : before_ns;  // unpacking is all that takes time
  received.due_ns = received.taken_ns;
  received.cost_ns = received.taken_ns - before_ns + reading.count();
  return received;
}

}  // namespace dps::simulator
