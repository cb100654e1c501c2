#include "simulator/agent/host_facts.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

namespace dps::simulator {
namespace {

/// Sets an environment variable, and restores it at the end.
class EnvironmentVariable {
 public:
  EnvironmentVariable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) {
      before_ = before;
    }
    setenv(name, value, 1);
  }
  ~EnvironmentVariable() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  EnvironmentVariable(const EnvironmentVariable&) = delete;
  EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(HostFacts, AreThoseOfTheKernel) {
  utsname system{};
  ASSERT_EQ(uname(&system), 0);
  const control::HelloFrame hello = host_facts();
  EXPECT_EQ(hello.protocol, control::kProtocolVersion);
  EXPECT_EQ(hello.host, system.nodename);
  EXPECT_EQ(hello.machine, system.machine);
  EXPECT_EQ(hello.kernel, std::string(system.sysname) + " " + system.release);
  EXPECT_EQ(hello.pid, static_cast<std::uint32_t>(getpid()));
  EXPECT_GE(hello.memory, 1U << 20);
  EXPECT_GE(hello.load, 0);
  EXPECT_GE(hello.clock_resolution, Nanoseconds(1));
}

TEST(HostFacts, CountTheCoresThatThisProcessMayUse) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  EXPECT_EQ(host_facts().cores, static_cast<std::uint32_t>(CPU_COUNT(&all)));
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int core = 0; CPU_COUNT(&one) == 0; ++core) {
    if (CPU_ISSET(core, &all)) {
      CPU_SET(core, &one);
    }
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(host_facts().cores, 1U);
  sched_setaffinity(0, sizeof all, &all);
}

TEST(HostFacts, HaveTheAddressThatTheLoginCameTo) {
  const EnvironmentVariable login("SSH_CONNECTION", "10.1.2.3 40000 10.9.8.7 22");
  EXPECT_EQ(host_facts().address, "10.9.8.7");
}

TEST(HostFacts, NeverHaveALoopbackAddressWhichOtherHostsCannotReach) {
  for (const char* connection : {"127.0.0.1 40000 127.0.0.1 22", "::1 40000 ::1 22", ""}) {
    const EnvironmentVariable login("SSH_CONNECTION", connection);
    const std::string address = host_facts().address;  // that of an interface, or empty
    EXPECT_FALSE(address.starts_with("127.")) << address;
    EXPECT_NE(address, "::1");
  }
}

}  // namespace
}  // namespace dps::simulator
