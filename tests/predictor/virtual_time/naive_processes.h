/// A naive model of a prediction: every job, wait and wake-up is an event of its own, nothing is
/// computed before its instant, and the next event is found by a search. Engines, networks, costs
/// and messages are those of the predictor; times and the order of events are not. Include
/// naive_run.h, which contains the rest.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "blueprint/engine/engine.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/computation_costs.h"
#include "predictor/virtual_time/messages_under_way.h"
#include "predictor/virtual_time/unfinished_sends.h"
#include "predictor/virtual_time/virtual_process.h"
#include "tests/predictor/machines/naive_cpus.h"

namespace dps::predictor::naive {

template <events::ProcessEvents<Picoseconds> Events>
class Run {
 public:
  /// All are borrowed.
  Run(const blueprint::Program& program, const machines::Machine& machine,
      std::span<const std::uint32_t> host_of, const PredictionOptions& options, Events& events)
      : time{{}, machine.make_network(host_of, nullptr), {machine.hosts(), host_of}},
        messages(program, machine, options.scale, events),
        costs(program, machine, host_of, options.costs),
        program_(program),
        detail_(options.level == profiles::Level::kFunctionality || Events::kWantsEveryDetail
                    ? engine::Detail::kFunctionalities
                    : engine::Detail::kUnits),
        waiting_cost_(machine.waiting_cost()),
        scale_(options.scale),
        events_(events),
        wall_ends_(host_of.size(), machines::kNever) {
    for (std::uint32_t p = 0; p < program.process_count(); ++p) {
      list.emplace_back(program, ProcessId{p}, options.chance);
    }
  }

  void begin() {
    for (std::uint32_t self = 0; self < list.size(); ++self) {
      events_.process_begin(ProcessId{self}, times_of(self));
      go_on(self);
    }
  }
  /// The instant of the next event; kNever at the end of the run.
  [[nodiscard]] Picoseconds next() {
    return is_over() ? machines::kNever
                     : std::min({time.network->next(), time.cpus.next(), next_timer(),
                                 *std::min_element(wall_ends_.begin(), wall_ends_.end())});
  }
  /// Performs all events at next().
  void advance() {
    time.now = std::max(time.now, next());
    deliver();
    while (const auto self = time.cpus.take_ended(time.now)) {
      if (cpu_ended(*self)) {
        go_on(*self);
      }
    }
    for (std::uint32_t self = 0; self < wall_ends_.size(); ++self) {
      if (wall_ends_[self] <= time.now) {
        wall_ends_[self] = machines::kNever;
        if (wall_ended(self)) {
          go_on(self);
        }
      }
    }
  }
  [[nodiscard]] Picoseconds now() const { return time.now; }
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }
  /// Returns true if events remain beyond the end of virtual time.
  [[nodiscard]] bool has_more() const {
    return !is_over() && (time.cpus.has_jobs() || !timers_.empty() || !messages.none() ||
                          std::any_of(list.begin(), list.end(), [](const auto& process) {
                            return process.phase == ProcessPhase::kSleeping ||
                                   process.phase == ProcessPhase::kSpinning;
                          }));
  }

