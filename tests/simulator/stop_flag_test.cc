#include "simulator/process/stop_flag.h"

#include <csignal>

#include <gtest/gtest.h>
#include <poll.h>

namespace dps::simulator {
namespace {

bool is_readable(int fd) {
  pollfd watched{fd, POLLIN, 0};
  return ::poll(&watched, 1, 0) == 1;
}

TEST(StopFlag, IsClearUntilSigtermArrives) {
  const auto flag = StopFlag::install().value();
  EXPECT_FALSE(flag->signal().stopped());
  EXPECT_FALSE(is_readable(flag->signal().fd));
  std::raise(SIGTERM);
  EXPECT_TRUE(flag->signal().stopped());
  EXPECT_TRUE(is_readable(flag->signal().fd));
}

TEST(StopFlag, StaysSet) {
  const auto flag = StopFlag::install().value();
  std::raise(SIGTERM);
  std::raise(SIGTERM);
  EXPECT_TRUE(is_readable(flag->signal().fd));
  EXPECT_TRUE(is_readable(flag->signal().fd));
}

TEST(StopFlag, RestoresTheDefaultActionOfSigterm) {
  StopFlag::install().value().reset();
  EXPECT_EXIT(std::raise(SIGTERM), testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace dps::simulator
