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
        wanted_(steps_.incomplete_count()) {}

  /// Runs all processes to their ends. A deadlock, or an end by is_to_stop(), is not an error.
  /// Errors (kLimit): virtual time would exceed 2^63 ps.
  Result<void> run();

  // The parts of run(), for a caller that decides itself when to stop.

  void begin() { steps_.begin_all(); }
  /// The instant of the next events; kNever at the end of the run.
  [[nodiscard]] Picoseconds next();
  /// Advances all processes at next(), which has been called.
  void advance();
  void stop() { stop_.set(); }
  [[nodiscard]] Picoseconds now() const { return steps_.time.now; }
  /// The number of messages and timers that have arrived.
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }

  /// The states of the processes after run().
  [[nodiscard]] ProcessSteps<Events>& steps() { return steps_; }
  [[nodiscard]] bool is_stopped() const { return stop_.came(); }

 private:
  void advance_network();
  void deliver_arrivals();
  void sort_arrivals();
  void advance_processes();
  [[nodiscard]] Result<void> conclude();
  bool is_to_stop() {
    return stop_.has_come([this] { return progress(); });
  }
  [[nodiscard]] PredictionProgress progress() const {
    return {steps_.time.now, wanted_ - steps_.incomplete_count(), arrived_};
  }

  ProcessSteps<Events> steps_;
  StopRequest stop_;
  Picoseconds next_{};
  Picoseconds next_in_network_{};
  machines::NetworkEvents network_events_;
  std::vector<ArrivalOrder> arrivals_;
  std::vector<std::uint32_t> woken_;
  std::uint32_t wanted_;  // processes, servers aside
  std::uint64_t arrived_ = 0;
};

template <events::ProcessEvents<Picoseconds> Events>
Result<void> VirtualRun<Events>::run() {
  begin();
  while (!is_to_stop() && next() != machines::kNever) {
    advance();
  }
  return conclude();
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
  time.now = std::max(time.now, next_);
  if (next_in_network_ <= time.now) {
    advance_network();
  }
  while (time.timers.next() <= time.now) {
    network_events_.arrived.push_back(time.timers.pop());
  }
  if (!network_events_.arrived.empty()) {
    deliver_arrivals();
  }
  advance_processes();
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::advance_network() {
  steps_.time.network->advance(steps_.time.now, network_events_);
  for (const std::uint32_t self : network_events_.released) {
    steps_.release(self);
  }
  network_events_.released.clear();
}

/// Delivers all messages that arrive at this instant before a process takes one of them.
template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::deliver_arrivals() {
  for (const std::uint32_t id : network_events_.arrived) {
    arrivals_.push_back(steps_.messages.list().arrival_order(id));
  }
  network_events_.arrived.clear();
  if (arrivals_.size() > 1) {
    sort_arrivals();
  }
  arrived_ += arrivals_.size();
  for (const ArrivalOrder& arrival : arrivals_) {
    const std::uint32_t receiver = steps_.messages[arrival.id].letter.to;
    if (steps_.arrive(arrival.id)) {
      woken_.push_back(receiver);
    }
    is_to_stop();  // which run() looks at, when all that arrives now has arrived
  }
  arrivals_.clear();
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
  while (time.cpus.next() <= time.now && !is_to_stop()) {
    const std::uint32_t self = *time.cpus.take_ended(time.now);
    if (steps_.cpu_ended(self)) {
      steps_.go_on(self);
    }
  }
  while (time.walls.next() <= time.now && !is_to_stop()) {
    const std::uint32_t self = time.walls.first();
    time.walls.remove(self);
    if (steps_.wall_ended(self)) {
      steps_.go_on(self);
    }
  }
}

template <events::ProcessEvents<Picoseconds> Events>
Result<void> VirtualRun<Events>::conclude() {
  if (!is_stopped() && steps_.has_more()) {
    return failure(
        ErrorCode::kLimit,
        fmt::format("the prediction goes beyond 2^63 ps of virtual time (106 days), from {:.0f} s "
                    "on",
                    static_cast<double>(steps_.time.now.count()) /
                        static_cast<double>(machines::kPicosecondsPerSecond)));
  }
  return {};
}

}  // namespace dps::predictor
