#include "predictor/machines/cpus.h"

#include "predictor/machines/indexed_heap.h"

namespace dps::machines {
namespace {

constexpr unsigned kDigits = 40;  // binary digits of Count below the picosecond
/// A job ends up to a millionth of a picosecond early, so that rounding down of the clock never
/// makes it a picosecond longer.
constexpr Wide kTolerance = Wide{1} << 20;

constexpr Wide count_of(Picoseconds time) {
  return wide(time) << kDigits;
}

}  // namespace

/// The order by end, then by process.
struct Cpus::JobOrder {
  std::vector<Job>& jobs;

  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
    __extension__ using Difference = __int128;
    if (jobs[a].ended != jobs[b].ended) {
      return jobs[a].ended < jobs[b].ended;
    }
    const auto apart = static_cast<Difference>(jobs[a].end - jobs[b].end);
    return apart != 0 ? apart < 0 : a < b;
  }
  [[nodiscard]] std::uint32_t& place(std::uint32_t process) const { return jobs[process].place; }
};

Cpus::Cpus(std::span<const MachineHost> hosts, std::span<const std::uint32_t> host_of)
    : host_of_(host_of),
      hosts_(hosts.empty() ? host_of.size() : hosts.size()),
      jobs_(host_of.size()) {
  std::vector<TurningCores> turning;
  turning.reserve(hosts.size());
  bool has_turns = false;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    hosts_[i].cores = hosts[i].cores;
    hosts_[i].has_turns = hosts[i].turn > Picoseconds{};
    has_turns = has_turns || hosts_[i].has_turns;
    turning.push_back({hosts[i].cores, hosts[i].turn});
  }
  if (has_turns) {
    turns_ = std::make_unique<CoreTurns>(turning, host_of_);
  }
  ends_.resize(hosts_.size());
}

// --- jobs ---------------------------------------------------------------------------------------

void Cpus::run(std::uint32_t process, Picoseconds time, Picoseconds now) {
  const std::uint32_t id = host_of_[process];
  Host& host = hosts_[id];
  if (host.has_turns) [[unlikely]] {
    turns_->run(process, time, now);
    schedule_turns(id);
    return;
  }
  Job& job = jobs_[process];
  // A job that follows another one immediately begins at the exact end of that job, which need not
  // be a whole picosecond.
  const Count lag = job.ended == now ? job.end : 0;
  if (host.runnable < host.cores) {
    ++host.runnable;
    job.end = lag;
    job.ended = later(now, time);
    add_job(host, process);
    if (host.jobs[0] == process) {
      ends_.set(id, job.ended);
    }
    return;
  }
  add_runnable(host, now);
  job.end = host.count + lag + count_of(time);
  job.ended = Job::kOnClock;
  add_job(host, process);
  schedule(id);
}

std::optional<std::uint32_t> Cpus::take_ended(Picoseconds now) {
  while (ends_.next() <= now) {
    const std::uint32_t id = ends_.first();
    if (!hosts_[id].has_turns) [[likely]] {
      return take_first(id, now);
    }
    const auto process = turns_->take_ended(id, now);
    schedule_turns(id);
    if (process) {
      return process;
    }
  }
  return std::nullopt;
}

/// Removes the first job of this host, which has ended; the host has no turns.
std::uint32_t Cpus::take_first(std::uint32_t id, Picoseconds now) {
  Host& host = hosts_[id];
  const std::uint32_t process = host.jobs[0];
  if (host.runnable == 1) {  // so it has the host to itself
    host.jobs.clear();
    host.runnable = 0;
    jobs_[process].ended = now;
    ends_.remove(id);
    return process;
  }
  IndexedHeap<JobOrder, Jobs>(host.jobs, JobOrder{jobs_}).erase(process);
  if (host.has_clock()) {
    advance(host, now);
    jobs_[process].end -= host.count;
  }
  jobs_[process].ended = now;
  remove_runnable(host, now);
  schedule(id);
  return process;
}

