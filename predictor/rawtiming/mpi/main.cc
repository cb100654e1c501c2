// dps-rawtiming: measures the functions of an MPI library. Every rank runs this program.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/printable.h"
#include "base/units.h"
#include "predictor/rawtiming/mpi/conductor.h"
#include "predictor/rawtiming/mpi/facts.h"
#include "predictor/rawtiming/mpi/stop_watch.h"

namespace dps::rawtiming {
namespace {

using options::ExitText;

enum ExitStatus : int { kDone = 0, kFailed = 1, kInputWrong = 2 };

/// Called before MPI_Init: true in rank 0 of an mpirun and in a process started without mpirun.
bool may_print() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    const std::string rank = environment_variable(name);
    if (!rank.empty()) {
      return rank == "0";
    }
  }
  return true;
}

int print(const ExitText& reply) {
  if (may_print()) {
    fmt::print(reply.status == 0 ? stdout : stderr, "{}", reply.text);
  }
  return reply.status;
}

/// Rank 0 prints the error; all end.
int fail(const World& world, int status, const std::string& text) {
  if (world.rank == 0 && !text.empty()) {
    fmt::print(stderr, "dps-rawtiming: {}\n", text);
  }
  return status;
}

/// The first mistake that can be found only when the ranks are known; "" if there is none.
std::string mistake_of(const Options& options, const World& world) {
  if (world.size < 2) {
    return "needs at least 2 processes; start it with mpirun -n 2 or more";
  }
  const std::uint64_t most = group_sizes(options, static_cast<std::uint64_t>(world.size)).back();
  if (most > static_cast<std::uint64_t>(world.size)) {
    return fmt::format("--processes: there are only {} ranks, not {}", world.size, most);
  }
  return "";
}

void print_plan(const Options& options, const World& world, const MeasurementPlan& plan) {
  double least = 0;
  double most = 0;
  for (const Point& point : plan.points) {
    const double trial = guessed_trial(options, plan.series[point.series], point);
    least += trial * static_cast<double>(options.rules.min_trials + 5 * options.rules.passes);
    most += options.rules.point_time;
    fmt::print("{}\n", plan.name_of(point));
  }
  for (const std::string& text : plan.left_out) {
    fmt::print("# {}\n", text);
  }
  fmt::print("# {} of {} on {}, {}: from about {} to {}\n", counted(plan.points.size(), "point"),
             counted(plan.series.size(), "function"),
             counted(static_cast<std::uint64_t>(world.size), "rank"),
             counted(options.rules.passes, "pass", "passes"), duration_text(least),
             duration_text(most));
}

class Measurement {
 public:
  Measurement(Stage& stage, const ClockCost& clock)
      : stage_(stage),
        timer_resolution_(clock.resolution * 1e-9),
        facts_(first_facts(stage.options, stage.world, stage.plan, stage.sync, clock)),
        begun_(now()) {
    results_.samples.resize(stage.plan.points.size());  // before a signal can request them
  }

  /// Called in rank 0.
  int run() {
    StopWatch watch([this](int signal) { stop(signal); });
    if (!open()) {
      return kInputWrong;
    }
    Conductor conductor(stage_, results_, timer_resolution_);
    const auto measured = conductor.measure();
    if (measured) {
      send_to_all(stage_.world, {Task::kEnd, 0});
    }
    const std::lock_guard lock(results_.mutex);
    if (conductor.is_out_of_time()) {
      warnings_.emplace_back("--time-limit ended the measurement");
    }
    const int status = finish(measured, conductor.is_out_of_time());
    is_written_ = true;
    if (!measured) {
      MPI_Abort(MPI_COMM_WORLD, kFailed);
    }
    return status;
  }

 private:
  /// Opens the folder, and reports the outcome to all other ranks.
  bool open() {
    const std::lock_guard lock(results_.mutex);
    auto opened = open_folder(stage_.options);
    int is_open = opened ? 1 : 0;
    MPI_Bcast(&is_open, 1, MPI_INT, 0, stage_.world.control);
    if (opened) {
      earlier_ = std::move(*opened);
      is_open_ = true;
    } else {
      fmt::print(stderr, "dps-rawtiming: {}\n", opened.error().message);
    }
    return is_open_;
  }

  /// Ends the run. After the time limit, functions without a point are no error.
  int finish(const Result<void>& measured, bool is_out_of_time) {
    const auto written = write(true);
    if (!measured) {
      fmt::print(stderr, "dps-rawtiming: {}\n", measured.error().message);
    }
    if (!written) {
      fmt::print(stderr, "dps-rawtiming: {}\n", written.error().message);
    }
    if (!measured || !written) {
      return kFailed;
    }
    if (!stage_.options.is_quiet) {
      print_summary();
    }
    for (const std::string& text : unmeasured_) {
      fmt::print(stderr, "dps-rawtiming: {}: {}\n", is_out_of_time ? "warning" : "error", text);
    }
    return is_out_of_time || unmeasured_.empty() ? kDone : kFailed;
  }

