#include "predictor/rawtiming/mpi/visit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/statistics/median_error.h"
#include "predictor/rawtiming/mpi/clock.h"

namespace dps::rawtiming {
namespace {

constexpr double kNotCounted = -1;

/// The times that a process reports about a trial, in nanoseconds.
struct Record {
  double time = kNotCounted;
  double whole = 0;
  double lateness = 0;  ///< one of the numbers below
};
constexpr double kInTime = 0;
constexpr double kLostItsCore = 1;
constexpr double kStartCameLate = 2;
constexpr int kNumbers = sizeof(Record) / sizeof(double);

double most_late(const clocks::ClockLine& line, Reading at) {
  constexpr double kLeast = 1000;
  return std::max(kLeast, line.error_at(at));
}

/// Joins the results of the processes, whose records of a trial are `trials` apart.
TrialResult joined(const std::vector<Record>& records, std::size_t trial, std::size_t trials,
                   bool takes_median) {
  TrialResult result;
  std::vector<double> times;
  for (std::size_t at = trial; at < records.size(); at += trials) {
    const Record& record = records[at];
    if (record.time != kNotCounted) {
      times.push_back(record.time);
    }
    result.whole = std::max(result.whole, record.whole);
    result.is_late = result.is_late || record.lateness != kInTime;
    result.is_start_late = result.is_start_late || record.lateness == kStartCameLate;
  }
  std::sort(times.begin(), times.end());
  result.nanoseconds = takes_median ? statistics::median_of_sorted(times) : times.back();
  return result;
}

}  // namespace

Visit::Visit(const VisitSetting& visit, const OperationSetting& setting)
    : visit_(visit),
      counts_from_start_(counts_from_start(*setting.series.function) &&
                         visit.sync == Sync::kWindow),
      takes_median_(setting.series.function->group == datasheets::FunctionGroup::kLocal),
      is_leader_(rank_in(visit.groups.control) == 0),
      ranks_(size_of(visit.groups.control)),
      operation_(make_operation(setting)),
      receive_(has_delay(setting.series.function->name) ? make_plain_receive(setting) : nullptr) {}

Reading Visit::agree(const Block& block) {
  if (visit_.sync == Sync::kBarrier) {
    MPI_Barrier(visit_.groups.control);
    return now();
  }
  Reading start = 0;
  if (is_leader_) {
    spin_until(last_start_ + block.settle);
    start = now() + block.slack;
    last_start_ = start;
  }
  MPI_Bcast(&start, 1, MPI_INT64_T, 0, visit_.groups.control);
  return visit_.line.client_of(start);
}

std::vector<TrialResult> Visit::play(const Block& block) {
  const auto trials = static_cast<std::size_t>(block.trials);
  std::vector<Record> records(trials);
  TimedOperation* const operation =
      block.kind == BlockKind::kReceive ? receive_.get() : operation_.get();
  MPI_Barrier(visit_.groups.control);  // no process is still busy with the block before
  for (std::size_t i = 0; i < trials; ++i) {
    Record& record = records[i];
    if (block.kind == BlockKind::kStart) {
      MPI_Barrier(visit_.groups.control);
      const Reading start = agree(block);
      record.time = record.whole = static_cast<double>(std::max<Reading>(0, now() - start));
      continue;
    }
    operation->prepare(static_cast<std::uint64_t>(block.first_trial) + i);
    const Reading start = agree(block);
    const Reading due = start + operation->lateness(block.prescription);
    const bool is_start_late = now() > start;
    spin_until(due);
    const TrialTimes times = operation->run(block.prescription);
    operation->clean_up();
    const Reading from =
        counts_from_start_ && block.kind == BlockKind::kMeasure ? start : times.from;
    if (times.counts) {
      record.time = std::max(0.0, static_cast<double>(times.to - from) * times.scale);
    }
    record.whole = static_cast<double>(times.to - start);
    const bool is_late = visit_.sync == Sync::kWindow &&
                         static_cast<double>(times.begin - due) > most_late(visit_.line, due);
    record.lateness = !is_late ? kInTime : is_start_late ? kStartCameLate : kLostItsCore;
  }
  std::vector<Record> all(is_leader_ ? trials * static_cast<std::size_t>(ranks_) : 0);
  const int numbers = static_cast<int>(trials) * kNumbers;
  MPI_Gather(records.data(), numbers, MPI_DOUBLE, all.data(), numbers, MPI_DOUBLE, 0,
             visit_.groups.control);
  std::vector<TrialResult> results;
  for (std::size_t i = 0; i < trials && is_leader_; ++i) {
    results.push_back(joined(all, i, trials, takes_median_));
  }
  return results;
}

void Visit::follow() {
  Block block;
  do {
    MPI_Bcast(&block, sizeof block, MPI_BYTE, 0, visit_.groups.control);
    if (block.kind != BlockKind::kEnd) {
      play(block);
    }
  } while (block.kind != BlockKind::kEnd);
}

std::vector<TrialResult> Visit::lead(Block block) {
  MPI_Bcast(&block, sizeof block, MPI_BYTE, 0, visit_.groups.control);
  return block.kind == BlockKind::kEnd ? std::vector<TrialResult>() : play(block);
}

}  // namespace dps::rawtiming
