// Jobs end as in the naive models, with and without turns.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/cpus.h"
#include "tests/predictor/machines/naive_cpus.h"

namespace dps::machines {
namespace {

constexpr std::uint32_t kProcesses = 6;

enum class Use { kNone, kJob, kSpin };

struct BothCpus {
  BothCpus(const std::vector<MachineHost>& hosts, const std::vector<std::uint32_t>& host_of)
      : cpus(hosts, host_of), naive(hosts, host_of) {}

  /// The events until `end`; half of the processes begin another job when one has ended.
  void advance_to(Picoseconds end) {
    while (cpus.next() <= end && cpus.next() != kNever) {
      RC_ASSERT(cpus.next() == naive.next());
      now = cpus.next();
      for (auto ended = cpus.take_ended(now); ended; ended = cpus.take_ended(now)) {
        RC_ASSERT(ended == naive.take_ended(now));
        uses[*ended] = Use::kNone;
        if (*ended % 2 == 0 && jobs_left-- > 0) {
          run(*ended, Picoseconds(*rc::gen::inRange<std::int64_t>(1, 4)));
        }
      }
      RC_ASSERT(!naive.take_ended(now));
    }
    now = std::max(now, end);
  }
  void run(std::uint32_t process, Picoseconds time) {
    cpus.run(process, time, now);
    naive.run(process, time, now);
    uses[process] = Use::kJob;
  }
  void look_at(std::uint32_t process) {
    RC_ASSERT(cpus.has_idle_core(process) == naive.has_idle_core(process));
    RC_ASSERT(cpus.has_jobs() == naive.has_jobs());
    if (uses[process] == Use::kJob) {
      RC_ASSERT(cpus.left(process, now) == naive.left(process, now));
    }
  }
  void change(std::uint32_t process) {
    if (uses[process] == Use::kSpin) {
      RC_ASSERT(cpus.spun(process, now) == naive.spun(process, now));
      uses[process] = Use::kNone;
    } else if (uses[process] == Use::kNone && *rc::gen::inRange(0, 3) == 0) {
      cpus.spin(process, now);
      naive.spin(process, now);
      uses[process] = Use::kSpin;
    } else if (uses[process] == Use::kNone) {
      run(process, Picoseconds(*rc::gen::inRange<std::int64_t>(1, 20)));
    }
  }

  Cpus cpus;
  naive::Cpus naive;
  Picoseconds now;
  int jobs_left = 50;
  std::vector<Use> uses = std::vector<Use>(kProcesses, Use::kNone);
};

void compare(std::vector<MachineHost> hosts) {
  hosts[0].cores = *rc::gen::inRange<std::uint32_t>(1, 4);
  hosts[1].cores = *rc::gen::inRange<std::uint32_t>(1, 3);
  std::vector<std::uint32_t> host_of;
  for (std::uint32_t process = 0; process < kProcesses; ++process) {
    host_of.push_back(*rc::gen::inRange<std::uint32_t>(0, 2));
  }
  BothCpus both(hosts, host_of);
  for (int step = *rc::gen::inRange(0, 60); step > 0; --step) {
    both.advance_to(both.now + Picoseconds(*rc::gen::inRange<std::int64_t>(0, 5)));
    const auto process = *rc::gen::inRange<std::uint32_t>(0, kProcesses);
    both.look_at(process);
    both.change(process);
  }
  for (std::uint32_t process = 0; process < kProcesses; ++process) {
    if (both.uses[process] == Use::kSpin) {
      both.change(process);  // so that an end comes
    }
  }
  both.advance_to(kNever - Picoseconds(1));
}

RC_GTEST_PROP(CpusProperty, JobsEndAsIfEveryHostHadAClock, ()) {
  compare(std::vector<MachineHost>(2));
}

RC_GTEST_PROP(CpusProperty, JobsEndAsInTheNaiveModelOfTurns, ()) {
  std::vector<MachineHost> hosts(2);
  hosts[0].turn = Picoseconds(*rc::gen::inRange<std::int64_t>(1, 12));
  hosts[1].turn = Picoseconds(*rc::gen::inRange<std::int64_t>(0, 3));
  compare(hosts);
}

}  // namespace
}  // namespace dps::machines
