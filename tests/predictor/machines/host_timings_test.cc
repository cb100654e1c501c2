// `timings` of the hosts of machine files, and their keys.
#include <algorithm>

#include <gtest/gtest.h>

#include "base/operations/processor_timings.h"
#include "predictor/machines/kinds/machine_changes.h"
#include "predictor/machines/kinds/machine_file.h"
#include "tests/predictor/machines/changed_file.h"
#include "tests/support/replaced.h"

namespace dps::machines {
namespace {

constexpr const char* kTimed = R"([[host]]
name = "node[1-2]"
timings = {dlm = "1.1ns", ila = "300ps", cache_size = 100, cached = 1.6}
[[host]]
name = "login"
[network]
bandwidth = "1Gbit/s"
latency = "50us"
[local]
bandwidth = "1Gbit/s"
latency = "50us"
)";

constexpr const char* kTimedSheet = R"(format = "dps-datasheet"
version = 1
[[host]]
name = "a"
[host.timings]
goto = "2ns"
[[function]]
name = "send"
class = "point-to-point"
[[function.range]]
c = "1us"
data = "d"
d = "1ns"
)";

TEST(HostTimings, AreThoseOfAllHostsOfANodeSet) {
  const auto reading = read_machine({"m.toml", kTimed});
  ASSERT_TRUE(reading.machine) << render({"m.toml", kTimed}, reading.diagnostics);
  const ProcessorTimings* timings = reading.machine->timings(1);
  ASSERT_NE(timings, nullptr);
  EXPECT_EQ(timings, reading.machine->timings(0));
  EXPECT_EQ(timings->means[*operations::find_operation("dlm")], 1.1e-9);
  EXPECT_EQ(timings->means[*operations::find_operation("goto")], std::nullopt);
  EXPECT_EQ(timings->cache_size, 100U);
  EXPECT_EQ(timings->cached_speedup, 1.6);
  EXPECT_EQ(reading.machine->timings(2), nullptr);
}

TEST(HostTimings, ADataSheetHasThemToo) {
  const auto reading = read_machine({"m.toml", kTimedSheet});
  ASSERT_TRUE(reading.machine) << render({"m.toml", kTimedSheet}, reading.diagnostics);
  ASSERT_NE(reading.machine->timings(0), nullptr);
  EXPECT_EQ(reading.machine->timings(0)->means[*operations::find_operation("goto")], 2e-9);
  EXPECT_EQ(after(kTimedSheet, {"host.a.timings.goto*=0.5"}), replaced(kTimedSheet, "2ns", "1ns"));
}

TEST(HostTimings, MistakesAreReported) {
  const std::string text = replaced(replaced(kTimed, "ila", "illa"), "1.6", "0");
  EXPECT_EQ(render({"m.toml", text}, read_machine({"m.toml", text}).diagnostics),
            R"(m.toml:3:27: error: unknown key 'illa' in 'timings'; did you mean 'ila'?
timings = {dlm = "1.1ns", illa = "300ps", cache_size = 100, cached = 0}
                          ^~~~
m.toml:3:70: error: expected a number from 1e-06 to 1000000 for 'cached', got 0
timings = {dlm = "1.1ns", illa = "300ps", cache_size = 100, cached = 0}
                                                                     ^
)");
}

TEST(HostTimings, HaveKeys) {
  EXPECT_EQ(after(kTimed, {"host.node[1-2].timings.dlm*=2"}), replaced(kTimed, "1.1ns", "2.2ns"));
  EXPECT_EQ(after(kTimed, {"host.node[1-2].timings.ila+=1ns"}),
            replaced(kTimed, "300ps", "1300ps"));
  EXPECT_EQ(after(kTimed, {"host.node[1-2].timings.cached*=2"}), replaced(kTimed, "1.6", "3.2"));
  EXPECT_EQ(after(kTimed, {"host.node[1-2].timings.cached=1.5"}), replaced(kTimed, "1.6", "1.5"));
  EXPECT_EQ(after(kTimed, {"host.node[1-2].timings.cache_size=7"}), replaced(kTimed, "100", "7"));
  EXPECT_EQ(after(kTimed, {"host.node[1-2].timings.goto=1ns"}),
            replaced(kTimed, "{dlm", "{goto = \"1ns\", dlm"));
  EXPECT_EQ(after(kTimed, {"host.login.timings.goto=1ns"}),
            replaced(kTimed, "name = \"login\"", "timings = {goto = \"1ns\"}\nname = \"login\""));
  const auto one = read_machine({"m.toml", after(kTimed, {"host.node2.timings.dlm=5ns"})});
  ASSERT_TRUE(one.machine);
  EXPECT_EQ(one.machine->timings(0)->means[*operations::find_operation("dlm")], 1.1e-9);
  EXPECT_EQ(one.machine->timings(1)->means[*operations::find_operation("dlm")], 5e-9);
}

TEST(HostTimings, AKeyThatIsNoOperationIsUnknown) {
  EXPECT_NE(after(kTimed, {"host.node1.timings.dlmm=1ns"})
                .find("this machine has no key 'host.node1.timings.dlmm'"),
            std::string::npos);
  EXPECT_NE(after(kTimed, {"host.login.timings.dlm*=2"}).find("no value that could be multiplied"),
            std::string::npos);
  const auto keys = kind_of_machine(kTimed).keys(kTimed);
  EXPECT_EQ(std::ranges::count_if(
                keys, [](const MachineKey& key) { return key.name.find("timings") < 20; }),
            4);
}

}  // namespace
}  // namespace dps::machines
