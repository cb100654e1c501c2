#include "simulator/process/timers.h"

namespace dps::simulator {

void Timers::add(std::int64_t due_ns, const TimerMessage& message) {
  pending_.push({due_ns, added_++, message});
}

TimerMessage Timers::pop() {
  const TimerMessage message = pending_.top().message;
  pending_.pop();
  return message;
}

}  // namespace dps::simulator
