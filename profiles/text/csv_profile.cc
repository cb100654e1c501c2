#include "profiles/text/csv_profile.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text/table.h"
#include "profiles/latency_figures.h"
#include "profiles/result_fields.h"
#include "profiles/run_statistics.h"
#include "profiles/text/computing_table.h"
#include "profiles/view.h"

namespace dps::profiles {
namespace {

constexpr std::array<std::string_view, 29> kColumns{
    "level",     "ptag",         "futag",     "ftag",           "host",     "htag",
    "run",       "start_late_s", "real_s",    "cpu_s",          "user_s",   "sys_s",
    "compute_s", "send_s",       "wait_s",    "take_s",         "bytes_in", "msgs_in",
    "bytes_out", "msgs_out",     "late_msgs", "unclaimed_msgs", "active",   "triggered",
    "sleep_s",   "pack_s",       "idle_s",    "collective_s",   "statistic"};

std::size_t column_of(std::string_view name) {
  const auto found = std::find(kColumns.begin(), kColumns.end(), name);
  DPS_CHECK(found != kColumns.end());
  return static_cast<std::size_t>(found - kColumns.begin());
}

/// All columns: those after the first ones only if the result has latencies. They are the type and
/// the part of a message, and the figures; if it has windows or collective operations, the tag of
/// their O line is the last.
std::vector<std::string> column_names(const std::optional<MergedLatencies>& latencies) {
  std::vector<std::string> names(kColumns.begin(), kColumns.end());
  if (latencies) {
    names.insert(names.end(), {"mtag", "part", "count"});
    for (const LatencyFigure& figure : latency_figures()) {
      names.emplace_back(figure.key);
    }
    if (!latencies->of.windows.empty() || !latencies->of.collectives.empty()) {
      names.emplace_back("otag");
    }
  }
  return names;
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
class ProfileWriter {
 public:
  /// `left_out`: a column that is not written.
  ProfileWriter(const std::vector<std::string>& names, std::size_t run,
                std::optional<std::size_t> left_out)
      : run_(run),
        width_(names.size()),
        left_out_(left_out),
        csv_(without(names, left_out), text::LineEnd::kCarriageReturn) {}

  void add(const ProcessProfile& process) {
    inherited_.assign(width_, text::Cell());
    inherited_[column_of("run")] = run_;
    add_row("process", process);
    for (const char* name : {"ptag", "host", "htag"}) {
      inherited_[column_of(name)] = cells_[column_of(name)];
    }
    for (const UnitProfile& unit : process.units) {
      add(unit);
    }
  }

  /// A row for each statistic of the row over the runs.
  void add(const RowStatistics& row) {
    for (const auto& [name, value] : kStatistics) {
      begin_row(level_name(row.level), row.process, row.futag, row.ftag);
      cells_[column_of("statistic")] = std::string(name);
      for (const FigureStatistics& figure : row.figures) {
        if (figure.over_runs.count > 0) {
          cells_[column_of(figure.name)] = value(figure.over_runs);
        }
      }
      write();
    }
  }

  /// A row for each message type and each of its parts, then one for each functionality, and two
  /// for each that requests fire or that begins some, two for each O line with -window, up to
  /// four for each with -collective, then the number of events that were left out.
  void add(const statistics::Latencies& of) {
    for (const statistics::MessageLatency& row : of.messages) {
      add_message(row, "total", row.times.total, of);
      add_message(row, "under_way", row.times.under_way, of);
      add_message(row, "queued", row.times.queued, of);
      if (row.times.kept.max() > 0) {
        add_message(row, "kept", row.times.kept, of);
      }
      add_message(row, "unknown", row.times.unknown, of);
      add_unclaimed(row, of);
    }
    for (const statistics::FunctionalityLatency& row : of.functionalities) {
      begin_row("latency", row.ptag, row.futag, row.ftag);
      add_latency(row.real, of);
    }
    for (const statistics::RequestLatency& row : of.requests) {
      add_request(row, of);
    }
    for (const statistics::WindowLatency& row : of.windows) {
      add_window(row, of);
    }
    for (const statistics::CollectiveLatency& row : of.collectives) {
      add_collective(row, of);
    }
    if (of.left_out > 0) {
      begin_row("latency");
      cells_[kPart] = std::string("left_out");
      cells_[kCount] = of.left_out;
      write();
    }
  }

  /// A row for each function of an MPI program that computes.
  void add(const MpiProfile& mpi) {
    for (const ComputingProfile& row : mpi.computing) {
      begin_row("computing", "p", "", function_text(row.function, row.place, row.module));
      cells_[column_of("cpu_s")] = row.cpu_s;
      write();
    }
  }

  [[nodiscard]] std::string take() { return csv_.take(); }

 private:
  // The columns of latencies.
  static constexpr std::size_t kMtag = kColumns.size();
  static constexpr std::size_t kPart = kMtag + 1;
  static constexpr std::size_t kCount = kPart + 1;
  static constexpr std::size_t kFirstFigure = kCount + 1;

  template <typename Cells>
  static Cells without(Cells cells, std::optional<std::size_t> left_out) {
    if (left_out) {
      cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(*left_out));
    }
    return cells;
  }
  void write() { left_out_ ? csv_.add(without(cells_, left_out_)) : csv_.add(cells_); }

  void begin_row(std::string_view level, const std::string& ptag = "",
                 const std::string& futag = "", const std::string& ftag = "") {
    cells_.assign(width_, text::Cell());
    cells_.front() = std::string(level);
    cells_[column_of("ptag")] = ptag;
    cells_[column_of("futag")] = futag;
    cells_[column_of("ftag")] = ftag;
  }

  void add(const UnitProfile& unit) {
    add_row("unit", unit);
    const text::CellRow of_process = inherited_;
    inherited_[column_of("futag")] = unit.futag;
    for (const FunctionalityProfile& functionality : unit.functionalities) {
      add_row("functionality", functionality);
    }
    inherited_ = of_process;
  }

  template <typename Row>
  void add_row(std::string_view level, const Row& row) {
    cells_ = inherited_;
    cells_.front() = std::string(level);
    auto column = columns_of(row).begin();
    visit_fields(row, [&](const char* name, const auto& value) {
      text::Cell& cell = cells_[*column++];
      cell = value;
      if constexpr (requires { row.counted; }) {
        cell = is_known_count(row.counted, name) ? std::move(cell) : text::Cell();
      }
    });
    write();
  }

  void add_message(const statistics::MessageLatency& row, std::string_view part,
                   const statistics::Histogram& histogram, const statistics::Latencies& of) {
    if (!histogram.empty()) {
      begin_row("latency");
      cells_[kMtag] = row.mtag;
      cells_[kPart] = std::string(part);
      add_latency(histogram, of);
    }
  }

  /// The ages at the functionality, and the number of requests that it has begun.
  void add_request(const statistics::RequestLatency& row, const statistics::Latencies& of) {
    if (!row.age.empty()) {
      begin_row("latency", row.ptag, row.futag, row.ftag);
      cells_[kPart] = std::string("age");
      add_latency(row.age, of);
    }
    if (row.begun > 0) {
      begin_row("latency", row.ptag, row.futag, row.ftag);
      cells_[kPart] = std::string("begun");
      cells_[kCount] = row.begun;
      write();
    }
  }

  /// The times that messages waited in their senders, and the length of the longest queue.
  void add_window(const statistics::WindowLatency& row, const statistics::Latencies& of) {
    const auto begin = [&](const char* part) {
      begin_row("latency", row.ptag);
      cells_.back() = row.otag;
      cells_[kPart] = std::string(part);
    };
    if (!row.waited.empty()) {
      begin("waited");
      add_latency(row.waited, of);
    }
    begin("longest_queue");
    cells_[kCount] = row.longest_queue;
    write();
  }

  /// The times of the operations of an O line, and their number.
  void add_collective(const statistics::CollectiveLatency& row, const statistics::Latencies& of) {
    const auto add = [&](const char* part, const statistics::Histogram& times) {
      if (!times.empty()) {
        begin_row("latency");
        cells_.back() = row.otag;
        cells_[kPart] = std::string(part);
        add_latency(times, of);
      }
    };
    add("collective_total", row.total);
    add("collective_skew", row.skew);
    add("collective_rest", row.rest);
    begin_row("latency");
    cells_.back() = row.otag;
    cells_[kPart] = std::string("operations");
    cells_[kCount] = row.operations;
    write();
  }

  /// The number of messages that were not used, and their longest wait.
  void add_unclaimed(const statistics::MessageLatency& row, const statistics::Latencies& of) {
    const statistics::UnclaimedMessages& unclaimed = row.times.unclaimed;
    if (unclaimed.count > 0) {
      begin_row("latency");
      cells_[kMtag] = row.mtag;
      cells_[kPart] = std::string("unclaimed");
      cells_[kCount] = unclaimed.count;
      cells_[kFirstFigure + latency_figures().size() - 1] =
          of.seconds(static_cast<double>(unclaimed.longest));
      write();
    }
  }

  void add_latency(const statistics::Histogram& histogram, const statistics::Latencies& of) {
    cells_[kCount] = histogram.count();
    std::size_t column = kFirstFigure;
    for (const LatencyFigure& figure : latency_figures()) {
      cells_[column++] = of.seconds(figure.ticks(histogram));
    }
    write();
  }

  std::uint64_t run_;
  std::size_t width_;
  std::optional<std::size_t> left_out_;
  text::CsvWriter csv_;
  text::CellRow inherited_;
  text::CellRow cells_;
};

/// The position of the column of collective operations, unless a process has their times.
std::optional<std::size_t> unused_column(const RunResult& result) {
  for (const RunProfile& run : result.runs) {
    for (const ProcessProfile& process : run.processes) {
      if (is_known(process.collective_s)) {
        return std::nullopt;
      }
    }
  }
  return column_of("collective_s");
}

}  // namespace

std::string csv_profile(const RunResult& result) {
  const auto latencies = merged_latencies(result);
  const std::size_t run = result.runs.empty() ? 0 : shown_run(result);
  ProfileWriter writer(column_names(latencies), run + 1, unused_column(result));
  if (result.runs.empty()) {
    return writer.take();
  }
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
  if (result.runs[run].mpi) {
    writer.add(*result.runs[run].mpi);
  }
  return writer.take();
}

}  // namespace dps::profiles
