#include "profiles/comparison/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "profiles/clones.h"
#include "profiles/comparison/comparison_causes.h"
#include "profiles/comparison/latency_comparison.h"
#include "profiles/comparison/link_comparison.h"
#include "profiles/comparison/row_tally.h"
#include "profiles/host_load.h"
#include "profiles/statistics.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostNamedInRemark = 5;  // names in one remark

/// Relative difference that rounding alone can cause.
constexpr double kRounding = 1e-9;

class Comparer {
 public:
  Comparer(const RunResult& a, const RunResult& b, const ComparisonOptions& options)
      : a_(a), b_(b), options_(options) {
    comparison_.tolerance_percent = options.tolerance_percent;
    comparison_.level = std::min(a.level, b.level);
  }

  ResultComparison compare();

 private:
  void compare_texts();
  void compare_variables();
  void compare_hosts();
  void compare_processes(const RowTally& a, const RowTally& b);
  void split_counts(ComparedRow& row);
  void note_unknown(const ComparedRow& row, const RowTally& a, const RowTally& b);
  void add_missing(std::vector<std::string> names, std::string_view side);

  JudgedTime judged(const std::vector<double>& a, const std::vector<double>& b, double least) const;
  [[nodiscard]] bool is_beyond(const TimePair& time, double least) const;
  ComparedRow row_of(const RowTally& a, const RowTally& b, Level level);
  void judge_clones(ComparedRow& row, const RowTally& a, const RowTally& b) const;

  const RunResult& a_;
  const RunResult& b_;
  const ComparisonOptions& options_;
  ResultComparison comparison_;
};

TimePair mean_pair(const RowTally& a, const RowTally& b, double RowSums::*figure) {
  return {a.mean(figure), b.mean(figure)};
}

std::vector<double> makespans_of(const RunResult& result) {
  std::vector<double> makespans;
  makespans.reserve(result.runs.size());
  for (const RunProfile& run : result.runs) {
    if (is_known(run.makespan_s)) {
      makespans.push_back(run.makespan_s);
    }
  }
  return makespans;
}

std::size_t clones_of(const RowTally& tally) {
  std::size_t clones = 0;
  for (const RowSums& run : tally.runs) {
    clones = std::max(clones, run.clones);
  }
  return clones;
}

/// True if the count may depend on the order in which messages arrive.
bool depends_on_arrival_order(std::string_view count) {
  return count == "bytes_in" || count == "msgs_in" || count == "late_msgs" ||
         count == "unclaimed_msgs";
}

std::vector<CountPair> differing_counts(const RowTally& a, const RowTally& b) {
  std::vector<CountPair> counts;
  for (std::size_t i = 0; i < a.count_names.size(); ++i) {
    const auto of_a = a.range_of(i);
    const auto of_b = b.range_of(i);
    if (of_a && of_b && (of_a->second < of_b->first || of_b->second < of_a->first)) {
      counts.push_back({a.count_names[i], *of_a, *of_b});
    }
  }
  return counts;
}

/// Returns the names of the parts of `a` that `b` does not have.
std::vector<std::string> names_without(const RowTally& a, const RowTally& b) {
  std::vector<std::string> names;
  for (const RowTally& part : a.parts) {
    if (b.find(part.name) == nullptr) {
      names.push_back(printable(part.name));
    }
  }
  return names;
}

