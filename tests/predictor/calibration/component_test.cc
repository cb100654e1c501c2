// The selection of the components that are measured, their blueprints, and the costs file.
#include "predictor/calibration/component.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "predictor/calibration/component_blueprint.h"
#include "predictor/calibration/component_findings.h"
#include "predictor/machines/files/component_costs_file.h"
#include "predictor/machines/files/component_costs_text.h"
#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/time_units.h"

namespace dps::calibration {
namespace {

using predictor::test::program_of;

std::vector<Component> components(const std::string& text) {
  return components_of(program_of(text));
}

std::vector<std::string> names(const std::string& text) {
  std::vector<std::string> names;
  for (const Component& component : components(text)) {
    names.push_back(name_of(component));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(Component, EachDistinctComponentIsMeasuredOnceInTheOrderOfTheCLines) {
  EXPECT_EQ(names(R"(
C a.c exec ls -l
C b.c call mult 10
C c.c sleep 1
C d.c call mult 20 cost 3ms
C e.c call mult 10
C never.c call mult 30
C left.c exec ls
F one.f  NULL d.c,c.c,b.c,e.c NULL SAME
F two.f  NULL b.c,a.c NULL NULL
F gone.f NULL left.c NULL NULL
U a.u one.f two.f
U never.u gone.f
P A.p 2 a.u never.u
)"),
            (Names{"exec ls -l", "call mult 10", "call mult 20"}));
}

TEST(Component, ArgumentsThatUseSelfMakeADistinctComponentOfEachClone) {
  EXPECT_EQ(names("C a.c call part {self} of {count}\nF a.f NULL a.c NULL NULL\nU a.u a.f\n"
                  "P A.p 3 a.u\n"),
            (Names{"call part 0 of 3", "call part 1 of 3", "call part 2 of 3"}));
}

constexpr const char* kTold = R"(
V n 4
I Row.i 2 Row.m 1 Go.m
I Go.i  1 Go.m
O Row.o Worker.p -t Row.m -b 100 -n 2
O Big.o Worker.p -t Row.m -b 800
O Go.o  Worker.p -t Go.m
C mult.c  call mult 10
C print.c exec print
F send.f   NULL  mult.c,print.c Row.o,Big.o,Go.o NULL
F row.f    Row.i mult.c,print.c NULL NULL
F choose.f NULL NULL NULL {self==0 ? idle.u : row.u}
F idle.f   Go.i NULL NULL NULL
U choose.u choose.f
U row.u  row.f
U idle.u idle.f
U send.u send.f
P Master.p 1 send.u
P Worker.p {n} choose.u row.u idle.u
)";

TEST(Component, AFunctionIsTimedAsItIsCalledWhereThatDiffers) {
  EXPECT_EQ(names(kTold), (Names{"call mult 10 in send.f", "call mult 10 in row.f", "exec print"}));
  const auto found = components(kTold);
  EXPECT_EQ(found[0].context, (CallContext{"Master.p", 0, 1, std::nullopt}));
  // The first clone that reaches it, and the largest message that may fire it.
  EXPECT_EQ(found[1].context, (CallContext{"Worker.p", 1, 4, ComponentMessage{"Row.m", 800}}));
  EXPECT_EQ(found[2].context, (CallContext{"Master.p", 0, 1, std::nullopt}));
}

TEST(Component, CallContextThatAreTheSameMakeOneComponent) {
  EXPECT_EQ(names("C a.c call f\nF a.f NULL a.c NULL b.u\nF b.f NULL a.c NULL NULL\n"
                  "U a.u a.f\nU b.u b.f\nP A.p 2 a.u b.u\n"),
            (Names{"call f"}));
}

// --- blueprints of components -------------------------------------------------------------------

/// A blank, and all characters with a meaning in blueprints.
std::string any_word() {
  return *rc::gen::container<std::string>(
      rc::gen::element('a', ' ', '"', '\\', '{', '}', '#', ',', '\t', '-'));
}

Component any_component() {
  Component component;
  component.is_exec = *rc::gen::arbitrary<bool>();
  component.words = {"f" + any_word()};
  for (auto count = *rc::gen::inRange(0, 4); count > 0; --count) {
    component.words.push_back(*rc::gen::oneOf(rc::gen::just(std::string("cost")),
                                              rc::gen::just(std::string("3us")),
                                              rc::gen::exec(any_word)));
  }
  component.ctag = *rc::gen::element<std::string>("a.c", "sleep", "a\\");
  component.ftag = *rc::gen::element<std::string>("begin.f", "choose.f", "decide.f", "f\\");
  component.context.ptag = *rc::gen::element<std::string>("W.p", "cost", "A\\");
  if (!component.is_exec) {
    CallContext& context = component.context;
    context.count = *rc::gen::inRange(1U, kMostClones + 1);
    context.self = *rc::gen::inRange(0U, context.count);
    if (*rc::gen::arbitrary<bool>()) {
      context.message = {*rc::gen::element<std::string>("m", "m\\"),
                         *rc::gen::inRange<std::uint64_t>(0, 5000)};
    }
  }
  return component;
}

TEST(ComponentBlueprint, HasTheComponentUnchangedAndNoOther) {
  EXPECT_TRUE(rc::check([] {
    const Component component = any_component();
    const auto times = *rc::gen::inRange(1U, 5U);
    const std::string text = component_blueprint(component, times, std::nullopt);
    const SourceText source{"b", text};
    const auto reading = blueprint::read_blueprint(source);
    RC_LOG() << text << render(source, reading.diagnostics);
    RC_ASSERT(reading.program.has_value());
    RC_ASSERT(components_of(*reading.program) == std::vector<Component>{component});
  }));
}

TEST(ComponentBlueprint, OneProcessFiresItTheGivenNumberOfTimes) {
  machines::NativeDescription machine;
  machine.hosts.push_back({"n0", "", 1000, 8, {}});
  machine.multiply.push_back(1_as);
  machine.network.bandwidth = machine.network.local_bandwidth = 8'000'000'000_bps;
  EXPECT_TRUE(rc::check([&] {
    const Component component = any_component();
    const auto times = *rc::gen::inRange(1U, 5U);
    machines::ComponentCost cost;
    cost.is_exec = component.is_exec;
    cost.name = component.words.front();
    cost.seconds = 0.003;
    const auto program = program_of(component_blueprint(component, times, "n0"));
    const auto played = predictor::predict(program, machines::NativeMachine(machine),
                                           std::vector<std::uint32_t>(program.process_count(), 0),
                                           {profiles::Level::kProcess, std::vector{cost}});
    RC_ASSERT(played.has_value());
    RC_ASSERT(played->deadlock.empty());
    RC_ASSERT(std::abs(component_time(times, played->run) - 0.003) < 1e-12);
    RC_ASSERT(std::abs(cpu_share(played->run) - 1) < 0.01);
    for (const auto& process : played->run.processes) {
      RC_ASSERT(process.late_msgs + process.unclaimed_msgs == 0);
      const bool is_it = program.process_count() == 1 ||
                         process.ptag == component.context.ptag + "[" +
                                             std::to_string(component.context.self) + "]";
      RC_ASSERT((process.compute_s > 0) == is_it);
    }
  }));
}

TEST(ComponentBlueprint, LimitsClonesAndMessageSizes) {
  Component component{false, {"f"}, "c", "f", false, {"P.p", 5000, 100'000, {}}};
  component.context.message = {"m", 1ULL << 40};
  const auto program = program_of(component_blueprint(component, 2, "n0"));
  EXPECT_EQ(program.process_count(), kMostClones);
  EXPECT_EQ(program.outputs.at(0).bytes, kMostMessageBytes);
}

// --- the costs file -----------------------------------------------------------------------------

HostFinding host(const std::string& name, const std::string& type, double multiply) {
  HostFinding host;
  host.name = name;
  host.type = type;
  host.multiply = {multiply, 0};
  return host;
}

TEST(ComponentFindings, OneHostOfEachTypeIsChosenWithTheSpeedOfTheMachineFile) {
  auto given = host("d", "HP", 1e-9);
  given.speed = 770;
  const auto chosen = one_of_each_type(
      std::vector{host("a", "SUN", 1e-9), host("b", "sun", 3e-9), host("c", "SGI", 2e-9), given});
  ASSERT_EQ(chosen.size(), 3U);
  EXPECT_EQ(chosen[0].name + chosen[1].name + chosen[2].name, "acd");
  EXPECT_EQ(chosen[0].speed, 1000U);
  EXPECT_EQ(chosen[1].speed, 500U);
  EXPECT_EQ(chosen[2].speed, 770U);
}

ComponentFindings findings() {
  ComponentFindings findings;
  findings.blueprint = "b.txt";
  findings.components = components(kTold);
  findings.components[1].context.count = 5000;
  findings.hosts = one_of_each_type(std::vector{host("a", "SUN", 1e-9), host("c", "SGI", 2e-9)});
  findings.timed = {{0, 0, {2.14159e-6, 0.002}, 50'000},
                    {0, 1, {4e-6, 0.0}, 50'000},
                    {1, 0, {3e-6, 0.0}, 50'000},
                    {1, 1, {6e-6, 0.0}, 50'000},
                    {2, 0, {0.0123, 0.034}, 12, 0.25}};
  findings.environment = {{"dps", "0.1.0"}, {"date", "today"}};
  return findings;
}

TEST(ComponentFindings, TheFileHasACostForEachHostTypeAndListsUnmeasuredComponents) {
  const auto file = costs_of(findings());
  const std::string text = machines::component_costs_text(file.costs, file.remarks);
  const auto reading = machines::read_component_costs({"c", text});
  ASSERT_TRUE(reading.costs) << text;
  ASSERT_EQ(reading.costs->size(), 5U);
  EXPECT_EQ(reading.costs->at(3),
            (machines::ComponentCost{false, "mult", {{"10"}}, "", "row.f", "SGI", 6e-6, 500}));
  EXPECT_EQ(reading.costs->at(4),
            (machines::ComponentCost{true, "print", {Names{}}, "", "", "SUN", 0.0123, 1000}));
  EXPECT_EQ(
      text.substr(0, text.find("\n\n")),
      R"(# Costs of call and exec components, for dps predict --costs; measured by dps calibrate
# --components b.txt as described in docs/calibrate.md.
#
# component               host                   time   repeats  error
# call mult 10 in send.f  a                  2.142 us    50,000  0.2 %
# call mult 10 in send.f  c                      4 us    50,000  0.0 %
# call mult 10 in row.f   a                      3 us    50,000  0.0 %
# call mult 10 in row.f   c                      6 us    50,000  0.0 %
# exec print              a                   12.3 ms        12  3.4 % !
# ! the error was still above 1 % at the time limit
# exec print had a CPU for 25 % of its time on a: it waits, or the host is busy
# call mult 10 in row.f: measured with 64 clones instead of 5,000
# exec print failed on c: no cost)");
}

TEST(ComponentFindings, CostsOfOneTypeOfHostsAreForAll) {
  auto one = findings();
  one.hosts.pop_back();
  std::erase_if(one.timed, [](const TimedComponent& timed) { return timed.host == 1; });
  const auto made = costs_of(one);
  EXPECT_FALSE(made.costs.empty());
  for (const auto& cost : made.costs) {
    EXPECT_EQ(cost.type, "");
  }
}

}  // namespace
}  // namespace dps::calibration
