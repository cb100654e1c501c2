#include "base/processes/supervise.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace dps {
namespace {

constexpr int kLongMs = 30'000;

/// A child that exits with 7 at SIGTERM, or ignores it. It inherits the action from the test, so
/// that the action is valid from its start.
pid_t start_idle(bool ignores) {
  const auto before = std::signal(
      SIGTERM, ignores ? SIG_IGN : +[](int) { _exit(7); });
  const pid_t pid = fork();
  if (pid == 0) {
    while (true) {
      pause();
    }
  }
  std::signal(SIGTERM, before);
  return pid;
}

/// Returns the wait status of a zombie.
int status_of(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, WNOHANG), child) << "it must have ended and not be reaped";
  return status;
}

TEST(AwaitChild, ReturnsWhenTheChildHasEnded) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(3);
  }
  const Descriptor never(eventfd(0, EFD_CLOEXEC));
  await_child(child, {{never.get(), POLLIN, 0}}, {kLongMs});
  EXPECT_EQ(WEXITSTATUS(status_of(child)), 3);
}

TEST(AwaitChild, RequestsTheEndWhenADescriptorIsReady) {
  const Descriptor never(eventfd(0, EFD_CLOEXEC));
  const Descriptor at_once(eventfd(1, EFD_CLOEXEC));
  const pid_t child = start_idle(false);
  await_child(child, {{never.get(), POLLIN, 0}, {at_once.get(), POLLIN, 0}}, {kLongMs, SIGTERM});
  EXPECT_EQ(WEXITSTATUS(status_of(child)), 7);
}

TEST(AwaitChild, KillsItWhenItTakesLonger) {
  const Descriptor at_once(eventfd(1, EFD_CLOEXEC));
  for (const GracePeriod& grace : {GracePeriod{1}, GracePeriod{1, SIGTERM}}) {
    const pid_t child = start_idle(true);
    await_child(child, {{at_once.get(), POLLIN, 0}}, grace);
    EXPECT_EQ(WTERMSIG(status_of(child)), SIGKILL);
  }
}

/// Runs `test` in a child, since supervise() ends all descendants of its process.
template <typename Test>
int in_child(Test test) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(test());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Supervise, ReturnsTheStatusOfTheChildAfterItsDescendantsHaveEnded) {
  EXPECT_EQ(in_child([] {
              int seen = 0;
              const auto status = supervise({
                  .child =
                      [] {
                        if (fork() == 0) {
                          pause();
                        }
                        return 3;
                      },
                  .ended = [&](int wait_status) { seen = wait_status; },
              });
              const bool is_alone = waitpid(-1, nullptr, WNOHANG) == -1;
              return is_alone && status == 3 << 8 && seen == 3 << 8 ? 0 : 1;
            }),
            0);
}

TEST(Supervise, EndsTheChildWhenADescriptorIsReady) {
  EXPECT_EQ(in_child([] {
              const Descriptor at_once(eventfd(1, EFD_CLOEXEC));
              pid_t started = 0;
              const auto status = supervise({
                  .child = [] { return pause(); },
                  .until = {{at_once.get(), POLLIN, 0}},
                  .grace = {1},
                  .leads_group = true,
                  .started = [&](pid_t child) { started = child; },
              });
              return started > 0 && status == SIGKILL ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace dps
