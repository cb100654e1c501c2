#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/comparison/comparison_output.h"
#include "profiles/comparison/latency_comparison.h"
#include "profiles/comparison/link_comparison.h"
#include "profiles/comparison/ratio_text.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kRowNameWidth = 22;
constexpr std::size_t kRowTimeWidth = 10;
constexpr std::size_t kRatioWidth = 7;
constexpr std::size_t kKindWidth = 9;
constexpr std::size_t kMostRowsListed = 40;
constexpr std::size_t kMostCausesShown = 5;
constexpr std::size_t kMostCounts = 20;

std::string signed_seconds(double figure) {
  return (figure > 0 ? "+" : "") + text::time_text(figure);
}

std::string_view word_for(TimeKind kind) {
  switch (kind) {
    case TimeKind::kCompute:
      return "compute";
    case TimeKind::kSend:
      return "send";
    case TimeKind::kTake:
      return "take";
    case TimeKind::kWait:
      break;
  }
  return "wait";
}

// --- the first lines ----------------------------------------------------------------------------

std::string verdict(const ResultComparison& comparison) {
  if (!comparison.mismatches.empty()) {
    return "mismatch";
  }
  if (comparison.counts_differing() > 0) {
    return "counts differ";
  }
  const std::size_t rows = comparison.makespan.is_beyond ? 0 : comparison.rows_beyond();
  const std::string what = rows == 0 ? "" : counted(rows, "row") + " ";
  return fmt::format("{}{} {:.4g}%", what, comparison.is_within() ? "within" : "beyond",
                     comparison.tolerance_percent);
}

/// Makespans, ratio, verdict and, beyond the tolerance, the cause that contributes most.
std::string headline(const ResultComparison& comparison) {
  std::string line =
      fmt::format("makespan A {}, B {}, B/A {}, {}", text::time_text(comparison.makespan.a_s),
                  text::time_text(comparison.makespan.b_s), ratio_text(comparison.makespan.ratio()),
                  verdict(comparison));
  if (!comparison.causes.empty() && !comparison.is_within()) {
    line += fmt::format("; {} of {}", word_for(comparison.causes.front().kind),
                        printable(comparison.causes.front().process));
  }
  return text::wrapped("", line);
}

std::string makespan_lines(const ResultComparison& comparison) {
  if (!comparison.makespan.noise_s) {
    return "";
  }
  return text::wrapped(
      "", fmt::format("the makespans differ by {} ± {} (95% interval){}",
                      signed_seconds(comparison.makespan.difference_s()),
                      text::time_text(*comparison.makespan.noise_s),
                      comparison.makespan.is_within_noise() && *comparison.makespan.noise_s > 0
                          ? ": within noise; more runs would narrow the interval"
                          : ""));
}

std::string mismatch_lines(const ResultComparison& comparison) {
  std::string text;
  for (const std::string& mismatch : comparison.mismatches) {
    text += text::wrapped("MISMATCH: ", mismatch);
  }
  return text;
}

/// Lists the counts that differ. They come before the table: if the two runs did different work,
/// the ratios of their times mean little.
std::string count_lines(const ResultComparison& comparison) {
  std::string text;
  std::size_t listed = 0;
  const auto range = [](const std::pair<std::uint64_t, std::uint64_t>& counts) {
    return counts.first == counts.second
               ? format_count(counts.first)
               : format_count(counts.first) + " to " + format_count(counts.second);
  };
  visit_rows(comparison.rows, [&](const ComparedRow& row, const RowPath& path) {
    std::string name;
    for (const ComparedRow* enclosing : path) {
      name += (name.empty() ? "" : " ") + printable(enclosing->name);
    }
    for (const CountPair& count : row.counts) {
      if (++listed <= kMostCounts) {
        text += text::wrapped("  ", fmt::format("{}: {} {} in A, {} in B", name, count.name,
                                                range(count.a), range(count.b)));
      }
    }
  });
  if (listed > kMostCounts) {
    text += fmt::format("  and {} more\n", format_count(listed - kMostCounts));
  }
  return text.empty() ? "" : "COUNTS DIFFER: A and B did different work\n" + text;
}

