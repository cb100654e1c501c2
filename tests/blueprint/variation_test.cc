// Distributions in blueprints. Source: docs/language.md, "Variation".
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/engine/engine.h"
#include "blueprint/slice.h"
#include "reading.h"

namespace dps::blueprint {
namespace {

/// One process that computes `component` and sends `output` to itself.
std::string text_with(const std::string& component, const std::string& output = "-b 0") {
  return "V n 3\nC c.c " + component + "\nO o.o A.p " + output +
         "\nF f.f NULL c.c o.o NULL\nU u.fu f.f\nP A.p 1 u.fu\n";
}

Program varied(const std::string& component, const std::string& output = "-b 0") {
  return program_of(text_with(component, output));
}

TEST(Variation, TimesHaveTheirMeanAndSizesTheirMaximum) {
  const Program program =
      varied("compute {uniform(1,3)}ms cost {exponential(n)}", "-b {uniform(10,20)}kB");
  const Computation& computation = program.computations[0];
  EXPECT_DOUBLE_EQ(computation.amount, 0.002);
  EXPECT_EQ(*computation.cost, 3);
  EXPECT_EQ(program.outputs[0].bytes, 20'000U);
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t draw = random.next();
    EXPECT_GE(program.amount_of(computation, draw), 0.001);
    EXPECT_LE(program.amount_of(computation, draw), 0.003);
    EXPECT_LE(program.bytes_of(program.outputs[0], draw), 20'000U);
    EXPECT_GE(program.bytes_of(program.outputs[0], draw), 10'000U);
  }
}

TEST(Variation, TheLargestMessageIsDrawnAtTheLargestDraw) {
  const Program program = varied("sleep 0", "-b {64 + lognormal(7, 1)}");
  const Output& output = program.outputs[0];
  EXPECT_NEAR(static_cast<double>(output.bytes), 64 + std::exp(7 + 6.337957754553789), 10);
  EXPECT_NEAR(static_cast<double>(program.bytes_of(output, ~std::uint64_t{0})),
              static_cast<double>(output.bytes), 1);
}

TEST(Variation, TheFieldsOfALineVaryByThemselves) {
  const Program program = varied("compute {uniform(0,1)} cost {uniform(0,1)}");
  const Program other = varied("compute {uniform(0,1)} cost 1");
  const Computation& computation = program.computations[0];
  EXPECT_NE(program.amount_of(computation, 5), *program.cost_of(computation, 5));
  EXPECT_EQ(program.amount_of(computation, 5), other.amount_of(other.computations[0], 5));
}

TEST(Variation, AValueWithoutADistributionDoesNotVary) {
  const Program program = varied("compute 2ms", "-b 8 -d 1ms");
  EXPECT_FALSE(program.varies());
  EXPECT_EQ(program.amount_of(program.computations[0], 77), 0.002);
  EXPECT_EQ(program.cost_of(program.computations[0], 77), std::nullopt);
  EXPECT_EQ(program.bytes_of(program.outputs[0], 77), 8U);
  EXPECT_EQ(program.delay_of(program.outputs[0], 77), 0.001);
}

TEST(Variation, ClonesShareDistributionsThatDoNotUseSelf) {
  const std::string line = "\nF f.f NULL c.c NULL NULL\nU u.fu f.f\nP A.p 5 u.fu\n";
  EXPECT_EQ(program_of("C c.c sleep {exponential(1)}" + line).computations.size(), 1U);
  const Program each = program_of("C c.c sleep {self*exponential(1)}" + line);
  EXPECT_EQ(each.computations.size(), 5U);
  EXPECT_EQ(each.computations[4].amount, 4);
}

// --- draws ---------------------------------------------------------------------------------------

/// The amounts of the C line `tag`, as the process draws them, and the sizes of all its messages.
std::vector<double> drawn(const std::string& text, const std::string& tag = "Work.c",
                          engine::Chance chance = {}, const std::string& process = "W.p[0]") {
  const Program program = program_of(text);
  for (std::uint32_t p = 0; p < program.process_count(); ++p) {
    if (program.process_name(ProcessId{p}) != process) {
      continue;
    }
    std::vector<double> found;
    engine::Engine engine(program, ProcessId{p}, chance);
    for (engine::Step step = engine.next();
         step.kind != engine::StepKind::kComplete && step.kind != engine::StepKind::kReceive;
         step = engine.next()) {
      if (step.kind == engine::StepKind::kCompute &&
          program.tag(program.computations[step.computation].definition) == tag) {
        found.push_back(program.amount_of(program.computations[step.computation], step.draw));
      } else if (step.kind == engine::StepKind::kSend) {
        found.push_back(
            static_cast<double>(program.bytes_of(program.outputs[step.output], step.draw)));
      }
    }
    return found;
  }
  ADD_FAILURE() << "no process " << process;
  return {};
}

constexpr const char* kWorkers = R"(
C Work.c compute {exponential(300)}us
O Note.o W.p[0] -t Note.m -b {uniform(0,1e6)}
F work.f NULL Work.c,Work.c Note.o SAME
U w.u work.f
P W.p 2 w.u
)";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

TEST(Draws, DoNotDependOnTheRestOfTheText) {
  const std::string text = kWorkers;
  const auto expected = drawn(text);
  ASSERT_EQ(expected.size(), 3U);
  EXPECT_NE(expected[0], expected[1]);
  const std::string changes[] = {
      "# a comment\n" + text,
      changed(text, "compute", "  compute  "),
      changed(text, "exponential(300)", "exponential(0.9*1000/3)"),
      changed(text, "us\n", "us cost {uniform(0,1)}\n"),
      changed(text, "300)}us", "0.3)}ms"),
      changed(text, "O Note.o", "C Other.c sleep {uniform(0,1)}\nO Note.o"),
      changed(changed(text, "O Note.o", "C Other.c sleep {uniform(0,1)}\nO Note.o"),
              "Work.c,Work.c", "Work.c,Other.c,Work.c"),
      changed(text, "P W.p", "P First.p 7 w.u\nP W.p"),
      changed(text, "P W.p 2", "P W.p 9"),
      changed(text, "Note.o SAME", "Note.o w.u*5,SAME"),
  };
  for (const std::string& other : changes) {
    auto found = drawn(other);
    found.resize(3);
    EXPECT_EQ(found, expected) << other;
  }
}

TEST(Draws, DependOnSeedRunProcessTagFieldAndCount) {
  const std::string text = kWorkers;
  const auto one = drawn(text);
  EXPECT_EQ(drawn(text, "Work.c", {1, 0}), one);
  const std::vector<std::vector<double>> others{
      drawn(text, "Work.c", {2, 0}),
      drawn(text, "Work.c", {1, 1}),
      drawn(text, "Work.c", {}, "W.p[1]"),
      drawn(changed(changed(text, "Work.c", "Toil.c"), "Work.c,Work.c", "Toil.c,Toil.c"), "Toil.c"),
  };
  for (const auto& other : others) {
    ASSERT_EQ(other.size(), one.size());
    EXPECT_NE(other[0], one[0]);
    EXPECT_NE(other[1], one[1]);
  }
  EXPECT_NE(others[0][2], one[2]);
  EXPECT_EQ(others[3][2], one[2]) << "the O line is the same";
}

TEST(Draws, ASliceDrawsAsTheWholeProgramDoes) {
  const Program program = program_of(changed(kWorkers, "P W.p", "P First.p 7 w.u\nP W.p"));
  const ProcessId self{8};
  const Program part = slice(program, self);
  engine::Engine whole(program, self, {3, 4});
  engine::Engine own(part, self, {3, 4});
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(whole.next(engine::Detail::kUnits).draw, own.next(engine::Detail::kUnits).draw);
  }
}

/// Waiting times of M/M/1 by Lindley's recursion, of draws as an engine makes them.
/// Source: P(W > t) = load * exp(-(1-load) t), in units of the mean service time.
TEST(Draws, WaitingTimesOfAQueueAreThoseOfTheFormula) {
  constexpr double kLoad = 0.8;
  const Program program = program_of(
      "C Next.c sleep {exponential(1/0.8)}\nC Work.c sleep {exponential(1)}\n"
      "F work.f NULL Next.c,Work.c NULL w.u*1000000000,NULL\nU w.u work.f\nP W.p 1 w.u\n");
  engine::Engine engine(program, ProcessId{0});
  constexpr int kRequests = 1'000'000;
  std::vector<double> waits;
  double wait = 0;
  double between = 0;
  while (waits.size() < kRequests) {
    const engine::Step step = engine.next(engine::Detail::kUnits);
    if (step.kind != engine::StepKind::kCompute) {
      continue;
    }
    const Computation& line = program.computations[step.computation];
    const double amount = program.amount_of(line, step.draw);
    if (program.tag(line.definition) == "Next.c") {
      between = amount;
    } else {
      waits.push_back(wait = std::max(0.0, wait - between) + amount);
    }
  }
  std::ranges::sort(waits);
  for (const double part : {0.5, 0.9, 0.99, 0.999}) {
    const double exact = -std::log(1 - part) / (1 - kLoad);  // with the service
    EXPECT_NEAR(waits[static_cast<std::size_t>(part * kRequests)], exact, 0.05 * exact) << part;
  }
}

// --- errors --------------------------------------------------------------------------------------

TEST(Variation, IsRefusedWhereItHasNoMeaning) {
  const auto mistake = [](const std::string& component, const std::string& output = "-b 0") {
    const auto all = diagnostics_of(text_with(component, output));
    return all.empty() ? "" : all.front().substr(all.front().find("error: ") + 7);
  };
  const std::string only =
      "a distribution is allowed only in a time, an amount of work or a size (-b)";
  EXPECT_EQ(mistake("sleep 1", "-n {normal(2,1)}"), only);
  EXPECT_EQ(mistake("call f {normal(2,1)}"), only);
  EXPECT_EQ(diagnostics_of("V v normal(1,1)\n" + text_with("sleep 1")).front(),
            "1:5: error: " + only);
  EXPECT_EQ(mistake("sleep 1", "-b {uniform(1,9)} -p off"),
            "with -p off the buffer is packed before the start, so -b cannot vary");
  EXPECT_EQ(mistake("sleep {uniform(2,1)}"), "uniform(a,b) requires a <= b");
  EXPECT_EQ(mistake("sleep {normal(1,-1)}"), "normal(m,s) requires s >= 0");
  EXPECT_EQ(mistake("sleep {lognormal(1,-1)}"), "lognormal(m,s) requires s >= 0");
  EXPECT_EQ(mistake("sleep {exponential(-1)}"), "exponential(m) requires m >= 0");
  EXPECT_EQ(mistake("sleep {normal(1)}"), "'normal' takes two arguments");
  EXPECT_EQ(mistake("sleep {uniform(0,1e12)}").substr(0, 8), "a time m");
}

TEST(Variation, ANumberThatVariesIsOneExpressionWithAUnit) {
  const std::string mistake = "a value that varies must be one '{...}', with its unit after it";
  for (const char* text : {"1{uniform(0,1)}", "{uniform(0,1)}{uniform(0,1)}", "{uniform(0,1)}0ms",
                           "{uniform(0,1)}e3"}) {
    const auto all = diagnostics_of(text_with(std::string("sleep ") + text));
    ASSERT_EQ(all.size(), 1U) << text;
    EXPECT_NE(all.front().find(mistake), std::string::npos) << all.front();
  }
}

TEST(Variation, AWrongUnitIsQuotedWithTheExpressionBeforeIt) {
  const auto mistake = [](const std::string& component, const std::string& output = "-b 0") {
    const auto all = diagnostics_of(text_with(component, output));
    return all.empty() ? "" : all.front().substr(all.front().find("error: ") + 7);
  };
  EXPECT_EQ(mistake("sleep {exponential(0.1)}mss"),
            "a time must be written like 0.5 (seconds) or 20ms, got '{exponential(0.1)}mss'");
  EXPECT_EQ(mistake("sleep {exponential(0.1)}secs"),
            "a time must be written like 0.5 (seconds) or 20ms, got '{exponential(0.1)}secs'; did "
            "you mean '{exponential(0.1)}s'?");
  EXPECT_EQ(mistake("compute {uniform(1,2)} cost {uniform(1,2)}x"),
            "a cost must be written like 0.5 (seconds) or 20ms, got '{uniform(1,2)}x'");
  EXPECT_EQ(mistake("sleep 1", "-b {uniform(1,9)}kbb"),
            "-b must be a number of bytes, got '{uniform(1,9)}kbb'; units are B kB KB MB GB TB KiB "
            "MiB GiB TiB");
}

TEST(Variation, AnErrorThatOnlySomeDrawsLeadToIsReportedBeforeTheStart) {
  const auto all = diagnostics_of(text_with("sleep {1/(uniform(0,2)-1)}"));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_NE(all.front().find("division by zero"), std::string::npos) << all.front();
}

}  // namespace
}  // namespace dps::blueprint
