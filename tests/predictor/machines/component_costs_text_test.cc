#include "predictor/machines/files/component_costs_text.h"

#include <cmath>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "predictor/machines/files/component_costs_file.h"

namespace dps::machines {
namespace {

/// Characters that must be escaped in a file, and characters of several bytes.
std::string any_word() {
  return *rc::gen::container<std::string>(
             rc::gen::element('a', 'Z', '"', '\\', ' ', '#', '\'', '\t', '\n', '\x7f', '\x01')) +
         *rc::gen::element<std::string>("", "\xc3\xa9");
}

ComponentCost any_cost() {
  ComponentCost cost;
  cost.is_exec = *rc::gen::arbitrary<bool>();
  cost.name = any_word();
  if (*rc::gen::arbitrary<bool>()) {
    cost.arguments.emplace();
    for (auto count = *rc::gen::inRange(0, 4); count > 0; --count) {
      cost.arguments->push_back(any_word());
    }
  }
  cost.ctag = any_word();
  cost.ftag = any_word();
  cost.type = any_word();
  cost.seconds = *rc::gen::inRange(1, 100'000) *
                 std::pow(10.0, *rc::gen::inRange(-10, 5));  // 0.1 ns to 30 years
  cost.speed = *rc::gen::inRange<std::uint64_t>(1, 1'000'000'000);
  return cost;
}

std::vector<ComponentCost> any_costs() {
  auto costs = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<ComponentCost>>(rc::gen::exec([] { return any_cost(); })));
  std::set<std::tuple<bool, std::string, std::optional<std::vector<std::string>>, std::string,
                      std::string, std::string>>
      seen;
  std::erase_if(costs, [&](const ComponentCost& cost) {
    return !seen.emplace(cost.is_exec, cost.name, cost.arguments, cost.ctag, cost.ftag, cost.type)
                .second;
  });
  return costs;
}

TEST(ComponentCostsText, ItsReaderReadsItBack) {
  EXPECT_TRUE(rc::check([] {
    const auto costs = any_costs();
    const std::string text =
        component_costs_text(costs, {{"a line", ""}, {{"date", any_word()}, {"dps", "1"}}});
    const auto reading = read_component_costs({"c.toml", text});
    RC_ASSERT(reading.costs.has_value());
    RC_ASSERT(reading.costs->size() == costs.size());
    for (std::size_t i = 0; i < costs.size(); ++i) {
      ComponentCost read = reading.costs->at(i);
      RC_ASSERT(std::abs(read.seconds / costs[i].seconds - 1) < 5.01e-4);
      read.seconds = costs[i].seconds;
      RC_ASSERT(read == costs[i]);
    }
    // Rounding is idempotent.
    RC_ASSERT(component_costs_text(*reading.costs) == component_costs_text(costs));
  }));
}

TEST(ComponentCostsText, ItIsLaidOutForPeople) {
  ComponentCost call;
  call.name = "mult_vectors";
  call.arguments = {"10", "a \"b\""};
  call.type = "SGI";
  call.seconds = 2.1e-6;
  call.speed = 1300;
  ComponentCost exec;
  exec.is_exec = true;
  exec.name = "read_mats";
  exec.arguments.emplace();
  exec.ftag = "mf1.f";
  exec.seconds = 0.999999;
  EXPECT_EQ(component_costs_text(std::vector{call, exec},
                                 {{"two of them", "", "measured"}, {{"date", "today"}}}),
            R"(# two of them
#
# measured

[calibration]
date = "today"

[[component]]
call = "mult_vectors"
arguments = ["10", "a \"b\""]
type = "SGI"
time = "2.1us"
speed = 1300

[[component]]
exec = "read_mats"
arguments = []
ftag = "mf1.f"
time = "1s"
speed = 1000
)");
}

TEST(ComponentCostsText, TimesHaveFourDigits) {
  for (const auto& [seconds, text] :
       {std::pair(0.0, "0ns"), std::pair(1.23456e-8, "12.35ns"), std::pair(4.2e-11, "0.042ns"),
        std::pair(9.9999e-4, "1ms"), std::pair(0.0123, "12.3ms"), std::pair(1.0, "1s"),
        std::pair(123456.7, "123457s"), std::pair(59.996, "60s")}) {
    ComponentCost cost;
    cost.name = "f";
    cost.seconds = seconds;
    EXPECT_NE(component_costs_text(std::vector{cost}).find("time = \"" + std::string(text) + "\""),
              std::string::npos)
        << text << " in\n"
        << component_costs_text(std::vector{cost});
  }
}

}  // namespace
}  // namespace dps::machines
