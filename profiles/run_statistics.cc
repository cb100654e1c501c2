#include "profiles/run_statistics.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <type_traits>
#include <unordered_map>

#include "profiles/result_fields.h"

namespace dps::profiles {
namespace {

using NameOf = std::unordered_map<std::string_view, std::string_view>;

/// The sum of a figure over the clones that have it, in the run that is being read, and its mean
/// over clones in each run before.
struct Series {
  double sum = 0;
  std::size_t clones = 0;
  std::vector<double> means;
};

class Collector {
 public:
  /// `name_of` has the name of the row of each process; others have their ptag.
  explicit Collector(const NameOf& name_of) : name_of_(name_of) {}

  void add(const RunProfile& run) {
    for (const ProcessProfile& process : run.processes) {
      add(process);
    }
    for (Row& row : rows_) {
      for (Series& series : row.series) {
        if (series.clones > 0) {
          series.means.push_back(series.sum / static_cast<double>(series.clones));
        }
        series.sum = 0;
        series.clones = 0;
      }
    }
  }

  [[nodiscard]] std::vector<RowStatistics> take() {
    std::vector<RowStatistics> all;
    for (Row& row : rows_) {
      for (std::size_t i = 0; i < row.series.size(); ++i) {
        row.statistics.figures[i].over_runs = statistics_of(row.series[i].means);
      }
      all.push_back(std::move(row.statistics));
    }
    return all;
  }

 private:
  struct Row {
    RowStatistics statistics;
    std::vector<Series> series;  // of its figures, in their order
  };

  void add(const ProcessProfile& process) {
    const auto named = name_of_.find(process.ptag);
    const std::string name(named == name_of_.end() ? process.ptag : named->second);
    add_figures(row(Level::kProcess, name, "", ""), process);
    for (const UnitProfile& unit : process.units) {
      add_figures(row(Level::kUnit, name, unit.futag, ""), unit);
      for (const FunctionalityProfile& functionality : unit.functionalities) {
        add_figures(row(Level::kFunctionality, name, unit.futag, functionality.ftag),
                    functionality);
      }
    }
  }

  Row& row(Level level, const std::string& name, const std::string& futag,
           const std::string& ftag) {
    const auto [place, is_new] = places_.try_emplace({name, futag, ftag}, rows_.size());
    if (is_new) {
      rows_.push_back({{level, name, futag, ftag, {}}, {}});
    }
    return rows_[place->second];
  }

  template <typename Fields>
  static void add_figures(Row& row, const Fields& fields) {
    std::size_t position = 0;
    visit_fields(fields, [&](const char* name, const auto& value) {
      if constexpr (std::is_arithmetic_v<std::decay_t<decltype(value)>>) {
        if (position == row.series.size()) {
          row.series.emplace_back();
          row.statistics.figures.push_back({name, {}});
        }
        Series& series = row.series[position++];
        if (has(fields, name) && is_known(value)) {
          series.sum += static_cast<double>(value);
          ++series.clones;
        }
      }
    });
  }

  template <typename Fields>
  static bool has(const Fields& fields, std::string_view name) {
    if constexpr (requires { fields.counted; }) {
      return is_known_count(fields.counted, name);
    } else {
      return true;
    }
  }

  const NameOf& name_of_;
  std::vector<Row> rows_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places_;
};

std::vector<RowStatistics> collect(const RunResult& result, const NameOf& name_of) {
  Collector collector(name_of);
  for (const RunProfile& run : result.runs) {
    collector.add(run);
  }
  return collector.take();
}

}  // namespace

const Statistics* RowStatistics::find(std::string_view name) const {
  const auto found =
      std::find_if(figures.begin(), figures.end(),
                   [&](const FigureStatistics& figure) { return figure.name == name; });
  return found == figures.end() ? nullptr : &found->over_runs;
}

std::vector<RowStatistics> statistics_of_runs(const RunResult& result) {
  return collect(result, {});
}

std::vector<RowStatistics> statistics_of_runs(const RunResult& result,
                                              const std::vector<ProcessRow>& rows) {
  NameOf name_of;
  for (const ProcessRow& row : rows) {
    for (const ProcessProfile* process : row.members) {
      name_of.emplace(process->ptag, row.name);
    }
  }
  return collect(result, name_of);
}

}  // namespace dps::profiles
