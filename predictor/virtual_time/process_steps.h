/// Executes the steps of the engines in a prediction, and reports their events.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/check.h"
#include "base/ids.h"
#include "blueprint/engine/engine.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/computation_costs.h"
#include "predictor/virtual_time/prediction.h"
#include "predictor/virtual_time/process_receives.h"
#include "predictor/virtual_time/process_sends.h"
#include "predictor/virtual_time/processes.h"

namespace dps::predictor {

/// The owner of this object (virtual_run.h) advances the processes at the instants of the run.
/// Functions that return bool return true if the process continues at once: then go_on() must be
/// called.
template <events::ProcessEvents<Picoseconds> Events>
class ProcessSteps {
 public:
  /// Borrows `events`, the program, the machine and the hosts.
  ProcessSteps(const blueprint::Program& program, const machines::Machine& machine,
               std::span<const std::uint32_t> host_of, const PredictionOptions& options,
               Events& events);

  // To be called at the instants of the run.

  void begin_all();
  void go_on(std::uint32_t self);
  /// Called when the network no longer blocks the send of this process.
  bool release(std::uint32_t self) { return sends_.release(self); }
  bool arrive(std::uint32_t id) { return receives_.arrive(id); }
  bool wake_up(std::uint32_t self) { return receives_.wake_up(self); }
  bool cpu_ended(std::uint32_t self);
  bool wall_ended(std::uint32_t self);
  /// Ends the processes that are not complete, at the end of the run. Timers that are not due by
  /// then are late, since they will never be taken and every sent message must be accounted for.
  void end_all();

  Processes<Events> processes;
  ComputationCosts costs;
  /// Called at some starts of units: a loop of units without messages and computing has no events,
  /// takes no virtual time, and may exceed any timeout. Once it returns true, no process advances
  /// further. Empty: never stops.
  std::function<bool()> is_to_stop;

 private:
  /// The consumer of the engine's steps.
  struct EngineSteps;

  void begin_unit(std::uint32_t self, std::uint32_t unit);
  bool is_stopped_in_loop() {
    constexpr std::uint32_t kUnits = 1 << 18;
    if (++units_begun_ % kUnits == 0 && is_to_stop) {
      is_stopped_ = is_to_stop();
    }
    return is_stopped_;
  }
  bool compute(std::uint32_t self, const engine::Step& step);
  void end_computation(std::uint32_t self);
  void complete(std::uint32_t self);
  void charge_until_now(std::uint32_t self);
  void end_activity(std::uint32_t self);
  void end_process(std::uint32_t self, events::Ending ending);

  ProcessSends<Events> sends_;
  ProcessReceives<Events> receives_;
  engine::Detail detail_;
  LineScale scale_;
  std::uint32_t units_begun_ = 0;  // wraps around
  bool is_stopped_ = false;
};

template <events::ProcessEvents<Picoseconds> Events>
ProcessSteps<Events>::ProcessSteps(const blueprint::Program& program,
                                   const machines::Machine& machine,
                                   std::span<const std::uint32_t> host_of,
                                   const PredictionOptions& options, Events& events)
    : processes(program, machine, host_of, options, events),
      costs(program, machine, host_of, options.costs),
      sends_(processes),
      receives_(processes),
      detail_(options.level == profiles::Level::kFunctionality || Events::kWantsEveryDetail
                  ? engine::Detail::kFunctionalities
                  : engine::Detail::kUnits),
      scale_(options.scale) {}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::begin_all() {
  for (std::uint32_t self = 0; self < processes.list.size(); ++self) {
    processes.events.process_begin(ProcessId{self}, processes.times_of(processes[self]));
    go_on(self);
  }
}

template <events::ProcessEvents<Picoseconds> Events>
struct ProcessSteps<Events>::EngineSteps {
  bool begin_unit(std::uint32_t unit) const {
    steps.begin_unit(self, unit);
    return !steps.is_stopped_in_loop();
  }
  bool begin_functionality(std::uint32_t position) const {
    process.in_functionality = true;
    if (steps.processes.program.has_requests && process.engine.request().exists()) [[unlikely]] {
      steps.processes.events.request(ProcessId{self}, process.engine.request(),
                                     steps.processes.time.now);
    }
    steps.processes.events.functionality_begin(ProcessId{self}, position,
                                               steps.processes.times_of(process));
    return true;
  }
  bool end_functionality() const {
    process.in_functionality = false;
    steps.processes.events.functionality_end(ProcessId{self}, steps.processes.times_of(process));
    return true;
  }
  bool compute(const engine::Step& step) const { return steps.compute(self, step); }
  bool send(const engine::Step& step) const { return steps.sends_.send(self, step); }
  bool queue(const engine::Step& step) const { return steps.sends_.queue(self, step); }
  bool contribute(const engine::Step& step) const {
    const events::OutputOperation operation{step.receiver, step.operation, step.draw};
    steps.processes.events.collective_begin(ProcessId{self}, step.output, operation,
                                            steps.processes.time.now);
    return true;
  }
  bool receive() const { return steps.receives_.receive(self); }
  bool drain() const { return steps.receives_.receive(self); }
  void complete() const { steps.complete(self); }

