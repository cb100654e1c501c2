#include "profiles/traces/analysis/shared_cores.h"

#include <algorithm>
#include <utility>

#include "profiles/traces/analysis/activities.h"

namespace dps::traces {
namespace {

bool uses_core(const TraceHead& head, const ActivityTime& time) {
  switch (time.activity) {
    case Activity::kCompute:
      return head.times.empty() || head.times[time.element] != ComputationTime::kSleep;
    case Activity::kSend:
    case Activity::kTake:
      return true;
    default:
      return false;
  }
}

}  // namespace

SharedCores::SharedCores(const TraceHead& head)
    : head_(head), on_host_(head.hosts.size()), jobs_(head.processes.size()) {
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    on_host_[head.processes[p].host].push_back(p);
  }
}

Result<SharedCores> SharedCores::read(const Trace& trace) {
  const TraceHead& head = trace.head();
  SharedCores cores(head);
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    const std::uint32_t host = head.processes[p].host;
    if (head.hosts[host].cores == 0 || cores.on_host_[host].size() <= head.hosts[host].cores) {
      continue;
    }
    const auto done = for_each_activity(trace, p, [&](const ActivityTime& time) {
      if (time.begin < time.end && uses_core(head, time)) {
        cores.add(p, {time.begin, time.end, 0, {time.activity, time.element, time.peer}});
      }
    });
    if (!done) {
      return tl::unexpected(done.error());
    }
  }
  cores.find_stays();
  return cores;
}

/// The stretches of all processes on hosts with turns.
void SharedCores::find_stays() {
  std::vector<WorkStretch> work;
  for (std::uint32_t process = 0; process < jobs_.size(); ++process) {
    const std::vector<Job>& jobs = jobs_[process];
    for (std::size_t at = 0; has_turns(process) && at < jobs.size(); ++at) {
      if (ends_stretch({process, &jobs[at]})) {
        work.push_back({process, jobs[at].stretch, jobs[at].end});
      }
    }
  }
  if (!work.empty()) {
    stays_.emplace(head_, work);
  }
}

/// On a host with turns, a process loses time to the work on the core for which it waits.
CoreUse SharedCores::use_of_turns(std::uint32_t process, Ticks begin, Ticks end) const {
  std::map<WorkKey, Ticks> losses;
  stays_->for_each_wait(process, begin, end, [&](std::uint32_t other, Ticks from, Ticks to) {
    const std::vector<Job>& jobs = jobs_[other];
    auto job = std::partition_point(jobs.begin(), jobs.end(),
                                    [from](const Job& at) { return at.end <= from; });
    for (; job != jobs.end() && job->begin < to; ++job) {
      losses[{other, job->work.activity, job->work.element, job->work.peer}] +=
          std::min(to, job->end) - std::max(from, job->begin);
    }
  });
  CoreUse use{begin, end - begin, {}, {}};
  for (const auto& [key, time] : losses) {
    const auto& [other, activity, element, peer] = key;
    use.others.push_back({other, {activity, element, peer}, time});
    use.own -= time;
  }
  return use;
}

void SharedCores::add(std::uint32_t process, const Job& job) {
  std::vector<Job>& jobs = jobs_[process];
  const bool goes_on = !jobs.empty() && jobs.back().end == job.begin;
  const Ticks stretch = goes_on ? jobs.back().stretch : job.begin;
  jobs.push_back({job.begin, job.end, stretch, job.work});
}

/// The jobs of the other processes of its host in this time, in process order.
std::vector<SharedCores::Neighbour> SharedCores::neighbours(std::uint32_t process, Ticks begin,
                                                            Ticks end) const {
  std::vector<Neighbour> found;
  for (const std::uint32_t other : on_host_[head_.processes[process].host]) {
    const auto& jobs = jobs_[other];
    auto job = std::partition_point(jobs.begin(), jobs.end(),
                                    [&](const Job& at) { return at.end <= begin; });
    for (; other != process && job != jobs.end() && job->begin < end; ++job) {
      found.push_back({other, &*job});
    }
  }
  return found;
}

