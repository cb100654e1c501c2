#include "tests/predictor/virtual_time/predictor_comparison.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "predictor/virtual_time/made_prediction.h"
#include "profiles/json/result_json.h"
#include "profiles/traces/recorder.h"
#include "tests/predictor/virtual_time/naive_run.h"
#include "tests/predictor/virtual_time/prediction.h"

namespace dps::predictor::test {
namespace {

/// A program without an end is stopped after this many messages.
constexpr std::uint64_t kMostMessages = 400;
constexpr std::uint64_t kMostInstants = 4000;

/// The records of a trace, by process.
struct RecordList {
  static constexpr bool has_cpu_time(traces::EventKind /*kind*/) { return true; }
  [[nodiscard]] std::size_t processes() const { return records->size(); }
  [[nodiscard]] static std::size_t row(ProcessId self) { return index(self); }
  [[nodiscard]] static std::uint32_t first_functionality(ProcessId /*self*/, std::uint32_t unit) {
    return 100 * unit;
  }
  void add(ProcessId self, const traces::Record& record) {
    (*records)[index(self)].emplace_back(std::begin(record.words), std::end(record.words));
  }
  void ended(ProcessId self, traces::Ticks time) {
    (*records)[index(self)].push_back({static_cast<std::uint64_t>(time)});
  }

  std::vector<std::vector<std::vector<std::uint64_t>>>* records;
};

/// The end of a run: the instant at which it is stopped, or none.
struct RunEnd {
  Picoseconds at = machines::kNever;
  /// The run never leaves one instant, so the models may be stopped at different events.
  bool is_within_instant = false;
};

template <typename Run>
void play_until(Run& run, const RandomCase& random, RunEnd& end) {
  const auto set_horizon = [&] {
    run.steps().processes.time.horizon =
        std::min(VirtualTime::kEndOfTime, later(run.now(), random.reach));
  };
  set_horizon();
  run.begin();
  std::uint64_t instants = 0;
  for (Picoseconds next = run.next(); next != machines::kNever; next = run.next()) {
    if (next > random.stop || run.arrived() > kMostMessages || ++instants > kMostInstants) {
      run.stop();
      for (instants = 0; run.next() <= run.now() && ++instants < kMostInstants;) {
        run.advance();
      }
      end = {run.now(), instants == kMostInstants};
      return;
    }
    set_horizon();
    run.advance();
  }
}

/// Ends like play_until(). The instants of the other run are also instants of this one.
template <typename Run>
void replay(Run& run, const RunEnd& end) {
  run.begin();
  while (run.next() <= end.at && run.next() != machines::kNever) {
    run.advance();
  }
  if (end.at != machines::kNever) {
    run.stop();
  }
}

std::string text_of(const Prediction& prediction) {
  profiles::RunResult result;
  result.runs.push_back(prediction.run);
  return fmt::format("{}\n{}\n{}\n{}\n", profiles::to_json(result),
                     fmt::join(prediction.deadlock, "\n"), prediction.is_stopped,
                     fmt::join(prediction.notes, "\n"));
}

template <profiles::Level level, template <typename> class Run, typename Play, typename... More>
std::string predicted_by(const RandomCase& random, const blueprint::Program& program,
                         const Play& play, More&... more) {
  PredictionOptions options;
  options.level = level;
  Tallies<level> tallies(program);
  LatencyTallies latencies(program);
  events::Combined events(tallies, latencies, more...);
  Run<decltype(events)> run(program, *random.machine, random.host_of, options, events);
  play(run);
  if (!run.is_stopped() && run.steps().processes.has_more()) {
    return fmt::format("beyond {} ps", run.now().count());
  }
  auto prediction = prediction_of<level>(program, *random.machine, random.host_of, tallies, run);
  if (level == profiles::Level::kFunctionality) {
    prediction.run.latencies = latencies.take_latencies();
  }
  return text_of(prediction);
}

std::string first_different_line(const std::string& predictor, const std::string& naive) {
  const auto [a, b] = std::mismatch(predictor.begin(), predictor.end(), naive.begin(), naive.end());
  if (a == predictor.end() && b == naive.end()) {
    return {};
  }
  const auto from = static_cast<std::size_t>(a - predictor.begin());
  const std::size_t begin = from < 300 ? 0 : from - 300;
  return fmt::format("the predictor:\n{}\nthe naive model:\n{}\n", predictor.substr(begin, 500),
                     naive.substr(begin, 500));
}

template <profiles::Level level>
std::string first_difference_at(const RandomCase& random, const blueprint::Program& program) {
  RunEnd end;
  const auto play = [&](auto& run) { play_until(run, random, end); };
  const auto follow = [&](auto& run) { replay(run, end); };
  const std::string fast = predicted_by<level, VirtualRun>(random, program, play);
  if (end.is_within_instant) {
    return {};
  }
  std::string difference =
      first_different_line(fast, predicted_by<level, naive::Run>(random, program, follow));
  if (!difference.empty()) {
    return difference;
  }
  // With a trace, the predictor has more instants, and may be stopped at another one.
  std::vector<std::vector<std::vector<std::uint64_t>>> records[2];
  records[0].resize(program.process_count());
  records[1].resize(program.process_count());
  traces::Recorder<Picoseconds, RecordList> recorder{RecordList{&records[0]}};
  traces::Recorder<Picoseconds, RecordList> naive_recorder{RecordList{&records[1]}};
  const std::string traced = predicted_by<level, VirtualRun>(random, program, play, recorder);
  if (end.is_within_instant) {
    return {};
  }
  difference = first_different_line(
      traced, predicted_by<level, naive::Run>(random, program, follow, naive_recorder));
  if (!difference.empty()) {
    return "with a trace, " + difference;
  }
  return first_different_line(fmt::format("{}", records[0]), fmt::format("{}", records[1]));
}

}  // namespace

std::string first_difference(const RandomCase& random) {
  const blueprint::Program program = program_of(random.blueprint);
  if (!random.machine->summary().lacks.empty()) {
    return "the machine lacks " + random.machine->summary().lacks;
  }
  std::string difference;
  (void)at_level(random.level, [&](auto level) -> Result<Prediction> {
    difference = first_difference_at<level()>(random, program);
    return Prediction{};
  });
  return difference;
}

}  // namespace dps::predictor::test
