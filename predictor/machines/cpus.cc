#include "predictor/machines/cpus.h"

#include "predictor/machines/indexed_heap.h"

namespace dps::machines {
namespace {

constexpr unsigned kDigits = 40;  // binary digits of Count below the picosecond
/// A job ends up to a millionth of a picosecond early, so that rounding down of the clock never
/// makes it a picosecond longer.
constexpr Wide kTolerance = Wide{1} << 20;

}  // namespace

struct Cpus::JobOrder {
  std::vector<Job>& jobs;

  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
    return jobs[a].end != jobs[b].end ? jobs[a].end < jobs[b].end : a < b;
  }
  [[nodiscard]] std::uint32_t& place(std::uint32_t process) const { return jobs[process].place; }
};

Cpus::Cpus(std::span<const MachineHost> hosts, std::span<const std::uint32_t> host_of)
    : host_of_(host_of),
      hosts_(hosts.empty() ? host_of.size() : hosts.size()),
      jobs_(host_of.size()) {
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    hosts_[i].cores = hosts[i].cores;
  }
  ends_.resize(hosts_.size());
}

void Cpus::advance(Host& host, Picoseconds now) {
  const Wide passed = wide(now - host.since) << kDigits;
  host.count += host.runnable <= host.cores ? passed : passed * host.cores / host.runnable;
  host.since = now;
}

void Cpus::schedule(std::uint32_t id) {
  const Host& host = hosts_[id];
  if (host.jobs.empty()) {
    ends_.remove(id);
    return;
  }
  const Count end = jobs_[host.jobs[0]].end;
  const Count left = end > host.count + kTolerance ? end - host.count - kTolerance : 0;
  Wide time = 0;
  if (host.runnable <= host.cores) {
    time = (left + (Wide{1} << kDigits) - 1) >> kDigits;
  } else {
    time = divided_up(left * host.runnable, Wide{host.cores} << kDigits);
  }
  ends_.set(id, later(host.since, clamped(time)));
}

void Cpus::run(std::uint32_t process, Picoseconds time, Picoseconds now) {
  const std::uint32_t id = host_of_[process];
  Host& host = hosts_[id];
  advance(host, now);
  ++host.runnable;
  Job& job = jobs_[process];
  // A job that follows another one immediately begins at the exact end of that job, which need not
  // be a whole picosecond.
  const Count begin = job.ended == now ? job.end : host.count;
  job.end = begin + (wide(time) << kDigits);
  IndexedHeap<JobOrder, Jobs>(host.jobs, JobOrder{jobs_}).push(process);
  schedule(id);
}

void Cpus::spin(std::uint32_t process, Picoseconds now) {
  const std::uint32_t id = host_of_[process];
  Host& host = hosts_[id];
  advance(host, now);
  ++host.runnable;
  jobs_[process].end = host.count;
  jobs_[process].ended = Job::kNotYet;
  schedule(id);
}

Picoseconds Cpus::spun(std::uint32_t process, Picoseconds now) {
  const std::uint32_t id = host_of_[process];
  Host& host = hosts_[id];
  advance(host, now);
  --host.runnable;
  schedule(id);
  const Wide half = Wide{1} << (kDigits - 1);
  return clamped((host.count - jobs_[process].end + half) >> kDigits);
}

std::optional<std::uint32_t> Cpus::take_ended(Picoseconds now) {
  if (ends_.next() > now) {
    return std::nullopt;
  }
  const std::uint32_t id = ends_.first();
  Host& host = hosts_[id];
  const std::uint32_t process = host.jobs[0];
  advance(host, now);
  IndexedHeap<JobOrder, Jobs>(host.jobs, JobOrder{jobs_}).erase(process);
  jobs_[process].ended = now;
  --host.runnable;
  schedule(id);
  return process;
}

}  // namespace dps::machines
