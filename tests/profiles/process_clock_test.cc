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

TEST(ProcessClock, TimeThatWasSleptIsNotCpuTimeHoweverTheClockIsRead) {
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

TEST(ProcessClock, ReadingsThatFollowOneAnotherCountWhatWasUsedBetween) {
  constexpr std::int64_t kBurnt = 1'000'000;
  ProcessClock clock;
  clock.now();
  for (int i = 0; i < 40; ++i) {  // longer than one guess may be
    const Times before = clock.next();
    burn(kBurnt);
    EXPECT_GE(cpu(clock.next()) - cpu(before), kBurnt - 2'000);
  }
}

TEST(ProcessClock, CountsChildrenOnceTheyWereWaitedFor) {
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
