/// The steps of the processes of a prediction at each instant, and their events.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/ids.h"
#include "blueprint/engine/engine.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/computation_costs.h"
#include "predictor/virtual_time/messages.h"
#include "predictor/virtual_time/messages_under_way.h"
#include "predictor/virtual_time/predictor.h"
#include "predictor/virtual_time/unfinished_sends.h"
#include "predictor/virtual_time/virtual_process.h"
#include "predictor/virtual_time/virtual_time.h"

namespace dps::predictor {

/// Executes the steps of the engines. The owner of this object (virtual_run.h) advances the
/// processes at the instants of `time`. Functions that return bool return true if the process
/// continues at once.
///
/// A process that nobody can disturb runs ahead of the others: it takes a message, computes and
/// pays for its next send in one go, and the events have the instants at which they happen. Then
/// it waits until the run has come to the instant at which its message enters the network. So only
/// what others can notice is an event of the run. A process is undisturbed if its host has a core
/// for each of its processes, and if the network does not depend on what it does meanwhile.
template <events::ProcessEvents<Picoseconds> Events>
class ProcessSteps {
 public:
  /// Borrows `events`, the program, the machine and the hosts.
  ProcessSteps(const blueprint::Program& program, const machines::Machine& machine,
               std::span<const std::uint32_t> host_of, const PredictionOptions& options,
               Events& events);

  // To be called at the instants of `time`.

  void begin_all();
  void go_on(std::uint32_t self);
  /// The network no longer blocks the send of this process.
  void release(std::uint32_t self);
  /// The message has reached its receiver. Returns true if the receiver waits: then wake_up() must
  /// be called when all messages of this instant have arrived.
  bool arrive(std::uint32_t id);
  bool wake_up(std::uint32_t self);
  bool cpu_ended(std::uint32_t self);
  bool wall_ended(std::uint32_t self);
  /// Ends the processes that are not complete, at the end of the run. Timers that are not due by
  /// then are late, since they will never be taken and every sent message must be accounted for.
  void end_all();

  /// True at the end of the run: all processes except servers are complete, and the servers only
  /// wait for messages and for their own timers.
  [[nodiscard]] bool is_over() const {
    return wanted_left_ == 0 && active_ == 0 && messages.none();
  }
  /// True if processes other than servers are not complete.
  [[nodiscard]] bool is_incomplete() const { return wanted_left_ > 0; }
  [[nodiscard]] std::uint32_t incomplete_count() const { return wanted_left_; }
  /// True if jobs, timers or messages remain. Without a next instant in `time`, these are beyond
  /// the end of virtual time.
  [[nodiscard]] bool has_more() const {
    return !is_over() && (time.cpus.has_jobs() || !time.walls.empty() || !time.timers.empty() ||
                          !messages.none());
  }

  VirtualTime time;
  MessagesUnderWay<Events> messages;
  std::vector<VirtualProcess> processes;  ///< in process order
  ComputationCosts costs;

 private:
  using Step = engine::Step;

  void find_undisturbed(const machines::Machine& machine, std::span<const std::uint32_t> host_of);

  /// The consumer of the engine's steps.
  struct EngineSteps;

  void begin_unit(VirtualProcess& process, std::uint32_t unit, ProcessId self);
  bool compute(std::uint32_t self, const Step& step);
  void end_computation(std::uint32_t self);
  bool use_cpu(std::uint32_t self, ProcessPhase phase, Picoseconds user, Picoseconds sys);
  void wall_until(std::uint32_t self, ProcessPhase phase, Picoseconds duration);
  bool run_ahead(VirtualProcess& process, ProcessPhase phase, Picoseconds end);
  void catch_up(std::uint32_t self, ProcessPhase phase);
  void return_to_instant();

  bool send(std::uint32_t self, const Step& step);
  bool enter_network(std::uint32_t self);
  bool pay_after(std::uint32_t self);
  void end_send(std::uint32_t self, const events::Message& message);
  void end_unfinished_send(std::uint32_t self);
  bool set_timer(std::uint32_t self, const Step& step);
  void start_timer(std::uint32_t self);

  bool receive(std::uint32_t self);
  void wait(std::uint32_t self);
  bool take(std::uint32_t self);
  void message_taken(std::uint32_t self);
  void complete(std::uint32_t self);
  void end_activity(std::uint32_t self);
  void end_process(std::uint32_t self, events::Ending ending);