std::string list_of(std::vector<std::string> names) {
  if (names.size() > kMostNamedInRemark) {
    const std::size_t more = names.size() - kMostNamedInRemark;
    names.resize(kMostNamedInRemark);
    names.push_back(fmt::format("and {} more", more));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// --- differences other than figures -------------------------------------------------------------

void Comparer::compare_texts() {
  for (const auto& [result, side] : {std::pair(&a_, 'A'), std::pair(&b_, 'B')}) {
    if (!result->complete) {
      comparison_.mismatches.push_back(
          fmt::format("{} is incomplete: {}", side, incompleteness_of(*result)));
    }
  }
  for (const auto& [result, side] : {std::pair(&a_, 'A'), std::pair(&b_, 'B')}) {
    if (const std::string busy = load_note(*result); !busy.empty()) {
      comparison_.remarks.push_back(fmt::format("{}: {}", side, busy));
    }
  }
  if (a_.blueprint.sha256 != b_.blueprint.sha256) {
    comparison_.remarks.push_back(fmt::format(
        "the blueprints differ: {} in A, {} in B; only rows with the same tags are compared",
        printable(a_.blueprint.path), printable(b_.blueprint.path)));
  }
  if (a_.program && b_.program && a_.program->sha256 != b_.program->sha256) {
    comparison_.remarks.push_back(fmt::format(
        "the programs differ: the contents of {} in A, and of {} in B; only calls at the same "
        "places are compared",
        printable(a_.program->executable), printable(b_.program->executable)));
  }
  if (a_.level != b_.level) {
    comparison_.remarks.push_back(
        fmt::format("{} was recorded at a coarser level than {}; both are compared at that level",
                    a_.level < b_.level ? 'A' : 'B', a_.level < b_.level ? 'B' : 'A'));
  }
}

void Comparer::compare_variables() {
  std::vector<std::string> differing;
  const auto& of_b = b_.runs.front().variables;
  for (const auto& [name, value] : a_.runs.front().variables) {
    const auto same = std::find_if(of_b.begin(), of_b.end(),
                                   [&, &named = name](const auto& v) { return v.first == named; });
    if (same != of_b.end() && same->second != value) {
      differing.push_back(
          fmt::format("{} = {} in A, {} in B", printable(name), value, same->second));
    }
  }
  if (!differing.empty()) {
    comparison_.remarks.push_back("variables differ: " + list_of(std::move(differing)));
  }
}

void Comparer::compare_hosts() {
  if (comparison_.a.hosts != comparison_.b.hosts && comparison_.a.hosts > 0 &&
      comparison_.b.hosts > 0) {
    comparison_.remarks.push_back(
        fmt::format("the placement differs: A uses {}, B uses {}; check {} and the hosts in the "
                    "machine file",
                    counted(comparison_.a.hosts, "host"), comparison_.b.hosts,
                    a_.program && b_.program ? "the hosts of mpirun" : "the T lines, --hosts"));
  }
}

/// Records a mismatch if `names` exist only in one of the results.
void Comparer::add_missing(std::vector<std::string> names, std::string_view side) {
  if (!names.empty()) {
    comparison_.has_other_structure = true;
    comparison_.mismatches.push_back(
        fmt::format("only in {}: {}", side, list_of(std::move(names))));
  }
}

// --- figures ------------------------------------------------------------------------------------

bool Comparer::is_beyond(const TimePair& time, double least) const {
  const double difference = std::abs(time.difference_s());
  const double tolerated = std::max(time.a_s, 0.0) * options_.tolerance_percent / 100;
  const double rounding = kRounding * std::max(std::abs(time.a_s), std::abs(time.b_s));
  return difference > std::max(tolerated, least) + rounding;
}

JudgedTime Comparer::judged(const std::vector<double>& a, const std::vector<double>& b,
                            double least) const {
  const auto mean = [](const std::vector<double>& values) {
    return values.empty() ? kUnknown : statistics_of(values).mean;
  };
  JudgedTime time;
  time.a_s = mean(a);
  time.b_s = mean(b);
  time.noise_s = difference_half_width(a, b);
  time.is_beyond = is_beyond(time, least);
  return time;
}

TimesByKind kinds_of(const RowTally& a, const RowTally& b, const TimePair& real) {
  TimesByKind kinds;
  kinds.compute = mean_pair(a, b, &RowSums::compute_s);
  kinds.send = mean_pair(a, b, &RowSums::send_s);
  kinds.take = mean_pair(a, b, &RowSums::take_s);
  kinds.sleep = mean_pair(a, b, &RowSums::sleep_s);
  kinds.wait = {real.a_s - kinds.compute.a_s - kinds.send.a_s,
                real.b_s - kinds.compute.b_s - kinds.send.b_s};
  return kinds;
}

/// Compares each clone with its counterpart: the mean of a group hides a single slow clone.
void Comparer::judge_clones(ComparedRow& row, const RowTally& a, const RowTally& b) const {
  if (a.clones.size() != b.clones.size() || a.clones.size() < 2) {
    return;
  }
  double farthest = 0;
  for (std::size_t i = 0; i < a.clones.size(); ++i) {
    const CloneSum& of_a = a.clones[i];
    const CloneSum& of_b = b.clones[i];
    const TimePair time{of_a.real_s / static_cast<double>(of_a.runs),
                        of_b.real_s / static_cast<double>(of_b.runs)};
    if (is_beyond(time, kNegligible * comparison_.makespan.a_s)) {
      ++row.clones_beyond;
    }
    if (std::abs(time.difference_s()) > farthest) {
      farthest = std::abs(time.difference_s());
      row.worst_clone = CloneRatio{of_a.ptag, time.ratio()};
    }
  }
}

ComparedRow Comparer::row_of(const RowTally& a, const RowTally& b, Level level) {
  ComparedRow row;
  row.level = level;
  row.name = a.name;
  row.clones_a = clones_of(a);
  row.clones_b = clones_of(b);
  row.real = judged(a.per_clone(&RowSums::real_s), b.per_clone(&RowSums::real_s),
                    kNegligible * comparison_.makespan.a_s);
  row.cpu = mean_pair(a, b, &RowSums::cpu_s);
  if (level != Level::kUnit || comparison_.level == Level::kFunctionality) {
    row.kinds = kinds_of(a, b, row.real);
  }
  row.msgs_in = {a.mean_count("msgs_in"), b.mean_count("msgs_in")};
  row.msgs_out = {a.mean_count("msgs_out"), b.mean_count("msgs_out")};
  if (row.clones_a == row.clones_b) {
    row.counts = differing_counts(a, b);
    split_counts(row);
  }
  for (const RowTally& part : a.parts) {
    if (const RowTally* other = b.find(part.name)) {
      const Level finer = level == Level::kProcess ? Level::kUnit : Level::kFunctionality;
      row.parts.push_back(row_of(part, *other, finer));
    }
  }
  const std::string of = level == Level::kProcess ? "units of " : "functionalities of ";
  add_missing(names_without(a, b), "A among the " + of + printable(a.name));
  add_missing(names_without(b, a), "B among the " + of + printable(a.name));
  return row;
}

/// Moves the counts that may depend on the order of arrival from the row to the remarks.
void Comparer::split_counts(ComparedRow& row) {
  const auto arrivals =
      std::stable_partition(row.counts.begin(), row.counts.end(),
                            [](const CountPair& c) { return !depends_on_arrival_order(c.name); });
  std::vector<std::string> differing;
  for (auto count = arrivals; count != row.counts.end(); ++count) {
    differing.push_back(
        fmt::format("{} {} in A, {} in B", count->name, count->a.first, count->b.first));
  }
  row.counts.erase(arrivals, row.counts.end());
  if (row.level == Level::kProcess && row.counts.empty() && !differing.empty()) {
    comparison_.remarks.push_back(fmt::format("{}: messages arrived in a different order: {}",
                                              printable(row.name), fmt::join(differing, ", ")));
  }
}

bool has_unknown_counts(const RowTally& tally) {
  return std::any_of(tally.runs.begin(), tally.runs.end(),
                     [](const RowSums& run) { return run.counted != Counted::kAll; });
}

/// Records the times and counts of a process that one of the results does not have. A real time
/// that is unknown cannot be judged, so it is a mismatch.
void Comparer::note_unknown(const ComparedRow& row, const RowTally& a, const RowTally& b) {
  const std::array<std::pair<const char*, TimePair>, 5> times{{{"real", row.real},
                                                               {"CPU", row.cpu},
                                                               {"compute", row.kinds->compute},
                                                               {"send", row.kinds->send},
                                                               {"take", row.kinds->take}}};
  for (const auto& [side, tally] : {std::pair('A', &a), std::pair('B', &b)}) {
    std::vector<std::string> unknown;
    for (const auto& [name, time] : times) {
      if (!is_known(side == 'A' ? time.a_s : time.b_s)) {
        unknown.push_back(fmt::format("{} time", name));
      }
    }
    const bool lacks_real = !unknown.empty() && unknown.front() == "real time";
    if (has_unknown_counts(*tally)) {
      unknown.emplace_back("counts of messages");
    }
    if (!unknown.empty()) {
      auto& list = lacks_real ? comparison_.mismatches : comparison_.remarks;
      list.push_back(fmt::format("unknown in {}: {} of {}", side, fmt::join(unknown, ", "),
                                 printable(row.name)));
    }
  }
}

void Comparer::compare_processes(const RowTally& a, const RowTally& b) {
  add_missing(names_without(a, b), "A");
  add_missing(names_without(b, a), "B");
  for (const RowTally& tally : a.parts) {
    const RowTally* other = b.find(tally.name);
    if (other == nullptr) {
      continue;
    }
    ComparedRow row = row_of(tally, *other, Level::kProcess);
    if (row.clones_a != row.clones_b) {
      comparison_.has_other_structure = true;
      comparison_.mismatches.push_back(fmt::format(
          "{} has {} clones in A, {} in B", printable(row.name), row.clones_a, row.clones_b));
    }
    judge_clones(row, tally, *other);
    note_unknown(row, tally, *other);
    if (row.clones_a == 1 && row.clones_b == 1) {
      row.name = tally.clones.front().ptag;
    }
    comparison_.rows.push_back(std::move(row));
  }
}

ResultComparison Comparer::compare() {
  comparison_.a = side_of(a_, options_.a_name);
  comparison_.b = side_of(b_, options_.b_name);
  comparison_.makespan = judged(makespans_of(a_), makespans_of(b_), 0);
  compare_texts();
  compare_variables();
  compare_hosts();
  compare_processes(tally_rows(a_, comparison_.level, options_.list_clones),
                    tally_rows(b_, comparison_.level, options_.list_clones));
  comparison_.causes = causes_of(comparison_, a_, b_);
  if (comparison_.level == Level::kFunctionality) {
    comparison_.latencies = compared_latencies(a_, b_);
  }
  comparison_.links = compared_links(a_, b_);
  return std::move(comparison_);
}

}  // namespace

Result<ResultComparison> compare(const RunResult& a, const RunResult& b,
                                 const ComparisonOptions& options) {
  for (const auto& [result, name] :
       {std::pair(&a, &options.a_name), std::pair(&b, &options.b_name)}) {
    if (result->runs.empty()) {
      return failure(ErrorCode::kInput,
                     fmt::format("{}: the result contains no run, so there is nothing to compare",
                                 printable(*name)));
    }
  }
  ResultComparison comparison = Comparer(a, b, options).compare();
  if (comparison.rows.empty()) {
    return failure(
        ErrorCode::kInput,
        fmt::format("{0} and {1} have no process in common: {2}; to rank two designs: dps "
                    "compare --designs {0} {1}",
                    printable(options.a_name), printable(options.b_name),
                    fmt::join(comparison.mismatches, "; ")));
  }
  return comparison;
}

}  // namespace dps::profiles