  // The interface of ProcessSteps, for prediction_of().
  Run& steps() { return *this; }
  Run& processes{*this};
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }
  void stop() { is_stopped_ = true; }
  /// Returns false, since this model supports no end before that of the program.
  [[nodiscard]] static bool was_ended() { return false; }
  [[nodiscard]] std::uint32_t incomplete() const { return wanted_left(); }
  void end_all();

  struct Time {
    Picoseconds now;
    std::unique_ptr<machines::Network> network;
    machines::naive::Cpus cpus;
  } time;
  MessagesUnderWay<Events> messages;
  std::vector<VirtualProcess> list;
  ComputationCosts costs;

 private:
  struct Timer {
    Picoseconds due;
    std::uint32_t id;
  };

  [[nodiscard]] std::uint32_t wanted_left() const {
    std::uint32_t count = 0;
    for (std::uint32_t self = 0; self < list.size(); ++self) {
      count += list[self].phase != ProcessPhase::kComplete && !program_.is_server(ProcessId{self})
                   ? 1
                   : 0;
    }
    return count;
  }
  [[nodiscard]] bool is_over() const {
    return wanted_left() == 0 && messages.none() &&
           std::all_of(list.begin(), list.end(),
                       [](const auto& process) { return is_idle(process.phase); });
  }
  [[nodiscard]] Picoseconds next_timer() const {
    Picoseconds first = machines::kNever;
    for (const Timer& timer : timers_) {
      first = std::min(first, timer.due);
    }
    return first;
  }

  void deliver();
  bool arrive(std::uint32_t id);
  [[nodiscard]] Picoseconds wakeup_of(std::uint32_t self) const;
  void go_on(std::uint32_t self);
  bool execute(std::uint32_t self, const engine::Step& step);
  void begin_unit(std::uint32_t self, const engine::Step& step);
  bool compute(std::uint32_t self, const engine::Step& step);
  bool use_cpu(std::uint32_t self, ProcessPhase phase, Picoseconds user, Picoseconds sys);
  bool send(std::uint32_t self, const engine::Step& step);
  void queue(std::uint32_t self, const engine::Step& step);
  void report_admitted(std::uint32_t self, const engine::Step& step);
  void set_timer(std::uint32_t self, const engine::Step& step);
  bool enter_network(std::uint32_t self);
  bool pay_after(std::uint32_t self);
  void end_send(std::uint32_t self);
  bool receive(std::uint32_t self);
  void wait(std::uint32_t self);
  bool take(std::uint32_t self);
  void message_taken(std::uint32_t self);
  void complete(std::uint32_t self);
  bool cpu_ended(std::uint32_t self);
  bool wall_ended(std::uint32_t self);
  void wall_until(std::uint32_t self, ProcessPhase phase, Picoseconds duration);
  void charge_until_now(std::uint32_t self);
  void end_activity(std::uint32_t self);
  void end_process(std::uint32_t self, events::Ending ending);
  void end_computation(std::uint32_t self) {
    events_.computation_end(ProcessId{self}, list[self].component,
                            events::EventSpan<Picoseconds>{list[self].since, time.now});
    report_outside(self, {list[self].since, time.now});
  }
  void report_outside(std::uint32_t self, const events::EventSpan<Picoseconds>& span) {
    if (list[self].is_outside) {
      events_.collective_work(ProcessId{self}, span);
    }
  }
  [[nodiscard]] events::Times<Picoseconds> times_of(std::uint32_t self) const {
    return {time.now, list[self].used_user, list[self].used_sys};
  }

  const blueprint::Program& program_;
  engine::Detail detail_;
  machines::WaitingCost waiting_cost_;
  LineScale scale_;
  Events& events_;
  UnfinishedSends unfinished_;
  std::vector<Picoseconds> wall_ends_;  // by process
  std::vector<Timer> timers_;
  machines::NetworkEvents network_events_;
  std::uint64_t arrived_ = 0;
  bool is_stopped_ = false;
};

/// Messages of one instant are ordered before any process takes one of them.
template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::deliver() {
  if (time.network->next() <= time.now) {
    time.network->advance(time.now, network_events_);
  }
  const std::vector<std::uint32_t> released = std::exchange(network_events_.released, {});
  for (const std::uint32_t self : released) {
    time.network->listen(self, false, time.now);
    events_.send_freed(ProcessId{self}, list[self].component, unfinished_.of(self).message,
                       time.now);
    if (pay_after(self)) {
      go_on(self);
    }
  }
  std::vector<ArrivalOrder> arrivals;
  for (const std::uint32_t id : std::exchange(network_events_.arrived, {})) {
    arrivals.push_back(messages.list().arrival_order(id));
  }
  std::erase_if(timers_, [&](const Timer& timer) {
    if (timer.due <= time.now) {
      arrivals.push_back(messages.list().arrival_order(timer.id));
    }
    return timer.due <= time.now;
  });
  std::sort(arrivals.begin(), arrivals.end());
  std::vector<std::uint32_t> woken;
  for (const ArrivalOrder& arrival : arrivals) {
    const std::uint32_t receiver = messages[arrival.id].letter.to;
    if (arrive(arrival.id)) {
      woken.push_back(receiver);
    }
  }
  arrived_ += arrivals.size();
  for (const std::uint32_t self : woken) {
    if (const Picoseconds delay = wakeup_of(self); delay > Picoseconds{}) {
      wall_until(self, ProcessPhase::kWaking, delay);
    } else if (take(self)) {
      go_on(self);
    }
  }
}

