#include "profiles/comparison/design_rows.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiles/clones.h"
#include "profiles/run_statistics.h"
#include "profiles/view.h"

namespace dps::profiles {
namespace {

/// One row for all clones of a P line or, with `list_clones`, one for each clone.
std::vector<ProcessRow> process_rows(const RunProfile& run, bool list_clones) {
  std::vector<ProcessRow> rows;
  const auto& processes = run.processes;
  for (std::size_t first = 0; first < processes.size();) {
    const std::size_t end = list_clones ? first + 1 : end_of_group(processes, first);
    const std::string& ptag = processes[first].ptag;
    rows.push_back({list_clones ? ptag : std::string(clone_group(ptag)), first, {}});
    for (std::size_t i = first; i < end; ++i) {
      rows.back().members.push_back(&processes[i]);
    }
    first = end;
  }
  return rows;
}

KindTimes mean_times(const RowStatistics& row) {
  KindTimes times;
  for (const NamedTime& one : kNamedTimes) {
    const Statistics* statistics = row.find(one.key);
    times.*one.time = statistics == nullptr || statistics->count == 0 ? kUnknown : statistics->mean;
  }
  return times;
}

class RowCollector {
 public:
  RowCollector(std::size_t designs, bool list_clones)
      : designs_(designs), list_clones_(list_clones) {}

  void add(const RunResult& result, std::size_t design) {
    const auto processes = process_rows(result.runs.front(), list_clones_);
    std::map<std::string_view, std::size_t> clones;
    for (const ProcessRow& process : processes) {
      clones[process.name] += process.members.size();
    }
    for (const RowStatistics& row : statistics_of_runs(result, processes)) {
      DesignCell& here = cell({row.level, row.process, row.futag, row.ftag}, design);
      here.times = mean_times(row);
      here.clones = row.level == Level::kProcess ? clones[row.process] : 0;
    }
  }

  /// The rows that at least two designs have.
  [[nodiscard]] std::vector<DesignRow> take() {
    std::stable_sort(rows_.begin(), rows_.end(), [this](const DesignRow& a, const DesignRow& b) {
      return place_of(a) < place_of(b);
    });
    std::erase_if(rows_, [](const DesignRow& row) {
      return std::ranges::count_if(row.cells, [](const auto& one) { return one.has_value(); }) < 2;
    });
    return std::move(rows_);
  }

 private:
  using Tags = std::tuple<Level, std::string, std::string, std::string>;

  DesignCell& cell(const Tags& tags, std::size_t design) {
    const auto [position, is_new] = positions_.try_emplace(tags, rows_.size());
    if (is_new) {
      const auto& [level, process, futag, ftag] = tags;
      rows_.push_back({level, process, futag, ftag, {}});
      rows_.back().cells.resize(designs_);
    }
    auto& cell = rows_[position->second].cells[design];
    return cell ? *cell : cell.emplace();
  }

  /// The positions of the process, the unit and the functionality of a row; the row of a process
  /// precedes those of its parts.
  [[nodiscard]] std::array<std::size_t, 3> place_of(const DesignRow& row) const {
    std::array<std::size_t, 3> place{};
    place[0] = positions_.at(Tags(Level::kProcess, row.process, "", ""));
    if (row.level != Level::kProcess) {
      place[1] = positions_.at(Tags(Level::kUnit, row.process, row.futag, "")) + 1;
    }
    if (row.level == Level::kFunctionality) {
      place[2] = positions_.at(Tags(row.level, row.process, row.futag, row.ftag)) + 1;
    }
    return place;
  }

  std::size_t designs_;
  bool list_clones_;
  std::map<Tags, std::size_t> positions_;  // in rows_
  std::vector<DesignRow> rows_;
};

}  // namespace

std::vector<DesignRow> rows_of_designs(std::vector<RunResult> results, std::size_t designs,
                                       const DesignRowChoice& choice) {
  Level level =
      choice.level ? std::max(*choice.level, choice.selection.level()) : Level::kFunctionality;
  for (const RunResult& result : results) {
    level = std::min(level, result.level);
  }
  RowCollector rows(designs, choice.selection.names_processes());
  for (std::size_t design = 0; design < results.size(); ++design) {
    coarsen(results[design], level);
    focus(results[design], choice.selection);
    rows.add(results[design], design);
  }
  return rows.take();
}

}  // namespace dps::profiles