  ProcessSteps& steps;
  VirtualProcess& process;
  std::uint32_t self;
};

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::go_on(std::uint32_t self) {
  processes.enter(self, ProcessPhase::kReady);
  VirtualProcess& process = processes[self];
  process.engine.run(detail_, EngineSteps{*this, process, self});
  processes.return_to_instant();
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::begin_unit(std::uint32_t self, std::uint32_t unit) {
  VirtualProcess& process = processes[self];
  const auto at = processes.times_of(process);
  process.activated = processes.time.now;
  if (process.in_unit) {
    processes.events.unit_end(ProcessId{self}, at);
  }
  process.in_unit = true;
  processes.events.unit_begin(ProcessId{self}, unit, at);
}

// --- computing ----------------------------------------------------------------------------------

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::compute(std::uint32_t self, const engine::Step& step) {
  VirtualProcess& process = processes[self];
  VirtualTime& time = processes.time;
  process.component = step.computation;
  process.is_outside = !step.in_functionality();
  process.since = time.now;
  processes.events.computation_begin(ProcessId{self}, step.computation, time.now);
  const blueprint::Computation& line = processes.program.computations[step.computation];
  const auto cpu_time = costs.cpu_time_of(ProcessId{self}, step);
  const Picoseconds duration = scale_.scaled_time(
      line.definition, cpu_time ? *cpu_time
                                : machines::picoseconds_of(
                                      processes.program.amount_of(line, step.draw) * step.part));
  if (duration > Picoseconds{} && !cpu_time) {
    const bool spins = line.kind == blueprint::ComputationKind::kBusywait;
    if (spins) {
      time.cpus.spin(self, time.now);
    }
    processes.wall_until(self, spins ? ProcessPhase::kSpinning : ProcessPhase::kSleeping, duration);
    return false;
  }
  if (duration > Picoseconds{} &&
      !processes.use_cpu(self, ProcessPhase::kComputing, duration, Picoseconds{})) {
    return false;
  }
  end_computation(self);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_computation(std::uint32_t self) {
  const VirtualProcess& process = processes[self];
  processes.events.computation_end(ProcessId{self}, process.component, processes.span_of(process));
  if (process.is_outside) [[unlikely]] {
    processes.events.collective_work(ProcessId{self}, processes.span_of(process));
  }
}

// --- when time has passed -----------------------------------------------------------------------

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::cpu_ended(std::uint32_t self) {
  VirtualProcess& process = processes[self];
  process.used_user += process.user;
  process.used_sys += process.sys;
  switch (process.phase) {
    case ProcessPhase::kComputing:
      end_computation(self);
      return true;
    case ProcessPhase::kPaying:
      return sends_.enter_network(self);
    case ProcessPhase::kFinishing:
      sends_.end_unfinished(self);
      return true;
    case ProcessPhase::kTaking:
      receives_.taken(self);
      return true;
    case ProcessPhase::kListening:
      return receives_.listened(self);
    case ProcessPhase::kCatchingUp:
      return true;
    case ProcessPhase::kSettingTimer:
      sends_.start_timer(self);
      return true;
    default:
      DPS_CHECK(false && "a phase with CPU time");
      return false;
  }
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::wall_ended(std::uint32_t self) {
  VirtualProcess& process = processes[self];
  switch (process.phase) {
    case ProcessPhase::kSpinning:
      process.used_user += processes.time.cpus.spun(self, processes.time.now);
      [[fallthrough]];
    case ProcessPhase::kSleeping:
      end_computation(self);
      return true;
    case ProcessPhase::kWaking:
      return receives_.take(self);
    default:
      DPS_CHECK(false && "a phase with an end");
      return false;
  }
}

// --- ends ---------------------------------------------------------------------------------------

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::complete(std::uint32_t self) {
  if (processes.time.is_ahead()) {
    processes.catch_up(self, ProcessPhase::kCatchingUp);  // and completes then
    return;
  }
  processes.complete(self);
  end_process(self, events::Ending::kComplete);
  MessageQueue& arrived = processes[self].arrived;
  while (!arrived.empty()) {
    processes.messages.drop_late(arrived.pop(processes.messages.list()), processes.time.now);
  }
  processes.listen(self, true);
}

/// Reports the ends of the active functionality, of the active unit and of the process.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_process(std::uint32_t self, events::Ending ending) {
  const VirtualProcess& process = processes[self];
  const auto at = processes.times_of(process);
  if (process.in_functionality) {
    processes.events.functionality_end(ProcessId{self}, at);
  }
  if (process.in_unit) {
    processes.events.unit_end(ProcessId{self}, at);
  }
  processes.events.process_end(ProcessId{self}, at, ending);
}

/// Charges the CPU time that the process has used for its activity when the run is stopped. A
/// message is packed before it is sent, and read before it is unpacked.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::charge_until_now(std::uint32_t self) {
  VirtualProcess& process = processes[self];
  VirtualTime& time = processes.time;
  switch (process.phase) {
    case ProcessPhase::kSpinning:
      process.used_user += time.cpus.spun(self, time.now);
      return;
    case ProcessPhase::kComputing:
    case ProcessPhase::kPaying:
    case ProcessPhase::kFinishing:
    case ProcessPhase::kListening:
    case ProcessPhase::kTaking: {
      const Picoseconds all = later(process.user, process.sys);
      const Picoseconds used = all - std::min(all, time.cpus.left(self, time.now));
      const Picoseconds user = process.phase == ProcessPhase::kTaking
                                   ? used - std::min(used, process.sys)
                                   : std::min(used, process.user);
      process.used_user += user;
      process.used_sys += used - user;
      return;
    }
    default:
      return;
  }
}

/// Counts a computation or a send that is under way when the run is stopped, until then.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_activity(std::uint32_t self) {
  switch (processes[self].phase) {
    case ProcessPhase::kComputing:
    case ProcessPhase::kSpinning:
    case ProcessPhase::kSleeping:
      end_computation(self);
      return;
    case ProcessPhase::kPaying:
    case ProcessPhase::kHeld:
    case ProcessPhase::kFinishing:
      sends_.stop(self);
      return;
    default:
      return;
  }
}

/// Ends the timers of a process: they are late for a process that is complete, or if the whole
/// program is over; for a process that is stopped they remain under way.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_all() {
  const bool is_over = processes.is_over();
  TimerQueue& timers = processes.time.timers;
  while (!timers.empty()) {
    const std::uint32_t id = timers.pop();
    const VirtualProcess& receiver = processes[processes.messages[id].letter.to];
    if (is_over || receiver.phase == ProcessPhase::kComplete) {
      processes.messages.drop_late(id, processes.time.now);
    }
  }
  for (std::uint32_t self = 0; self < processes.list.size(); ++self) {
    if (processes[self].phase != ProcessPhase::kComplete) {
      charge_until_now(self);
      end_activity(self);
      end_process(self, events::Ending::kStopped);
    }
    processes[self].engine.finish();
  }
}

}  // namespace dps::predictor