/// The start of the stretch in which the process works just before `end`.
Ticks SharedCores::stretch_at(std::uint32_t process, Ticks end) const {
  const auto& jobs = jobs_[process];
  const auto job =
      std::partition_point(jobs.begin(), jobs.end(), [&](const Job& at) { return at.end < end; });
  return job == jobs.end() ? end : std::min(job->stretch, end);
}

bool SharedCores::ends_stretch(const Neighbour& neighbour) const {
  const auto& jobs = jobs_[neighbour.process];
  return neighbour.job == &jobs.back() || (neighbour.job + 1)->begin != neighbour.job->end;
}

/// The last end of another process's work in this time that gave the process more of the core, if
/// that work had begun before its own.
void SharedCores::find_release(std::span<const Neighbour> neighbours, std::uint32_t cores,
                               Ticks since, Ticks end, CoreUse& use) const {
  for (const Neighbour& neighbour : neighbours) {
    const Ticks at = neighbour.job->end;
    if (at <= use.begin || at >= end || neighbour.job->stretch >= since ||
        !ends_stretch(neighbour)) {
      continue;
    }
    const auto working = std::count_if(neighbours.begin(), neighbours.end(), [&](const auto& of) {
      return of.job->begin < at && at <= of.job->end;
    });
    if (static_cast<std::uint32_t>(working) + 1 > cores) {
      use.begin = at;
      use.freed_by = neighbour.process;
    }
  }
}

/// The process gets less than a core while too many others work, and loses the rest to them in
/// equal parts.
SharedCores::Losses SharedCores::losses_to(std::span<const Neighbour> neighbours,
                                           std::uint32_t cores, Ticks begin, Ticks end) {
  struct Change {
    Ticks time = 0;
    int by = 0;
    std::size_t job = 0;
  };
  std::vector<Change> changes;
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    changes.push_back({std::max(neighbours[i].job->begin, begin), 1, i});
    changes.push_back({std::min(neighbours[i].job->end, end), -1, i});
  }
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.time < b.time; });
  std::vector<double> at_begin(neighbours.size());
  Losses losses;
  double lost = 0;  // to each one that works
  double others = 0;
  Ticks last = begin;
  for (const Change& change : changes) {
    if (others + 1 > cores) {
      const double part = 1 - cores / (others + 1);
      lost += static_cast<double>(change.time - last) * part / others;
    }
    last = change.time;
    others += change.by;
    if (change.by > 0) {
      at_begin[change.job] = lost;
      continue;
    }
    const Work& work = neighbours[change.job].job->work;
    losses[{neighbours[change.job].process, work.activity, work.element, work.peer}] +=
        lost - at_begin[change.job];
  }
  return losses;
}

CoreUse SharedCores::use_during(std::uint32_t process, Ticks begin, Ticks end) const {
  if (stays_ && has_turns(process)) {
    return use_of_turns(process, begin, end);
  }
  const std::uint32_t cores = head_.hosts[head_.processes[process].host].cores;
  CoreUse use{begin, end - begin, {}, {}};
  auto others = neighbours(process, begin, end);
  find_release(others, cores, stretch_at(process, end), end, use);
  others.erase(std::remove_if(others.begin(), others.end(),
                              [&](const Neighbour& of) { return of.job->end <= use.begin; }),
               others.end());
  use.own = end - use.begin;
  for (const auto& [key, lost] : losses_to(others, cores, use.begin, end)) {
    const auto time = std::min(static_cast<Ticks>(lost), use.own);
    const auto& [other, activity, element, peer] = key;
    if (time > 0) {
      use.others.push_back({other, {activity, element, peer}, time});
      use.own -= time;
    }
  }
  return use;
}

}  // namespace dps::traces
