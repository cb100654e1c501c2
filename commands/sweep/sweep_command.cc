#include "commands/sweep/sweep_command.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "commands/cli/run_target.h"
#include "commands/sweep/sweep_find.h"
#include "commands/sweep/sweep_plan.h"
#include "commands/sweep/sweep_plot.h"
#include "commands/sweep/sweep_store.h"
#include "commands/sweep/sweep_work.h"
#include "commands/terminal/terminal_width.h"
#include "coordinator/agents/failure.h"
#include "profiles/comparison/design_figures.h"
#include "profiles/sweeps/sweep_output.h"

namespace dps::commands {
namespace {

/// Returns kDone, the status of the failed points if they have the same one, or kFailed. A point
/// that does not meet its expectations has failed.
ExitStatus status_of(const sweeps::Sweep& sweep) {
  std::optional<int> status;
  for (const sweeps::SweepRow& row : sweep.rows) {
    for (const auto* outcome : {&row.predicted, &row.measured}) {
      const int of_outcome = *outcome ? (*outcome)->judged_status() : 0;
      if (of_outcome != 0) {
        const bool is_other = status && *status != of_outcome;
        status = is_other ? static_cast<int>(ExitStatus::kFailed) : of_outcome;
      }
    }
  }
  return static_cast<ExitStatus>(status.value_or(0));
}

std::string formatted(const sweeps::Sweep& sweep, Format format) {
  constexpr std::size_t kMostColumns = 100;
  switch (format) {
    case Format::kJson:
      return sweeps::sweep_json(sweep);
    case Format::kCsv:
      return sweeps::sweep_csv(sweep);
    case Format::kMarkdown:
      return sweeps::sweep_markdown(sweep);
    case Format::kText:
      break;
  }
  return sweeps::sweep_text(sweep, std::min(terminal_width(), kMostColumns));
}

/// Prints the number of points that do not meet their expectations.
void print_unexpected(const sweeps::Sweep& sweep, Color color) {
  const auto is_unmet = [](const std::optional<sweeps::Outcome>& outcome) {
    return outcome && !outcome->unmet.empty();
  };
  const auto unmet = std::count_if(sweep.rows.begin(), sweep.rows.end(), [&](const auto& row) {
    return is_unmet(row.predicted) || is_unmet(row.measured);
  });
  if (unmet > 0) {
    print_error(
        fmt::format("{} of {} are not as expected", format_count(static_cast<std::uint64_t>(unmet)),
                    counted(sweep.rows.size(), "point")),
        ExitStatus::kFailed, color);
  }
}

/// Prints a note if points are single draws of a blueprint with distributions.
void print_single_draws(const SweepPlan& plan, const sweeps::Sweep& sweep) {
  const auto has_one_run = [](const std::optional<sweeps::Outcome>& outcome) {
    return outcome && outcome->makespans.size() == 1;
  };
  const auto points = std::count_if(sweep.rows.begin(), sweep.rows.end(), [&](const auto& row) {
    return has_one_run(row.predicted) || has_one_run(row.measured);
  });
  if (points > 0 && !plan.is_program() && profiles::mentions_random(plan.source.text)) {
    print_warning(plan.given.common,
                  fmt::format("the blueprint draws random values, and {} of {} had one run: the "
                              "figures are random; --runs N shows how much they vary",
                              format_count(static_cast<std::uint64_t>(points)),
                              counted(sweep.rows.size(), "point")));
  }
}

void drop_empty_rows(sweeps::Sweep& sweep) {
  std::erase_if(sweep.rows,
                [](const sweeps::SweepRow& row) { return !row.predicted && !row.measured; });
}

/// "3 of 10 points have results". With predictions and runs, both are counted: the points of
/// several machines have the same runs.
std::string progress_of(const SweepPlan& plan, const sweeps::Sweep& sweep) {
  const auto count = [&](std::size_t points, const auto& has_outcome) {
    const auto has = std::count_if(
        sweep.rows.begin(), sweep.rows.begin() + static_cast<std::ptrdiff_t>(points), has_outcome);
    return fmt::format("{} of {}", format_count(static_cast<std::uint64_t>(has)),
                       format_count(points));
  };
  const auto is_predicted = [](const auto& row) { return row.predicted.has_value(); };
  const auto is_measured = [](const auto& row) { return row.measured.has_value(); };
  if (plan.predicts() && plan.runs()) {
    return fmt::format("{} points have predictions, and {} have runs",
                       count(plan.points.size(), is_predicted),
                       count(plan.points_of_variables(), is_measured));
  }
  return fmt::format("{} points have results", count(plan.points.size(), [&](const auto& row) {
                       return is_predicted(row) || is_measured(row);
                     }));
}

/// Removes the rows without an outcome, and reports the reason.
ExitStatus report_stop(int signal, const SweepPlan& plan, sweeps::Sweep& sweep) {
  const std::string progress = progress_of(plan, sweep);
  drop_empty_rows(sweep);
  const coordinator::Failure failure = coordinator::stopped_by(signal);
  return print_error(fmt::format("{}; {}", failure.reason, progress), failure.status,
                     plan.given.common.color);
}

/// Reports the sweep. The statuses of points are known only if nothing has stopped it.
ExitStatus report(const SweepPlan& plan, SweepWork& work, std::optional<int> stopped) {
  if (stopped) {
    return report_stop(*stopped, plan, work.sweep());
  }
  drop_empty_rows(work.sweep());
  if (work.elsewhere() > 0) {
    return print_error(fmt::format("another dps is working on {} of the points; the same command "
                                   "prints them when it has finished",
                                   format_count(work.elsewhere())),
                       ExitStatus::kIncomplete, plan.given.common.color);
  }
  return status_of(work.sweep());
}

/// Reports an error of the database, or of an installation that cannot record MPI programs.
ExitStatus report_error(const Error& error, SweepWork& work, Color color) {
  drop_empty_rows(work.sweep());
  return print_error(error.message, database_status(error), color);
}

ExitStatus sweep_points(const SweepOptions& given) {
  if (given.merges) {
    return merge_databases(given);
  }
  if (given.find) {
    return find_largest(given);
  }
  const auto shard = shard_of(given);
  if (!shard) {
    return print_error(shard.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto plan = plan_sweep(given);
  if (!plan) {
    return plan.error();
  }
  auto plot = SweepPlot::create(given, plan->axes);
  if (!plot) {
    return print_error(plot.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  std::optional<RunTarget> target;
  if (plan->runs() && !plan->is_program()) {
    auto opened = open_run_target(given.hosts, given.common);
    if (!opened) {
      return opened.error();
    }
    target = *std::move(opened);
  }
  auto store = SweepStore::open(*plan, *shard, target);
  if (!store) {
    return print_error(store.error().message, database_status(store.error()), given.common.color);
  }
  SweepWork work(*plan, *shard, *store, target);
  const auto stopped = work.carry_out();
  ExitStatus status = stopped ? report(*plan, work, *stopped)
                              : report_error(stopped.error(), work, given.common.color);
  if (work.sweep().rows.empty()) {
    return status;
  }
  if (const auto drawn = plot->draw(work.sweep()); !drawn) {
    print_error(drawn.error().message, ExitStatus::kIncomplete, given.common.color);
    status = first_failure(status, ExitStatus::kIncomplete);
  }
  status = print_output(formatted(work.sweep(), given.output.format), status);
  print_unexpected(work.sweep(), given.common.color);
  print_single_draws(*plan, work.sweep());
  return status;
}

}  // namespace

Command sweep_command() {
  return {"sweep",
          CommandGroup::kPrograms,
          "Predict or run a blueprint at many values of its variables",
          prepare<SweepOptions, sweep_points>,
          {{"dps sweep plan.txt --machine laptop --set n=1..8 --scale n",
            "with speed-up and efficiency"},
           {"dps sweep plan.txt --set n=8,64 --set k=1..9 --runs 5", "runs 18 points"},
           {"dps sweep plan.txt --set n=1..99 --find 'n: makespan < 2s'", "the largest n"},
           {"dps sweep --set p=2,4,8 -- mpirun -n {p} ./app", "an MPI program"}},
          {"scan", "scale", "scaling", "parameters"},
          "",
          "dps sweep --merge A.db B.db... -o C.db"};
}

}  // namespace dps::commands
