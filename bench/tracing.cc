// The cost of recording events: the same runs with and without --trace, in turns.
// usage: tracing [RUNS]
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sched.h>

#include "bench/limits.h"
#include "bench/loop_blueprint.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr int kFirings = 120'000;
/// The events are FUNC_BEGIN, SEND_BEGIN, SEND_END, FUNC_END, WAIT, ARRIVAL and TAKE.
constexpr double kEventsOfAFiring = 7;
/// Short runs: a process that a disturbance hits is slower for all of its run.
constexpr double kRounds = 5'000;
constexpr int kPingPongs = 8;  ///< for each other run

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

/// While it exists, this process and the children that it starts use one core.
class OneCore {
 public:
  OneCore() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneCore() { sched_setaffinity(0, sizeof before_, &before_); }
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

 private:
  cpu_set_t before_{};
};

/// Returns seconds, or nullopt if a run fails.
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

/// Both processes yield one core to each other. On two cores, the time of a message depends on
/// which sleep state the other core has reached, by more than a trace costs.
std::optional<Times> measure_ping_pongs(const std::string& blueprint, const std::string& trace,
                                        int runs) {
  const OneCore one_core;
  return measure(
      {blueprint,
       "Ping.p[0]",
       {"--set", fmt::format("rounds={}", kRounds), "--set", "bytes=1", "--wait", "spin"}},
      trace, runs);
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
  const auto pings = measure_ping_pongs(folder.write("ping.txt", ping_pong_blueprint("-p off")),
                                        trace, kPingPongs * runs);
  const auto figure10 = measure({DPS_SOURCE_DIR "/examples/matrix_multiply_2/scaled.txt",
                                 "Master.p[0]",
                                 {"--set", "n=50", "--set", "workers=1", "--bind", "core"}},
                                trace, runs);
  if (!loop || !pings || !figure10) {
    limits.failed("a run");
    return limits.exit_status();
  }
  limits.at_most("an event", loop->least_difference() / kFirings / kEventsOfAFiring * 1e9, 60,
                 "ns");
  // A round has two messages, and Ping's time contains the work of both processes on them.
  const double message = 1e6 / (kRounds * 2);
  limits.at_most(fmt::format("a message over tcp ({:.2f} us)", median(pings->plain) * message),
                 pings->least_difference() * message, 0.1, "us");
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
