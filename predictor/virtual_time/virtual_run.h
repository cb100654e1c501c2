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
#include "predictor/virtual_time/prediction.h"
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
        end_(std::min(options.end.value_or(VirtualTime::kEndOfTime), VirtualTime::kEndOfTime)),
        wanted_(steps_.processes.incomplete()) {
    // Zero until progress() sets a later one.
    steps_.processes.time.horizon = options.is_to_stop ? Picoseconds{} : end_;
  }

  /// Runs all processes to their ends, or to the end given in the options. A deadlock of processes
  /// or of messages in the network, or an end by is_to_stop(), is not an error. Errors (kLimit):
  /// virtual time would exceed 2^63 ps.
  Result<void> run();

  // The parts of run(), for a caller that decides itself when to stop.

  void begin() { steps_.begin_all(); }
  /// The instant of the next events; kNever at the end of the run.
  [[nodiscard]] Picoseconds next();
  /// Advances all processes at next(), which has been called.
  void advance();
  /// Stops the run at the first instant at which no process has run ahead.
  void stop();
  [[nodiscard]] Picoseconds now() const { return steps_.processes.time.instant; }
  /// The number of messages and timers that have arrived.
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }

  /// The states of the processes after run().
  [[nodiscard]] ProcessSteps<Events>& steps() { return steps_; }
  [[nodiscard]] bool is_stopped() const { return stop_.came(); }
  /// True if the run was still going on at the end given in the options.
  [[nodiscard]] bool was_ended() const { return was_ended_; }

 private:
  void advance_network();
  void deliver_arrivals();
  void sort_arrivals();
  bool arrive(std::uint32_t id);
  void wake_up(std::uint32_t self);
  void advance_processes();
  [[nodiscard]] Result<void> conclude();
  bool is_to_stop() {
    return stop_.has_come([this] { return progress(); });
  }
  /// True if the run is to stop among the events of an instant.
  bool is_to_stop_now() {
    return is_to_stop() && steps_.processes.time.ahead < steps_.processes.time.instant;
  }
  PredictionProgress progress();

  ProcessSteps<Events> steps_;
  StopRequest stop_;
  Picoseconds end_;
  bool was_ended_ = false;
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
  steps_.is_to_stop = [this] { return stop_.ask([this] { return progress(); }); };
  begin();
  while (!is_to_stop() && next() <= end_) {
    advance();
  }
  if (is_stopped()) {
    stop();
  } else if (end_ < VirtualTime::kEndOfTime && steps_.processes.has_more() &&
             steps_.processes.time.network->report().blocked.empty()) {
    was_ended_ = true;
    VirtualTime& time = steps_.processes.time;
    time.now = time.instant = end_;
  }
  return conclude();
}

/// Usually there are as many events between two questions as between a question and the horizon, so
/// a run that is to stop reaches the horizon soon.
template <events::ProcessEvents<Picoseconds> Events>
PredictionProgress VirtualRun<Events>::progress() {
  VirtualTime& time = steps_.processes.time;
  const Picoseconds passed = time.instant - reported_;
  reported_ = time.instant;
  time.horizon = std::min(end_, later(later(time.instant, passed), passed));
  return {time.instant, wanted_ - steps_.processes.incomplete(), arrived_};
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::stop() {
  stop_.set();
  steps_.processes.time.horizon = {};
  while (steps_.processes.time.ahead > steps_.processes.time.instant &&
         next() != machines::kNever) {
    advance();
  }
}

template <events::ProcessEvents<Picoseconds> Events>
Picoseconds VirtualRun<Events>::next() {
  if (steps_.processes.is_over()) {
    return next_ = machines::kNever;
  }
  VirtualTime& time = steps_.processes.time;
  next_in_network_ = time.network->next();
  next_ = std::min({next_in_network_, time.cpus.next(), time.walls.next(), time.timers.next()});
  return next_;
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::advance() {
  VirtualTime& time = steps_.processes.time;
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
  steps_.processes.time.network->advance(steps_.processes.time.instant, network_events_);
  for (const std::uint32_t self : network_events_.released) {
    if (steps_.release(self)) {
      steps_.go_on(self);
    }
  }
  network_events_.released.clear();
}

/// Delivers all messages that arrive at this instant before a process takes one of them.
template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::deliver_arrivals() {
  if (network_events_.arrived.size() == 1) {
    const std::uint32_t id = network_events_.arrived.front();
    network_events_.arrived.clear();
    if (arrive(id)) {
      wake_up(steps_.processes.messages[id].letter.to);
    }
    return;
  }
  for (const std::uint32_t id : network_events_.arrived) {
    arrivals_.push_back(steps_.processes.messages.list().arrival_order(id));
  }
  network_events_.arrived.clear();
  if (arrivals_.size() > 1) {
    sort_arrivals();
  }
  for (const ArrivalOrder& arrival : arrivals_) {
    if (arrive(arrival.id)) {
      woken_.push_back(steps_.processes.messages[arrival.id].letter.to);
    }
  }
  arrivals_.clear();
  for (const std::uint32_t self : woken_) {
    wake_up(self);
  }
  woken_.clear();
}

/// Delivers one message. Returns true if its receiver is to be woken up.
template <events::ProcessEvents<Picoseconds> Events>
bool VirtualRun<Events>::arrive(std::uint32_t id) {
  ++arrived_;
  is_to_stop();  // which run() looks at, when all that arrives now has arrived
  return steps_.arrive(id);
}

template <events::ProcessEvents<Picoseconds> Events>
void VirtualRun<Events>::wake_up(std::uint32_t self) {
  if (steps_.wake_up(self)) {
    steps_.go_on(self);
  }
}

/// Sorts the arrivals. Networks often list them backwards, and then reversing is quicker than
/// sorting.
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
  VirtualTime& time = steps_.processes.time;
  while (time.cpus.next() <= time.instant && !is_to_stop_now()) {
    const auto self = time.cpus.take_ended(time.instant);
    if (self && steps_.cpu_ended(*self)) {
      steps_.go_on(*self);
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
  if (steps_.processes.failure) {
    return failure(ErrorCode::kInput, *steps_.processes.failure);
  }
  const Picoseconds last = std::max(steps_.processes.time.instant, steps_.processes.time.ahead);
  if (!is_stopped() && !was_ended_ && steps_.processes.has_more() &&
      steps_.processes.time.network->report().blocked.empty()) {
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
