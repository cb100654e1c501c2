// What a process of a prediction does between two events. Functions that say bool tell whether the
// process goes on at once; if not, an event will let it.
#include <algorithm>

#include "base/check.h"
#include "predictor/world.h"

namespace dps::predictor {

using blueprint::Computation;
using blueprint::ComputationKind;
using blueprint::Output;
using engine::Step;
using engine::StepKind;
using machines::later;
using machines::picoseconds_of;
using machines::WorkKind;

void World::set_state(std::uint32_t self, State state) {
  Process& process = processes_[self];
  const auto idles = [](State s) { return s == State::kWaiting || s == State::kComplete; };
  active_ += idles(process.state) ? 1 : 0;
  active_ -= idles(state) ? 1 : 0;
  process.state = state;
}

void World::go_on(std::uint32_t self) {
  Process& process = processes_[self];
  set_state(self, State::kReady);
  for (bool goes_on = true; goes_on;) {
    const Step step = process.engine.next(detail_);
    switch (step.kind) {
      case StepKind::kBeginUnit:
        process.activated = now_;
        tallies_.unit_begin(self, step.unit, now_);
        break;
      case StepKind::kBeginFunctionality:
        tallies_.functionality_begin(self, step.position, now_);
        break;
      case StepKind::kEndFunctionality:
        tallies_.functionality_end(self, now_);
        break;
      case StepKind::kCompute:
        goes_on = compute(self, step);
        break;
      case StepKind::kSend:
        goes_on = send(self, step);
        break;
      case StepKind::kReceive:
        goes_on = receive(self);
        break;
      case StepKind::kComplete:
        complete(self);
        return;
    }
  }
}

// --- computing ----------------------------------------------------------------------------------

/// The cost that was measured, or that the line has.
std::optional<double> World::cost_of(std::uint32_t self, const Step& step) {
  const Computation& line = program_.computations[step.computation];
  if (charges_ && (line.kind == ComputationKind::kCall || line.kind == ComputationKind::kExec)) {
    if (const auto cost = charges_->find(step.functionality, step.computation, host_of_[self])) {
      return cost;
    }
  }
  return program_.cost_of(line, step.draw);
}

/// What the machine charges; nothing for what is not CPU time.
std::optional<Picoseconds> World::cpu_time_of(std::uint32_t self, const Step& step) {
  const Computation& line = program_.computations[step.computation];
  const std::uint32_t host = host_of_[self];
  if (const auto cost = cost_of(self, step)) {
    return machine_.work_cost(host, WorkKind::kCompute, *cost);
  }
  const double amount = program_.amount_of(line, step.draw);
  switch (line.kind) {
    case ComputationKind::kCompute:
      return machine_.work_cost(host, WorkKind::kCompute, amount);
    case ComputationKind::kWork:
      return machine_.work_cost(host, WorkKind::kMultiply, amount);
    case ComputationKind::kCall:
    case ComputationKind::kExec:
      costless_[static_cast<std::size_t>(&line - program_.computations.data())] = true;
      return Picoseconds{};
    case ComputationKind::kSleep:
    case ComputationKind::kBusywait:
      break;
  }
  return std::nullopt;
}

bool World::compute(std::uint32_t self, const Step& step) {
  const Computation& line = program_.computations[step.computation];
  if (const auto time = cpu_time_of(self, step)) {
    return use_cpu(self, State::kComputing, *time, {});
  }
  const Picoseconds time = picoseconds_of(program_.amount_of(line, step.draw));
  if (time == Picoseconds{}) {
    return true;
  }
  const bool spins = line.kind == ComputationKind::kBusywait;
  if (spins) {
    cpus_.spin(self, now_);
  }
  wall_until(self, spins ? State::kSpinning : State::kSleeping, time);
  return false;
}

/// True if it takes no time.
bool World::use_cpu(std::uint32_t self, State state, Picoseconds user, Picoseconds sys) {
  Process& process = processes_[self];
  const Picoseconds time = later(user, sys);
  process.since = now_;
  if (time == Picoseconds{}) {
    return true;
  }
  process.user = user;
  process.sys = sys;
  set_state(self, state);
  cpus_.run(self, time, now_);
  return false;
}

void World::wall_until(std::uint32_t self, State state, Picoseconds time) {
  processes_[self].since = now_;
  set_state(self, state);
  walls_.set(self, later(now_, time));
}

// --- sending ------------------------------------------------------------------------------------

bool World::send(std::uint32_t self, const Step& step) {
  const Output& output = program_.outputs[step.output];
  if (output.delay) {
    set_timer(self, step, output);
    return true;
  }
  const std::uint32_t id = messages_.add();
  processes_[self].message = id;
  Message& message = messages_[id];
  message.bytes = program_.bytes_of(output, step.draw);
  message.begun = now_;
  message.from = self;
  message.to = index(step.receiver);
  message.mid = output.mid;
  message.packed = output.packed;
  message.xdr = output.xdr;
  message.sequence = sequence_++;
  const machines::MessageCost cost =
      network_->cost({message.from, message.to, message.bytes, message.packed, message.xdr});
  message.unpack = cost.unpack;
  message.receive = cost.receive;
  ++under_way_;
  if (message.bytes < least_bytes_ || message.bytes > most_bytes_) {
    note_size(message.bytes);
  }
  return use_cpu(self, State::kPaying, cost.pack, cost.send) && enter_network(self);
}

bool World::enter_network(std::uint32_t self) {
  const std::uint32_t id = processes_[self].message;
  Message& message = messages_[id];
  message.row = books_.sent(message.from, message.to, message.mid, message.bytes);
  const bool is_done = network_->enter(
      id, {message.from, message.to, message.bytes, message.packed, message.xdr}, now_);
  if (is_done) {
    send_done(self);
  } else {
    set_state(self, State::kHeld);
    network_->listen(self, true, now_);
  }
  return is_done;
}

/// The letter may have been taken by now: of it only the output is known.
void World::send_done(std::uint32_t self) {
  const Process& process = processes_[self];
  tallies_.sent(self, messages_[process.message].bytes, now_ - process.since);
}

/// A message to oneself that no network sees.
void World::set_timer(std::uint32_t self, const Step& step, const Output& output) {
  const auto since = step.fired_by_message ? Picoseconds(static_cast<std::int64_t>(step.stamp))
                                           : processes_[self].activated;
  const std::uint32_t id = messages_.add();
  Message& message = messages_[id];
  message.bytes = program_.bytes_of(output, step.draw);
  message.begun = now_;
  message.from = message.to = self;
  message.mid = output.mid;
  message.is_timer = true;
  message.sequence = sequence_++;
  message.due = later(since, picoseconds_of(*program_.delay_of(output, step.draw)));
  message.row = books_.sent(self, self, message.mid, message.bytes);
  timers_.push({std::max(now_, message.due), message.sequence, id});
  tallies_.sent(self, message.bytes, {});
}

void World::note_size(std::uint64_t bytes) {
  least_outside_ = outside_ == 0 ? bytes : std::min(least_outside_, bytes);
  most_outside_ = std::max(most_outside_, bytes);
  ++outside_;
}

// --- receiving ----------------------------------------------------------------------------------

bool World::receive(std::uint32_t self) {
  if (!processes_[self].inbox.empty()) {
    return take(self);
  }
  if (waiting_cost_.listen > Picoseconds{}) {
    return use_cpu(self, State::kListening, {}, waiting_cost_.listen);
  }
  set_state(self, State::kWaiting);
  network_->listen(self, true, now_);
  return false;
}

bool World::take(std::uint32_t self) {
  Process& process = processes_[self];
  network_->listen(self, false, now_);
  process.message = process.inbox.pop(messages_);
  const Message& message = messages_[process.message];
  if (!use_cpu(self, State::kTaking, message.unpack, message.receive)) {
    return false;
  }
  message_taken(self);
  return true;
}

void World::message_taken(std::uint32_t self) {
  Process& process = processes_[self];
  const Message& message = messages_[process.message];
  tallies_.taken(self, message.bytes, now_ - process.since);
  books_.taken(message.row);
  under_way_ -= message.is_timer ? 0 : 1;
  process.engine.deliver(
      message.mid, ProcessId{message.from},
      static_cast<std::uint64_t>((message.is_timer ? message.due : now_).count()));
  messages_.remove(process.message);
}

void World::drop_late(std::uint32_t id) {
  const Message& message = messages_[id];
  tallies_.late(message.to);
  books_.late(message.row);
  under_way_ -= message.is_timer ? 0 : 1;
  messages_.remove(id);
}

void World::complete(std::uint32_t self) {
  Process& process = processes_[self];
  set_state(self, State::kComplete);
  wanted_left_ -= program_.is_server(ProcessId{self}) ? 0 : 1;
  tallies_.process_end(self, now_);
  while (!process.inbox.empty()) {
    drop_late(process.inbox.pop(messages_));
  }
  network_->listen(self, true, now_);
}

// --- when time has passed -----------------------------------------------------------------------

void World::cpu_ended(std::uint32_t self) {
  Process& process = processes_[self];
  tallies_.used(self, process.user, process.sys);
  switch (process.state) {
    case State::kComputing:
      tallies_.computed(self, now_ - process.since);
      go_on(self);
      return;
    case State::kPaying:
      if (enter_network(self)) {
        go_on(self);
      }
      return;
    case State::kTaking:
      message_taken(self);
      go_on(self);
      return;
    case State::kListening:
      if (process.inbox.empty()) {
        set_state(self, State::kWaiting);
        network_->listen(self, true, now_);
      } else if (take(self)) {
        go_on(self);
      }
      return;
    default:
      DPS_CHECK(false && "a state with a job");
  }
}

void World::wall_ended(std::uint32_t self) {
  Process& process = processes_[self];
  switch (process.state) {
    case State::kSpinning:
      tallies_.used(self, cpus_.spun(self, now_), {});
      [[fallthrough]];
    case State::kSleeping:
      tallies_.computed(self, now_ - process.since);
      go_on(self);
      return;
    case State::kWaking:
      if (take(self)) {
        go_on(self);
      }
      return;
    default:
      DPS_CHECK(false && "a state with an end");
  }
}

}  // namespace dps::predictor