std::string designs_hint(const ResultComparison& comparison) {
  return comparison.has_other_structure || comparison.counts_differing() > 0
             ? text::wrapped(
                   "", "If A and B are different designs, 'dps compare --designs A B' ranks them.")
             : "";
}

// --- the table ----------------------------------------------------------------------------------

std::vector<text::GridColumn> columns() {
  return {text::fixed_column("", kRowNameWidth, text::Align::kLeft),
          text::fixed_column("A", kRowTimeWidth),
          text::fixed_column("B", kRowTimeWidth),
          text::fixed_column("ratio", kRatioWidth),
          text::fixed_column("compute", kKindWidth),
          text::fixed_column("send", kKindWidth),
          text::fixed_column("wait", kKindWidth),
          text::fixed_column("", 1, text::Align::kLeft, 1)};
}

/// "+1.24", in the table's unit.
std::string change(double difference_s, const text::TimeScale& scale) {
  if (std::isnan(difference_s)) {
    return "-";
  }
  const double figure = difference_s * scale.per_second;
  std::string text = fmt::format("{:+.{}f}", figure, scale.decimals);
  if (text.find_first_not_of("+-0.") == std::string::npos) {
    return text.substr(1);  // "+0.0" or "-0.0": zero has no sign
  }
  return text.size() < kKindWidth ? text : fmt::format("{:+.1e}", figure);
}

std::string_view mark_of(const ComparedRow& row) {
  const bool beyond = row.real.is_beyond || row.clones_beyond > 0;
  return !beyond ? "" : row.real.is_within_noise() ? "~" : "*";
}

std::string name_of(const ComparedRow& row, std::size_t depth) {
  const std::string indent(2 * depth, ' ');
  const std::string clones =
      depth == 0 && row.clones_a > 1 ? fmt::format(" ×{}", row.clones_a) : "";
  const std::size_t width = kRowNameWidth - indent.size() - printed_width(clones);
  return indent + text::shortened(printable(row.name), width) + clones;
}

std::vector<std::string> cells_of(const ComparedRow& row, std::size_t depth,
                                  const text::TimeScale& scale) {
  std::vector<std::string> cells{name_of(row, depth), scale.text(row.real.a_s),
                                 scale.text(row.real.b_s), ratio_text(row.real.ratio())};
  if (row.kinds) {
    for (const TimePair& kind : {row.kinds->compute, row.kinds->send, row.kinds->wait}) {
      cells.push_back(change(kind.difference_s(), scale));
    }
  } else {
    cells.resize(columns().size() - 1);
  }
  cells.emplace_back(mark_of(row));
  return cells;
}

std::string clones_line(const ComparedRow& row) {
  if (row.clones_beyond == 0 || row.clones_beyond == row.clones_a) {
    return "";
  }
  return fmt::format("  {} of {} clones beyond; {}: {}\n", row.clones_beyond, row.clones_a,
                     text::shortened(printable(row.worst_clone->ptag), kRowNameWidth),
                     ratio_text(row.worst_clone->ratio));
}

/// Formats rows by decreasing difference, each followed by its parts.
class RowTable {
 public:
  RowTable(const ResultComparison& comparison, const text::TimeScale& scale)
      : scale_(scale), least_(kNegligible * comparison.makespan.a_s), grid_(columns()) {
    add(comparison.rows, 0);
  }

  [[nodiscard]] std::string text(bool color) const {
    const std::string more =
        left_out_ == 0 ? "" : counted(left_out_, "smaller difference") + " not shown\n";
    return grid_.text(color) + more;
  }

