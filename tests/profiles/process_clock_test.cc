#include "profiles/process_clock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace dps::profiles {
namespace {

using namespace std::chrono_literals;

Nanoseconds cpu(const Times& times) {
  return times.user + times.sys;
}

Nanoseconds process_cpu() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

/// Uses this amount of CPU time, however long that takes.
void burn(Nanoseconds time) {
  for (const Nanoseconds until = process_cpu() + time; process_cpu() < until;) {
  }
}

TEST(ProcessClock, NeverRunsBackwards) {
  ProcessClock clock;
  Times last = clock.now();
  for (int i = 0; i < 20'000; ++i) {
    const Times next = i % 3 == 0 ? clock.now() : clock.soon();
    ASSERT_GE(next.real, last.real);
    ASSERT_GE(next.user, last.user);
    ASSERT_GE(next.sys, last.sys);
    last = next;
  }
}

TEST(ProcessClock, CountsTheCpuTimeOfTheProcess) {
  constexpr Nanoseconds kBurnt = 20ms;
  constexpr Nanoseconds kMicrosecond = 1us;  // the kernel reports whole microseconds
  ProcessClock clock;
  const Nanoseconds before = process_cpu();
  const Times begin = clock.now();
  burn(kBurnt);
  const Times end = clock.soon();
  const Nanoseconds after = process_cpu();
  EXPECT_GE(cpu(end) - cpu(begin), kBurnt - 2 * kMicrosecond);
  EXPECT_LE(cpu(end) - cpu(begin), after - before + 2 * kMicrosecond);
}

TEST(ProcessClock, SleepIsNotCpuTimeInAnyKindOfReading) {
  constexpr Nanoseconds kSlept = 5ms;
  constexpr timespec kSleep{0, kSlept.count()};
  constexpr Nanoseconds kMicrosecond = 1us;  // the kernel reports whole microseconds
  ProcessClock clock;
  clock.now();
  for (int i = 0; i < 20; ++i) {
    const Nanoseconds cpu_before = process_cpu();
    const Times before = clock.next();
    nanosleep(&kSleep, nullptr);
    const Times after = i % 2 == 0 ? clock.next() : clock.soon();
    EXPECT_GE(after.real - before.real, kSlept);
    EXPECT_LE(cpu(after) - cpu(before), process_cpu() - cpu_before + 2 * kMicrosecond);
  }
}

/// A reading with soon() may be ahead of the CPU time, by interrupts and by steal time, which
/// depend on the machine's load; it must not be behind it. The tolerance is for an interrupt
/// between the two system calls of an exact reading, and is half of the time that each reading has
/// to count.
TEST(ProcessClock, NoReadingIsBehindTheCpuTimeUsed) {
  constexpr Nanoseconds kBurnt = 1ms;
  ProcessClock clock;
  const Times begin = clock.now();
  const Nanoseconds cpu_before = process_cpu();
  for (int i = 0; i < 40; ++i) {  // 40 ms: several times the 10 ms between exact readings
    burn(kBurnt);
    const Nanoseconds used = process_cpu() - cpu_before;
    EXPECT_GE(cpu(clock.next()) - cpu(begin), used - kBurnt / 2);
  }
}

TEST(ProcessClock, AnExactReadingPutsGuessesRight) {
  constexpr Nanoseconds kBurnt = 1ms;
  constexpr Nanoseconds kLongestLead = 10ms;
  constexpr Nanoseconds kMicrosecond = 1us;
  ProcessClock clock;
  const Nanoseconds before = process_cpu();
  const Times begin = clock.now();
  const Nanoseconds cpu_before = process_cpu();
  for (int i = 0; i < 40; ++i) {
    burn(kBurnt);
    clock.next();
  }
  burn(kLongestLead);  // the exact time now exceeds every estimate
  const Nanoseconds used = process_cpu() - cpu_before;
  const Nanoseconds counted = cpu(clock.now()) - cpu(begin);
  EXPECT_GE(counted, used - 2 * kMicrosecond);
  EXPECT_LE(counted, process_cpu() - before + 2 * kMicrosecond);
}

TEST(ProcessClock, CountsChildrenAfterTheyWereWaitedFor) {
  constexpr Nanoseconds kBurnt = 20ms;
  ProcessClock clock;
  const Times begin = clock.now();
  const pid_t child = fork();
  if (child == 0) {
    burn(kBurnt);
    _exit(0);
  }
  ASSERT_GT(child, 0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  clock.foreign_code_ran();
  EXPECT_GE(cpu(clock.soon()) - cpu(begin), kBurnt - 2us);
}

}  // namespace
}  // namespace dps::profiles
