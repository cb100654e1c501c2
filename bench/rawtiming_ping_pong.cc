/// The pingpong of dps-rawtiming compared with plain MPI in C, in turns in one run, between the
/// same ranks. usage: mpirun -n 2 rawtiming_ping_pong [REPETITIONS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/half_round_trip.h"
#include "bench/limits.h"
#include "bench/peers/mpi_ping_pong.h"
#include "predictor/rawtiming/mpi/conductor.h"
#include "predictor/rawtiming/plan/function_choice.h"

namespace {

using dps::rawtiming::Block;
using dps::rawtiming::BlockKind;
using dps::rawtiming::Point;
using dps::rawtiming::Stage;
using dps::rawtiming::TrialResult;
using dps::rawtiming::Visit;

constexpr std::int64_t kTrials = 200;

dps::rawtiming::Options options() {
  dps::rawtiming::Options options;
  options.functions = dps::rawtiming::choose_functions("pingpong").value();
  options.type = dps::rawtiming::ElementType::kByte;
  options.sizes = {1, 64 << 10, 1 << 20};
  options.is_cached = true;  // as in C
  return options;
}

/// Nanoseconds, in rank 0: the median of the trials.
double half_round_trip_ns(Stage& stage, const Point& point) {
  const auto setting = stage.visit_setting(point);
  Visit visit(setting, stage.setting(point));
  if (stage.world.rank != 0) {
    visit.follow();
    return 0;
  }
  Block block{BlockKind::kMeasure, kTrials / 10, 0, 100'000, 0, {}};
  std::vector<double> times;
  for (const std::int64_t trials : {kTrials / 10, kTrials}) {
    block.trials = trials;
    times.clear();
    double longest = 0;
    for (const TrialResult& result : visit.lead(block)) {
      longest = std::max(longest, result.whole);
      if (!result.is_late) {
        times.push_back(result.nanoseconds / 2);
      }
    }
    block.settle = static_cast<std::int64_t>(longest);
  }
  visit.lead({});
  if (times.empty()) {
    return 1e9;  // the machine is busy
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void compare(Stage& stage, const Point& point, int repetitions, dps::bench::Limits& limits) {
  std::vector<std::byte> body(point.elements);
  std::vector<double> ours;
  std::vector<double> theirs;
  for (int i = 0; i < repetitions; ++i) {
    ours.push_back(half_round_trip_ns(stage, point));
    MPI_Barrier(stage.world.control);
    theirs.push_back(plain_half_round_trip_ns(stage.world.control, body.data(),
                                              static_cast<int>(point.elements), kTrials));
  }
  if (stage.world.rank == 0) {
    dps::bench::compare_half_round_trips(dps::bench::size_name(point.elements), ours, theirs,
                                         limits);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 21;
  const auto world = dps::rawtiming::meet();
  if (world.size != 2 || repetitions < 1) {
    std::fputs("usage: mpirun -n 2 rawtiming_ping_pong [REPETITIONS]\n", stderr);
    MPI_Finalize();
    return 2;
  }
  const auto settings = options();
  const auto plan = make_plan(settings, world.hosts, 0);
  Stage stage{settings,
              world,
              plan,
              dps::rawtiming::Sync::kWindow,
              make_groups(world, plan),
              dps::rawtiming::ClockTable(world),
              dps::rawtiming::Pool(plan.pool_bytes, settings.is_cached),
              1};
  dps::bench::Limits limits;
  for (const Point& point : plan.points) {
    compare(stage, point, repetitions, limits);
  }
  MPI_Finalize();
  return limits.exit_status();
}
