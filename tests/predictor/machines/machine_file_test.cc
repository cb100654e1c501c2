#include "predictor/machines/kinds/machine_file.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "predictor/machines/kinds/native/native_machine.h"
#include "tests/support/file_text.h"
#include "tests/support/time_units.h"

namespace dps::machines {
namespace {

constexpr const char* kLab = R"(name = "lab"
[[host]]
name = "node[1-4]"
type = "SUN"
speed = 500
cores = 2
memory = "24GiB"
multiply = "1.1ns"
[network]
kind = "switch"
bandwidth = "100Mbit/s"
latency = "50us"
[local]
bandwidth = "2GB/s"
latency = "5us"
[cost]
send = "5us"
send_per_byte = "0.1ns"
receive = "4us"
receive_per_byte = "0.1ns"
pack_per_byte = "0.3ns"
xdr_per_byte = "0.5ns"
unpack_per_byte = "0.2ns"
wakeup = "20us"
measured = {min = "0B", max = "16MiB"}
)";

MachineReading read(const std::string& text) {
  return read_machine({"m.toml", text});
}

/// The diagnostics in the form that is printed.
std::string complaints(const std::string& text) {
  return render({"m.toml", text}, read(text).diagnostics);
}

TEST(MachineFile, ANativeFileHasTheCostsOfEverything) {
  const auto reading = read(kLab);
  ASSERT_TRUE(reading.machine) << complaints(kLab);
  const Machine& machine = *reading.machine;
  EXPECT_EQ(machine.summary().kind, "native");
  EXPECT_EQ(machine.summary().most_bytes, 16U << 20);
  ASSERT_EQ(machine.hosts().size(), 4U);
  EXPECT_EQ(machine.hosts()[3].name, "node4");
  EXPECT_EQ(machine.hosts()[3].memory, std::uint64_t{24} << 30);
  const std::vector<std::uint32_t> host_of{0, 1};
  const auto network = machine.make_network(host_of, nullptr);
  const MessageCost cost = network->cost({0, 1, 1000, true, true});
  EXPECT_EQ(cost.send, 5'100'000_ps);
  EXPECT_EQ(cost.receive, 4'100'000_ps);
  EXPECT_EQ(cost.pack, 500'000_ps);
  EXPECT_EQ(cost.unpack, 200'000_ps);
  EXPECT_EQ(network->cost({0, 1, 1000, true, false}).pack, 300'000_ps);
  EXPECT_EQ(network->cost({0, 1, 1000, false, true}).pack, 0_ps);
  EXPECT_EQ(machine.waiting_cost().wakeup, 20'000'000_ps);
}

TEST(MachineFile, ComputingScalesWithSpeedAndMultiplyingDoesNot) {
  const auto reading = read(kLab);
  ASSERT_TRUE(reading.machine);
  EXPECT_EQ(reading.machine->work_cost(0, WorkKind::kCompute, 0.002), 4'000'000'000_ps);
  EXPECT_EQ(reading.machine->work_cost(0, WorkKind::kMultiply, 1e6), 1'100'000'000_ps);
  EXPECT_EQ(reading.machine->work_cost(0, WorkKind::kMultiply, 0.5), 550_ps);
}

TEST(MachineFile, ASpinningProcessNeedsNoWakeup) {
  std::string text = kLab;
  text.replace(text.find("wakeup"), 6, "wait = \"spin\"\nwakeup");
  const auto reading = read(text);
  ASSERT_TRUE(reading.machine) << complaints(text);
  EXPECT_EQ(reading.machine->waiting_cost().wakeup, 0_ps);
}

TEST(MachineFile, AProcessThatHasSleptForLongMayWakeUpLater) {
  std::string text = kLab;
  text.replace(text.find("wakeup"), 6, "rest = \"1ms\"\nwakeup_rested = \"90us\"\nwakeup");
  const auto reading = read(text);
  ASSERT_TRUE(reading.machine) << complaints(text);
  EXPECT_EQ(reading.machine->waiting_cost().rested,
            (WaitingCost::Rested{1'000'000'000_ps, 90'000'000_ps}));
  text.replace(text.find("rest = "), 4, "wait = \"spin\"\nrest");
  ASSERT_TRUE(read(text).machine) << complaints(text);
  EXPECT_FALSE(read(text).machine->waiting_cost().rested.has_value());
}

TEST(MachineFile, RestAndItsWakeupGoTogether) {
  std::string text = kLab;
  text.replace(text.find("wakeup"), 6, "rest = \"1ms\"\nwakeup");
  EXPECT_NE(complaints(text).find("'rest' and 'wakeup_rested' go together"), std::string::npos)
      << complaints(text);
}

TEST(MachineFile, AnArchitectureFileIsReadAsThePaperPrintsIt) {
  const std::string text =
      "SP2\nreceive latency = 0.24e-4 seconds\nsend latency = 0.24e-4 seconds\n"
      "time to send 1 word (8bytes) = 2.39e-7 seconds\n"
      "time for one multiply = 0.178e-7 seconds\nnetwork type = nobus\n";
  const auto reading = read(text);
  ASSERT_TRUE(reading.machine) << complaints(text);
  EXPECT_EQ(reading.machine->summary().kind, "architecture");
  EXPECT_EQ(reading.machine->summary().name, "SP2");
  EXPECT_TRUE(reading.machine->hosts().empty());
  EXPECT_EQ(reading.machine->make_network({}, nullptr)->cost({}).send, 24'000'000_ps);
  EXPECT_EQ(reading.machine->waiting_cost().listen, 24'000'000_ps);
  EXPECT_EQ(reading.machine->work_cost(0, WorkKind::kMultiply, 1000), 17'800'000_ps);
}

/// The names of the hosts of a machine with this node set; empty if there is none.
std::vector<std::string> hosts_of(const std::string& set) {
  const auto reading = read("[[host]]\nname = \"" + set +
                            "\"\n[network]\nbandwidth = \"1Gbit/s\"\nlatency = \"1us\"\n");
  std::vector<std::string> names;
  if (reading.machine) {
    for (const MachineHost& host : reading.machine->hosts()) {
      names.push_back(host.name);
    }
  }
  return names;
}

TEST(MachineFile, NodeSetsNameManyHosts) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(hosts_of("a,b[1-2]c"), (Names{"a", "b1c", "b2c"}));
  EXPECT_EQ(hosts_of("n[08-10,3]"), (Names{"n08", "n09", "n10", "n3"}));
  EXPECT_EQ(hosts_of("d[0-4/2]r[1-2]"), (Names{"d0r1", "d0r2", "d2r1", "d2r2", "d4r1", "d4r2"}));
  EXPECT_EQ(hosts_of("_b\xc3\xbcro@[1-2]"), (Names{"_b\xc3\xbcro@1", "_b\xc3\xbcro@2"}));
  EXPECT_EQ(hosts_of(std::string(255, 'n')).size(), 1U);
  for (const std::string wrong :
       {"", "a[", "a[]", "a[2-1]", "a[1-]", "a[x]", "a,,b", "a b", "a]", "a,a", "n[1-9999999]",
        "n[1-1000][1-1001]", "n[1-2/0]", "n[1-010]"}) {
    EXPECT_TRUE(hosts_of(wrong).empty()) << wrong;
  }
  EXPECT_TRUE(hosts_of(std::string(256, 'n')).empty());
}

/// For each file in tests/predictor/machines/bad there is a file with its diagnostics.
TEST(MachineFile, EveryMistakeOfABadFileIsReported) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/predictor/machines/bad")) {
    if (entry.path().extension() == ".txt") {
      continue;
    }
    const std::string text = file_text(entry.path());
    const SourceText source{entry.path().filename(), text};
    const auto reading = read_machine(source);
    EXPECT_EQ(reading.machine, nullptr) << entry.path();
    EXPECT_EQ(render(source, reading.diagnostics), file_text(entry.path().string() + ".txt"))
        << entry.path();
    ++files;
  }
  EXPECT_GE(files, 12U);
}

TEST(MachineFile, TheLibraryIsValid) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator("predictor/machines/library")) {
    const SourceText source{entry.path(), file_text(entry.path())};
    const auto reading = read_machine(source);
    EXPECT_TRUE(reading.machine) << render(source, reading.diagnostics);
    EXPECT_TRUE(!reading.machine || !reading.machine->summary().name.empty()) << entry.path();
    ++files;
  }
  EXPECT_GE(files, 5U);
}

}  // namespace
}  // namespace dps::machines
