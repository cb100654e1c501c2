#include "predictor/calibration/crowd.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/statistics/histogram.h"
#include "blueprint/reading/reader.h"
#include "predictor/calibration/field.h"
#include "predictor/virtual_time/predictor.h"

namespace dps::calibration {
namespace {

constexpr std::uint32_t kMostCores = 64;
constexpr double kLoad = 0.6;
/// A request computes for 1 ms, or longer if that would be more than 2,000 requests a second.
constexpr double kComputing = 0.001;
constexpr double kCoresOfComputing = 4;
constexpr double kShortestTurn = 20e-6;
constexpr double kLongestTurn = 20e-3;
constexpr double kStep = 1.1;
/// Turns are visible if they make the times longer by more than this share, and explain them if the
/// predicted times differ by less.
constexpr double kVisible = 0.05;

/// Rounds `seconds` to tens of microseconds.
Picoseconds turn_time(double seconds) {
  constexpr double kPerSecond = 1e5;
  constexpr std::int64_t kPicoseconds = 10'000'000;
  return Picoseconds(std::llround(seconds * kPerSecond) * kPicoseconds);
}

/// The predicted median with this turn, in seconds.
double predicted(machines::NativeDescription machine, const blueprint::Program& program,
                 Picoseconds turn) {
  for (machines::MachineHost& host : machine.hosts) {
    host.turn = turn;
  }
  predictor::PredictionOptions options;
  options.level = profiles::Level::kFunctionality;
  const machines::NativeMachine on(std::move(machine));
  const auto prediction =
      predictor::predict(program, on, std::vector<std::uint32_t>(program.process_count()), options);
  DPS_CHECK(prediction.has_value());
  return median_time(prediction->run);
}

}  // namespace

std::optional<Crowd> crowd_on(std::uint32_t cores, std::optional<std::string> host, Effort effort) {
  if (cores > kMostCores) {
    return std::nullopt;
  }
  return Crowd{std::max(cores, 1U), effort == Effort::kFull ? 1500U : 100U, std::move(host)};
}

std::string crowd_blueprint(const Crowd& crowd) {
  const double computing = kComputing * std::max(1.0, crowd.cores / kCoresOfComputing);
  std::string text = fmt::format(
      "I Tick.i 1 Tick.m\nI Ask.i 1 Ask.m\nI Answer.i 1 Answer.m\n"
      "C Work.c compute {{exponential({0:.9f})}}\n"
      "O Tick.o Client.p -t Tick.m -d {{exponential({1:.9f})}}\n"
      "O Ask.o Worker.p -t Ask.m -b 100 -p off -new -pick random\n"
      "O Answer.o ORIGIN -t Answer.m -b 100 -p off\n"
      "F start.f NULL NULL Tick.o SAME\n"
      "F tick.f Tick.i NULL Ask.o,Tick.o SAME*{2},last.fu\n"
      "F ask.f Tick.i NULL Ask.o SAME\n"
      "F answer.f Answer.i NULL NULL SAME*{3},NULL\n"
      "F work.f Ask.i Work.c Answer.o SAME\n"
      "U client.fu start.f tick.f answer.f\nU last.fu -early ask.f answer.f\n"
      "U worker.fu work.f\n"
      "P Client.p 1 client.fu last.fu\nP Worker.p {4} -server worker.fu\n",
      computing, computing / (kLoad * crowd.cores), crowd.requests - 2, crowd.requests - 1,
      2 * crowd.cores);
  if (crowd.host) {
    text += fmt::format("T Client.p[0] H NAME = {0}\n", field(*crowd.host));
    for (std::uint32_t i = 0; i < 2 * crowd.cores; ++i) {
      text += fmt::format("T Worker.p[{}] H NAME = {}\n", i, field(*crowd.host));
    }
  }
  return text;
}

double median_time(const profiles::RunProfile& run) {
  DPS_CHECK(run.latencies.has_value());
  const statistics::Latencies& latencies = *run.latencies;
  const auto answers = std::find_if(
      latencies.requests.begin(), latencies.requests.end(),
      [](const auto& one) { return one.ftag == "answer.f" && one.futag == "client.fu"; });
  DPS_CHECK(answers != latencies.requests.end());
  return static_cast<double>(answers->age.quantile(statistics::kP50)) /
         static_cast<double>(latencies.ticks_per_second);
}

std::optional<TurnFinding> turn_of(const machines::NativeDescription& machine,
                                   const CrowdFinding& found) {
  const auto reading = blueprint::read_blueprint({"calibration", crowd_blueprint(found.crowd)});
  DPS_CHECK(reading.program.has_value());
  const double shared = predicted(machine, *reading.program, {});
  if (found.median <= shared * (1 + kVisible)) {
    return TurnFinding{{}, shared, shared};
  }
  // A binary search would not do: on one core, very long turns are quicker again.
  TurnFinding nearest;
  double difference = kVisible;
  const int steps = static_cast<int>(std::log(kLongestTurn / kShortestTurn) / std::log(kStep));
  for (int step = 0; step <= steps; ++step) {
    const double turn = kShortestTurn * std::pow(kStep, step);
    const double median = predicted(machine, *reading.program, turn_time(turn));
    if (std::abs(median / found.median - 1) < difference) {
      difference = std::abs(median / found.median - 1);
      nearest = {turn_time(turn), shared, median};
    }
  }
  return nearest.turn == Picoseconds{} ? std::nullopt : std::optional(nearest);
}

}  // namespace dps::calibration
