#include "profiles/process_clock.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace dps::profiles {
namespace {

std::int64_t cpu(const Times& times) {
  return times.user_ns + times.sys_ns;
}

std::int64_t process_cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Uses this much CPU time, however much of the CPU the process gets.
void burn(std::int64_t cpu_ns) {
  for (const std::int64_t until = process_cpu_ns() + cpu_ns; process_cpu_ns() < until;) {
  }
}

TEST(ProcessClock, NeverRunsBackwards) {
  ProcessClock clock;
  Times last = clock.now();
  for (int i = 0; i < 20'000; ++i) {
    const Times next = i % 3 == 0 ? clock.now() : clock.soon();
    ASSERT_GE(next.real_ns, last.real_ns);
    ASSERT_GE(next.user_ns, last.user_ns);
    ASSERT_GE(next.sys_ns, last.sys_ns);
    last = next;
  }
}

TEST(ProcessClock, CountsTheCpuTimeOfTheProcess) {
  constexpr std::int64_t kBurnt = 20'000'000;
  constexpr std::int64_t kMicrosecond = 1'000;  // the kernel's figures are whole microseconds
  ProcessClock clock;
  const std::int64_t before = process_cpu_ns();
  const Times begin = clock.now();
  burn(kBurnt);
  const Times end = clock.soon();
  const std::int64_t after = process_cpu_ns();
  EXPECT_GE(cpu(end) - cpu(begin), kBurnt - 2 * kMicrosecond);
  EXPECT_LE(cpu(end) - cpu(begin), after - before + 2 * kMicrosecond);
}

TEST(ProcessClock, SleepIsNotCpuTimeInAnyKindOfReading) {
  constexpr std::int64_t kSlept = 5'000'000;
  constexpr timespec kSleep{0, kSlept};
  ProcessClock clock;
  clock.now();
  for (int i = 0; i < 20; ++i) {
    const Times before = clock.next();
    nanosleep(&kSleep, nullptr);
    const Times after = i % 2 == 0 ? clock.next() : clock.soon();
    EXPECT_GE(after.real_ns - before.real_ns, kSlept);
    EXPECT_LT(cpu(after) - cpu(before), kSlept);
  }
}

/// A reading with soon() may be ahead of the CPU time, by interrupts and by steal time, which
/// depend on the machine's load; it must not be behind it. The tolerance is for an interrupt
/// between the two system calls of an exact reading, and is half of what each reading has to count.
TEST(ProcessClock, NoReadingIsBehindTheCpuTimeUsed) {
  constexpr std::int64_t kBurnt = 1'000'000;
  ProcessClock clock;
  const Times begin = clock.now();
  const std::int64_t begin_ns = process_cpu_ns();
  for (int i = 0; i < 40; ++i) {  // 40 ms: several times the 10 ms between exact readings
    burn(kBurnt);
    const std::int64_t used_ns = process_cpu_ns() - begin_ns;
    EXPECT_GE(cpu(clock.next()) - cpu(begin), used_ns - kBurnt / 2);
  }
}

TEST(ProcessClock, AnExactReadingPutsGuessesRight) {
  constexpr std::int64_t kBurnt = 1'000'000;
  constexpr std::int64_t kLongestLead = 10'000'000;
  constexpr std::int64_t kMicrosecond = 1'000;
  ProcessClock clock;
  const std::int64_t before_ns = process_cpu_ns();
  const Times begin = clock.now();
  const std::int64_t begin_ns = process_cpu_ns();
  for (int i = 0; i < 40; ++i) {
    burn(kBurnt);
    clock.next();
  }
  burn(kLongestLead);  // the exact time is now past anything that was guessed
  const std::int64_t used_ns = process_cpu_ns() - begin_ns;
  const std::int64_t counted_ns = cpu(clock.now()) - cpu(begin);
  EXPECT_GE(counted_ns, used_ns - 2 * kMicrosecond);
  EXPECT_LE(counted_ns, process_cpu_ns() - before_ns + 2 * kMicrosecond);
}

TEST(ProcessClock, CountsChildrenAfterTheyWereWaitedFor) {
  constexpr std::int64_t kBurnt = 20'000'000;
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
  EXPECT_GE(cpu(clock.soon()) - cpu(begin), kBurnt - 2'000);
}

}  // namespace
}  // namespace dps::profiles
