/// The comparison of two results (docs/compare.md). A is the reference, B is measured against it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiles/comparison/compared_side.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The same time in A and in B: the mean over runs and, for a group of clones, per clone. NaN if it
/// is unknown.
struct TimePair {
  double a_s = 0, b_s = 0;

  [[nodiscard]] double difference_s() const { return b_s - a_s; }
  /// B / A; 1 if both are equal, even 0; empty if A's time is not positive, or one is unknown.
  [[nodiscard]] std::optional<double> ratio() const;
};

/// A time that the verdict depends on.
struct JudgedTime : TimePair {
  /// Half-width of the 95 % confidence interval of the difference; empty if both have one run.
  std::optional<double> noise_s;
  bool is_beyond = false;  ///< the difference exceeds the tolerance

  /// True if the interval of the difference contains 0, so that it may be chance.
  [[nodiscard]] bool is_within_noise() const;
};

/// The real time by kind: compute + send + wait = real. As in a result, wait includes take, and
/// compute includes sleep, which only processes have.
struct TimesByKind {
  TimePair compute, send, wait, take, sleep;
};

/// A count that differs: firings, activations, messages or bytes sent. Each side has the minimum
/// and maximum over its runs; counts differ if the two ranges do not overlap. Counts that may
/// depend on the order of arrival (taken, late, unclaimed) are remarks, not differences.
struct CountPair {
  std::string name;  ///< as in the JSON of a result: "triggered", "msgs_out"
  std::pair<std::uint64_t, std::uint64_t> a, b;
};

/// One clone of a group and the ratio of its real times.
struct CloneRatio {
  std::string ptag;
  std::optional<double> ratio;
};

/// A process or a group of clones, a unit, or a functionality.
struct ComparedRow {
  Level level = Level::kProcess;
  std::string name;  ///< "Master.p[0]"; "Worker.p" for several clones; futag; ftag
  std::size_t clones_a = 1, clones_b = 1;  ///< number of processes that contain it
  JudgedTime real;
  TimePair cpu;
  std::optional<TimesByKind> kinds;       ///< empty for a unit compared at level unit
  TimePair msgs_in, msgs_out;             ///< messages per clone; processes only
  std::vector<CountPair> counts;          ///< only the counts that differ
  std::size_t clones_beyond = 0;          ///< members of a group that exceed the tolerance
  std::optional<CloneRatio> worst_clone;  ///< the clone with the largest difference
  std::vector<ComparedRow> parts;         ///< units or functionalities, in the order of A
};

/// A kind of time that does not overlap the others: kWait excludes take.
enum class TimeKind : std::uint8_t { kCompute, kSend, kTake, kWait };

/// A difference that contributes to the difference of the makespans.
struct DifferenceCause {
  TimeKind kind;
  std::string process;     ///< name of the row
  std::string part;        ///< "wf2.f of worker.fu" if it has at least half of the difference
  TimePair time;           ///< per clone
  std::string what_to_do;  ///< advice in one sentence
};

/// A message type or a functionality whose latencies both results have, over all runs.
struct ComparedLatency {
  std::string mtag;                  ///< empty for others
  std::string process, futag, ftag;  ///< empty for others
  bool is_age = false;               ///< of the requests that fire the functionality
  std::string otag;                  ///< of collective operations: the total of their members
  TimePair p50, p99;
};

/// A link of a predicted network.
struct ComparedLink {
  std::string name;
  double share_a = 0, share_b = 0;  ///< of the makespan, for which it was busy
};

struct ResultComparison {
  double tolerance_percent = 10;
  Level level = Level::kProcess;  ///< the coarser level of the two results
  ComparedSide a, b;
  JudgedTime makespan;
  std::vector<ComparedRow> rows;        ///< processes, in the order of A
  std::vector<std::string> mismatches;  ///< reasons why the results are not comparable; exit 1
  std::vector<std::string> remarks;     ///< other differences, such as variables and placement
  bool has_other_structure = false;     ///< processes, units or clones exist in one result only
  std::vector<DifferenceCause> causes;  ///< the largest contribution first
  /// Message types, then ages of requests, then functionalities, in the order of A; they are not
  /// judged.
  std::vector<ComparedLatency> latencies;
  std::vector<ComparedLink> links;  ///< whose shares differ; they are not judged

  /// True if no time exceeds the tolerance, no count differs, and there is no mismatch.
  [[nodiscard]] bool is_within() const;
  [[nodiscard]] std::size_t rows_beyond() const;
  [[nodiscard]] std::size_t counts_differing() const;
};

/// A row is beyond the tolerance only if it differs by more than this fraction of A's makespan.
inline constexpr double kNegligible = 0.01;

/// The enclosing rows of a row, from the process down to the row itself.
using RowPath = std::vector<const ComparedRow*>;

/// Calls `visit(row, path)` for every row of a tree in pre-order.
template <typename Visit>
void visit_rows(const std::vector<ComparedRow>& rows, Visit visit, RowPath path = {}) {
  for (const ComparedRow& row : rows) {
    path.push_back(&row);
    visit(row, path);
    visit_rows(row.parts, visit, path);
    path.pop_back();
  }
}

}  // namespace dps::profiles