 private:
  void add(const std::vector<ComparedRow>& rows, std::size_t depth) {
    std::vector<const ComparedRow*> sorted;
    sorted.reserve(rows.size());
    for (const ComparedRow& row : rows) {
      sorted.push_back(&row);
    }
    const auto size = [](const ComparedRow* row) {  // unknown differences come first
      const double difference_s = std::abs(row->real.difference_s());
      return std::isnan(difference_s) ? HUGE_VAL : difference_s;
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const auto* x, const auto* y) { return size(x) > size(y); });
    for (const ComparedRow* row : sorted) {
      const bool is_small = depth > 0 && std::abs(row->real.difference_s()) <= least_;
      if (lines_ == kMostRowsListed || is_small) {
        ++left_out_;
        continue;
      }
      grid_.add(cells_of(*row, depth, scale_));
      grid_.add_lines(lines_++, depth == 0 ? clones_line(*row) : "");
      add(row->parts, depth + 1);
    }
  }

  const text::TimeScale& scale_;
  double least_;
  text::Grid grid_;
  std::size_t lines_ = 0, left_out_ = 0;
};

text::TimeScale scale_of(const ResultComparison& comparison) {
  double largest_s = 0;
  visit_rows(comparison.rows, [&](const ComparedRow& row, const auto&) {
    largest_s = std::max({largest_s, row.real.a_s, row.real.b_s});
  });
  return text::scale_for(largest_s);
}

std::string legend(const ResultComparison& comparison, const text::TimeScale& scale) {
  bool noisy = false;
  bool beyond = false;
  visit_rows(comparison.rows, [&](const ComparedRow& row, const auto&) {
    noisy = noisy || mark_of(row) == "~";
    beyond = beyond || mark_of(row) == "*";
  });
  std::string text =
      fmt::format("A and B: real time per clone. ratio: B/A. compute, send, wait: B minus A in {}.",
                  scale.unit);
  if (beyond || noisy) {
    text += fmt::format(" {}: beyond {:.4g}% and more than 1% of the makespan{}.",
                        beyond ? "*" : "~", comparison.tolerance_percent,
                        !noisy   ? ""
                        : beyond ? "; ~: the same, but within noise"
                                 : ", but within noise");
  }
  return text::wrapped("", text);
}

std::string cause_lines(const ResultComparison& comparison) {
  std::string text;
  std::set<std::string_view> advice;  // each is printed once
  std::size_t listed = 0;
  for (const DifferenceCause& cause : comparison.causes) {
    const double least = kNegligible * comparison.makespan.a_s;
    if (std::abs(cause.time.difference_s()) <= least || ++listed > kMostCausesShown) {
      continue;
    }
    text += text::wrapped(
        "- ",
        fmt::format("{} of {}{}: {}, {} in A, {} in B{}", word_for(cause.kind),
                    printable(cause.process), cause.part.empty() ? "" : ", mostly in " + cause.part,
                    signed_seconds(cause.time.difference_s()), text::time_text(cause.time.a_s),
                    text::time_text(cause.time.b_s),
                    advice.insert(cause.what_to_do).second ? "; " + cause.what_to_do : ""));
  }
  return text.empty() ? "" : "\nLargest differences, and what to do:\n" + text;
}

std::string remark_lines(const ResultComparison& comparison) {
  std::string text;
  for (const std::string& remark : comparison.remarks) {
    text += text::wrapped("- ", remark);
  }
  return text.empty() ? "" : "\nNotes:\n" + text;
}

}  // namespace

std::string comparison_text(const ResultComparison& comparison, bool color) {
  const text::TimeScale scale = scale_of(comparison);
  std::string text = headline(comparison);
  text += side_line("A", comparison.a) + side_line("B", comparison.b) + makespan_lines(comparison);
  text += mismatch_lines(comparison) + count_lines(comparison) + designs_hint(comparison) + '\n';
  text += RowTable(comparison, scale).text(color) + '\n' + legend(comparison, scale);
  text += latency_comparison_text(comparison, color);
  text += link_comparison_text(comparison);
  return text + cause_lines(comparison) + remark_lines(comparison);
}

}  // namespace dps::profiles
