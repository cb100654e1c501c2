#include "profiles/summary_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "profiles/text_layout.h"
#include "profiles/time_scale.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kNameWidth = 22;
constexpr std::size_t kTimeWidth = 10;
constexpr std::size_t kBarWidth = 10;

/// A column that shows a time as a share of the real time.
struct ShareColumn {
  std::string_view heading;
  std::size_t width;
  double ProcessProfile::*figure;
};

constexpr std::array<ShareColumn, 5> kShares{{{"cpu", 7, &ProcessProfile::cpu_s},
                                              {"compute", 8, &ProcessProfile::compute_s},
                                              {"send", 7, &ProcessProfile::send_s},
                                              {"wait", 7, &ProcessProfile::wait_s},
                                              {"take", 7, &ProcessProfile::take_s}}};

/// The figures of one line. Shares are NaN if the real time is 0.
struct SummaryLine {
  double real_s = 0;
  std::array<double, kShares.size()> shares{};
};

TimeScale scale_of(const std::vector<ProcessRow>& rows) {
  double largest_s = 0;
  for (const ProcessRow& row : rows) {
    for (const ProcessProfile* process : row.members) {
      largest_s = std::max(largest_s, process->real_s);
    }
  }
  return scale_for(largest_s);
}

double share(double part_s, double real_s) {
  return real_s > 0 ? part_s / real_s : NAN;
}

std::string percent(double share) {
  if (!std::isfinite(share)) {
    return "-";
  }
  if (std::abs(share) >= 99.995) {
    return share > 0 ? ">9999%" : "<-9999%";
  }
  return fmt::format("{:.{}f}%", 100 * share, std::abs(share) < 9.9995 ? 1 : 0);
}

/// '#' compute, '>' send, '.' wait; each cell is a tenth. The borders are rounded, not the lengths,
/// so that the bar is always full.
std::string bar(double compute, double send) {
  if (!std::isfinite(compute) || !std::isfinite(send)) {
    return "";
  }
  const auto cells = [](double upto) {
    const double width = kBarWidth;
    return static_cast<std::size_t>(std::clamp(std::round(width * upto), 0.0, width));
  };
  const std::size_t computes = cells(compute);
  const std::size_t busy = std::max(computes, cells(compute + send));
  return std::string(computes, '#') + std::string(busy - computes, '>') +
         std::string(kBarWidth - busy, '.');
}

std::string line_text(std::string_view name, const SummaryLine& line, const TimeScale& scale,
                      bool with_bar = true) {
  std::string text = left_aligned(shortened(name, kNameWidth), kNameWidth);
  text += right_aligned(scale.text(line.real_s), kTimeWidth);
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    text += right_aligned(percent(line.shares[i]), kShares[i].width);
  }
  if (with_bar) {
    text += "  " + bar(line.shares[1], line.shares[2]);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

SummaryLine line_of(const ProcessProfile& process) {
  SummaryLine line{process.real_s, {}};
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    line.shares[i] = share(process.*kShares[i].figure, process.real_s);
  }
  return line;
}

std::string group_text(const ProcessRow& row, const TimeScale& scale) {
  const auto real = spread_of(row.members, [](const ProcessProfile& p) { return p.real_s; });
  SummaryLine min{real.min, {}};
  SummaryLine median{real.median, {}};
  SummaryLine max{real.max, {}};
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    const auto spread = spread_of(row.members, [&](const ProcessProfile& p) {
      const double value = share(p.*kShares[i].figure, p.real_s);
      return std::isfinite(value) ? value : 0;
    });
    min.shares[i] = spread.min;
    median.shares[i] = spread.median;
    max.shares[i] = spread.max;
  }
  return row.name + '\n' + line_text("  min", min, scale, false) +
         line_text("  median", median, scale) + line_text("  max", max, scale, false);
}

double end_of(const ProcessProfile& process) {
  return process.start_late_s + process.real_s;
}

double wait_share(const ProcessProfile& process) {
  return process.real_s > 0 ? process.wait_s / process.real_s : 1;
}

}  // namespace

std::string summary_heading() {
  std::string text = left_aligned("process", kNameWidth) + right_aligned("real", kTimeWidth);
  for (const ShareColumn& column : kShares) {
    text += right_aligned(column.heading, column.width);
  }
  return text + '\n';
}

std::string summary_lines(const std::vector<ProcessRow>& rows) {
  const TimeScale scale = scale_of(rows);
  std::string text;
  for (const ProcessRow& row : rows) {
    text += row.is_group() ? group_text(row, scale)
                           : line_text(row.name, line_of(*row.members.front()), scale);
  }
  return text;
}

std::string summary_legend(const RunProfile& run) {
  std::string text =
      "Percentages of each process's real time; wait includes take.\n"
      "Bar: # compute, > send, . wait.\n";
  const auto& processes = run.processes;
  if (processes.size() < 2) {
    return text;
  }
  const auto last = std::max_element(
      processes.begin(), processes.end(),
      [](const ProcessProfile& a, const ProcessProfile& b) { return end_of(a) < end_of(b); });
  const auto busiest = std::min_element(processes.begin(), processes.end(),
                                        [](const ProcessProfile& a, const ProcessProfile& b) {
                                          return wait_share(a) < wait_share(b);
                                        });
  text += wrapped("", fmt::format("Last to end: {}, {} after the start. Least waiting: {}, {}.",
                                  printable(last->ptag), format_time(Seconds(end_of(*last))),
                                  printable(busiest->ptag), percent(wait_share(*busiest))));
  return text;
}

}  // namespace dps::profiles
