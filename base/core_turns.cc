#include "base/core_turns.h"

#include <algorithm>

namespace dps {

CoreTurns::CoreTurns(std::span<const TurningCores> hosts, std::span<const std::uint32_t> host_of)
    : host_of_(host_of), hosts_(hosts.size()), jobs_(host_of.size()) {
  std::vector<std::uint32_t> processes(hosts.size());
  for (std::uint32_t process = 0; process < host_of.size(); ++process) {
    const TurningCores& from = hosts[host_of[process]];
    if (from.turn == Picoseconds{}) {
      continue;
    }
    Host& host = hosts_[host_of[process]];
    host.turn = from.turn;
    if (host.cores.size() < from.cores) {
      host.cores.emplace_back();
    }
    jobs_[process].core = processes[host_of[process]]++ % from.cores;
  }
}

// --- jobs ---------------------------------------------------------------------------------------

void CoreTurns::run(std::uint32_t process, Picoseconds time, Picoseconds now) {
  jobs_[process].left = time;
  jobs_[process].spins = false;
  begin(process, now);
}

void CoreTurns::spin(std::uint32_t process, Picoseconds now) {
  jobs_[process].spins = true;
  jobs_[process].received = Picoseconds{};
  begin(process, now);
}

Picoseconds CoreTurns::spun(std::uint32_t process, Picoseconds now) {
  Job& job = jobs_[process];
  if (!job.waits) {
    leave(process, now);
    return job.received;
  }
  Host& host = hosts_[host_of_[process]];
  auto& queue = host.cores[job.core].queue;
  queue.erase(std::find(queue.begin(), queue.end(), process));
  --host.waiting;
  job.waits = false;
  left_ = {};
  schedule(host, job.core, now);
  report(process, CoreStay::kAway, now);
  return job.received;
}

Picoseconds CoreTurns::left(std::uint32_t process, Picoseconds now) const {
  const Job& job = jobs_[process];
  return job.left - (job.waits ? Picoseconds{} : now - job.since);
}

void CoreTurns::end_spin(std::uint32_t process, Picoseconds now) {
  Job& job = jobs_[process];
  job.spins = false;
  job.left = now - job.since;
  schedule(hosts_[host_of_[process]], job.core, now);
}

const CoreTurns::Core* CoreTurns::next_of(const Host& host) {
  const Core* next = nullptr;
  for (const Core& core : host.cores) {
    if (core.change && (next == nullptr || *core.change < *next->change)) {
      next = &core;
    }
  }
  return next;
}

std::optional<Picoseconds> CoreTurns::next(std::uint32_t host) const {
  const Core* core = next_of(hosts_[host]);
  return core == nullptr ? std::nullopt : core->change;
}

std::optional<std::uint32_t> CoreTurns::take_ended(std::uint32_t on, Picoseconds now) {
  Host& host = hosts_[on];
  for (const Core* core = next_of(host); core != nullptr && *core->change <= now;
       core = next_of(host)) {
    const std::uint32_t process = core->process;
    const Job& job = jobs_[process];
    if (!job.spins && later(job.since, job.left) <= now) {
      leave(process, now);
      return process;
    }
    end_turn(host, job.core, now);
  }
  return std::nullopt;
}

void CoreTurns::begin(std::uint32_t process, Picoseconds now) {
  if (goes_on(process, now)) {
    return;
  }
  left_ = {};
  Host& host = hosts_[host_of_[process]];
  const std::uint32_t core = jobs_[process].core;
  if (host.cores[core].process == kNobody) {
    give(host, core, process, now);
  } else {
    add_waiting(host, core, process, now);
    schedule(host, core, now);
  }
}

/// Undoes leave() if the process left its core at this instant. Returns true if it did.
bool CoreTurns::goes_on(std::uint32_t process, Picoseconds now) {
  if (left_.process != process || left_.at != now) {
    return false;
  }
  Host& host = hosts_[host_of_[process]];
  Job& job = jobs_[process];
  if (left_.successor != kNobody) {
    Job& successor = jobs_[left_.successor];
    successor.core = left_.successors_core;
    successor.waits = true;
    host.cores[successor.core].queue.push_front(left_.successor);
    ++host.waiting;
    schedule(host, successor.core, now);
    report(left_.successor, CoreStay::kWaiting, now);
  }
  host.cores[job.core].process = process;
  host.cores[job.core].since = left_.turn_since;
  job.since = now;
  left_ = {};
  schedule(host, job.core, now);
  report(process, CoreStay::kOnCore, now);
  return true;
}

void CoreTurns::leave(std::uint32_t process, Picoseconds now) {
  pause(process, now);
  Host& host = hosts_[host_of_[process]];
  const std::uint32_t id = jobs_[process].core;
  Core& core = host.cores[id];
  left_ = {process, now, core.since, kNobody, id};
  core.process = kNobody;
  core.change.reset();
  report(process, CoreStay::kAway, now);
  if (host.waiting == 0) {
    return;
  }
  std::uint32_t from = id;
  if (core.queue.empty()) {
    const auto longest = std::max_element(
        host.cores.begin(), host.cores.end(),
        [](const Core& a, const Core& b) { return a.queue.size() < b.queue.size(); });
    from = static_cast<std::uint32_t>(longest - host.cores.begin());
  }
  left_.successors_core = from;
  left_.successor = take_waiting(host, from);
  give(host, id, left_.successor, now);
  schedule(host, from, now);
}

// --- turns --------------------------------------------------------------------------------------

/// Ends the turn of a core's process; at least one other process must wait for the core.
void CoreTurns::end_turn(Host& host, std::uint32_t core, Picoseconds now) {
  left_ = {};
  const auto free = std::find_if(host.cores.begin(), host.cores.end(),
                                 [](const Core& one) { return one.process == kNobody; });
  const std::uint32_t first = take_waiting(host, core);
  if (free != host.cores.end()) {
    give(host, static_cast<std::uint32_t>(free - host.cores.begin()), first, now);
    schedule(host, core, now);
    return;
  }
  const std::uint32_t last = host.cores[core].process;
  pause(last, now);
  add_waiting(host, core, last, now);
  give(host, core, first, now);
}

/// Gives the core, which no process uses at this instant, to the process.
void CoreTurns::give(Host& host, std::uint32_t id, std::uint32_t process, Picoseconds now) {
  host.cores[id].process = process;
  host.cores[id].since = now;
  jobs_[process].core = id;
  jobs_[process].since = now;
  schedule(host, id, now);
  report(process, CoreStay::kOnCore, now);
}

/// Charges the process for the time on its core, which it loses.
void CoreTurns::pause(std::uint32_t process, Picoseconds now) {
  Job& job = jobs_[process];
  const Picoseconds passed = now - job.since;
  job.received += passed;
  job.left -= job.spins || job.left == Picoseconds::max() ? Picoseconds{} : passed;
}

std::uint32_t CoreTurns::take_waiting(Host& host, std::uint32_t core) {
  auto& queue = host.cores[core].queue;
  const std::uint32_t process = queue.front();
  queue.pop_front();
  --host.waiting;
  jobs_[process].waits = false;
  return process;
}

void CoreTurns::add_waiting(Host& host, std::uint32_t core, std::uint32_t process,
                            Picoseconds now) {
  host.cores[core].queue.push_back(process);
  ++host.waiting;
  jobs_[process].waits = true;
  report(process, CoreStay::kWaiting, now);
}

void CoreTurns::schedule(Host& host, std::uint32_t id, Picoseconds now) {
  Core& core = host.cores[id];
  core.change.reset();
  if (core.process == kNobody) {
    return;
  }
  const Job& job = jobs_[core.process];
  if (!job.spins) {
    core.change = later(job.since, job.left);
  }
  if (!core.queue.empty()) {
    const Picoseconds turn_end = std::max(now, later(core.since, host.turn));
    core.change = core.change ? std::min(*core.change, turn_end) : turn_end;
  }
}

}  // namespace dps
