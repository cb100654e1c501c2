#include "predictor/rawtiming/mpi/conductor.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "predictor/rawtiming/mpi/clock.h"

namespace dps::rawtiming {
namespace {

using clocks::ClockLine;
using clocks::Reading;
using datasheets::Stop;

constexpr Reading kMicrosecond = 1000;
constexpr std::int64_t kLongestSlack = 10'000 * kMicrosecond;
constexpr std::uint64_t kBlock = 10;
constexpr int kFirstBursts = 10;

std::vector<double> sorted(const std::vector<TrialResult>& results, double TrialResult::*of) {
  std::vector<double> values;
  values.reserve(results.size());
  for (const TrialResult& result : results) {
    values.push_back(result.*of);
  }
  std::sort(values.begin(), values.end());
  return values;
}

double median_time(const std::vector<TrialResult>& results) {
  const auto values = sorted(results, &TrialResult::nanoseconds);
  return values[values.size() / 2];
}

/// The time after which the last trial has usually ended in all processes, and the next start can
/// be broadcast. It is the lower quartile: trials in which a process lost its core are no measure.
std::int64_t settle_time(const std::vector<TrialResult>& results) {
  constexpr double kMargin = 1.25;
  const auto values = sorted(results, &TrialResult::whole);
  return std::llround(kMargin * values[values.size() / 4]);
}

std::vector<double> guesses(const Stage& stage) {
  std::vector<double> seconds;
  const StopRules& rules = stage.options.rules;
  const double trials =
      2 + 2 * static_cast<double>(rules.min_trials) / static_cast<double>(rules.passes);
  for (const Point& point : stage.plan.points) {
    seconds.push_back(trials *
                      guessed_trial(stage.options, stage.plan.series[point.series], point));
  }
  return seconds;
}

}  // namespace

Conductor::Conductor(Stage& stage, Results& results, double timer_resolution)
    : stage_(stage),
      results_(results),
      timer_resolution_(timer_resolution),
      time_left_(guesses(stage), stage.options.rules.passes),
      progress_(stage.options.is_quiet),
      begun_(now()),
      repeats_(stage.plan.points.size(), 0) {}

Result<void> Conductor::measure() {
  auto done = compare_clocks(kFirstBursts, 1);
  comparison_pause_ = 2 * kOneSecond;
  next_comparison_ = now() + comparison_pause_;
  for (std::uint64_t pass = 1; done && pass <= stage_.options.rules.passes && !is_time_over();
       ++pass) {
    done = play_pass(pass);
  }
  progress_.clear();
  return done;
}

Result<void> Conductor::play_pass(std::uint64_t pass) {
  for (const std::uint32_t point : order_of_pass(stage_.plan, stage_.options.seed, pass - 1)) {
    if (is_time_over()) {
      return {};
    }
    progress_.show(time_left_, pass, stage_.plan.name_of(stage_.plan.points[point]));
    const Reading begin = now();
    visit(point, pass);
    time_left_.visited(point, static_cast<double>(now() - begin) * 1e-9);
    if (auto compared = compare_clocks_if_due(pass); !compared) {
      return compared;
    }
  }
  // At the end of a pass, so that no visit waits for the clocks of the next one.
  return compare_clocks(1, pass);
}

void Conductor::visit(std::uint32_t index, std::uint64_t pass) {
  const Point& point = stage_.plan.points[index];
  for (const std::uint32_t rank : stage_.plan.casts[point.cast]) {
    if (rank != 0) {
      send_command(stage_.world, rank, {Task::kVisit, static_cast<std::int32_t>(index)});
    }
  }
  Pending visited{index, {}, now(), 0};
  if (!stage_.clocks.is_one_clock()) {
    visited.before = results_.samples[index];
  }
  const VisitSetting setting = stage_.visit_setting(point);
  Visit visit(setting, stage_.setting(point));
  play_blocks(visit, index, pass);
  visit.lead({});
  if (!stage_.clocks.is_one_clock()) {
    visited.end = now();
    pending_.push_back(std::move(visited));
  }
}

void Conductor::play_blocks(Visit& visit, std::uint32_t index, std::uint64_t pass) {
  Samples& samples = results_.samples[index];
  const StopRules& rules = stage_.options.rules;
  const double earlier = samples.seconds;
  const Reading begin = now();
  attempts_ = late_ = next_trial_ = 0;
  next_trial_ = samples.trials.size() + samples.late;
  Block block = prepared_block(visit, stage_.plan.points[index]);
  // Every pass has its share, also if earlier ones had more than theirs.
  const std::uint64_t left =
      rules.max_trials - std::min<std::uint64_t>(rules.max_trials, samples.trials.size());
  const std::uint64_t share = (rules.min_trials + rules.passes - 1) / rules.passes;
  block.trials = static_cast<std::int64_t>(std::min(std::min(share, kBlock), left));
  std::optional<Stop> stop;
  while (!stop && block.trials > 0 && !is_time_over()) {
    stop = play_block(visit, block, samples, pass);
    const double seconds = earlier + static_cast<double>(now() - begin) * 1e-9;
    {
      const std::lock_guard lock(results_.mutex);
      samples.seconds = seconds;
    }
    // Only this thread changes samples, so it reads them without a lock: another one that waits for
    // the lock has no time to lose.
    stop = stop ? stop : stop_of(samples, rules, pass, timer_resolution_);
    {
      const std::lock_guard lock(results_.mutex);
      samples.stop = stop.value_or(Stop::kTime);
    }
    block.trials = static_cast<std::int64_t>(next_block(samples, rules, pass, kBlock));
  }
}

/// Makes trials that do not count: they connect processes, and find slack, D and W.
Block Conductor::prepared_block(Visit& visit, const Point& point) {
  constexpr std::int64_t kProbes = 10;
  constexpr std::int64_t kWarmUp = 3;
  const std::string_view name = stage_.plan.series[point.series].function->name;
  Block block{BlockKind::kStart, kProbes, 0, 0, 0, {}};
  if (stage_.sync == Sync::kWindow) {
    double slowest = 0;
    for (const TrialResult& result : visit.lead(block)) {
      slowest = std::max(slowest, result.nanoseconds);
    }
    block.slack = std::min(std::llround(3 * slowest) + 20 * kMicrosecond,
                           static_cast<long long>(kLongestSlack));
    least_slack_ = block.slack;
  }
  if (has_delay(name)) {
    block.kind = BlockKind::kReceive;
    block.trials = kWarmUp;
    block.settle = settle_time(visit.lead(block));
    block.trials = kProbes;
    block.prescription.delay =
        std::llround(2 * median_time(visit.lead(block))) + 100 * kMicrosecond;
  }
  block.kind = BlockKind::kMeasure;
  block.trials = kWarmUp;
  block.settle = settle_time(visit.lead(block));
  if (has_work(name)) {
    block.trials = kProbes;
    block.prescription.work = std::llround(median_time(visit.lead(block)));
    block.settle += block.prescription.work;
  }
  return block;
}

std::optional<Stop> Conductor::play_block(Visit& visit, Block& block, Samples& samples,
                                          std::uint64_t pass) {
  constexpr std::uint64_t kEnoughAttempts = 20;
  block.first_trial = static_cast<std::int64_t>(next_trial_);
  const auto results = visit.lead(block);
  next_trial_ += results.size();
  std::uint64_t late = 0;
  std::uint64_t late_starts = 0;
  const auto work = static_cast<double>(block.prescription.work);
  {
    const std::lock_guard lock(results_.mutex);
    for (const TrialResult& result : results) {
      if (result.is_late) {
        ++late;
        late_starts += result.is_start_late ? 1 : 0;
        continue;
      }
      // T0 - (T(W) - W), where W = T0. It is not cut off at 0, since the trials would then differ
      // less than they do.
      const double time = work > 0 ? 2 * work - result.nanoseconds : result.nanoseconds;
      samples.trials.push_back({time * 1e-9, pass});
    }
    samples.late += late;
  }
  block.settle = settle_time(results);
  attempts_ += results.size();
  late_ += late;
  const bool is_hopeless =
      attempts_ >= kEnoughAttempts && late_ * 10 >= attempts_ * 9 && block.slack >= kLongestSlack;
  // More slack helps against slow broadcasts. Less slack helps against processes that lose their
  // cores: they have the core more often for a short time than for a long one.
  block.slack = late_starts * kBlock > results.size() ? std::min(2 * block.slack, kLongestSlack)
                                                      : std::max(block.slack / 2, least_slack_);
  return is_hopeless ? std::optional(Stop::kLate) : std::nullopt;
}

bool Conductor::is_time_over() {
  if (stage_.options.time_limit &&
      static_cast<double>(now() - begun_) * 1e-9 >= *stage_.options.time_limit) {
    is_out_of_time_ = true;
  }
  return is_out_of_time_;
}

Result<void> Conductor::compare_clocks_if_due(std::uint64_t pass) {
  constexpr Reading kLongestPause = 30 * kOneSecond;
  if (stage_.clocks.is_one_clock() || now() < next_comparison_) {
    return {};
  }
  // The pauses are 2, 4, 8 and 16 s, then always 30 s.
  comparison_pause_ = std::min(2 * comparison_pause_, kLongestPause);
  next_comparison_ = now() + comparison_pause_;
  return compare_clocks(1, pass);
}

Result<void> Conductor::compare_clocks(int bursts, std::uint64_t pass) {
  constexpr std::uint32_t kMostRepeats = 2;
  if (stage_.clocks.is_one_clock()) {
    return {};
  }
  const std::vector<ClockLine> before = stage_.clocks.lines();
  send_to_all(stage_.world, {Task::kClocks, bursts});
  if (auto measured = stage_.clocks.measure(bursts); !measured) {
    return measured;
  }
  note_clock_error();
  again_.clear();
  for (Pending& visited : pending_) {
    if (!is_off(visited, before)) {
      continue;
    }
    const std::lock_guard lock(results_.mutex);
    if (repeats_[visited.point]++ < kMostRepeats) {
      results_.samples[visited.point] = std::move(visited.before);
      again_.push_back(visited.point);
    } else {
      ++results_.clock_repeats;
    }
  }
  pending_.clear();
  for (const std::uint32_t point : again_) {
    visit(point, pass);
  }
  return {};
}

void Conductor::note_clock_error() {
  const std::lock_guard lock(results_.mutex);
  const Reading time = now();
  for (const ClockLine& line : stage_.clocks.lines()) {
    results_.clock_error = std::max(results_.clock_error, line.error_at(line.client_of(time)));
  }
}

bool Conductor::is_off(const Pending& visited, const std::vector<ClockLine>& before) const {
  for (const std::uint32_t rank : stage_.plan.casts[stage_.plan.points[visited.point].cast]) {
    const std::uint32_t clock = stage_.world.clock_of_rank[rank];
    const ClockLine& line = stage_.clocks.lines()[clock];
    if (disagree(before[clock], line, line.client_of(visited.begin)) ||
        disagree(before[clock], line, line.client_of(visited.end))) {
      return true;
    }
  }
  return false;
}

void follow(Stage& stage) {
  for (;;) {
    const RankCommand command = await_command(stage.world);
    if (command.task == Task::kEnd) {
      return;
    }
    if (command.task == Task::kClocks) {
      static_cast<void>(stage.clocks.measure(command.number));
      continue;
    }
    const Point& point = stage.plan.points[static_cast<std::size_t>(command.number)];
    const VisitSetting setting = stage.visit_setting(point);
    Visit(setting, stage.setting(point)).follow();
  }
}

}  // namespace dps::rawtiming
