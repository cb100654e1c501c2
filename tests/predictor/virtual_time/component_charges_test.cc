#include "predictor/virtual_time/component_charges.h"

#include <gtest/gtest.h>

#include "tests/predictor/virtual_time/prediction.h"
#include "tests/support/fixed_machine.h"
#include "tests/support/time_units.h"

namespace dps::predictor {
namespace {

using machines::ComponentCost;

constexpr const char* kCalls = R"(
C small.c call mult 10
C large.c call mult 1000
C print.c exec print_it cost 4ms
F one.f   NULL small.c NULL SAME
F two.f   NULL large.c,small.c NULL NULL
F out.f   NULL print.c NULL NULL
U calls.fu one.f two.f
U prints.fu out.f
P Calls.p 1 calls.fu
P Prints.p 1 prints.fu
T Calls.p  A TYPE = SGI
T Prints.p B TYPE = SUN
)";

/// Calls.p is on a host of SPEED 500, Prints.p on one of 1000.
machines::NativeMachine machine() {
  machines::NativeDescription described;
  described.hosts = {{"sgi", "SGI", 500, 1, {}}, {"sun", "SUN", 1000, 1, {}}};
  described.multiply = {1'000'000'000_as, 1'000'000'000_as};
  described.network.bandwidth = described.network.local_bandwidth = 1'000'000'000_bps;
  return machines::NativeMachine(described);
}

ComponentCost call(double seconds) {
  ComponentCost cost;
  cost.name = "mult";
  cost.seconds = seconds;
  return cost;
}

Prediction charged(const std::vector<ComponentCost>& costs) {
  const auto program = test::program_of(kCalls);
  auto made = predict(program, machine(), {0, 1}, {profiles::Level::kFunctionality, costs});
  EXPECT_TRUE(made);
  return std::move(*made);
}

double real_s(const Prediction& made, std::size_t process) {
  return made.run.processes[process].real_s;
}

TEST(ComponentCharges, ACostIsThatOfAHostOfItsSpeed) {
  auto cost = call(0.001);
  EXPECT_EQ(real_s(charged({cost}), 0), 0.006);  // three calls, at half the speed
  cost.speed = 250;
  EXPECT_EQ(real_s(charged({cost}), 0), 0.0015);
}

TEST(ComponentCharges, TheFirstThatFitsIsCharged) {
  auto large = call(0.002);
  large.ctag = "large.c";
  auto in_two = call(0.003);
  in_two.ftag = "two.f";
  EXPECT_EQ(real_s(charged({large, in_two, call(0.001)}), 0), 2 * (0.001 + 0.002 + 0.003));
  EXPECT_EQ(real_s(charged({call(0.001), large, in_two}), 0), 0.006);
}

TEST(ComponentCharges, ArgumentsDecideWhereTheCostNamesThem) {
  auto small = call(0.001);
  small.arguments = {"10"};
  auto large = call(0.003);
  large.arguments = {"1000"};
  auto none = call(0.007);
  none.arguments.emplace();
  const auto made = charged({none, large, small});
  EXPECT_EQ(real_s(made, 0), 2 * (0.001 + 0.003 + 0.001));
  EXPECT_EQ(made.notes.at(1),
            "the costs file has entries that match nothing in the blueprint: call 'mult' without "
            "arguments");
  large.arguments = {"1000", "2"};
  EXPECT_EQ(
      charged({large, small}).notes.at(1),
      "the costs file has entries that match nothing in the blueprint: call 'mult' with '1000' "
      "'2'");
}

TEST(ComponentCharges, TypesAreComparedWithoutCase) {
  auto sgi = call(0.002);
  sgi.type = "sgi";
  auto hp = call(0.005);
  hp.type = "HP";
  EXPECT_EQ(real_s(charged({hp, sgi}), 0), 0.012);
}

TEST(ComponentCharges, AMeasuredCostOverridesTheCostOfTheLine) {
  EXPECT_EQ(real_s(charged({call(0.001)}), 1), 0.004);
  ComponentCost print;
  print.is_exec = true;
  print.name = "print_it";
  print.seconds = 0.0015;
  EXPECT_EQ(real_s(charged({print}), 1), 0.0015);
}

TEST(ComponentCharges, NotesListChargedComponentsAndThoseWithoutCost) {
  ComponentCost strange;
  strange.name = "mulr";
  auto nowhere = call(1);
  nowhere.ftag = "three.f";
  const auto made = charged({strange, nowhere, call(0.001)});
  const std::vector<std::string> expected{
      "charged with the times of the costs file: large.c, small.c",
      "the costs file has entries that match nothing in the blueprint: 'three.f', call 'mulr'; did "
      "you "
      "mean 'mult'?"};
  EXPECT_EQ(made.notes, expected);
}

TEST(ComponentCharges, AMachineWithoutTypesFitsNoType) {
  const auto program = test::program_of(kCalls);
  auto typed = call(0.001);
  typed.type = "SGI";
  const std::vector<ComponentCost> costs{typed};
  const machines::FixedMachine fixed({});
  ComponentCharges charges(program, fixed.hosts(), costs);
  EXPECT_FALSE(charges.find(0, 0, 0));
}

}  // namespace
}  // namespace dps::predictor
