#include "profiles/text/process_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/run_totals.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kTimeWidth = 10;
constexpr std::size_t kBarWidth = 10;

/// The compute time without sleeping, if the latter is known.
double compute_time(const ProcessProfile& process) {
  return process.compute_s - (is_known(process.sleep_s) ? process.sleep_s : 0);
}

/// A column that shows a time as a share of the makespan.
struct ShareColumn {
  std::string_view heading;
  std::size_t width;
  char mark;  ///< in the bar; 0: not in it
  double (*time)(const ProcessProfile& process);
};

constexpr std::array<ShareColumn, 5> kShares{
    {{"cpu", 7, 0, [](const ProcessProfile& p) { return p.cpu_s; }},
     {"compute", 8, '#', compute_time},
     {"sleep", 7, 'z', [](const ProcessProfile& p) { return p.sleep_s; }},
     {"send", 7, '>', [](const ProcessProfile& p) { return p.send_s; }},
     {"wait", 7, '.', [](const ProcessProfile& p) { return p.wait_s; }}}};

/// The figures of one line. Shares are NaN if they are unknown, or if the makespan is 0.
struct SummaryLine {
  double real_s = 0;
  double begin = 0;  ///< as a share of the makespan
  std::array<double, kShares.size()> shares{};
};

double share_of(double part_s, double makespan_s) {
  return makespan_s > 0 ? part_s / makespan_s : NAN;
}

/// A cell is a tenth of the makespan. The ends of the parts are rounded, and not their lengths, so
/// that the bars of processes that end at the same time end in the same column.
std::size_t cells(double upto) {
  const double width = kBarWidth;
  return static_cast<std::size_t>(std::clamp(std::round(width * upto), 0.0, width));
}

/// The bar of a process from its start to its end, such as "##>....|", divided in proportion to the
/// kinds of time.
std::string bar(const SummaryLine& line) {
  double upto = line.begin;
  std::string text(cells(upto), ' ');
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    if (kShares[i].mark != 0 && is_known(line.shares[i])) {
      upto += line.shares[i];
      text.resize(std::max(text.size(), cells(upto)), kShares[i].mark);
    }
  }
  return text + '|';
}

constexpr std::size_t kSleep = 2;

/// Adds the lines of a table.
class ProcessTable {
 public:
  ProcessTable(const text::TimeScale& scale, bool with_sleep)
      : scale_(scale), with_sleep_(with_sleep), grid_(columns(with_sleep)) {}

  void add(std::string_view name, const SummaryLine& line, bool with_bar = true) {
    std::vector<std::string> cells{text::shortened(name, kSummaryNameWidth),
                                   scale_.text(line.real_s)};
    for (std::size_t i = 0; i < kShares.size(); ++i) {
      if (shows(i, with_sleep_)) {
        cells.push_back(text::percent_text(line.shares[i]));
      }
    }
    const bool has_bar = with_bar && line.real_s > 0 && std::isfinite(line.begin);
    cells.push_back(has_bar ? bar(line) : "");
    grid_.add(std::move(cells));
  }

  void add_name(const std::string& name) { grid_.add({name}); }

  [[nodiscard]] text::Grid take() { return std::move(grid_); }

 private:
  static bool shows(std::size_t column, bool with_sleep) { return with_sleep || column != kSleep; }

  static std::vector<text::GridColumn> columns(bool with_sleep) {
    std::vector<text::GridColumn> columns{
        text::fixed_column("process", kSummaryNameWidth, text::Align::kLeft),
        text::fixed_column("real", kTimeWidth)};
    for (std::size_t i = 0; i < kShares.size(); ++i) {
      if (shows(i, with_sleep)) {
        columns.push_back(text::fixed_column(std::string(kShares[i].heading), kShares[i].width));
      }
    }
    columns.push_back({"", text::Align::kLeft});
    return columns;
  }

  const text::TimeScale& scale_;
  bool with_sleep_;
  text::Grid grid_;
};

SummaryLine line_of(const ProcessProfile& process, double makespan_s) {
  SummaryLine line{process.real_s, share_of(process.start_late_s, makespan_s), {}};
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    line.shares[i] = share_of(kShares[i].time(process), makespan_s);
  }
  return line;
}

