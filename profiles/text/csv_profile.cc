#include "profiles/text/csv_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/csv_field.h"
#include "profiles/latency_figures.h"
#include "profiles/result_fields.h"
#include "profiles/run_statistics.h"
#include "profiles/view.h"

namespace dps::profiles {
namespace {

constexpr std::array<std::string_view, 28> kColumns{
    "level",          "ptag",   "futag",     "ftag",    "host",      "htag",      "run",
    "start_late_s",   "real_s", "cpu_s",     "user_s",  "sys_s",     "compute_s", "send_s",
    "wait_s",         "take_s", "bytes_in",  "msgs_in", "bytes_out", "msgs_out",  "late_msgs",
    "unclaimed_msgs", "active", "triggered", "sleep_s", "pack_s",    "idle_s",    "statistic"};

std::size_t column_of(std::string_view name) {
  const auto found = std::find(kColumns.begin(), kColumns.end(), name);
  DPS_CHECK(found != kColumns.end());
  return static_cast<std::size_t>(found - kColumns.begin());
}

template <typename Value>
std::string text_of(const Value& value) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return csv_field(value);
  } else if constexpr (std::is_same_v<Value, double>) {
    return std::isfinite(value) ? fmt::to_string(value) : "";
  } else {
    return fmt::to_string(value);
  }
}

/// The columns after those, which only a result with latencies has: the type and the part of a
/// message, and the figures.
std::string latency_columns() {
  std::string columns = ",mtag,part,count";
  for (const LatencyFigure& figure : latency_figures()) {
    columns += fmt::format(",{}", figure.key);
  }
  return columns;
}

/// The columns of the fields of a row, in their order.
template <typename Row>
const std::vector<std::size_t>& columns_of(const Row& row) {
  static const std::vector<std::size_t> positions_of_fields = [&] {
    std::vector<std::size_t> positions;
    visit_fields(row, [&](const char* name, const auto& /*value*/) {
      positions.push_back(column_of(name));
    });
    return positions;
  }();
  return positions_of_fields;
}

struct StatisticColumn {
  std::string_view name;
  double (*value)(const Statistics& of);
};

constexpr std::array<StatisticColumn, 5> kStatistics{
    {{"mean", [](const Statistics& of) { return of.mean; }},
     {"half_width", [](const Statistics& of) { return of.half_width.value_or(kUnknown); }},
     {"median", [](const Statistics& of) { return of.median; }},
     {"min", [](const Statistics& of) { return of.min; }},
     {"max", [](const Statistics& of) { return of.max; }}}};

/// Writes rows. The tags of a process and of a unit are in the rows of their parts, too.
class Writer {
 public:
  /// `line_end` fills the columns of latencies in other rows.
  Writer(std::size_t run, std::string line_end)
      : run_(fmt::to_string(run)), line_end_(std::move(line_end)) {}

  void add(const ProcessProfile& process) {
    inherited_ = {};
    set_inherited("run", run_);
    add_row("process", process);
    for (const char* name : {"ptag", "host", "htag"}) {
      set_inherited(name, cells_[column_of(name)]);
    }
    for (const UnitProfile& unit : process.units) {
      add(unit);
    }
  }

  /// A row for each statistic of the row over the runs.
  void add(const RowStatistics& row) {
    for (const auto& [name, value] : kStatistics) {
      cells_ = {};
      cells_.front() = level_name(row.level);
      cells_[column_of("ptag")] = csv_field(row.process);
      cells_[column_of("futag")] = csv_field(row.futag);
      cells_[column_of("ftag")] = csv_field(row.ftag);
      cells_[column_of("statistic")] = name;
      for (const FigureStatistics& figure : row.figures) {
        cells_[column_of(figure.name)] =
            figure.over_runs.count > 0 ? text_of(value(figure.over_runs)) : "";
      }
      end_row();
    }
  }

