// `dps machine`, as a user calls it.
#include <string>

#include <gtest/gtest.h>

#include "tests/support/command_test.h"

namespace dps {
namespace {

using MachineCommand = support::CommandTest;

/// Five hosts in a ring, in which worms that pass two links can block one another.
constexpr const char* kRing = R"(name = "ring"
[[host]]
name = "n[0-4]"
[network]
kind = "graph"
bandwidth = "1GB/s"
latency = "0s"
switching = "wormhole"
[network.shape]
name = "torus"
size = [5]
)";

TEST_F(MachineCommand, MessagesThatBlockOneAnotherForEverHaveTheStatusOfADeadlock) {
  folder_.write("ring.toml", kRing);
  const std::string route = "machine route ring.toml --format csv n0,n2,9kB n1,n3,9kB n2,n4,9kB ";
  const auto blocked = dps(route + "n3,n0,9kB n4,n1,9kB 2>/dev/null");
  EXPECT_EQ(blocked.status, 4);
  EXPECT_NE(blocked.out.find("\nn0,n2,9000,0,9.016e-06,,,0,0 1,r(0) r(1) r(2)\n"),
            std::string::npos)
      << blocked.out;
  EXPECT_EQ(dps(route + "n3,n0,9kB n4,n1,9kB 2>&1 >/dev/null").out,
            "dps: error: deadlock in the network: 5 messages block one another\n"
            "  the message from n0 to n2 holds r(0)->r(1) and waits for r(1)->r(2)\n"
            "  the message from n1 to n3 holds r(1)->r(2) and waits for r(2)->r(3)\n"
            "  the message from n2 to n4 holds r(2)->r(3) and waits for r(3)->r(4)\n"
            "  the message from n3 to n0 holds r(3)->r(4) and waits for r(4)->r(0)\n"
            "  the message from n4 to n1 holds r(4)->r(0) and waits for r(0)->r(1)\n");
  EXPECT_EQ(dps(route + "2>&1").status, 0);
}

}  // namespace
}  // namespace dps