void add_group(const ProcessRow& row, double makespan_s, ProcessTable& table) {
  const auto real = spread_of(row.members, [](const ProcessProfile& p) { return p.real_s; });
  SummaryLine min{real.min, 0, {}};
  SummaryLine median{real.median, 0, {}};
  SummaryLine max{real.max, 0, {}};
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    const auto spread = spread_of(row.members, [&](const ProcessProfile& p) {
      return share_of(kShares[i].time(p), makespan_s);
    });
    min.shares[i] = spread.min;
    median.shares[i] = spread.median;
    max.shares[i] = spread.max;
  }
  table.add_name(row.name);
  table.add("  min", min, false);
  table.add("  median", median);
  table.add("  max", max, false);
}

/// "41.0%", or "41.0% to 43.1%".
std::string range_text(double min_s, double max_s, double makespan_s) {
  const std::string min = text::percent_text(share_of(min_s, makespan_s));
  const std::string max = text::percent_text(share_of(max_s, makespan_s));
  return min == max ? min : fmt::format("{} to {}", min, max);
}

/// "A.p[0], B.p[2]", "Worker.p (64 processes)", "A.p[0], … and others (12 processes)".
std::string busiest_names(const RunTotals& totals) {
  constexpr std::size_t kMostNamed = 4;
  std::vector<std::string> names;
  for (const std::string& name : totals.busiest) {
    if (names.size() < kMostNamed) {
      names.push_back(printable(name));
    }
  }
  const bool has_others = names.size() < totals.busiest.size();
  const bool has_count = names.size() < totals.busiest_processes;
  return fmt::format(
      "{}{}{}", text::joined(names, ", "), has_others ? " and others" : "",
      has_count ? fmt::format(" ({} processes)", format_count(totals.busiest_processes)) : "");
}

std::string ends_text(const RunTotals& totals, double makespan_s) {
  if (totals.last_end_s - totals.first_end_s <= kAlikeEnds * makespan_s) {
    return "All processes end at about the same time.";
  }
  return fmt::format("Last to end: {}, {} after the start.", printable(totals.last_ptag),
                     format_time(Seconds(totals.last_end_s)));
}

/// "" if there are no shares, since the makespan is 0 or unknown.
std::string busiest_text(const RunTotals& totals, double makespan_s) {
  if (!(makespan_s > 0)) {
    return "";
  }
  const std::string range = range_text(totals.busiest_min_s, totals.busiest_max_s, makespan_s);
  if (range == text::percent_text(0)) {
    return " None is busy for as much as 0.1% of the makespan.";
  }
  if (totals.busiest.empty()) {
    return fmt::format(" All are about equally busy, for {} of the makespan.", range);
  }
  return fmt::format(" Busiest: {}, for {} of the makespan.", busiest_names(totals), range);
}

}  // namespace

text::TimeScale scale_of(const std::vector<ProcessRow>& rows, double ProcessProfile::*time) {
  double largest_s = 0;
  for (const ProcessRow& row : rows) {
    for (const ProcessProfile* process : row.members) {
      largest_s = std::max(largest_s, process->*time);  // NaN leaves it as it is
    }
  }
  return text::scale_for(largest_s);
}

bool knows_sleep(const std::vector<ProcessRow>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const ProcessRow& row) {
    return std::any_of(row.members.begin(), row.members.end(),
                       [](const ProcessProfile* process) { return is_known(process->sleep_s); });
  });
}

text::Grid summary_table(const std::vector<ProcessRow>& rows, double makespan_s) {
  const text::TimeScale scale = scale_of(rows, &ProcessProfile::real_s);
  ProcessTable table(scale, knows_sleep(rows));
  for (const ProcessRow& row : rows) {
    if (row.is_group()) {
      add_group(row, makespan_s, table);
    } else {
      table.add(row.name, line_of(*row.members.front(), makespan_s));
    }
  }
  return table.take();
}

std::string summary_legend(const RunTotals& totals, double makespan_s, bool with_sleep) {
  std::string text =
      with_sleep
          ? "Percentages of the makespan. Bar: # compute, z sleep, > send, . wait, | the end\n"
            "of the process.\n"
          : "Percentages of the makespan. Bar: # compute, > send, . wait, | the end of the\n"
            "process.\n";
  if (totals.processes < 2 || totals.last_ptag.empty()) {  // no end is known
    return text;
  }
  return text + text::wrapped("", ends_text(totals, makespan_s) + busiest_text(totals, makespan_s));
}

}  // namespace dps::profiles
