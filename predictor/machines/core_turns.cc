#include "predictor/machines/core_turns.h"

#include <algorithm>

namespace dps::machines {

CoreTurns::CoreTurns(std::span<const MachineHost> hosts, std::span<const std::uint32_t> host_of)
    : host_of_(host_of), hosts_(hosts.size()), jobs_(host_of.size()) {
  for (std::uint32_t process = 0; process < host_of.size(); ++process) {
    const MachineHost& from = hosts[host_of[process]];
    Host& host = hosts_[host_of[process]];
    host.turn = from.turn;
    if (from.turn > Picoseconds{} && host.cores.size() < from.cores) {
      host.cores.emplace_back();
    }
    const auto core_count = static_cast<std::uint32_t>(host.cores.size());
    jobs_[process].core = core_count == 0 ? 0 : host.waiting++ % from.cores;
  }
  for (Host& host : hosts_) {
    host.waiting = 0;
    host.changes.resize(host.cores.size());
  }
}

// --- jobs ---------------------------------------------------------------------------------------

void CoreTurns::run(std::uint32_t process, Picoseconds time, Picoseconds now) {
  jobs_[process].left = time;
  jobs_[process].spins = false;
  begin(process, now);
}

void CoreTurns::spin(std::uint32_t process, Picoseconds now) {
  jobs_[process].left = kNever;
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
  return job.received;
}

std::optional<std::uint32_t> CoreTurns::take_ended(std::uint32_t id, Picoseconds now) {
  Host& host = hosts_[id];
  while (host.changes.next() <= now) {
    const std::uint32_t core = host.changes.first();
    const std::uint32_t process = host.cores[core].process;
    const Job& job = jobs_[process];
    if (later(job.since, job.left) <= now) {
      leave(process, now);
      return process;
    }
    end_turn(host, core, now);
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
    add_waiting(host, core, process);
    schedule(host, core, now);
  }
}

/// True if the process has just left its core: then it has not.
bool CoreTurns::goes_on(std::uint32_t process, Picoseconds now) {
  if (left_.process != process || left_.at != now) {
    return false;
  }
  Host& host = hosts_[host_of_[process]];
  Job& job = jobs_[process];
  Core& core = host.cores[job.core];
  if (left_.successor != kNobody) {
    Job& successor = jobs_[left_.successor];
    successor.core = left_.successors_core;
    successor.waits = true;
    host.cores[successor.core].queue.push_front(left_.successor);
    ++host.waiting;
    schedule(host, successor.core, now);
  }
  core.process = process;
  core.since = left_.turn_since;
  job.since = now;
  left_ = {};
  schedule(host, job.core, now);
  return true;
}

void CoreTurns::leave(std::uint32_t process, Picoseconds now) {
  pause(process, now);
  Host& host = hosts_[host_of_[process]];
  const std::uint32_t id = jobs_[process].core;
  Core& core = host.cores[id];
  left_ = {process, now, core.since, kNobody, id};
  core.process = kNobody;
  if (host.waiting > 0) {
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
  } else {
    host.changes.remove(id);
  }
}

// --- turns --------------------------------------------------------------------------------------

/// Others wait for the core.
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
  add_waiting(host, core, last);
  give(host, core, first, now);
}

/// The core is free.
void CoreTurns::give(Host& host, std::uint32_t id, std::uint32_t process, Picoseconds now) {
  host.cores[id].process = process;
  host.cores[id].since = now;
  jobs_[process].core = id;
  jobs_[process].since = now;
  schedule(host, id, now);
}

/// The process loses its core.
void CoreTurns::pause(std::uint32_t process, Picoseconds now) {
  Job& job = jobs_[process];
  const Picoseconds passed = now - job.since;
  job.received += passed;
  job.left -= job.left == kNever ? Picoseconds{} : passed;
}

std::uint32_t CoreTurns::take_waiting(Host& host, std::uint32_t core) {
  auto& queue = host.cores[core].queue;
  const std::uint32_t process = queue.front();
  queue.pop_front();
  --host.waiting;
  jobs_[process].waits = false;
  return process;
}

void CoreTurns::add_waiting(Host& host, std::uint32_t core, std::uint32_t process) {
  host.cores[core].queue.push_back(process);
  ++host.waiting;
  jobs_[process].waits = true;
}

/// Sets the instant at which the job of a core ends, or before that its turn, if others wait.
void CoreTurns::schedule(Host& host, std::uint32_t id, Picoseconds now) {
  const Core& core = host.cores[id];
  const bool is_free = core.process == kNobody;
  if (is_free || (jobs_[core.process].spins && core.queue.empty())) {
    host.changes.remove(id);
    return;
  }
  const Job& job = jobs_[core.process];
  const Picoseconds end = later(job.since, job.left);
  host.changes.set(
      id, core.queue.empty() ? end : std::min(end, std::max(now, later(core.since, host.turn))));
}

}  // namespace dps::machines
