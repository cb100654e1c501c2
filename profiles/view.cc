#include "profiles/view.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/check.h"
#include "profiles/result.h"
#include "profiles/run_totals.h"
#include "profiles/statistics.h"

namespace dps::profiles {
namespace {

/// Removes the functionalities that are not selected; returns true if the unit remains.
bool focus_unit(UnitProfile& unit, const Selection& selection) {
  if (selection.has_tag(unit.futag)) {
    return true;
  }
  std::erase_if(unit.functionalities, [&](const FunctionalityProfile& functionality) {
    return !selection.has_tag(functionality.ftag);
  });
  return !unit.functionalities.empty();
}

/// Removes the units that are not selected; returns true if the process remains.
bool focus_process(ProcessProfile& process, const Selection& selection) {
  if (selection.has_process(process.ptag)) {
    return true;
  }
  std::erase_if(process.units, [&](UnitProfile& unit) { return !focus_unit(unit, selection); });
  return !process.units.empty();
}

/// Removes the rows that no remaining process sent or received. Rows may name clone groups.
void focus_messages(RunProfile& run) {
  std::unordered_set<std::string_view> names;
  for (const ProcessProfile& process : run.processes) {
    names.insert(process.ptag);
    names.insert(clone_group(process.ptag));
  }
  std::erase_if(run.messages, [&](const MessageProfile& row) {
    return !names.contains(row.sender) && !names.contains(row.receiver);
  });
}

/// Removes the message types that no remaining process sent or received, and the functionalities
/// that are not selected. The rows of the latencies are those of all clones.
void focus_latencies(RunProfile& run, const Selection& selection) {
  std::unordered_set<std::string_view> mtags;
  for (const MessageProfile& row : run.messages) {
    mtags.insert(row.mtag);
  }
  std::unordered_set<std::string_view> groups;
  for (const ProcessProfile& process : run.processes) {
    if (selection.has_process(process.ptag)) {
      groups.insert(clone_group(process.ptag));
    }
  }
  std::erase_if(run.latencies->messages,
                [&](const auto& row) { return !mtags.contains(row.mtag); });
  const auto is_left_out = [&](const auto& row) {
    return !groups.contains(row.ptag) && !selection.has_tag(row.futag) &&
           !selection.has_tag(row.ftag);
  };
  std::erase_if(run.latencies->functionalities, is_left_out);
  std::erase_if(run.latencies->requests, is_left_out);
  std::erase_if(run.latencies->windows, [&](const auto& row) {
    return !groups.contains(row.ptag) && !selection.has_tag(row.otag);
  });
  std::erase_if(run.latencies->collectives,
                [&](const auto& row) { return !selection.has_tag(row.otag); });
}

}  // namespace

void coarsen(RunResult& result, Level level) {
  if (level >= result.level) {
    return;
  }
  result.level = level;
  for (RunProfile& run : result.runs) {
    for (ProcessProfile& process : run.processes) {
      if (level == Level::kProcess) {
        process.units.clear();
      }
      for (UnitProfile& unit : process.units) {
        unit.functionalities.clear();
      }
    }
  }
}

void remove_latencies(RunResult& result) {
  for (RunProfile& run : result.runs) {
    run.latencies.reset();
  }
}

void focus(RunResult& result, const Selection& selection) {
  if (selection.is_everything()) {
    return;
  }
  for (RunProfile& run : result.runs) {
    run.totals = totals_of(run);
    std::erase_if(run.processes,
                  [&](ProcessProfile& process) { return !focus_process(process, selection); });
    focus_messages(run);
    if (run.latencies) {
      focus_latencies(run, selection);
    }
  }
  result.notes.push_back("only the selected rows are shown: " + selection.list());
}

std::size_t shown_run(const RunResult& result) {
  DPS_CHECK(!result.runs.empty());
  std::vector<double> makespans;
  for (const RunProfile& run : result.runs) {
    makespans.push_back(std::isnan(run.makespan_s) ? HUGE_VAL : run.makespan_s);  // comes last
  }
  return median_index(makespans);
}

}  // namespace dps::profiles
