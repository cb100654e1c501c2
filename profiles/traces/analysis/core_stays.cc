#include "profiles/traces/analysis/core_stays.h"

#include <cstddef>
#include <optional>
#include <tuple>

#include "base/core_turns.h"

namespace dps::traces {
namespace {

/// A prediction with more turns would have taken too long; a trace with more is not one of ours.
constexpr std::uint64_t kMostTurns = 100'000'000;

struct Change {
  Ticks time = 0;
  bool begins = false;  // ends are first
  std::uint32_t process = 0;

  bool operator<(const Change& other) const {
    return std::tie(time, begins, process) < std::tie(other.time, other.begins, other.process);
  }
};

/// The work of a host, from instant to instant.
class HostReplay {
 public:
  HostReplay(CoreTurns& turns, std::uint32_t host) : turns_(turns), host_(host) {}

  void play(std::vector<Change>& changes) {
    std::sort(changes.begin(), changes.end());
    for (auto change = changes.begin(); change != changes.end() && ended_ < kMostTurns;) {
      const Ticks time = change->time;
      end_turns_before(time);
      const Picoseconds now(time);
      for (; change != changes.end() && change->time == time && !change->begins; ++change) {
        turns_.has_core(change->process) ? turns_.end_spin(change->process, now)
                                         : static_cast<void>(turns_.spun(change->process, now));
      }
      while (turns_.take_ended(host_, now)) {
      }
      for (; change != changes.end() && change->time == time; ++change) {
        turns_.spin(change->process, now);
      }
    }
  }

 private:
  void end_turns_before(Ticks time) {
    for (auto next = turns_.next(host_); next && next->count() < time && ended_ < kMostTurns;
         next = turns_.next(host_)) {
      turns_.take_ended(host_, *next);
      ++ended_;
    }
  }

  CoreTurns& turns_;
  std::uint32_t host_;
  std::uint64_t ended_ = 0;
};

}  // namespace

CoreStays::CoreStays(const TraceHead& head, std::span<const WorkStretch> work)
    : waits_(head.processes.size()) {
  std::vector<std::uint32_t> host_of;
  std::vector<std::uint32_t> processes_on(head.hosts.size());
  for (const TracedProcess& process : head.processes) {
    host_of.push_back(process.host);
    ++processes_on[process.host];
  }
  std::vector<TurningCores> hosts;
  std::vector<std::uint32_t> first_core;
  std::uint32_t cores = 0;  // of those that a process can have
  for (std::uint32_t host = 0; host < head.hosts.size(); ++host) {
    hosts.push_back({head.hosts[host].cores, Picoseconds(head.hosts[host].turn)});
    first_core.push_back(cores);
    cores += std::min(head.hosts[host].cores, processes_on[host]);
  }
  std::vector<std::vector<Change>> changes(head.hosts.size());
  for (const WorkStretch& one : work) {
    changes[host_of[one.process]].push_back({one.begin, true, one.process});
    changes[host_of[one.process]].push_back({one.end, false, one.process});
  }

  struct Open {
    std::uint32_t core = 0;
    CoreStay stay = CoreStay::kAway;
    Ticks since = 0;
  };
  std::vector<Open> open(head.processes.size());
  tenures_.resize(cores);
  CoreTurns turns(hosts, host_of);
  turns.observer = [&](std::uint32_t process, std::uint32_t core, CoreStay stay, Picoseconds now) {
    Open& last = open[process];
    if (last.since < now.count() && last.stay == CoreStay::kWaiting) {
      waits_[process].push_back({last.core, last.since, now.count()});
    } else if (last.since < now.count() && last.stay == CoreStay::kOnCore) {
      tenures_[last.core].push_back({process, last.since, now.count()});
    }
    last = {first_core[host_of[process]] + core, stay, now.count()};
  };
  for (std::uint32_t host = 0; host < head.hosts.size(); ++host) {
    if (head.hosts[host].turn > 0) {
      HostReplay(turns, host).play(changes[host]);
    }
  }
}

}  // namespace dps::traces
