#include "profiles/comparison/row_tally.h"

#include <algorithm>
#include <string_view>
#include <type_traits>

#include "profiles/clones.h"
#include "profiles/result.h"
#include "profiles/result_fields.h"

namespace dps::profiles {
namespace {

/// Adds a row of a result to the sums of its run. The counts are the fields of type uint64_t.
template <typename Row>
RowSums& add(RowTally& tally, std::size_t run, const Row& row) {
  RowSums& sums = tally.runs[run];
  ++sums.clones;
  sums.real_s += row.real_s;
  sums.cpu_s += row.cpu_s;
  std::size_t position = 0;
  visit_fields(row, [&](const char* name, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::uint64_t>) {
      if (position == tally.count_names.size()) {
        tally.count_names.emplace_back(name);
      }
      sums.counts.resize(std::max(sums.counts.size(), position + 1));
      sums.counts[position] += value;
      ++position;
    }
  });
  return sums;
}

void add_unit(RowTally& process, std::size_t run, const UnitProfile& unit, Level level) {
  const std::size_t run_count = process.runs.size();
  RowTally& tally = process.part(unit.futag, run_count);
  RowSums& sums = add(tally, run, unit);
  if (level != Level::kFunctionality) {
    return;
  }
  for (const FunctionalityProfile& functionality : unit.functionalities) {
    RowSums& inner = add(tally.part(functionality.ftag, run_count), run, functionality);
    inner.compute_s += functionality.compute_s;
    inner.send_s += functionality.send_s;
    sums.compute_s += functionality.compute_s;
    sums.send_s += functionality.send_s;
  }
}

/// `clone` is the number of processes of the group that have been added in this run.
void add_clone(RowTally& group, std::size_t clone, const ProcessProfile& process) {
  auto& clones = group.clones;
  if (clone == clones.size()) {
    clones.push_back({process.ptag, 0, 0});
  }
  if (clones[clone].ptag == process.ptag && is_known(process.real_s)) {
    clones[clone].real_s += process.real_s;
    ++clones[clone].runs;
  }
}

void add_process(RowTally& all, std::size_t run, const ProcessProfile& process, Level level,
                 bool list_clones) {
  const std::string name(list_clones ? process.ptag : clone_group(process.ptag));
  RowTally& tally = all.part(name, all.runs.size());
  add_clone(tally, tally.runs[run].clones, process);
  RowSums& sums = add(tally, run, process);
  sums.counted = std::max(sums.counted, process.counted);
  sums.compute_s += process.compute_s;
  sums.send_s += process.send_s;
  sums.take_s += process.take_s;
  sums.sleep_s += process.sleep_s;
  if (level != Level::kProcess) {
    for (const UnitProfile& unit : process.units) {
      add_unit(tally, run, unit, level);
    }
  }
}

}  // namespace

const RowTally* RowTally::find(const std::string& part) const {
  const auto found = positions_.find(part);
  return found == positions_.end() ? nullptr : &parts[found->second];
}

RowTally& RowTally::part(const std::string& part_name, std::size_t run_count) {
  const auto [position, is_new] = positions_.try_emplace(part_name, parts.size());
  if (is_new) {
    RowTally& added = parts.emplace_back();
    added.name = part_name;
    added.runs.resize(run_count);
  }
  return parts[position->second];
}

std::vector<double> RowTally::per_clone(double RowSums::*time) const {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const RowSums& run : runs) {
    if (run.clones > 0 && is_known(run.*time)) {
      values.push_back(run.*time / static_cast<double>(run.clones));
    }
  }
  return values;
}

double RowTally::mean(double RowSums::*time) const {
  double sum = 0;
  const auto values = per_clone(time);
  for (const double value : values) {
    sum += value;
  }
  return values.empty() ? kUnknown : sum / static_cast<double>(values.size());
}

double RowTally::mean_count(const std::string& count) const {
  const auto named = std::find(count_names.begin(), count_names.end(), count);
  const auto position = static_cast<std::size_t>(named - count_names.begin());
  double sum = 0;
  double clones_of_all = 0;
  for (const RowSums& run : runs) {
    if (position < run.counts.size() && is_known_count(run.counted, count)) {
      sum += static_cast<double>(run.counts[position]);
      clones_of_all += static_cast<double>(run.clones);
    }
  }
  return clones_of_all > 0 ? sum / clones_of_all : 0;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> RowTally::range_of(std::size_t count) const {
  std::optional<std::pair<std::uint64_t, std::uint64_t>> range;
  for (const RowSums& run : runs) {
    if (!is_known_count(run.counted, count_names[count])) {
      continue;
    }
    const std::uint64_t value = count < run.counts.size() ? run.counts[count] : 0;
    range = range ? std::pair(std::min(range->first, value), std::max(range->second, value))
                  : std::pair(value, value);
  }
  return range;
}

RowTally tally_rows(const RunResult& result, Level level, bool list_clones) {
  RowTally all;
  all.runs.resize(result.runs.size());
  for (std::size_t run = 0; run < result.runs.size(); ++run) {
    for (const ProcessProfile& process : result.runs[run].processes) {
      add_process(all, run, process, level, list_clones);
    }
  }
  return all;
}

}  // namespace dps::profiles
