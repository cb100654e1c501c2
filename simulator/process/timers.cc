#include "simulator/process/timers.h"

namespace dps::simulator {

void Timers::add(Nanoseconds due, const TimerMessage& message) {
  pending_.push({due, added_++, message});
}

TimerMessage Timers::pop() {
  const TimerMessage message = pending_.top().message;
  pending_.pop();
  return message;
}

}  // namespace dps::simulator