Picoseconds Cpus::left(std::uint32_t process, Picoseconds now) const {
  const Host& host = hosts_[host_of_[process]];
  if (host.has_turns) {
    return turns_->left(process, now);
  }
  const Job& job = jobs_[process];
  const Count left =
      host.has_clock() ? job.end - count_at(host, now) : job.end + count_of(job.ended - now);
  const Wide half = Wide{1} << (kDigits - 1);
  return clamped((left + half) >> kDigits);
}

void Cpus::add_job(Host& host, std::uint32_t process) {
  IndexedHeap<JobOrder, Jobs>(host.jobs, JobOrder{jobs_}).push(process);
}

void Cpus::schedule(std::uint32_t id) {
  const Host& host = hosts_[id];
  if (host.jobs.empty()) {
    ends_.remove(id);
    return;
  }
  const Job& first = jobs_[host.jobs[0]];
  ends_.set(id, host.has_clock() ? instant_of(host, first.end) : first.ended);
}

// --- spinning -----------------------------------------------------------------------------------

void Cpus::spin(std::uint32_t process, Picoseconds now) {
  Host& host = hosts_[host_of_[process]];
  if (host.has_turns) {
    turns_->spin(process, now);
    schedule_turns(host_of_[process]);
    return;
  }
  add_runnable(host, now);
  jobs_[process].end = count_at(host, now);
  jobs_[process].ended = Job::kNotYet;
  schedule(host_of_[process]);
}

Picoseconds Cpus::spun(std::uint32_t process, Picoseconds now) {
  Host& host = hosts_[host_of_[process]];
  if (host.has_turns) {
    const Picoseconds received = turns_->spun(process, now);
    schedule_turns(host_of_[process]);
    return received;
  }
  remove_runnable(host, now);
  schedule(host_of_[process]);
  const Wide half = Wide{1} << (kDigits - 1);
  return clamped((count_at(host, now) - jobs_[process].end + half) >> kDigits);
}

// --- turns --------------------------------------------------------------------------------------

void Cpus::schedule_turns(std::uint32_t id) {
  if (const auto next = turns_->next(id)) {
    ends_.set(id, *next);
  } else {
    ends_.remove(id);
  }
}

// --- the clock ----------------------------------------------------------------------------------

Cpus::Count Cpus::count_at(const Host& host, Picoseconds now) {
  const Wide passed = count_of(now - host.since);
  return host.count + (host.has_clock() ? passed * host.cores / host.runnable : passed);
}

void Cpus::advance(Host& host, Picoseconds now) {
  if (host.since != now) {
    host.count = count_at(host, now);
    host.since = now;
  }
}

Picoseconds Cpus::instant_of(const Host& host, Count end) {
  const Count left = end > host.count + kTolerance ? end - host.count - kTolerance : 0;
  const Wide time = host.has_clock()
                        ? divided_up(left * host.runnable, count_of(Picoseconds{host.cores}))
                        : (left + count_of(Picoseconds(1)) - 1) >> kDigits;
  return later(host.since, clamped(time));
}

void Cpus::add_runnable(Host& host, Picoseconds now) {
  if (host.has_clock()) {
    advance(host, now);
  } else if (host.runnable == host.cores) {
    move_to_clock(host, now);
  }
  ++host.runnable;
}

void Cpus::remove_runnable(Host& host, Picoseconds now) {
  if (!host.has_clock()) {
    --host.runnable;
    return;
  }
  advance(host, now);
  --host.runnable;
  if (!host.has_clock()) {
    move_from_clock(host);
  }
}

void Cpus::move_to_clock(Host& host, Picoseconds now) {
  advance(host, now);
  for (const std::uint32_t process : host.jobs) {
    Job& job = jobs_[process];
    job.end += host.count + count_of(job.ended - now);
    job.ended = Job::kOnClock;
  }
}

/// Moves the jobs from the host's clock, which has been advanced.
void Cpus::move_from_clock(Host& host) {
  for (const std::uint32_t process : host.jobs) {
    Job& job = jobs_[process];
    job.ended = instant_of(host, job.end);
    job.end -= host.count + count_of(job.ended - host.since);
  }
}

}  // namespace dps::machines
