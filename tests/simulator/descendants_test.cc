#include "simulator/guard/descendants.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace dps::simulator {
namespace {

constexpr int kLongMs = 30'000;

/// A child that exits with 7 when it is asked to end, or does not care; for the latter it must
/// have said so before it can be asked, which `is_deaf` does by inheritance.
pid_t start_idle(bool is_deaf) {
  const auto before = std::signal(
      SIGTERM, is_deaf ? SIG_IGN : +[](int) { _exit(7); });
  const pid_t pid = fork();
  if (pid == 0) {
    while (true) {
      pause();
    }
  }
  std::signal(SIGTERM, before);
  return pid;
}

/// Not before it is a zombie.
int status_of(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, WNOHANG), child) << "it has ended and was not reaped";
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

TEST(AwaitChild, SignalsTheChildWhenAnotherDescriptorIsReady) {
  const Descriptor never(eventfd(0, EFD_CLOEXEC));
  const Descriptor at_once(eventfd(1, EFD_CLOEXEC));
  const pid_t child = start_idle(false);
  await_child(child, {{never.get(), POLLIN, 0}, {at_once.get(), POLLIN, 0}}, {kLongMs, SIGTERM});
  EXPECT_EQ(WEXITSTATUS(status_of(child)), 7);
}

TEST(AwaitChild, KillsItWhenItTakesLonger) {
  const Descriptor at_once(eventfd(1, EFD_CLOEXEC));
  for (const Farewell farewell : {Farewell{1}, Farewell{1, SIGTERM}}) {
    const pid_t child = start_idle(true);
    await_child(child, {{at_once.get(), POLLIN, 0}}, farewell);
    EXPECT_EQ(WTERMSIG(status_of(child)), SIGKILL);
  }
}

}  // namespace
}  // namespace dps::simulator
