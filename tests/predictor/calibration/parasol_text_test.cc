// Parasol files of calibrations.
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "base/operations/processor_timings.h"
#include "predictor/calibration/parasol.h"
#include "predictor/machines/kinds/machine_file.h"
#include "tests/predictor/calibration/synthetic.h"
#include "tests/support/time_units.h"

namespace dps::calibration {
namespace {

/// Hosts a and b of two cores and one TYPE, and c of one core and another TYPE.
Findings three_hosts() {
  Findings findings = test::findings_of(test::usual_costs());
  findings.environment = {{"date", "today\nbegin machine"}};
  findings.hosts[1].multiply.value = 1e-9;
  findings.hosts.push_back({"c", "slow \"one\"", {}, 1, 0, {4e-9, 0}});
  return findings;
}

std::string text_of(const Findings& findings, const HostOperations* operations = nullptr) {
  return parasol_text(findings, machine_of(findings, "lab"), operations);
}

machines::MachineReading read(const std::string& text) {
  const SourceText source{"lab.par", text};
  auto reading = machines::read_machine(source);
  EXPECT_TRUE(reading.diagnostics.empty()) << render(source, reading.diagnostics) << text;
  return reading;
}

/// The instant at which a message arrives that enters an idle network.
Picoseconds arrival(machines::Network& network, const machines::Letter& letter, Picoseconds start) {
  machines::NetworkEvents events;
  Picoseconds now = start;
  for (network.enter(0, letter, start); events.arrived.empty();) {
    now = network.next();
    network.advance(now, events);
  }
  return now;
}

TEST(ParasolText, CoresAreProcessorsOfTheirTypes) {
  const auto machine = read(text_of(three_hosts())).machine;
  ASSERT_NE(machine, nullptr);
  EXPECT_EQ(machine->summary().kind, "parasol");
  EXPECT_EQ(machine->summary().name, "lab");
  const auto hosts = machine->hosts();
  ASSERT_EQ(hosts.size(), 5U);
  EXPECT_EQ(hosts[3].type, "x86_64");
  EXPECT_EQ(hosts[4].type, "slow one");
  EXPECT_EQ(hosts[4].speed, 250U);
  EXPECT_EQ(machine->work_cost(4, machines::WorkKind::kMultiply, 1000), 4'000'000_ps);
}

TEST(ParasolText, MessagesHaveTheMeasuredCosts) {
  const auto machine = read(text_of(three_hosts())).machine;
  const std::array<std::uint32_t, 3> host_of{0, 1, 2};
  const auto network = machine->make_network(host_of, nullptr);
  const auto cost = network->cost({0, 2, 1000, true, false});
  EXPECT_EQ(cost.send, 9'150'000_ps);
  EXPECT_EQ(cost.receive, 1'600'000_ps);
  EXPECT_EQ(cost.pack, 100'000_ps);
  EXPECT_EQ(cost.unpack, 200'000_ps);
  // The bytes, the latency, and the wake-up of a receiver.
  EXPECT_EQ(arrival(*network, {0, 1, 1'000'000, false, false}, {}), 204'000'000_ps);  // within a
  EXPECT_EQ(arrival(*network, {0, 2, 1'000'000, false, false}, 1'000'000'000_ps), 9'053'000'000_ps);
}

TEST(ParasolText, ACostWithABendIsOneFormula) {
  const Findings findings = three_hosts();
  CalibratedMachine made = machine_of(findings, "lab");
  made.machine.cost.bends = {{1000, 550'000'000_as_per_byte, 100'000'000_as_per_byte},
                             {3000, 50'000'000_as_per_byte, 100'000'000_as_per_byte}};
  const auto machine = read(parasol_text(findings, made, nullptr)).machine;
  const std::array<std::uint32_t, 2> host_of{0, 2};
  const auto network = machine->make_network(host_of, nullptr);
  EXPECT_EQ(network->cost({0, 1, 1000, false, false}).send, 9'150'000_ps);
  EXPECT_EQ(network->cost({0, 1, 2000, false, false}).send, 9'700'000_ps);
  EXPECT_EQ(network->cost({0, 1, 5000, false, false}).send, 10'350'000_ps);
  EXPECT_EQ(network->cost({0, 1, 5000, false, false}).receive, 2'000'000_ps);
}

TEST(ParasolText, TheTypeOfThisHostHasItsOperations) {
  HostOperations operations{2, {"c", "gfortran", {"comment"}, {{"ila", {1e-10, 1e-12}}}}};
  operations.processor.times["dlm"] = {9e-9, 0};
  operations.processor.cache = CacheFigures{100, 1.5};
  const auto machine = read(text_of(three_hosts(), &operations)).machine;
  const auto ila = *operations::find_operation("ila");
  const auto dlm = *operations::find_operation("dlm");
  EXPECT_EQ(machine->timings(0)->means[ila], std::nullopt);
  EXPECT_EQ(machine->timings(4)->means[ila], 1e-10);
  EXPECT_EQ(machine->timings(4)->means[dlm], 4e-9);  // that of `work`, as on all hosts
  EXPECT_EQ(machine->timings(4)->cache_size, 100U);
}

TEST(ParasolText, ASingleCoreHasNoLinks) {
  Findings findings = test::findings_of(test::usual_costs());
  findings.hosts.resize(1);
  findings.hosts[0].cores = 1;
  findings.paths.resize(1);
  std::erase_if(findings.observations, [](const Observation& seen) { return seen.path != 0; });
  EXPECT_EQ(read(text_of(findings)).machine->hosts().size(), 1U);
}

}  // namespace
}  // namespace dps::calibration
