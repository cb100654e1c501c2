#include "base/process_end.h"

#include <cerrno>
#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps {
namespace {

constexpr int kPatienceMs = 30'000;

/// A process that does nothing until it is killed.
pid_t start_idle() {
  const pid_t pid = fork();
  if (pid == 0) {
    while (true) {
      pause();
    }
  }
  return pid;
}

TEST(ProcessEnd, IsSeenWhenItComesAndNotBefore) {
  const pid_t pid = start_idle();
  const Descriptor end = watch_end(pid);
  ASSERT_TRUE(end.is_open());
  EXPECT_FALSE(has_ended(end));
  kill(pid, SIGKILL);
  EXPECT_TRUE(has_ended(end, kPatienceMs));
  EXPECT_EQ(waitpid(pid, nullptr, 0), pid) << "it was reaped";
  EXPECT_TRUE(has_ended(end)) << "of one that was reaped meanwhile";
}

TEST(ProcessEnd, OfAProcessThatIsNoMoreIsPast) {
  const pid_t pid = start_idle();
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  const Descriptor end = watch_end(pid);
  EXPECT_FALSE(end.is_open());
  EXPECT_EQ(errno, ESRCH);
  EXPECT_TRUE(has_ended(end, kPatienceMs));
}

}  // namespace
}  // namespace dps
