#include "predictor/machines/kinds/datasheet/datasheet_machine.h"

#include <gtest/gtest.h>

#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_keys.h"

namespace dps::machines {
namespace {

constexpr const char* kSheet = R"(format = "dps-datasheet"
version = 1
name = "test"
element = "4B"
[[host]]
name = "node[1-3]"   # three
speed = 500
[[host]]
name = "login"
multiply = "2ns"
[alias]
recvmin = "irecv2"
[[function]]
name = "send"
class = "point-to-point"
[[function.range]]
most = 32
c = "30us"
measured = {elements = [1, 32]}
[[function.range]]
c = "30us"
data = "d"
d = "90ns"
error = {c = "1us", d = "1ns"}
measured = {elements = [32, 1024]}
[[function]]
name = "recv"
class = "point-to-point"
range = [{c = "60us"}]
[[function]]
name = "irecv2"
class = "point-to-point"
path = "host"
range = [{c = "50us"}]
[[function]]
name = "irecv2"
class = "point-to-point"
range = [{c = "40us"}]
)";

MachineReading machine_of(const std::string& text, const MachineOptions& options = {}) {
  return read_datasheet_file({"s.toml", text}, options);
}

TEST(DatasheetMachine, ItsNotesAreTheAssumptionsOfPredictions) {
  MachineOptions options;
  options.mode = CostMode::kMax;
  options.eager = 4096;
  const auto reading = machine_of(kSheet, options);
  ASSERT_TRUE(reading.machine);
  const MachineSummary summary = reading.machine->summary();
  EXPECT_EQ(summary.kind, "datasheet");
  EXPECT_EQ(summary.name, "test");
  EXPECT_EQ(summary.lacks, "");
  EXPECT_EQ(summary.least_bytes, 4U);
  EXPECT_EQ(summary.most_bytes, 4096U);
  EXPECT_EQ(summary.notes,
            (std::vector<MachineNote>{
                {"sends of more than 4.0 KiB wait for their receivers"},
                {"all times are those of the equations with their coefficients plus their errors"},
                {"'recvmin' has no equation of its own: that of 'irecv2' is used"},
                {"the data sheet has no errors for 'recv' and 'recvmin': their times are the "
                 "averages"},
                {"the data sheet has no errors for some sizes of 'send': the times of these sizes "
                 "are the averages"},
                {"the data sheet has no 'multiply': 1 ns per multiplication is assumed",
                 Affects::kMultiplications},
                {"the data sheet has no equation for 'pack' and 'unpack': no time is charged",
                 Affects::kPackedMessages}}));
}

TEST(DatasheetMachine, WorkTakesTheTimesOfTheHostOrOfTheSheet) {
  const auto reading = machine_of(std::string(kSheet) +
                                  "[[function]]\nname = \"multiply\"\nclass = \"local\"\n"
                                  "range = [{c = \"3ns\"}]\n");
  ASSERT_TRUE(reading.machine);
  const Machine& machine = *reading.machine;
  EXPECT_EQ(machine.work_cost(0, WorkKind::kMultiply, 10), Picoseconds(30'000));
  EXPECT_EQ(machine.work_cost(3, WorkKind::kMultiply, 10), Picoseconds(20'000));
  EXPECT_EQ(machine.work_cost(0, WorkKind::kCompute, 1e-6), Picoseconds(2'000'000));
  EXPECT_EQ(machine.work_cost(3, WorkKind::kCompute, 1e-6), Picoseconds(1'000'000));
}

TEST(DatasheetMachine, AMissingEquationIsNamed) {
  std::string text = kSheet;
  text.erase(text.find("[alias]"), std::string("[alias]\nrecvmin = \"irecv2\"\n").size());
  const std::string lacks = machine_of(text).machine->summary().lacks;
  EXPECT_NE(lacks.find("no equation for 'recvmin', which"), std::string::npos) << lacks;
  EXPECT_NE(lacks.find("[alias], such as recvmin = \"recv\""), std::string::npos) << lacks;
  MachineOptions options;
  options.contended = true;
  EXPECT_NE(
      machine_of(kSheet, options).machine->summary().lacks.find("for 'allsend' and 'allrecv', "),
      std::string::npos);
}

TEST(DatasheetKeys, AreTheCoefficientsHostsAndLimits) {
  std::vector<std::string> keys;
  for (const MachineKey& key : datasheet_keys(kSheet)) {
    if (!key.name.starts_with("host.")) {
      keys.push_back(key.name + "=" + key.value);
    }
  }
  EXPECT_EQ(keys, (std::vector<std::string>{"eager=", "eager_host=", "send.1.c=30us",
                                            "send.2.c=30us", "send.2.d=90ns", "recv.1.c=60us",
                                            "irecv2.host.1.c=50us", "irecv2.1.c=40us"}));
  EXPECT_EQ(find_datasheet_key(kSheet, "host.node[1-3].speed")->value, "500");
  EXPECT_EQ(find_datasheet_key(kSheet, "host.node2.speed")->value, "500");
  EXPECT_EQ(find_datasheet_key(kSheet, "host.login.multiply")->value, "2ns");
  EXPECT_FALSE(find_datasheet_key(kSheet, "host.node4.speed"));
  EXPECT_FALSE(find_datasheet_key(kSheet, "send.3.c"));
  EXPECT_FALSE(find_datasheet_key(kSheet, "send.1.d"));
}

TEST(DatasheetKeys, AChangedValueIsTheOnlyChange) {
  const auto changed = [](std::string_view name, std::string_view value) {
    const auto text =
        changed_datasheet(kSheet, {std::string(name), ChangeKind::kSet, std::string(value)});
    EXPECT_TRUE(text) << name;
    const auto reading = read_datasheet({"s.toml", text.value_or("")});
    EXPECT_TRUE(reading.sheet) << render({"s.toml", *text}, reading.diagnostics);
    return reading.sheet.value_or(Datasheet{});
  };
  Datasheet wanted = *read_datasheet({"s.toml", kSheet}).sheet;
  EXPECT_EQ(changed("send.2.d", "90ns"), wanted);
  wanted.functions[0].ranges[1].equation.value.data = Attoseconds(1'000'000'000);
  EXPECT_EQ(changed("send.2.d", "1ns"), wanted);
  EXPECT_EQ(changed("eager", "64KiB").eager, 65536U);
  EXPECT_EQ(changed("irecv2.host.1.c", "1us").functions[2].ranges[0].equation.value.constant,
            Attoseconds(1'000'000'000'000));
  const Datasheet one = changed("host.node2.speed", "1");
  ASSERT_EQ(one.hosts.size(), 4U);
  EXPECT_EQ(one.hosts[0].speed, 500U);
  EXPECT_EQ(one.hosts[1].speed, 1U);
  EXPECT_EQ(one.hosts[2].speed, 500U);
}

}  // namespace
}  // namespace dps::machines