template <events::ProcessEvents<Picoseconds> Events>
Picoseconds Run<Events>::wakeup_of(std::uint32_t self) const {
  const auto& rested = waiting_cost_.rested;
  const bool has_rested =
      rested && time.now - list[self].since >= rested->rest && time.cpus.has_idle_core(self);
  return has_rested ? rested->wakeup : waiting_cost_.wakeup;
}

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::arrive(std::uint32_t id) {
  const std::uint32_t self = messages[id].letter.to;
  VirtualProcess& process = list[self];
  messages.arrived(id, time.now);
  if (process.phase == ProcessPhase::kComplete) {
    messages.drop_late(id, time.now);
    time.network->listen(self, true, time.now);
    return false;
  }
  process.arrived.push(messages.list(), id);
  if (process.phase != ProcessPhase::kWaiting) {
    return false;
  }
  process.phase = ProcessPhase::kWaking;
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::go_on(std::uint32_t self) {
  list[self].phase = ProcessPhase::kReady;
  while (execute(self, list[self].engine.next(detail_))) {
  }
}

/// Returns true if the process continues at this instant.
template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::execute(std::uint32_t self, const engine::Step& step) {
  switch (step.kind) {
    case engine::StepKind::kBeginUnit:
      begin_unit(self, step);
      return true;
    case engine::StepKind::kBeginFunctionality:
      list[self].in_functionality = true;
      events_.functionality_begin(ProcessId{self}, step.position, times_of(self));
      return true;
    case engine::StepKind::kContribute:
      events_.collective_begin(ProcessId{self}, step.output,
                               events::OutputOperation{step.receiver, step.operation, step.draw},
                               time.now);
      return true;
    case engine::StepKind::kEndFunctionality:
      list[self].in_functionality = false;
      events_.functionality_end(ProcessId{self}, times_of(self));
      return true;
    case engine::StepKind::kCompute:
      return compute(self, step);
    case engine::StepKind::kSend:
      return send(self, step);
    case engine::StepKind::kQueue:
      queue(self, step);
      return true;
    case engine::StepKind::kDrain:
    case engine::StepKind::kReceive:
      return receive(self);
    case engine::StepKind::kComplete:
      complete(self);
      return false;
  }
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::begin_unit(std::uint32_t self, const engine::Step& step) {
  VirtualProcess& process = list[self];
  process.activated = time.now;
  if (process.in_unit) {
    events_.unit_end(ProcessId{self}, times_of(self));
  }
  process.in_unit = true;
  events_.unit_begin(ProcessId{self}, step.unit, times_of(self));
}

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::compute(std::uint32_t self, const engine::Step& step) {
  VirtualProcess& process = list[self];
  process.component = step.computation;
  process.is_outside = !step.in_functionality();
  process.since = time.now;
  events_.computation_begin(ProcessId{self}, step.computation, time.now);
  const blueprint::Computation& line = program_.computations[step.computation];
  const auto cpu_time = costs.cpu_time_of(ProcessId{self}, step);
  const Picoseconds duration = scale_.scaled_time(
      line.definition,
      cpu_time ? *cpu_time
               : machines::picoseconds_of(program_.amount_of(line, step.draw) * step.part));
  if (duration == Picoseconds{}) {
    end_computation(self);
    return true;
  }
  if (cpu_time) {
    return use_cpu(self, ProcessPhase::kComputing, duration, Picoseconds{});
  }
  const bool spins = line.kind == blueprint::ComputationKind::kBusywait;
  if (spins) {
    time.cpus.spin(self, time.now);
  }
  wall_until(self, spins ? ProcessPhase::kSpinning : ProcessPhase::kSleeping, duration);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::use_cpu(std::uint32_t self, ProcessPhase phase, Picoseconds user,
                          Picoseconds sys) {
  VirtualProcess& process = list[self];
  process.since = time.now;
  process.user = user;
  process.sys = sys;
  const Picoseconds cpu_time = later(user, sys);
  if (cpu_time == Picoseconds{}) {
    return true;
  }
  process.phase = phase;
  time.cpus.run(self, cpu_time, time.now);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::wall_until(std::uint32_t self, ProcessPhase phase, Picoseconds duration) {
  list[self].since = time.now;
  list[self].phase = phase;
  wall_ends_[self] = later(time.now, duration);
}

}  // namespace dps::predictor::naive
