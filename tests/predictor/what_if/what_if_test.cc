#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/reading/reader.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/virtual_time/predictor.h"
#include "predictor/what_if/what_if_answers.h"
#include "profiles/json/result_json.h"
#include "profiles/json/what_if_json.h"
#include "tests/profiles/traces/random_blueprint.h"

namespace dps::predictor {
namespace {

const SourceText& lab() {
  static const SourceText source{"lab.toml", R"(
[[host]]
name = "node"
cores = 2
multiply = "1ns"
[network]
bandwidth = "1Gbit/s"
latency = "50us"
[local]
bandwidth = "1GB/s"
latency = "3us"
[cost]
send = "5us"
receive = "4us"
wakeup = "1us"
)"};
  return source;
}

std::optional<blueprint::Program> program_of(const std::string& text) {
  return blueprint::read_blueprint({"b.txt", text}, {}).program;
}

/// The prediction of at most 100 calls of is_to_stop; nullopt if it needs more, or deadlocks.
std::optional<profiles::RunProfile> prediction(const blueprint::Program& program,
                                               const machines::Machine& machine, LineScale scale,
                                               std::uint64_t seed) {
  constexpr int kMostCalls = 100;
  int calls = 0;
  PredictionOptions options;
  options.level = profiles::Level::kFunctionality;
  options.chance = {seed, 1};
  options.scale = scale;
  options.is_to_stop = [&calls](const PredictionProgress& /*progress*/) {
    return ++calls > kMostCalls;
  };
  auto made =
      predict(program, machine, std::vector<std::uint32_t>(program.process_count(), 0), options);
  if (!made || made->is_stopped || !made->deadlock.empty()) {
    return std::nullopt;
  }
  return std::move(made->run);
}

std::string figures_of(profiles::RunProfile run) {
  profiles::RunResult result;
  result.runs.push_back(std::move(run));
  return profiles::to_json(result);
}

TEST(WhatIf, AFactorOfOneLeavesEveryFigureOfARandomBlueprint) {
  const auto machine = machines::read_machine(lab()).machine;
  ASSERT_TRUE(machine);
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const auto program = program_of(traces::random_blueprint(seed));
    ASSERT_TRUE(program) << seed;
    const auto plain = prediction(*program, *machine, {}, seed);
    for (std::uint32_t line = 0; plain && line < program->definitions.size(); ++line) {
      const auto again = prediction(*program, *machine, {line, {7, 7}}, seed);
      ASSERT_TRUE(again) << seed;
      EXPECT_EQ(figures_of(*again), figures_of(*plain)) << "seed " << seed << ", line " << line;
      ++compared;
    }
  }
  EXPECT_GT(compared, 50);
}

TEST(WhatIf, TheNumberOfThreadsDoesNotMatter) {
  const auto machine = machines::read_machine(lab()).machine;
  ASSERT_TRUE(machine);
  int asked = 0;
  for (std::uint64_t seed = 1; seed <= 400 && asked < 5; ++seed) {
    const auto program = program_of(traces::random_blueprint(seed));
    ASSERT_TRUE(program) << seed;
    const auto plain = prediction(*program, *machine, {}, seed);
    if (!plain) {
      continue;
    }
    const auto questions = what_if_questions({"all"}, *program, lab());
    ASSERT_TRUE(questions) << questions.error().message;
    const std::vector<std::uint32_t> host_of(program->process_count(), 0);
    const std::vector<engine::Chance> chances{{seed, 1}};
    const WhatIfSubject subject{
        *program, lab(), *machine, host_of, {}, chances, {plain->makespan_s}, nullptr};
    std::vector<std::string> answers;
    for (const std::size_t threads : {1U, 2U, 7U}) {
      answers.push_back(profiles::with_what_if(
          "{\"n\": 1}\n",
          answer_what_if(subject, *questions, threads, [](std::size_t /*answers*/) {}).what_if));
    }
    EXPECT_EQ(answers[0], answers[1]) << seed;
    EXPECT_EQ(answers[0], answers[2]) << seed;
    ++asked;
  }
  EXPECT_EQ(asked, 5);
}

TEST(WhatIf, AllAsksForTheDelaysOfRoutersThatHaveTheirOwn) {
  const SourceText graph{"graph.toml", R"(
[[host]]
name = "h[0-1]"
[network]
kind = "graph"
bandwidth = "1Gbit/s"
latency = "1us"
[local]
bandwidth = "1GB/s"
latency = "1us"
[[network.router]]
name = "leaf[0-1]"
delay = "200ns"
[[network.router]]
name = "spine"
[[network.router]]
name = "fast"
delay = "0s"
[[network.link]]
ends = ["h0", "leaf0"]
[[network.link]]
ends = ["h1", "leaf1"]
[[network.link]]
ends = ["leaf[0-1]", "spine"]
[[network.link]]
ends = ["leaf[0-1]", "fast"]
)"};
  ASSERT_TRUE(machines::read_machine(graph).machine);
  const auto program = program_of(traces::random_blueprint(1));
  ASSERT_TRUE(program);
  const auto questions = what_if_questions({"all"}, *program, graph);
  ASSERT_TRUE(questions) << questions.error().message;
  std::vector<std::string> delays;
  for (const WhatIfQuestion& question : *questions) {
    if (question.name.ends_with(".delay")) {
      delays.push_back(question.name);
      EXPECT_EQ(question.factor.value(), 0.9);
      EXPECT_EQ(question.path, "under_way");
    }
  }
  EXPECT_EQ(delays, std::vector<std::string>{"network.router.leaf[0-1].delay"});
}

}  // namespace
}  // namespace dps::predictor