  /// Called in the thread of the watch: writes all measurements so far.
  void stop(int signal) {
    const std::lock_guard lock(results_.mutex);
    if (!is_open_ || is_written_) {
      return;
    }
    warnings_.emplace_back(fmt::format("signal {} ended the measurement", signal));
    const auto written = write(false);
    fmt::print(stderr, "\ndps-rawtiming: {}\n",
               written ? fmt::format("stopped; the measured times are in '{}'",
                                     printable(stage_.options.folder))
                       : written.error().message);
  }

  Result<void> write(bool is_flushed) {
    Facts facts = facts_;
    facts.emplace_back("clock_error", nanoseconds_text(results_.clock_error));
    facts.emplace_back("time", duration_text(static_cast<double>(now() - begun_) * 1e-9));
    add_warnings();
    for (const auto* texts : {&warnings_, &unmeasured_}) {
      for (const std::string& text : *texts) {
        facts.emplace_back("warning", text);
      }
    }
    for (std::size_t i = 1, at = 0; at < facts.size(); ++at) {
      if (facts[at].first == "warning" && i++ > 1) {
        facts[at].first = fmt::format("warning_{}", i - 1);
      }
    }
    return write_folder(
        {stage_.options, stage_.plan, results_.samples, facts, timer_resolution_, is_flushed},
        earlier_);
  }

  void add_warnings() {
    unmeasured_ = unmeasured_functions(stage_.plan, results_.samples);
    std::uint64_t empty = 0;
    std::uint64_t late = 0;
    for (const Samples& samples : results_.samples) {
      empty += samples.trials.empty() ? 1 : 0;
      late += !samples.trials.empty() && samples.stop == datasheets::Stop::kLate ? 1 : 0;
    }
    if (empty > 0) {
      warnings_.push_back(counted(empty, "point has", "points have") + " no trial");
    }
    if (late > 0) {
      warnings_.push_back(counted(late, "point has", "points have") +
                          " mostly trials that began too late");
    }
    if (results_.clock_repeats > 0) {
      warnings_.push_back(counted(results_.clock_repeats, "visit was", "visits were") +
                          " measured while a clock changed its speed");
    }
    for (const std::string& text : stage_.plan.left_out) {
      warnings_.push_back(text);
    }
  }

  void print_summary() const {
    std::uint64_t points = 0;
    for (const Samples& samples : results_.samples) {
      points += samples.trials.empty() ? 0 : 1;
    }
    fmt::print("{}: {} of {} in {}\n", printable(stage_.options.folder), counted(points, "point"),
               counted(stage_.plan.series.size(), "function"),
               duration_text(static_cast<double>(now() - begun_) * 1e-9));
    for (const std::string& warning : warnings_) {
      fmt::print(stderr, "dps-rawtiming: warning: {}\n", warning);
    }
  }

  Stage& stage_;
  EarlierFiles earlier_;
  double timer_resolution_;
  Facts facts_;
  clocks::Reading begun_;
  Results results_;
  std::vector<std::string> warnings_;
  std::vector<std::string> unmeasured_;  // functions without a point, as sentences
  bool is_open_ = false;
  bool is_written_ = false;
};

/// Called in the other ranks: true if rank 0 could open the folder.
bool is_opened(const World& world) {
  int is_open = 0;
  MPI_Bcast(&is_open, 1, MPI_INT, 0, world.control);
  return is_open != 0;
}

Sync sync_of(const Options& options, const World& world) {
  if (options.sync) {
    return *options.sync;
  }
  if (!world.is_crowded()) {
    return Sync::kWindow;
  }
  if (world.rank == 0) {
    fmt::print(stderr,
               "dps-rawtiming: a host has more ranks than cores: trials start after MPI_Barrier, "
               "not at an agreed time\n");
  }
  return Sync::kBarrier;
}

int measure(const Options& options) {
  const World world = meet();
  if (const std::string mistake = mistake_of(options, world); !mistake.empty()) {
    return fail(world, kInputWrong, mistake);
  }
  const MeasurementPlan plan = make_plan(options, world.hosts, world.facts[0].largest_cache);
  if (plan.points.empty()) {
    return fail(world, kInputWrong, "no point is left; --memory or --subgroups excludes them all");
  }
  if (options.is_dry_run) {
    if (world.rank == 0) {
      print_plan(options, world, plan);
    }
    return kDone;
  }
  const Sync sync = sync_of(options, world);
  Stage stage{options,
              world,
              plan,
              sync,
              make_groups(world, plan),
              ClockTable(world),
              Pool(plan.pool_bytes, options.is_cached),
              measure_multiplication()};
  if (world.rank == 0) {
    return Measurement(stage, measure_clock()).run();
  }
  if (!is_opened(world)) {
    return kInputWrong;
  }
  follow(stage);
  return kDone;
}

}  // namespace
}  // namespace dps::rawtiming

int main(int argc, char** argv) {
  auto parsed = dps::rawtiming::parse_options(argc, argv);
  if (const auto* reply = std::get_if<dps::options::ExitText>(&parsed)) {
    return dps::rawtiming::print(*reply);
  }
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const int status = dps::rawtiming::measure(std::get<dps::rawtiming::Options>(parsed));
  std::fflush(stdout);
  MPI_Finalize();
  return status;
}
