/// The processes of a prediction: their activities, and the ends of these.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/link_events.h"
#include "predictor/virtual_time/messages_under_way.h"
#include "predictor/virtual_time/prediction.h"
#include "predictor/virtual_time/virtual_process.h"
#include "predictor/virtual_time/virtual_time.h"

namespace dps::predictor {

/// A process that nobody can disturb runs ahead of the others: it takes a message, computes and
/// pays for its next send in one go, and its events have the instants at which they happen. Then it
/// waits until the run has reached the instant at which its message enters the network. So the run
/// has events only for changes that other processes can notice. A process is undisturbed if its
/// host has a core for each of its processes, and if the network does not depend on whether it
/// listens.
template <events::ProcessEvents<Picoseconds> Events>
class Processes {
 public:
  /// Borrows `consumer`, the program, the machine and the hosts.
  Processes(const blueprint::Program& of, const machines::Machine& machine,
            std::span<const std::uint32_t> host_of, const PredictionOptions& options,
            Events& consumer);

  [[nodiscard]] VirtualProcess& operator[](std::uint32_t self) { return list[self]; }

  /// Starts a phase in which the process uses CPU time. Returns true if the process has used it
  /// and continues at once: it takes no time, or the process has run ahead.
  bool use_cpu(std::uint32_t self, ProcessPhase phase, Picoseconds user, Picoseconds sys);
  /// Starts a phase of this duration.
  void wall_until(std::uint32_t self, ProcessPhase phase, Picoseconds duration);
  /// Lets the process, which has run ahead, do nothing until the run is there.
  void catch_up(std::uint32_t self, ProcessPhase phase);
  void enter(std::uint32_t self, ProcessPhase phase);
  /// Marks the process as complete.
  void complete(std::uint32_t self);
  /// Records that the process, and with it the run, cannot continue.
  void fail(std::uint32_t self, const std::string& why) {
    enter(self, ProcessPhase::kWaiting);
    has_failed_ = true;
    if (!failure) {
      failure = program.process_name(ProcessId{self}) + ": " + why;
    }
  }
  /// Called when another process continues.
  void return_to_instant() {
    time.ahead = std::max(time.ahead, time.now);
    time.now = time.instant;
  }
  void listen(std::uint32_t self, bool does) {
    if (waiting_cost.network_listens) {
      time.network->listen(self, does, time.now);
    }
  }

  [[nodiscard]] events::Times<Picoseconds> times_of(const VirtualProcess& process) const {
    return {time.now, process.used_user, process.used_sys};
  }
  /// The span from the start of the phase.
  [[nodiscard]] events::EventSpan<Picoseconds> span_of(const VirtualProcess& process) const {
    return {process.since, time.now};
  }

  /// True at the end of the run: all processes except servers are complete, and the servers only
  /// wait for messages and for their own timers.
  [[nodiscard]] bool is_over() const {
    return (incomplete_ == 0 && active_ == 0 && messages.none()) || has_failed_;
  }
  /// The number of processes, except servers, that are not complete.
  [[nodiscard]] std::uint32_t incomplete() const { return incomplete_; }
  /// True if jobs, timers or messages remain. Without a next instant in `time`, these are beyond
  /// the end of virtual time.
  [[nodiscard]] bool has_more() const {
    return !is_over() && (time.cpus.has_jobs() || !time.walls.empty() || !time.timers.empty() ||
                          !messages.none());
  }

  const blueprint::Program& program;
  const machines::WaitingCost waiting_cost;
  Events& events;
  MessagesUnderWay<Events> messages;
  LinkEvents link_events;
  VirtualTime time;
  std::vector<VirtualProcess> list;    ///< in process order
  std::optional<std::string> failure;  ///< the error of the first process that could not continue

 private:
  void find_undisturbed(const machines::Machine& machine, std::span<const std::uint32_t> host_of);
  bool run_ahead(VirtualProcess& process, ProcessPhase phase, Picoseconds end);

