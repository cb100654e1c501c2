#include "simulator/agent/watch.h"

#include "base/processes/process_end.h"

namespace dps::simulator {

namespace {

constexpr std::chrono::seconds kTooLong(10);

bool runs(const SimulatorChild& child) {
  return child.alive() && child.state == control::SimulatorState::kRunning;
}

/// The reason for which a simulator makes no progress, unless the blueprint explains it.
std::optional<std::string> reason(const SimulatorChild& child, profiles::ProcessState state) {
  const char kernel_state = state_of(child.pid());
  if (kernel_state == 'T' || kernel_state == 't') {
    return "has been stopped (SIGSTOP or a debugger)";
  }
  if (state != profiles::ProcessState::kRunning) {
    return std::nullopt;
  }
  const auto executed = descendants_of(child.pid());
  if (executed.empty()) {
    return std::nullopt;
  }
  return "waits for a program that it executed (pid " + std::to_string(executed.front()) + ")";
}

}  // namespace

control::CountersFrame Watch::read(Clock::time_point now) {
  control::CountersFrame frame;
  moved_ = false;
  for (const auto& [process, child] : children_) {
    const profiles::PageCounters page = child->page().counters();
    Seen& seen = seen_.try_emplace(process, Seen{.since = now}).first->second;
    if (seen.progress != page.progress || seen.state != page.state) {
      seen = {page.progress, page.state, now, false};
      moved_ = true;
    }
    frame.processes.push_back({.process = process,
                               .state = page.state,
                               .sent = page.sent,
                               .taken = page.taken,
                               .late = page.late,
                               .timers_pending = page.timers_pending,
                               .natives_pending = page.natives_pending,
                               .bytes = page.bytes,
                               .progress = page.progress,
                               .changed = page.changed,
                               .unit = page.unit,
                               .position = page.position});
  }
  return frame;
}

bool Watch::only_servers_run() const {
  bool server_runs = false;
  for (const auto& [process, child] : children_) {
    if (runs(*child)) {
      if (!child->server()) {
        return false;
      }
      server_runs = true;
    }
  }
  return server_runs;
}

std::vector<Watch::Stuck> Watch::stuck(Clock::time_point now) {
  std::vector<Stuck> found;
  for (auto& [process, seen] : seen_) {
    const SimulatorChild& child = *children_.at(process);
    if (seen.is_reported || now - seen.since < kTooLong || !runs(child)) {
      continue;
    }
    if (auto what = reason(child, seen.state)) {
      seen.is_reported = true;
      found.push_back({&child, *std::move(what)});
    }
  }
  return found;
}

}  // namespace dps::simulator