  /// A row for each message type and each of its parts, then one for each functionality, then the
  /// number of events that were left out.
  void add(const statistics::Latencies& of) {
    for (const statistics::MessageLatency& row : of.messages) {
      add_message(row, "total", row.times.total, of);
      add_message(row, "under_way", row.times.under_way, of);
      add_message(row, "queued", row.times.queued, of);
      add_message(row, "unknown", row.times.unknown, of);
    }
    for (const statistics::FunctionalityLatency& row : of.functionalities) {
      cells_ = {};
      cells_[column_of("ptag")] = csv_field(row.ptag);
      cells_[column_of("futag")] = csv_field(row.futag);
      cells_[column_of("ftag")] = csv_field(row.ftag);
      add_latency(",", row.real, of);
    }
    if (of.left_out > 0) {
      cells_ = {};
      cells_.front() = "latency";
      const std::string figures(latency_figures().size(), ',');
      text_ += fmt::format("{},,left_out,{}{}\r\n", fmt::join(cells_, ","), of.left_out, figures);
    }
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  using Cells = std::array<std::string, kColumns.size()>;

  void add(const UnitProfile& unit) {
    add_row("unit", unit);
    const Cells of_process = inherited_;
    set_inherited("futag", csv_field(unit.futag));
    for (const FunctionalityProfile& functionality : unit.functionalities) {
      add_row("functionality", functionality);
    }
    inherited_ = of_process;
  }

  void set_inherited(std::string_view column, const std::string& text) {
    inherited_[column_of(column)] = text;
  }

  template <typename Row>
  void add_row(std::string_view level, const Row& row) {
    cells_ = inherited_;
    cells_.front() = level;
    auto column = columns_of(row).begin();
    visit_fields(row, [&](const char* name, const auto& value) {
      std::string& cell = cells_[*column++];
      cell = text_of(value);
      if constexpr (requires { row.counted; }) {
        cell = is_known_count(row.counted, name) ? std::move(cell) : "";
      }
    });
    end_row();
  }

  void add_message(const statistics::MessageLatency& row, std::string_view part,
                   const statistics::Histogram& histogram, const statistics::Latencies& of) {
    cells_ = {};
    if (!histogram.empty()) {
      add_latency(fmt::format("{},{}", csv_field(row.mtag), part), histogram, of);
    }
  }
  void add_latency(std::string_view message, const statistics::Histogram& histogram,
                   const statistics::Latencies& of) {
    cells_.front() = "latency";
    text_ += fmt::format("{},{},{}", fmt::join(cells_, ","), message, histogram.count());
    for (const LatencyFigure& figure : latency_figures()) {
      text_ += ',' + text_of(of.seconds(figure.ticks(histogram)));
    }
    text_ += "\r\n";
  }

  void end_row() { text_ += fmt::format("{}{}\r\n", fmt::join(cells_, ","), line_end_); }

  std::string run_;
  std::string line_end_;
  std::string text_;
  Cells inherited_;
  Cells cells_;
};

}  // namespace

std::string csv_profile(const RunResult& result) {
  const auto latencies = merged_latencies(result);
  const std::string more_columns = latencies ? latency_columns() : "";
  std::string out = fmt::format("{}{}\r\n", fmt::join(kColumns, ","), more_columns);
  if (result.runs.empty()) {
    return out;
  }
  const std::size_t run = shown_run(result);
  const auto commas = std::count(more_columns.begin(), more_columns.end(), ',');
  Writer writer(run + 1, std::string(static_cast<std::size_t>(commas), ','));
  for (const ProcessProfile& process : result.runs[run].processes) {
    writer.add(process);
  }
  if (result.runs.size() > 1) {
    for (const RowStatistics& row : statistics_of_runs(result)) {
      writer.add(row);
    }
  }
  if (latencies) {
    writer.add(latencies->of);
  }
  return out + writer.take();
}

}  // namespace dps::profiles