  void enter(std::uint32_t self, ProcessPhase phase);
  void listen(std::uint32_t self, bool does) {
    if (waiting_cost_.network_listens) {
      time.network->listen(self, does, time.now);
    }
  }
  [[nodiscard]] events::Times<Picoseconds> times_of(const VirtualProcess& process) const {
    return {time.now, process.used_user, process.used_sys};
  }
  [[nodiscard]] events::Span<Picoseconds> span_of(const VirtualProcess& process) const {
    return {process.since, time.now};
  }

  const blueprint::Program& program_;
  engine::Detail detail_;
  machines::WaitingCost waiting_cost_;
  LineScale scale_;
  Events& events_;
  UnfinishedSends unfinished_;
  std::uint32_t wanted_left_ = 0;  // processes that are neither servers nor complete
  std::uint32_t active_ = 0;       // processes that neither wait nor are complete
};

template <events::ProcessEvents<Picoseconds> Events>
ProcessSteps<Events>::ProcessSteps(const blueprint::Program& program,
                                   const machines::Machine& machine,
                                   std::span<const std::uint32_t> host_of,
                                   const PredictionOptions& options, Events& events)
    : time(machine, host_of),
      messages(program, machine, options.scale, events),
      costs(program, machine, host_of, options.costs),
      program_(program),
      detail_(options.level == profiles::Level::kFunctionality || Events::kWantsEveryDetail
                  ? engine::Detail::kFunctionalities
                  : engine::Detail::kUnits),
      waiting_cost_(machine.waiting_cost()),
      scale_(options.scale),
      events_(events) {
  const std::uint32_t count = program.process_count();
  processes.reserve(count);
  for (const blueprint::ProcessGroup& group : program.groups) {
    for (std::uint32_t i = 0; i < group.count; ++i) {
      processes.emplace_back(program, ProcessId{index(group.first) + i}, options.chance);
    }
    wanted_left_ += group.server ? 0 : group.count;
  }
  active_ = count;
  if (!Events::kWantsEveryDetail && !waiting_cost_.network_listens) {
    find_undisturbed(machine, host_of);
  }
}

/// A consumer that wants every detail gets the events of all processes in the order of time.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::find_undisturbed(const machines::Machine& machine,
                                            std::span<const std::uint32_t> host_of) {
  const auto hosts = machine.hosts();
  std::vector<std::uint32_t> processes_on(hosts.size());
  for (const std::uint32_t host : hosts.empty() ? std::span<const std::uint32_t>{} : host_of) {
    ++processes_on[host];
  }
  for (std::uint32_t self = 0; self < processes.size(); ++self) {
    processes[self].is_undisturbed =
        hosts.empty() || processes_on[host_of[self]] <= hosts[host_of[self]].cores;
  }
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::begin_all() {
  for (std::uint32_t self = 0; self < processes.size(); ++self) {
    events_.process_begin(ProcessId{self}, times_of(processes[self]));
    go_on(self);
  }
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::enter(std::uint32_t self, ProcessPhase phase) {
  VirtualProcess& process = processes[self];
  active_ += is_idle(process.phase) ? 1 : 0;
  active_ -= is_idle(phase) ? 1 : 0;
  process.phase = phase;
}

template <events::ProcessEvents<Picoseconds> Events>
struct ProcessSteps<Events>::EngineSteps {
  bool begin_unit(std::uint32_t unit) const {
    all.begin_unit(process, unit, ProcessId{self});
    return true;
  }
  bool begin_functionality(std::uint32_t position) const {
    process.in_functionality = true;
    all.events_.functionality_begin(ProcessId{self}, position, all.times_of(process));
    return true;
  }
  bool end_functionality() const {
    process.in_functionality = false;
    all.events_.functionality_end(ProcessId{self}, all.times_of(process));
    return true;
  }
  bool compute(const Step& step) const { return all.compute(self, step); }
  bool send(const Step& step) const { return all.send(self, step); }
  bool receive() const { return all.receive(self); }
  void complete() const { all.complete(self); }

  ProcessSteps& all;
  VirtualProcess& process;
  std::uint32_t self;
};

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::go_on(std::uint32_t self) {
  enter(self, ProcessPhase::kReady);
  VirtualProcess& process = processes[self];
  process.engine.run(detail_, EngineSteps{*this, process, self});
  return_to_instant();
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::return_to_instant() {
  time.ahead = std::max(time.ahead, time.now);
  time.now = time.instant;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::begin_unit(VirtualProcess& process, std::uint32_t unit, ProcessId self) {
  const auto at = times_of(process);
  process.activated = time.now;
  if (process.in_unit) {
    events_.unit_end(self, at);
  }
  process.in_unit = true;
  events_.unit_begin(self, unit, at);
}

// --- computing ----------------------------------------------------------------------------------

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::compute(std::uint32_t self, const Step& step) {
  VirtualProcess& process = processes[self];
  process.component = step.computation;
  process.since = time.now;
  events_.computation_begin(ProcessId{self}, step.computation, time.now);
  const blueprint::Computation& line = program_.computations[step.computation];
  const auto cpu_time = costs.cpu_time_of(ProcessId{self}, step);
  const Picoseconds duration = scale_.scaled_time(
      line.definition,
      cpu_time ? *cpu_time : machines::picoseconds_of(program_.amount_of(line, step.draw)));
  if (duration == Picoseconds{}) {
    end_computation(self);
    return true;
  }
  if (cpu_time) {
    if (!use_cpu(self, ProcessPhase::kComputing, duration, Picoseconds{})) {
      return false;
    }
    end_computation(self);
    return true;
  }
  const bool spins = line.kind == blueprint::ComputationKind::kBusywait;
  if (spins) {
    time.cpus.spin(self, time.now);
  }
  wall_until(self, spins ? ProcessPhase::kSpinning : ProcessPhase::kSleeping, duration);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_computation(std::uint32_t self) {
  const VirtualProcess& process = processes[self];
  events_.computation_end(ProcessId{self}, process.component, span_of(process));
}

/// True if the process has used it: it takes no time, or the process has run ahead.
template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::use_cpu(std::uint32_t self, ProcessPhase phase, Picoseconds user,
                                   Picoseconds sys) {
  VirtualProcess& process = processes[self];
  const Picoseconds cpu_time = machines::later(user, sys);
  process.since = time.now;
  process.user = user;
  process.sys = sys;
  const Picoseconds end = machines::later(time.now, cpu_time);
  if (end == time.instant || run_ahead(process, phase, end)) {
    return true;
  }
  enter(self, phase);
  time.cpus.run(self, end - time.instant, time.instant);
  return false;
}

/// The begin of a message's way, and of a wait, can be noticed by others.
template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::run_ahead(VirtualProcess& process, ProcessPhase phase, Picoseconds end) {
  const bool is_noticed = phase == ProcessPhase::kPaying || phase == ProcessPhase::kListening;
  if (is_noticed || !process.is_undisturbed || end > time.horizon) {
    return false;
  }
  process.used_user += process.user;
  process.used_sys += process.sys;
  time.now = end;
  return true;
}

/// The process, which has run ahead, does nothing until the run is there.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::catch_up(std::uint32_t self, ProcessPhase phase) {
  processes[self].user = processes[self].sys = Picoseconds{};
  enter(self, phase);
  time.cpus.run(self, time.now - time.instant, time.instant);
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::wall_until(std::uint32_t self, ProcessPhase phase,
                                      Picoseconds duration) {
  processes[self].since = time.now;
  enter(self, phase);
  time.walls.set(self, machines::later(time.now, duration));
}

// --- sending ------------------------------------------------------------------------------------

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::send(std::uint32_t self, const Step& step) {
  VirtualProcess& process = processes[self];
  process.component = step.output;
  if (program_.outputs[step.output].delay) {
    return set_timer(self, step);
  }
  machines::MessageCost cost;
  process.message = messages.begin(self, step, time.now, *time.network, cost);
  process.after = cost.after;
  events_.send_begin(ProcessId{self}, step.output, messages.event_of(process.message), time.now);
  return use_cpu(self, ProcessPhase::kPaying, cost.pack, cost.send) && enter_network(self);
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::enter_network(std::uint32_t self) {
  const VirtualProcess& process = processes[self];
  messages.sent(process.message);
  const events::Message event = messages.event_of(process.message);
  const bool is_free =
      time.network->enter(process.message, messages[process.message].letter, time.now);
  if (is_free && process.after == Picoseconds{}) {
    end_send(self, event);
    return true;
  }
  unfinished_.add(self, processes.size(), {event, process.since, process.user});
  if (is_free) {
    return pay_after(self);
  }
  events_.send_held(ProcessId{self}, process.component, event, time.now);
  enter(self, ProcessPhase::kHeld);
  listen(self, true);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::release(std::uint32_t self) {
  DPS_CHECK(processes[self].phase == ProcessPhase::kHeld);
  listen(self, false);
  events_.send_freed(ProcessId{self}, processes[self].component, unfinished_.of(self).message,
                     time.now);
  if (pay_after(self)) {
    go_on(self);
  }
}

/// The message is in the network; its send still costs CPU time.
template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::pay_after(std::uint32_t self) {
  if (!use_cpu(self, ProcessPhase::kFinishing, Picoseconds{}, processes[self].after)) {
    return false;
  }
  end_unfinished_send(self);
  return true;
}

/// The message may have been taken by now, and its number used again.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_unfinished_send(std::uint32_t self) {
  const UnfinishedSend& send = unfinished_.of(self);
  processes[self].since = send.since;
  processes[self].user = send.packing;
  end_send(self, send.message);
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_send(std::uint32_t self, const events::Message& message) {
  const VirtualProcess& process = processes[self];
  events_.send_end(ProcessId{self}, process.component, message, span_of(process), process.user);
}

/// Sets a timer: a delayed message of the process to itself, which never enters the network.
template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::set_timer(std::uint32_t self, const Step& step) {
  const Picoseconds since = step.fired_by_message
                                ? Picoseconds(static_cast<std::int64_t>(step.stamp))
                                : processes[self].activated;
  const std::uint32_t id = messages.set_timer(self, step, time.now, since);
  const events::Message event = messages.event_of(id);
  events_.send_begin(ProcessId{self}, step.output, event, time.now);
  events_.send_end(ProcessId{self}, step.output, event,
                   events::Span<Picoseconds>{time.now, time.now}, Picoseconds{});
  processes[self].message = id;
  if (time.is_ahead()) {
    catch_up(self, ProcessPhase::kSettingTimer);
    return false;
  }
  start_timer(self);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::start_timer(std::uint32_t self) {
  const std::uint32_t id = processes[self].message;
  time.timers.push(std::max(time.now, messages[id].due), messages[id].sequence, id);
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::complete(std::uint32_t self) {
  if (time.is_ahead()) {
    catch_up(self, ProcessPhase::kCatchingUp);  // and completes then
    return;
  }
  VirtualProcess& process = processes[self];
  enter(self, ProcessPhase::kComplete);
  wanted_left_ -= program_.is_server(ProcessId{self}) ? 0 : 1;
  end_process(self, events::Ending::kComplete);
  while (!process.arrived.empty()) {
    messages.drop_late(process.arrived.pop(messages.list()), time.now);
  }
  listen(self, true);
}

/// Reports the ends of the active functionality, of the active unit and of the process.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_process(std::uint32_t self, events::Ending ending) {
  const VirtualProcess& process = processes[self];
  const auto at = times_of(process);
  if (process.in_functionality) {
    events_.functionality_end(ProcessId{self}, at);
  }
  if (process.in_unit) {
    events_.unit_end(ProcessId{self}, at);
  }
  events_.process_end(ProcessId{self}, at, ending);
}

/// A computation or a send that is under way when the run is stopped counts until then.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_activity(std::uint32_t self) {
  const VirtualProcess& process = processes[self];
  switch (process.phase) {
    case ProcessPhase::kComputing:
    case ProcessPhase::kSpinning:
    case ProcessPhase::kSleeping:
      end_computation(self);
      return;
    case ProcessPhase::kPaying:
      events_.send_failed(ProcessId{self}, process.component, messages.event_of(process.message),
                          span_of(process));
      return;
    case ProcessPhase::kHeld:
    case ProcessPhase::kFinishing:
      events_.send_failed(ProcessId{self}, process.component, unfinished_.of(self).message,
                          events::Span<Picoseconds>{unfinished_.of(self).since, time.now});
      return;
    default:
      return;
  }
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::end_all() {
  for (std::uint32_t self = 0; self < processes.size(); ++self) {
    VirtualProcess& process = processes[self];
    if (process.phase != ProcessPhase::kComplete) {
      end_activity(self);
      end_process(self, events::Ending::kStopped);
    }
    process.engine.finish();
  }
  while (!time.timers.empty()) {
    messages.drop_late(time.timers.pop(), time.now);
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
      return enter_network(self);
    case ProcessPhase::kFinishing:
      end_unfinished_send(self);
      return true;
    case ProcessPhase::kTaking:
      message_taken(self);
      return true;
    case ProcessPhase::kCatchingUp:
      return true;
    case ProcessPhase::kSettingTimer:
      start_timer(self);
      return true;
    case ProcessPhase::kListening:
      if (process.arrived.empty()) {
        wait(self);
        return false;
      }
      return take(self);
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
      process.used_user += time.cpus.spun(self, time.now);
      [[fallthrough]];
    case ProcessPhase::kSleeping:
      end_computation(self);
      return true;
    case ProcessPhase::kWaking:
      return take(self);
    default:
      DPS_CHECK(false && "a phase with an end");
      return false;
  }
}

}  // namespace dps::predictor

#include "predictor/virtual_time/process_receives.h"
