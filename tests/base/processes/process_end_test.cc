#include "base/processes/process_end.h"

#include <cerrno>
#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps {
namespace {

constexpr int kTimeoutMs = 30'000;  // reached only by a failing test

/// A process that waits until it is killed.
pid_t start_idle() {
  const pid_t pid = fork();
  if (pid == 0) {
    while (true) {
      pause();
    }
  }
  return pid;
}

TEST(ProcessEnd, IsNoticedWhenItHappensAndNotBefore) {
  const pid_t pid = start_idle();
  const Descriptor end = watch_end(pid);
  ASSERT_TRUE(end.is_open());
  EXPECT_FALSE(has_ended(end));
  kill(pid, SIGKILL);
  EXPECT_TRUE(has_ended(end, kTimeoutMs));
  EXPECT_EQ(waitpid(pid, nullptr, 0), pid) << "has_ended() reaps nothing";
  EXPECT_TRUE(has_ended(end)) << "also after it was reaped";
}

TEST(ProcessEnd, AProcessThatDoesNotExistHasEnded) {
  const pid_t pid = start_idle();
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  const Descriptor end = watch_end(pid);
  EXPECT_FALSE(end.is_open());
  EXPECT_EQ(errno, ESRCH);
  EXPECT_TRUE(has_ended(end, kTimeoutMs));
}

}  // namespace
}  // namespace dps
