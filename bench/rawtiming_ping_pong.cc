/// The pingpong of dps-rawtiming compared with plain MPI in C, in turns in one run, between the
/// same ranks: --cached is compared with a loop over one buffer, the default with a loop over many.
/// usage: mpirun -n 2 rawtiming_ping_pong [REPETITIONS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/half_round_trip.h"
#include "bench/limits.h"
#include "bench/peers/mpi_ping_pong.h"
#include "bench/statistics.h"
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
constexpr std::uint64_t kCacheBytes = std::uint64_t{128} << 20;

dps::rawtiming::Options options(bool is_cached) {
  dps::rawtiming::Options options;
  options.functions = dps::rawtiming::choose_functions("pingpong").value();
  options.type = dps::rawtiming::ElementType::kByte;
  options.sizes = {4, 64, 256, 4 << 10, 64 << 10, 1 << 20};
  options.is_cached = is_cached;  // like the C program
  return options;
}

/// The median of the trials in nanoseconds, in rank 0.
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

/// Times of half round trips, in nanoseconds.
struct Times {
  std::vector<double> ours, in_c;
};

void report(const Point& point, std::string_view how, const Times& times) {
  const dps::bench::Ratio ratio = dps::bench::ratio_of_medians(times.ours, times.in_c);
  fmt::print("{:>8} {:<9} {:9.3f} us, in C {:9.3f} us, ratio {:.3f} [{:.3f}, {:.3f}]\n",
             dps::bench::size_name(point.elements), how, dps::bench::median(times.ours) / 1e3,
             dps::bench::median(times.in_c) / 1e3, ratio.value, ratio.low, ratio.high);
}

/// Compares the times with those of the loop in C. A limit applies with --cached from 64 bytes on.
void compare(Stage& cached, Stage& cold, const Point& point, int repetitions,
             dps::bench::Limits& limits) {
  constexpr std::uint64_t kLeastLimited = 64;
  constexpr double kMostTimes = 1.1;
  const dps::rawtiming::World& world = cached.world;
  const auto bytes = static_cast<int>(point.elements);
  std::vector<char> body(point.elements, 1);
  std::vector<char> memory(kCacheBytes, 1);
  Times with_cache;
  Times without;
  for (int i = 0; i < repetitions; ++i) {
    with_cache.ours.push_back(half_round_trip_ns(cached, point));
    without.ours.push_back(half_round_trip_ns(cold, point));
    MPI_Barrier(world.control);
    with_cache.in_c.push_back(plain_half_round_trip_ns(world.control, body.data(), bytes, kTrials));
    without.in_c.push_back(plain_cold_half_round_trip_ns(
        world.control, memory.data(), static_cast<long>(memory.size()), bytes, kTrials));
  }
  if (world.rank == 0) {
    report(point, "--cached", with_cache);
    report(point, "", without);
    const double ratio = dps::bench::ratio_of_medians(with_cache.ours, with_cache.in_c).value;
    if (point.elements >= kLeastLimited) {
      limits.at_most("  --cached, half round trip", ratio, kMostTimes, "times");
    }
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
  const auto cached = options(true);
  const auto cold = options(false);
  const auto plan = make_plan(cached, world.hosts, 0);
  const auto cold_plan = make_plan(cold, world.hosts, kCacheBytes);
  const auto groups = make_groups(world, plan);
  const auto sync = dps::rawtiming::Sync::kWindow;
  Stage warm_stage{cached,
                   world,
                   plan,
                   sync,
                   groups,
                   dps::rawtiming::ClockTable(world),
                   dps::rawtiming::Pool(plan.pool_bytes, true),
                   1};
  Stage cold_stage{cold,
                   world,
                   cold_plan,
                   sync,
                   groups,
                   dps::rawtiming::ClockTable(world),
                   dps::rawtiming::Pool(cold_plan.pool_bytes, false),
                   1};
  dps::bench::Limits limits;
  for (const Point& point : plan.points) {  // in both plans
    compare(warm_stage, cold_stage, point, repetitions, limits);
  }
  MPI_Finalize();
  return limits.exit_status();
}
