/// The run of a program in virtual time, from instant to instant.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/messages.h"
#include "predictor/virtual_time/predictor.h"
#include "predictor/virtual_time/process_steps.h"
#include "predictor/virtual_time/stop_request.h"

namespace dps::predictor {

/// At each instant the network is first, so that all messages of this instant have arrived before a
/// process takes one of them. Then the processes continue: those whose CPU time ends by host, and
/// on a host in process order; all others in process order.
///
/// A template, so that events without a consumer cost nothing.
template <events::ProcessEvents<Picoseconds> Events>
class VirtualRun {
 public:
  /// Borrows `events`, the program, the machine and the hosts.
  VirtualRun(const blueprint::Program& program, const machines::Machine& machine,
             std::span<const std::uint32_t> host_of, const PredictionOptions& options,
             Events& events)
      : steps_(program, machine, host_of, options, events),
        stop_(options.is_to_stop),
        wanted_(steps_.incomplete_count()) {
    if (options.is_to_stop) {
      steps_.time.horizon = {};  // until progress() knows better
    }
  }

  /// Runs all processes to their ends. A deadlock, or an end by is_to_stop(), is not an error.
  /// Errors (kLimit): virtual time would exceed 2^63 ps.
  Result<void> run();

  // The parts of run(), for a caller that decides itself when to stop.

  void begin() { steps_.begin_all(); }
  /// The instant of the next events; kNever at the end of the run.
  [[nodiscard]] Picoseconds next();
  /// Advances all processes at next(), which has been called.
  void advance();
  /// Stops the run at the first instant at which no process has run ahead.
  void stop();
  [[nodiscard]] Picoseconds now() const { return steps_.time.instant; }
  /// The number of messages and timers that have arrived.
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }

  /// The states of the processes after run().
  [[nodiscard]] ProcessSteps<Events>& steps() { return steps_; }
  [[nodiscard]] bool is_stopped() const { return stop_.came(); }

 private:
  void advance_network();
  void deliver_arrivals();
  void sort_arrivals();
  void arrive(std::uint32_t id);
  void wake_up();
  void advance_processes();
  [[nodiscard]] Result<void> conclude();
  bool is_to_stop() {
    return stop_.has_come([this] { return progress(); });
  }
  /// True if the run is to stop among the events of an instant.
  bool is_to_stop_now() { return is_to_stop() && steps_.time.ahead < steps_.time.instant; }
  PredictionProgress progress();

  ProcessSteps<Events> steps_;
  StopRequest stop_;
  Picoseconds next_{};
  Picoseconds next_in_network_{};
  machines::NetworkEvents network_events_;
  std::vector<ArrivalOrder> arrivals_;
  std::vector<std::uint32_t> woken_;
  std::uint32_t wanted_;  // processes, servers aside
  std::uint64_t arrived_ = 0;
  Picoseconds reported_{};  // the instant of the last progress()
};

template <events::ProcessEvents<Picoseconds> Events>
Result<void> VirtualRun<Events>::run() {
  begin();
  while (!is_to_stop() && next() != machines::kNever) {
    advance();
  }
  if (is_stopped()) {
    stop();
  }
  return conclude();
}

/// Usually there are as many events between two questions as between a question and the horizon, so
/// a run that is to stop reaches the horizon soon.
template <events::ProcessEvents<Picoseconds> Events>
PredictionProgress VirtualRun<Events>::progress() {
  VirtualTime& time = steps_.time;
  const Picoseconds passed = time.instant - reported_;
  reported_ = time.instant;
  time.horizon = std::min(VirtualTime::kEndOfTime,
                          machines::later(machines::later(time.instant, passed), passed));
  return {time.instant, wanted_ - steps_.incomplete_count(), arrived_};
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::stop() {
  stop_.set();
  steps_.time.horizon = {};
  while (steps_.time.ahead > steps_.time.instant && next() != machines::kNever) {
    advance();
  }
}

template <events::ProcessEvents<Picoseconds> Events>
Picoseconds VirtualRun<Events>::next() {
  if (steps_.is_over()) {
    return next_ = machines::kNever;
  }
  VirtualTime& time = steps_.time;
  next_in_network_ = time.network->next();
  next_ = std::min({next_in_network_, time.cpus.next(), time.walls.next(), time.timers.next()});
  return next_;
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::advance() {
  VirtualTime& time = steps_.time;
  time.now = time.instant = std::max(time.instant, next_);
  if (next_in_network_ <= time.instant) {
    advance_network();
  }
  while (time.timers.next() <= time.instant) {
    network_events_.arrived.push_back(time.timers.pop());
  }
  if (!network_events_.arrived.empty()) {
    deliver_arrivals();
  }
  advance_processes();
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::advance_network() {
  steps_.time.network->advance(steps_.time.instant, network_events_);
  for (const std::uint32_t self : network_events_.released) {
    steps_.release(self);
  }
  network_events_.released.clear();
}

/// Delivers all messages that arrive at this instant before a process takes one of them.
template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::deliver_arrivals() {
  if (network_events_.arrived.size() == 1) {
    arrive(network_events_.arrived.front());
    network_events_.arrived.clear();
    wake_up();
    return;
  }
  for (const std::uint32_t id : network_events_.arrived) {
    arrivals_.push_back(steps_.messages.list().arrival_order(id));
  }
  network_events_.arrived.clear();
  if (arrivals_.size() > 1) {
    sort_arrivals();
  }
  for (const ArrivalOrder& arrival : arrivals_) {
    arrive(arrival.id);
  }
  arrivals_.clear();
  wake_up();
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::arrive(std::uint32_t id) {
  ++arrived_;
  const std::uint32_t receiver = steps_.messages[id].letter.to;
  if (steps_.arrive(id)) {
    woken_.push_back(receiver);
  }
  is_to_stop();  // which run() looks at, when all that arrives now has arrived
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::wake_up() {
  for (const std::uint32_t self : woken_) {
    if (steps_.wake_up(self)) {
      steps_.go_on(self);
    }
  }
  woken_.clear();
}

/// Networks often list them backwards, and then reversing is quicker than sorting.
template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::sort_arrivals() {
  if (arrivals_.back() < arrivals_.front()) {
    std::reverse(arrivals_.begin(), arrivals_.end());
  }
  if (!std::is_sorted(arrivals_.begin(), arrivals_.end())) {
    std::sort(arrivals_.begin(), arrivals_.end());
  }
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::advance_processes() {
  VirtualTime& time = steps_.time;
  while (time.cpus.next() <= time.instant && !is_to_stop_now()) {
    const std::uint32_t self = *time.cpus.take_ended(time.instant);
    if (steps_.cpu_ended(self)) {
      steps_.go_on(self);
    }
  }
  while (time.walls.next() <= time.instant && !is_to_stop_now()) {
    const std::uint32_t self = time.walls.first();
    time.walls.remove(self);
    if (steps_.wall_ended(self)) {
      steps_.go_on(self);
    }
  }
}

template <events::ProcessEvents<Picoseconds> Events>
Result<void> VirtualRun<Events>::conclude() {
  const Picoseconds last = std::max(steps_.time.instant, steps_.time.ahead);
  if (!is_stopped() && steps_.has_more()) {
    return failure(
        ErrorCode::kLimit,
        fmt::format("the prediction goes beyond 2^63 ps of virtual time (106 days), from {:.0f} s "
                    "on",
                    static_cast<double>(last.count()) /
                        static_cast<double>(machines::kPicosecondsPerSecond)));
  }
  return {};
}

}  // namespace dps::predictor
