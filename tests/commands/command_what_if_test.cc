// predict --what-if, as a user calls it.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

/// A pipeline of three stages for 50 items. The second one is the bottleneck.
constexpr const char* kPipeline = R"(
V n 50
I First.i  1 First.m
I Second.i 1 Second.m
C fast.c   compute 1ms
C slow.c   compute 5ms
C last.c   compute 2ms
C never.c  compute 1s
O first.o  Slow.p -t First.m  -b 1000
O second.o Last.p -t Second.m -b 1000
O spare.o  Last.p -t Second.m -b 1000
F send.f   NULL     fast.c first.o  a.u*{n-1},NULL
F work.f   First.i  slow.c second.o SAME*{n-1},NULL
F end.f    Second.i last.c NULL     SAME*{n-1},NULL
U a.u send.f
U b.u work.f
U c.u end.f
P Fast.p 1 a.u
P Slow.p 1 b.u
P Last.p 1 c.u
)";

constexpr const char* kLab = R"(
[[host]]
name = "node[1-4]"
[network]
bandwidth = "1Gbit/s"
latency = "50us"
[local]
bandwidth = "1GB/s"
latency = "1us"
[cost]
send = "5us"
receive = "4us"
)";

class WhatIf : public support::CommandTest {
 protected:
  WhatIf() {
    folder_.write("plan.txt", kPipeline);
    folder_.write("lab.toml", kLab);
  }
  [[nodiscard]] support::Finished predict(const std::string& options) const {
    return dps("predict plan.txt --machine lab.toml " + options);
  }
  [[nodiscard]] nlohmann::json answers(const std::string& options) const {
    const auto printed = predict("--quiet --format json --what-if " + options);
    EXPECT_EQ(printed.status, 0) << printed.out;
    return nlohmann::json::parse(printed.out).at("what_if");
  }
};

nlohmann::json row_of(const nlohmann::json& what_if, const std::string& name) {
  for (const auto& row : what_if.at("rows")) {
    if (row.at("name") == name) {
      return row;
    }
  }
  ADD_FAILURE() << name << " is missing in " << what_if;
  return {};
}

TEST_F(WhatIf, TheBottleneckOfAPipelineComesFirst) {
  const auto what_if = answers("all");
  std::vector<std::string> lines;
  for (const auto& row : what_if.at("rows")) {
    const std::string name = row.at("name");
    if (name.starts_with("C:")) {
      lines.push_back(name);
    }
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"C:slow.c", "C:last.c", "C:fast.c", "C:never.c"}));
  // 50 items of 5 ms each, each 10 % shorter.
  EXPECT_NEAR(row_of(what_if, "C:slow.c").at("change_s"), -50 * 0.5e-3, 1e-9);
  // The other stages only shorten its first and its last item.
  EXPECT_NEAR(row_of(what_if, "C:fast.c").at("change_s"), -0.1e-3, 1e-9);
  EXPECT_NEAR(row_of(what_if, "C:last.c").at("change_s"), -0.2e-3, 1e-9);
  EXPECT_GT(row_of(what_if, "C:slow.c").at("path_s").get<double>(),
            0.9 * what_if.at("makespan_s").get<double>());
}

TEST_F(WhatIf, ElementsWithoutEffectAreNoChange) {
  const auto what_if = answers("all");
  EXPECT_EQ(row_of(what_if, "C:never.c").at("change_s"), 0);
  EXPECT_EQ(row_of(what_if, "O:spare.o").at("change_s"), 0);
  EXPECT_EQ(row_of(what_if, "local.latency").at("change_s"), 0);
  const auto text = predict("--quiet --what-if all").out;
  const std::size_t list = text.find("No change: ");
  ASSERT_NE(list, std::string::npos) << text;
  EXPECT_NE(text.find("C:never.c", list), std::string::npos) << text;
}

TEST_F(WhatIf, AllHasEveryElementOnce) {
  std::multiset<std::string> names;
  const auto what_if = answers("all");
  for (const auto& row : what_if.at("rows")) {
    names.insert(row.at("name"));
  }
  EXPECT_EQ(names, (std::multiset<std::string>{
                       "C:fast.c", "C:slow.c", "C:last.c", "C:never.c", "O:first.o", "O:second.o",
                       "O:spare.o", "host.node[1-4].speed", "host.node[1-4].multiply",
                       "network.bandwidth", "network.latency", "local.bandwidth", "local.latency",
                       "cost.send", "cost.receive"}));
}

