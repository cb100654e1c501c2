#include "predictor/world.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"

namespace dps::predictor {

using machines::kNever;

World::World(const blueprint::Program& program, const machines::Machine& machine,
             std::span<const std::uint32_t> host_of, const PredictionOptions& options)
    : program_(program),
      machine_(machine),
      host_of_(host_of),
      detail_(options.level == profiles::Level::kFunctionality ? engine::Detail::kFunctionalities
                                                               : engine::Detail::kUnits),
      waiting_cost_(machine.waiting_cost()),
      network_(machine.make_network(host_of)),
      cpus_(machine.hosts(), host_of),
      tallies_(program, options.level),
      books_(program),
      asked_to_stop_(options.is_to_stop),
      costless_(program.computations.size(), false) {
  if (!options.costs.empty()) {
    charges_.emplace(program, machine.hosts(), options.costs);
  }
  const machines::MachineSummary summary = machine.summary();
  least_bytes_ = summary.least_bytes.value_or(0);
  most_bytes_ = summary.most_bytes.value_or(UINT64_MAX);
  const std::uint32_t count = program.process_count();
  walls_.resize(count);
  processes_.reserve(count);
  for (const blueprint::ProcessGroup& group : program.groups) {
    for (std::uint32_t i = 0; i < group.count; ++i) {
      processes_.emplace_back(program, ProcessId{index(group.first) + i}, options.chance);
    }
    wanted_left_ += group.server ? 0 : group.count;
  }
  active_ = count;
}

Result<void> World::play() {
  for (std::uint32_t self = 0; self < processes_.size(); ++self) {
    go_on(self);
  }
  while (!is_over() && !is_to_stop()) {
    const Picoseconds network = network_->next();
    const Picoseconds timer = timers_.empty() ? kNever : timers_.top().due;
    const Picoseconds next = std::min({network, cpus_.next(), walls_.next(), timer});
    if (next == kNever) {
      break;
    }
    now_ = std::max(now_, next);
    if (network <= now_) {
      advance_network();
    }
    advance_timers();
    deliver_arrivals();
    advance_cpus();
    advance_walls();
  }
  if (!is_stopped_ && is_out_of_time()) {
    return failure(
        ErrorCode::kLimit,
        fmt::format("the prediction goes beyond 2^63 ps of virtual time (106 days), from "
                    "{:.0f} s on",
                    static_cast<double>(now_.count()) /
                        static_cast<double>(machines::kPicosecondsPerSecond)));
  }
  return {};
}

/// Servers that wait do not keep a run going, nor do their timers.
bool World::is_over() const {
  return wanted_left_ == 0 && active_ == 0 && under_way_ == 0;
}

/// Asks whoever wants the prediction some thousand times a second.
bool World::is_to_stop() {
  constexpr std::uint32_t kInstants = 4096;
  if (++instants_ % kInstants == 0 && asked_to_stop_) {
    is_stopped_ = asked_to_stop_();
  }
  return is_stopped_;
}

/// At the end: something would still happen, but later than can be counted.
bool World::is_out_of_time() const {
  return !is_over() && (cpus_.has_jobs() || !walls_.empty() || !timers_.empty() || under_way_ > 0);
}

// --- what happens at an instant -----------------------------------------------------------------

void World::advance_network() {
  network_->advance(now_, network_events_);
  for (const std::uint32_t self : network_events_.released) {
    DPS_CHECK(processes_[self].state == State::kHeld);
    network_->listen(self, false, now_);
    send_done(self);
    go_on(self);
  }
  network_events_.released.clear();
}

void World::advance_timers() {
  while (!timers_.empty() && timers_.top().due <= now_) {
    network_events_.arrived.push_back(timers_.top().id);
    timers_.pop();
  }
}

/// All that arrives at one instant is there before any process takes any of it.
void World::deliver_arrivals() {
  if (network_events_.arrived.empty()) {
    return;
  }
  for (const std::uint32_t id : network_events_.arrived) {
    arrivals_.push_back(messages_.arrival(id));
  }
  network_events_.arrived.clear();
  if (arrivals_.size() > 1) {
    std::sort(arrivals_.begin(), arrivals_.end());
  }
  for (const Arrival& arrival : arrivals_) {
    arrive(arrival.id);
  }
  arrivals_.clear();
  for (const std::uint32_t self : woken_) {
    if (waiting_cost_.wakeup > Picoseconds{}) {
      wall_until(self, State::kWaking, waiting_cost_.wakeup);
    } else if (take(self)) {
      go_on(self);
    }
  }
  woken_.clear();
}

void World::arrive(std::uint32_t id) {
  const std::uint32_t self = messages_[id].to;
  Process& process = processes_[self];
  if (process.state == State::kComplete) {
    drop_late(id);
    network_->listen(self, true, now_);
    return;
  }
  process.inbox.push(messages_, id);
  if (process.state == State::kWaiting) {
    set_state(self, State::kWaking);
    woken_.push_back(self);
  }
}

void World::advance_cpus() {
  while (const auto self = cpus_.take_ended(now_)) {
    cpu_ended(*self);
  }
}

void World::advance_walls() {
  while (walls_.next() <= now_) {
    const std::uint32_t self = walls_.first();
    walls_.remove(self);
    wall_ended(self);
  }
}

}  // namespace dps::predictor
