/// Two results side by side (docs/compare.md): A is what B is measured by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiles/result.h"

namespace dps::profiles {

/// A time of A and the same of B: the mean over runs, of a group of clones per clone.
struct TimePair {
  double a_s = 0, b_s = 0;

  [[nodiscard]] double difference_s() const { return b_s - a_s; }
  /// B to A, 1 when they are the same; nothing where A has no time to compare with.
  [[nodiscard]] std::optional<double> ratio() const;
};

/// A time that the verdict looks at.
struct JudgedTime : TimePair {
  /// Half the 95 % interval of the difference, if one of the results has several runs.
  std::optional<double> noise_s;
  bool is_beyond = false;  ///< the difference is more than is tolerated

  /// The difference may be chance.
  [[nodiscard]] bool is_within_noise() const;
};

/// Where the real time went. As in a result, take is a part of wait, and the other three add up.
struct Kinds {
  TimePair compute, send, wait, take;
};

/// A count that differs: of firings, activations, or of what was sent. What was taken where, and
/// what came late, may depend on the order of arrival and is remarked upon only. Of several runs
/// the least and the most; it differs when none is in both.
struct CountPair {
  std::string name;  ///< as in the JSON of a result: "triggered", "msgs_out"
  std::pair<std::uint64_t, std::uint64_t> a, b;
};

/// A single clone that is farthest from what A says of it.
struct CloneRatio {
  std::string ptag;
  std::optional<double> ratio;
};

/// A process or all clones of a P line; its units; their functionalities.
struct ComparedRow {
  Level level = Level::kProcess;
  std::string name;  ///< "Master.p[0]", "Worker.p" of several clones, futag or ftag
  std::size_t clones_a = 1, clones_b = 1;  ///< processes that have it
  JudgedTime real;
  TimePair cpu;
  std::optional<Kinds> kinds;     ///< nothing at a unit whose functionalities were not kept
  TimePair msgs_in, msgs_out;     ///< processes: messages per clone, to tell times per message
  std::vector<CountPair> counts;  ///< those that differ
  std::size_t clones_beyond = 0;  ///< of a group: whose own real time differs by too much
  std::optional<CloneRatio> worst_clone;
  std::vector<ComparedRow> parts;  ///< in the order of A
};

enum class TimeKind : std::uint8_t { kCompute, kSend, kTake, kWait };

/// A difference that explains, the weightiest first.
struct Cause {
  TimeKind kind;           ///< kWait: the wait without the take
  std::string process;     ///< a row's name
  std::string part;        ///< "wf2.f of worker.fu" if most of it is there; else empty
  TimePair time;           ///< per clone
  std::string what_to_do;  ///< in words
};

/// Where a figure comes from.
struct ComparedSide {
  std::string name;  ///< the file
  std::string kind;  ///< "run" or "predict"
  std::string blueprint;
  std::string machine;  ///< of a prediction
  std::size_t processes = 0, hosts = 0, runs = 0;
  bool is_complete = true;
};

struct Comparison {
  double tolerance_percent = 10;
  Level level = Level::kProcess;  ///< the coarser of the two
  ComparedSide a, b;
  JudgedTime makespan;
  std::vector<ComparedRow> rows;        ///< processes, in the order of A
  std::vector<std::string> mismatches;  ///< why it is not the same program twice; one makes 1
  std::vector<std::string> remarks;     ///< what else differs: variables, placement
  std::vector<Cause> causes;

  /// Nothing is beyond the tolerance, no count and no process differs, both are complete.
  [[nodiscard]] bool is_within() const;
  [[nodiscard]] std::size_t rows_beyond() const;
  [[nodiscard]] std::size_t counts_differing() const;
};

/// A row's difference counts only when it is more than this part of A's makespan.
inline constexpr double kNegligible = 0.01;

/// Of a tree of rows each, from the top; `place` has the names around it.
template <typename Visit>
void visit_rows(const std::vector<ComparedRow>& rows, Visit visit,
                std::vector<const ComparedRow*> place = {}) {
  for (const ComparedRow& row : rows) {
    place.push_back(&row);
    visit(row, place);
    visit_rows(row.parts, visit, place);
    place.pop_back();
  }
}

}  // namespace dps::profiles