TEST_F(WhatIf, AFactorOfOneChangesNothing) {
  const auto what_if = answers(
      "'C:slow.c*=1,O:first.o*=1.0,network.latency*=1,host.node[1-4].speed*=1,host.node2.speed*="
      "1'");
  ASSERT_EQ(what_if.at("rows").size(), 5U);
  for (const auto& row : what_if.at("rows")) {
    EXPECT_EQ(row.at("change_s"), 0) << row;
    EXPECT_EQ(row.at("makespan_s"), what_if.at("makespan_s")) << row;
  }
}

TEST_F(WhatIf, TheDrawsRemainTheSame) {
  folder_.write("plan.txt",
                "C c.c compute {normal(2, 0.5)}ms\nF f.f NULL c.c NULL u.u*99,NULL\n"
                "U u.u f.f\nP P.p 1 u.u\n");
  const auto what_if = answers("'C:c.c*=0.5,C:c.c*=0' --runs 3 --seed 7");
  const double makespan = what_if.at("makespan_s");
  EXPECT_EQ(what_if.at("runs"), 3);
  EXPECT_EQ(what_if.at("rows").at(0).at("makespan_s"), 0);
  EXPECT_NEAR(what_if.at("rows").at(1).at("makespan_s"), makespan / 2, 1e-9);
}

TEST_F(WhatIf, TheLatencyOfAChainCountsOncePerHop) {
  std::string chain =
      "I T.i 1 T.m\nC c.c compute 1us\nF last.f T.i NULL NULL NULL\nU last.u last.f\n";
  constexpr int kHops = 4;
  for (int i = 0; i < kHops; ++i) {
    const std::string k = std::to_string(i);
    chain += "O o" + k + ".o P" + std::to_string(i + 1) + ".p -t T.m -b 0\n" + "F f" + k + ".f " +
             (i == 0 ? "NULL" : "T.i") + " NULL o" + k + ".o NULL\nU u" + k + ".u f" + k +
             ".f\nP P" + k + ".p 1 u" + k + ".u\n";
  }
  folder_.write("plan.txt", chain + "P P4.p 1 last.u\n");
  folder_.write("lab.toml", std::string(kLab).replace(std::string(kLab).find("1us"), 3, "50us"));
  const auto what_if = answers("'network.latency*=0.5,local.latency*=0.5,cost.send*=0'");
  const double network = row_of(what_if, "network.latency").at("change_s");
  const double local = row_of(what_if, "local.latency").at("change_s");
  EXPECT_NEAR(network + local, -kHops * 25e-6, 1e-12);
  EXPECT_NEAR(row_of(what_if, "cost.send").at("change_s"), -kHops * 5e-6, 1e-12);
}

TEST_F(WhatIf, MistakesAreNamed) {
  struct Row {
    const char* option;
    const char* error;
  };
  constexpr Row kRows[] = {{"C:slwo.c*=0.5",
                            "neither the blueprint nor the machine has 'C:slwo.c'; did you mean "
                            "'C:slow.c'?"},
                           {"slow.c*=0.5", "did you mean 'C:slow.c'?"},
                           {"C:slow.c", "expected all or NAME*=FACTOR"},
                           {"C:slow.c=2", "expected all or NAME*=FACTOR"},
                           {"'C:slow.c*=x'", "expected a factor such as 0.9 or 2, got 'x'"},
                           {"'C:slow.c*=2,C:slow.c*=2.0'", "C:slow.c*=2.0 is given twice"},
                           {"network.kind*=2", "'switch' is a word, which has no multiples"},
                           {"network.bandwidth*=0", "--what-if: network.bandwidth*=0: "},
                           {"all --what-if 'C:slow.c*=2'", "all goes with no other element"},
                           {"''", "expected all or NAME*=FACTOR"}};
  for (const Row& row : kRows) {
    const auto printed = predict(std::string("--quiet --what-if ") + row.option + " 2>&1");
    EXPECT_EQ(printed.status, 2) << row.option;
    EXPECT_NE(printed.out.find(row.error), std::string::npos) << row.option << printed.out;
  }
}

TEST_F(WhatIf, TheRestOfTheResultIsUnchanged) {
  ASSERT_EQ(predict("--quiet -o with.json --what-if all").status, 0);
  ASSERT_EQ(predict("--quiet -o plain.json").status, 0);
  auto with = nlohmann::json::parse(folder_.read("with.json"));
  EXPECT_EQ(with.at("what_if").at("asked"), with.at("what_if").at("rows").size());
  with.erase("what_if");
  EXPECT_EQ(with, nlohmann::json::parse(folder_.read("plain.json")));
}

}  // namespace
}  // namespace dps
