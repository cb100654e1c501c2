// The cost of recording events: the same runs with and without --trace, in turns.
// usage: tracing [RUNS]
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/limits.h"
#include "bench/loop_blueprint.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr int kFirings = 120'000;
/// FUNC_BEGIN, SEND_BEGIN, SEND_END, FUNC_END, WAIT, ARRIVAL, TAKE.
constexpr double kEventsOfAFiring = 7;
constexpr double kRounds = 50'000;

/// A run with and without a trace.
struct Pair {
  std::string blueprint;
  std::string process;  ///< its real time counts
  std::vector<std::string> options;
};

struct Times {
  std::vector<double> plain;
  std::vector<double> traced;

  [[nodiscard]] double least_difference() const {
    return *std::min_element(traced.begin(), traced.end()) -
           *std::min_element(plain.begin(), plain.end());
  }
};

/// Seconds; nullopt if a run fails.
std::optional<Times> measure(const Pair& pair, const std::string& trace, int runs) {
  std::vector<std::string> with_trace = pair.options;
  with_trace.insert(with_trace.end(), {"--trace", trace});
  Times times;
  for (int i = 0; i < runs; ++i) {
    const auto plain = run_blueprint(pair.blueprint, pair.options);
    const auto traced = run_blueprint(pair.blueprint, with_trace);
    if (!plain || !traced) {
      return std::nullopt;
    }
    times.plain.push_back(real_seconds(*plain, pair.process));
    times.traced.push_back(real_seconds(*traced, pair.process));
  }
  return times;
}

}  // namespace

int tracing(int runs) {
  const support::ScratchFolder folder;
  const std::string trace = (folder.path() / "t.dpstrace").string();
  Limits limits;
  const auto loop = measure({folder.write("loop.txt", loop_blueprint(kFirings)),
                             "Loop.p[0]",
                             {"--level", "functionality"}},
                            trace, runs);
  const auto pings =
      measure({folder.write("ping.txt", ping_pong_blueprint("-p off")),
               "Ping.p[0]",
               {"--set", fmt::format("rounds={}", kRounds), "--set", "bytes=1", "--wait", "spin"}},
              trace, runs);
  const auto figure10 = measure({DPS_SOURCE_DIR "/examples/matrix_multiply_2/scaled.txt",
                                 "Master.p[0]",
                                 {"--set", "n=50", "--set", "workers=1"}},
                                trace, runs);
  if (!loop || !pings || !figure10) {
    limits.failed("a run");
    return limits.exit_status();
  }
  limits.at_most("an event", loop->least_difference() / kFirings / kEventsOfAFiring * 1e9, 60,
                 "ns");
  // A round has two messages, and Ping's time contains the work of both processes on them.
  limits.at_most("a message over tcp", pings->least_difference() / kRounds / 2 * 1e6, 0.1, "us");
  const Ratio ratio = ratio_of_medians(figure10->traced, figure10->plain);
  limits.at_most(
      fmt::format("figure 10 with a trace, 50 x 50, [{:.3f}, {:.3f}]", ratio.low, ratio.high),
      ratio.value, 1.05, "times");
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 11;
  return dps::bench::tracing(runs < 1 ? 1 : runs);
}
