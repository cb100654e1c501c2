// Machines of Parasol files: hosts, costs, and the arrivals of messages.
#include <gtest/gtest.h>

#include "predictor/machines/kinds/parasol/file/answers/routes_answer.h"
#include "predictor/machines/kinds/parasol/file/machine_model.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"
#include "tests/predictor/machines/parasol/parasol_texts.h"
#include "tests/support/time_units.h"

namespace dps::parasol {
namespace {

std::unique_ptr<machines::Machine> machine_of(const std::string& text,
                                              const machines::MachineOptions& options = {}) {
  auto reading = read_parasol_file({"m.par", text}, options);
  EXPECT_TRUE(reading.machine) << render({"m.par", text}, reading.diagnostics);
  return std::move(reading.machine);
}

TEST(ParasolMachine, ProcessorsAreHostsAndTheSetUpPassesFirst) {
  const auto machine = machine_of(kTwo);
  ASSERT_EQ(machine->hosts().size(), 2U);
  EXPECT_EQ(machine->hosts()[1].name, "p2");
  EXPECT_EQ(machine->hosts()[1].type, "A");
  EXPECT_EQ(machine->hosts()[1].speed, 1000U);
  EXPECT_EQ(machine->parts().setup, 500'000'000'000_ps);
  EXPECT_EQ(machine->work_cost(0, machines::WorkKind::kMultiply, 1000), 200'000'000_ps);
  EXPECT_EQ(machine->work_cost(0, machines::WorkKind::kCompute, 1), 1'000'000'000'000_ps);
  EXPECT_EQ(machine->summary().kind, "parasol");
}

TEST(ParasolMachine, SpeedsAreRatiosOfMultiplications) {
  std::string text = kTwo;
  text.replace(text.find("begin topology"), 0,
               "begin processor; id = 2; name = \"B\"; begin timings; dlm = 3.0e-7; end timings; "
               "end processor\nbegin processor; id = 3; end processor\n");
  text.replace(text.find("p[2] = 1"), 8, "p[2] = 2");
  auto machine = machine_of(text);
  EXPECT_EQ(machine->hosts()[0].speed, 1000U);
  EXPECT_EQ(machine->hosts()[1].speed, 667U);
  EXPECT_TRUE(machine->summary().notes.empty());
  text.replace(text.find("p[2] = 2"), 8, "p[2] = 3");
  machine = machine_of(text);
  EXPECT_EQ(machine->hosts()[1].speed, 1000U);
  EXPECT_EQ(machine->work_cost(1, machines::WorkKind::kMultiply, 1000), 0_ps);
  EXPECT_EQ(machine->summary().notes.size(), 2U);
}

TEST(ParasolMachine, MessagesHaveTheCostsOfTheRunTimeSystem) {
  const std::vector<std::uint32_t> host_of{0, 1};
  const auto machine = machine_of(kTwo);
  const auto cost = machine->make_network(host_of, nullptr)->cost({0, 1, 1000, true, true});
  EXPECT_EQ(cost.send, 1'020'000'000_ps);
  EXPECT_EQ(cost.receive, 2'040'000'000_ps);
  EXPECT_EQ(cost.pack, 1'000'000_ps);
  EXPECT_EQ(cost.unpack, 0_ps);
  EXPECT_EQ(machine->make_network(host_of, nullptr)->cost({0, 1, 1000, false, true}).pack, 0_ps);
  machines::MachineOptions none;
  none.runtime = "none";
  const auto free = machine_of(kTwo, none);
  EXPECT_EQ(free->make_network(host_of, nullptr)->cost({0, 1, 1000, true, true}).send, 0_ps);
}

TEST(ParasolMachine, AFormulaThatFailsCountsNothingAndIsNotedOnce) {
  std::string text = kTwo;
  text.replace(text.find("1.0e-3 + size"), 13, "1.0 / (size - 5) ");
  const auto machine = machine_of(text);
  const std::vector<std::uint32_t> host_of{0, 1};
  const auto network = machine->make_network(host_of, nullptr);
  EXPECT_EQ(network->cost({0, 1, 5, false, true}).send, 0_ps);
  EXPECT_EQ(network->cost({0, 1, 4, false, true}).send, 0_ps);
  EXPECT_EQ(network->report().notes.size(), 2U);  // send, and receive, which needs it
}

TEST(ParasolMachine, WrongChoicesAreErrors) {
  machines::MachineOptions options;
  options.topology = "to(2)";
  auto reading = read_parasol_file({"m.par", kTwo}, options);
  ASSERT_EQ(reading.diagnostics.size(), 1U);
  EXPECT_EQ(reading.diagnostics[0].text, "--topology: the machine has no to(2); it has to(1)");
  options.topology = "";
  options.runtime = "mpi";
  reading = read_parasol_file({"m.par", kTwo}, options);
  ASSERT_EQ(reading.diagnostics.size(), 1U);
  EXPECT_EQ(reading.diagnostics[0].text, "--runtime: the machine has no section 'mpi'; it has pvm");
}

/// An Ethernet of 6 processors.
std::string ethernet() {
  std::string text =
      "begin machine; id = 1; name = \"e\"; processors = 1; topologies = 1\n"
      "begin processor; id = 1; end processor\nbegin topology; id = 1; routing = "
      "\"broadcast\"; processors = 6; links = 1\nbegin procid; ";
  for (int i = 1; i <= 6; ++i) {
    text += "p[" + std::to_string(i) + "] = 1; ";
  }
  return text +
         "end procid\nbegin linklist; begin link; id = 1; latency = 2.0e-6; speed = 1.0e-7; "
         "connect = 6 1 2 3 4 5 6; end link; end linklist; end topology; end machine\n";
}

std::vector<ProcessorRouteAnswer> answers(const std::string& text,
                                          const std::vector<std::string>& asked) {
  const auto file = parse_parasol_file({"m.par", text}).file;
  EXPECT_TRUE(file) << complaints(text);
  const auto model = machine_model(file, {});
  std::vector<ProcessorMessage> messages;
  for (const std::string& one : asked) {
    messages.push_back(*parse_route_message(one, 6));
  }
  return routes_of(*model, messages);
}

TEST(ParasolRoutes, TheExampleOfTheDocumentation) {
  const auto routes = answers(ethernet(), {"1,2,1000", "p3,p4,500", "5,6,1000,200us"});
  EXPECT_EQ(routes[0].arrives_s, 152e-6);
  EXPECT_EQ(routes[1].arrives_s, 102e-6);
  EXPECT_EQ(routes[2].arrives_s, 302e-6);
  EXPECT_EQ(routes[0].alone_s, 102e-6);
  EXPECT_EQ(routes[0].together_s, 302e-6);
  EXPECT_EQ(routes[0].bottleneck, 1U);
  EXPECT_EQ(routes[0].latency_s, 2e-6);
}

TEST(ParasolRoutes, MessagesOfAPairGoOneAfterTheOther) {
  const auto routes = answers(ethernet(), {"1,2,1000", "1,2,1000", "2,2,1000,1us", "1,*,10,1ms"});
  EXPECT_EQ(routes[0].arrives_s, 102e-6);
  EXPECT_EQ(routes[1].arrives_s, 202e-6);
  EXPECT_EQ(routes[2].arrives_s, 1e-6);
  EXPECT_FALSE(routes[2].bottleneck);
  EXPECT_EQ(routes[3].arrives_s, 1003e-6);
  EXPECT_EQ(routes[3].links, (std::vector<std::uint32_t>{1}));
}

TEST(ParasolRoutes, WrongMessagesAreErrors) {
  EXPECT_EQ(parse_route_message("1", 4).error(),
            "expected FROM,TO[,BYTES[,START]], such as 1,2,64KiB,1us, got '1'");
  EXPECT_EQ(parse_route_message("1,5", 4).error(), "there is no processor '5': the machine has 4");
  EXPECT_FALSE(parse_route_message("*,1", 4));
  EXPECT_FALSE(parse_route_message("1,2,x", 4));
  EXPECT_FALSE(parse_route_message("1,2,1,x", 4));
}

TEST(ParasolNetwork, AnArrivalIsOneLatencyAfterTheLastByteHasLeft) {
  const auto machine = machine_of(ethernet());
  const std::vector<std::uint32_t> host_of{0, 1, 2, 3, 4, 5};
  const auto network = machine->make_network(host_of, nullptr);
  network->enter(0, {0, 1, 1000, false, true}, 0_ps);
  network->enter(1, {2, 3, 500, false, true}, 0_ps);
  network->enter(2, {0, 1, 0, false, true}, 0_ps);  // behind the first one
  machines::NetworkEvents events;
  std::vector<std::pair<std::uint32_t, std::int64_t>> arrived;
  for (Picoseconds at = network->next(); at != machines::kNever; at = network->next()) {
    network->advance(at, events);
    for (const std::uint32_t id : std::exchange(events.arrived, {})) {
      arrived.emplace_back(id, at.count());
    }
  }
  EXPECT_EQ(arrived, (std::vector<std::pair<std::uint32_t, std::int64_t>>{
                         {1, 102'000'000}, {0, 152'000'000}, {2, 152'000'000}}));
}

}  // namespace
}  // namespace dps::parasol
