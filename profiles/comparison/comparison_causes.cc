#include "profiles/comparison/comparison_causes.h"

#include <algorithm>
#include <cmath>

#include "base/printable.h"
#include "profiles/comparison/comparison_advice.h"
#include "profiles/result.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostCauses = 10;

TimePair wait_without_take(const TimesByKind& kinds) {
  return {kinds.wait.a_s - kinds.take.a_s, kinds.wait.b_s - kinds.take.b_s};
}

TimePair time_of(const ComparedRow& row, TimeKind kind) {
  switch (kind) {
    case TimeKind::kCompute:
      return row.kinds->compute;
    case TimeKind::kSend:
      return row.kinds->send;
    case TimeKind::kTake:
      return row.kinds->take;
    case TimeKind::kWait:
      break;
  }
  return wait_without_take(*row.kinds);
}

/// Returns the name of the functionality (for kWait the unit) with the largest difference, provided
/// that it has at least half of the difference of the process; otherwise "".
std::string part_of(const ComparedRow& process, TimeKind kind) {
  if (kind == TimeKind::kTake) {
    return "";  // recorded per process only
  }
  std::string name;
  double largest = std::abs(time_of(process, kind).difference_s()) / 2;
  const auto consider = [&](const ComparedRow& row, std::string label) {
    const double here = row.kinds ? time_of(row, kind).difference_s() : 0;
    if (std::abs(here) >= largest && std::abs(here) > 0) {
      largest = std::abs(here);
      name = std::move(label);
    }
  };
  for (const ComparedRow& unit : process.parts) {
    if (kind == TimeKind::kWait) {
      consider(unit, printable(unit.name));
      continue;
    }
    for (const ComparedRow& functionality : unit.parts) {
      consider(functionality, printable(functionality.name) + " of " + printable(unit.name));
    }
  }
  return name;
}

/// A difference that may become a cause, with its sort key.
struct Candidate {
  const ComparedRow* row;
  TimeKind kind;
  TimePair time;
  bool explains;  ///< it explains at least half of the makespans' difference (causes_of())
  double weight;  ///< absolute difference in seconds, over all clones if `explains`
};

std::vector<Candidate> sorted_candidates(const ResultComparison& comparison) {
  std::vector<Candidate> candidates;
  const double makespans = comparison.makespan.difference_s();
  for (const ComparedRow& row : comparison.rows) {
    for (const TimeKind kind :
         {TimeKind::kCompute, TimeKind::kSend, TimeKind::kTake, TimeKind::kWait}) {
      const TimePair time = time_of(row, kind);
      const double difference = time.difference_s();
      const double of_all = difference * static_cast<double>(std::max(row.clones_a, row.clones_b));
      const bool is_off = std::abs(difference) > time.a_s * comparison.tolerance_percent / 100;
      const bool same_way = difference * makespans > 0;
      const bool explains = kind != TimeKind::kWait && is_off && same_way &&
                            std::abs(of_all) >= std::abs(makespans) / 2;
      if (difference > 0 || difference < 0) {  // not if it is unknown
        candidates.push_back(
            {&row, kind, time, explains, std::abs(explains ? of_all : difference)});
      }
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& x, const Candidate& y) {
                     return x.explains != y.explains ? x.explains : x.weight > y.weight;
                   });
  return candidates;
}

}  // namespace

std::vector<DifferenceCause> causes_of(const ResultComparison& comparison, const RunResult& a,
                                       const RunResult& b) {
  auto candidates = sorted_candidates(comparison);
  if (candidates.size() > kMostCauses) {
    candidates.erase(candidates.begin() + kMostCauses, candidates.end());
  }
  std::vector<DifferenceCause> causes;
  causes.reserve(candidates.size());
  for (const Candidate& one : candidates) {
    DifferenceCause cause{one.kind, one.row->name, part_of(*one.row, one.kind), one.time, ""};
    cause.what_to_do = advice_on(*one.row, one.kind, a, b);
    causes.push_back(std::move(cause));
  }
  return causes;
}

}  // namespace dps::profiles
