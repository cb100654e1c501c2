/// Compares two traces as lines of states. Source: docs/compare.md, "Comparing traces"; the
/// dissertation on MPI data sheets, 2.4.1: its outputs A, B and C are line, process and total.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiles/traces/states/state_trace.h"

namespace dps::traces {

enum class StateLevel : std::uint8_t { kTotal, kProcess, kLine };

struct StateComparisonOptions {
  StateLevel level = StateLevel::kTotal;
  bool own = false;  ///< times without their idle part
  double tolerance_percent = 10;
  std::string a_name = "A", b_name = "B";  ///< of the files
};

/// A time in both traces; empty if only the other trace has this time.
struct StateTimes {
  std::optional<StateTime> a, b;

  /// B / A; 1 if both are equal, even 0. Empty if one is missing; infinite if only A is 0.
  [[nodiscard]] std::optional<double> ratio() const;
};

/// A state of A, its partner in B, or one of them.
struct StateLine {
  std::string process, state, site, peer;
  StateTimes times;
  std::optional<std::uint32_t> line_a, line_b;
};

/// All states of one name, in a process or in all of them.
struct StateSum {
  std::string process;  ///< empty: all
  std::string state;
  StateTimes times;  ///< empty: the trace has no such state
  StateTime idle_a = 0, idle_b = 0;
  std::uint64_t calls_a = 0, calls_b = 0;
  std::optional<double> median_ratio;  ///< of the pairs that have a ratio and are not both 0
  StateTime most_a = 0, most_b = 0;    ///< of a process; totals only
  bool is_beyond = false;              ///< totals only
};

struct ComparedTrace {
  std::string name;
  std::size_t processes = 0;
  std::uint64_t states = 0;
  std::uint64_t unmatched = 0;  ///< states without a partner
};

struct StateComparison {
  StateComparisonOptions options;
  ComparedTrace a, b;
  StateTimes makespan;
  bool is_makespan_beyond = false;
  std::vector<StateSum> totals;
  std::vector<StateSum> processes;  ///< in the order of A's processes
  std::vector<StateLine> lines;     ///< only at level line

  [[nodiscard]] bool is_alike() const { return a.unmatched == 0 && b.unmatched == 0; }
  [[nodiscard]] std::size_t totals_beyond() const;
  [[nodiscard]] bool is_within() const;
};

/// Pure.
StateComparison compare_states(const StateTrace& a, const StateTrace& b,
                               const StateComparisonOptions& options);

}  // namespace dps::traces