  std::uint32_t incomplete_ = 0;  // processes that are neither servers nor complete
  std::uint32_t active_ = 0;      // processes that neither wait nor are complete
  bool has_failed_ = false;       // a process could not continue
};

template <events::ProcessEvents<Picoseconds> Events>
Processes<Events>::Processes(const blueprint::Program& of, const machines::Machine& machine,
                             std::span<const std::uint32_t> host_of,
                             const PredictionOptions& options, Events& consumer)
    : program(of),
      waiting_cost(machine.waiting_cost()),
      events(consumer),
      messages(of, machine, options.scale, consumer),
      link_events(options.trace, messages.list()),
      time(machine, host_of, link_events.observer()),
      active_(of.process_count()) {
  list.reserve(active_);
  for (const blueprint::ProcessGroup& group : program.groups) {
    for (std::uint32_t i = 0; i < group.count; ++i) {
      list.emplace_back(program, ProcessId{index(group.first) + i}, options.chance);
    }
    incomplete_ += group.server ? 0 : group.count;
  }
  for (VirtualProcess& process : list) {
    if (program.has_collectives() && process.engine.operations() != nullptr &&
        options.scale.definition != blueprint::kNone) {
      process.engine.operations()->scale(options.scale.definition,
                                         [scale = options.scale](std::uint64_t bytes) {
                                           return scale.scaled_bytes(scale.definition, bytes);
                                         });
    }
  }
  if (!Events::kWantsEveryDetail && !waiting_cost.network_listens) {
    find_undisturbed(machine, host_of);
  }
}

/// A consumer that requests every detail gets the events of all processes in the order of time, so
/// that then no process runs ahead.
template <events::ProcessEvents<Picoseconds> Events>
void Processes<Events>::find_undisturbed(const machines::Machine& machine,
                                         std::span<const std::uint32_t> host_of) {
  const auto hosts = machine.hosts();
  std::vector<std::uint32_t> processes_on(hosts.size());
  for (const std::uint32_t host : hosts.empty() ? std::span<const std::uint32_t>{} : host_of) {
    ++processes_on[host];
  }
  for (std::uint32_t self = 0; self < list.size(); ++self) {
    list[self].is_undisturbed =
        hosts.empty() || processes_on[host_of[self]] <= hosts[host_of[self]].cores;
  }
}

template <events::ProcessEvents<Picoseconds> Events>
void Processes<Events>::enter(std::uint32_t self, ProcessPhase phase) {
  VirtualProcess& process = list[self];
  active_ += is_idle(process.phase) ? 1 : 0;
  active_ -= is_idle(phase) ? 1 : 0;
  process.phase = phase;
}

template <events::ProcessEvents<Picoseconds> Events>
void Processes<Events>::complete(std::uint32_t self) {
  enter(self, ProcessPhase::kComplete);
  incomplete_ -= program.is_server(ProcessId{self}) ? 0 : 1;
}

template <events::ProcessEvents<Picoseconds> Events>
bool Processes<Events>::use_cpu(std::uint32_t self, ProcessPhase phase, Picoseconds user,
                                Picoseconds sys) {
  VirtualProcess& process = list[self];
  process.since = time.now;
  process.user = user;
  process.sys = sys;
  const Picoseconds end = later(time.now, later(user, sys));
  if (end == time.instant || run_ahead(process, phase, end)) {
    return true;
  }
  enter(self, phase);
  time.cpus.run(self, end - time.instant, time.instant);
  return false;
}

/// Returns false if the process must not run ahead to this end of a phase. Others notice when a
/// message enters the network and when a process begins to wait.
template <events::ProcessEvents<Picoseconds> Events>
bool Processes<Events>::run_ahead(VirtualProcess& process, ProcessPhase phase, Picoseconds end) {
  const bool is_noticed = phase == ProcessPhase::kPaying || phase == ProcessPhase::kListening;
  if (is_noticed || !process.is_undisturbed || end > time.horizon) {
    return false;
  }
  process.used_user += process.user;
  process.used_sys += process.sys;
  time.now = end;
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void Processes<Events>::catch_up(std::uint32_t self, ProcessPhase phase) {
  list[self].user = list[self].sys = Picoseconds{};
  enter(self, phase);
  time.cpus.run(self, time.now - time.instant, time.instant);
}

template <events::ProcessEvents<Picoseconds> Events>
void Processes<Events>::wall_until(std::uint32_t self, ProcessPhase phase, Picoseconds duration) {
  list[self].since = time.now;
  enter(self, phase);
  time.walls.set(self, later(time.now, duration));
}

}  // namespace dps::predictor
