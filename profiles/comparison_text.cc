#include "profiles/comparison_text.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "profiles/text_layout.h"
#include "profiles/time_scale.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kNameWidth = 22;
constexpr std::size_t kTimeWidth = 10;
constexpr std::size_t kRatioWidth = 7;
constexpr std::size_t kKindWidth = 9;
constexpr std::size_t kMostRows = 40;
constexpr std::size_t kMostCauses = 5;
constexpr std::size_t kMostCounts = 20;

std::string seconds(double figure) {
  return format_time(Seconds(figure));
}

std::string signed_seconds(double figure) {
  return (figure > 0 ? "+" : "") + seconds(figure);
}

std::string ratio_text(const std::optional<double>& ratio) {
  if (!ratio) {
    return "-";
  }
  return std::abs(*ratio) < 999.5 ? fmt::format("{:.3f}", *ratio) : fmt::format("{:.0e}", *ratio);
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

std::string verdict(const Comparison& made) {
  if (!made.mismatches.empty()) {
    return "not alike";
  }
  if (made.counts_differing() > 0) {
    return "counts differ";
  }
  const std::size_t rows = made.makespan.is_beyond ? 0 : made.rows_beyond();
  const std::string what = rows == 0 ? "" : fmt::format("{} row{} ", rows, rows == 1 ? "" : "s");
  return fmt::format("{}{} {:.4g}%", what, made.is_within() ? "within" : "beyond",
                     made.tolerance_percent);
}

/// Makespans, ratio, verdict, and where most of the difference comes from.
std::string headline(const Comparison& made) {
  std::string line =
      fmt::format("makespan A {}, B {}, B/A {}, {}", seconds(made.makespan.a_s),
                  seconds(made.makespan.b_s), ratio_text(made.makespan.ratio()), verdict(made));
  if (!made.causes.empty()) {
    line += fmt::format("; {} of ", word_for(made.causes.front().kind));
    const std::size_t taken = printed_width(line);
    line += shortened(printable(made.causes.front().process),
                      kLineWidth > taken ? kLineWidth - taken : 1);
  }
  return line + '\n';
}

std::string side_line(char letter, const ComparedSide& side) {
  std::string text =
      fmt::format("{}, {} of {}: {} process{}", printable(side.name),
                  side.kind == "predict" ? "prediction" : "run", printable(side.blueprint),
                  format_count(side.processes), side.processes == 1 ? "" : "es");
  text +=
      side.hosts == 0 ? "" : fmt::format(" on {} host{}", side.hosts, side.hosts == 1 ? "" : "s");
  text += side.machine.empty() ? "" : ", machine " + printable(side.machine);
  text += side.runs == 1 ? "" : fmt::format("; mean of {} runs", format_count(side.runs));
  text += side.is_complete ? "" : "; incomplete";
  return wrapped(std::string(1, letter) + ": ", text);
}

std::string makespan_lines(const Comparison& made) {
  if (!made.makespan.noise_s) {
    return "";
  }
  return wrapped(
      "", fmt::format("the makespans differ by {} ± {} (95% interval){}",
                      signed_seconds(made.makespan.difference_s()), seconds(*made.makespan.noise_s),
                      made.makespan.is_within_noise()
                          ? ": within noise; only more runs could tell them apart"
                          : ""));
}

std::string mismatch_lines(const Comparison& made) {
  std::string text;
  for (const std::string& mismatch : made.mismatches) {
    text += wrapped("NOT ALIKE: ", mismatch);
  }
  return text;
}

/// Counts say that not the same was done: no ratio of times makes that good.
std::string count_lines(const Comparison& made) {
  std::string text;
  std::size_t told = 0;
  const auto range = [](const std::pair<std::uint64_t, std::uint64_t>& counts) {
    return counts.first == counts.second
               ? format_count(counts.first)
               : format_count(counts.first) + " to " + format_count(counts.second);
  };
  visit_rows(made.rows, [&](const ComparedRow& row, const std::vector<const ComparedRow*>& place) {
    std::string name;
    for (const ComparedRow* around : place) {
      name += (name.empty() ? "" : " ") + printable(around->name);
    }
    for (const CountPair& count : row.counts) {
      if (++told <= kMostCounts) {
        text += wrapped("  ", fmt::format("{}: {} {} in A, {} in B", name, count.name,
                                          range(count.a), range(count.b)));
      }
    }
  });
  if (told > kMostCounts) {
    text += fmt::format("  and {} more\n", format_count(told - kMostCounts));
  }
  return text.empty() ? "" : "COUNTS DIFFER: not the same was done\n" + text;
}

// --- the table ----------------------------------------------------------------------------------

std::string heading() {
  std::string text = left_aligned("", kNameWidth) + right_aligned("A", kTimeWidth) +
                     right_aligned("B", kTimeWidth) + right_aligned("ratio", kRatioWidth);
  for (const std::string_view kind : {"compute", "send", "wait"}) {
    text += right_aligned(kind, kKindWidth);
  }
  return text;
}

/// "+1.24", in the unit of the table.
std::string change(double difference_s, const TimeScale& scale) {
  const double figure = difference_s * scale.per_second;
  std::string text = fmt::format("{:+.{}f}", figure, scale.decimals);
  if (text.find_first_not_of("+-0.") == std::string::npos) {
    return text.substr(1);  // zero, from either side
  }
  return text.size() < kKindWidth ? text : fmt::format("{:+.1e}", figure);
}

std::string_view mark_of(const ComparedRow& row) {
  const bool beyond = row.real.is_beyond || row.clones_beyond > 0;
  return !beyond ? "" : row.real.is_within_noise() ? " ~" : " *";
}

std::string name_of(const ComparedRow& row, std::size_t depth) {
  const std::string indent(2 * depth, ' ');
  const std::string clones =
      depth == 0 && row.clones_a > 1 ? fmt::format(" ×{}", row.clones_a) : "";
  const std::size_t width = kNameWidth - indent.size() - printed_width(clones);
  return indent + shortened(printable(row.name), width) + clones;
}

std::string row_line(const ComparedRow& row, std::size_t depth, const TimeScale& scale) {
  std::string text = left_aligned(name_of(row, depth), kNameWidth) +
                     right_aligned(scale.text(row.real.a_s), kTimeWidth) +
                     right_aligned(scale.text(row.real.b_s), kTimeWidth) +
                     right_aligned(ratio_text(row.real.ratio()), kRatioWidth);
  if (row.kinds) {
    for (const TimePair& kind : {row.kinds->compute, row.kinds->send, row.kinds->wait}) {
      text += right_aligned(change(kind.difference_s(), scale), kKindWidth);
    }
  } else {
    text += std::string(mark_of(row).empty() ? 0 : 3 * kKindWidth, ' ');
  }
  return text + std::string(mark_of(row)) + '\n';
}

std::string clones_line(const ComparedRow& row) {
  if (row.clones_beyond == 0 || row.clones_beyond == row.clones_a) {
    return "";
  }
  return fmt::format("  {} of {} clones beyond; {}: {}\n", row.clones_beyond, row.clones_a,
                     shortened(printable(row.worst_clone->ptag), kNameWidth),
                     ratio_text(row.worst_clone->ratio));
}

/// Rows by the size of their difference, the largest first, each with its parts.
class Table {
 public:
  Table(const Comparison& made, const TimeScale& scale)
      : scale_(scale), least_(kNegligible * made.makespan.a_s) {
    add(made.rows, 0);
  }

  [[nodiscard]] std::string text() const {
    return left_out_ == 0 ? text_
                          : text_ + fmt::format("{} smaller difference{} left out\n",
                                                format_count(left_out_), left_out_ == 1 ? "" : "s");
  }

 private:
  void add(const std::vector<ComparedRow>& rows, std::size_t depth) {
    std::vector<const ComparedRow*> sorted;
    sorted.reserve(rows.size());
    for (const ComparedRow& row : rows) {
      sorted.push_back(&row);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto* x, const auto* y) {
      return std::abs(x->real.difference_s()) > std::abs(y->real.difference_s());
    });
    for (const ComparedRow* row : sorted) {
      const bool is_small = depth > 0 && std::abs(row->real.difference_s()) <= least_;
      if (lines_ == kMostRows || is_small) {
        ++left_out_;
        continue;
      }
      ++lines_;
      text_ += row_line(*row, depth, scale_) + (depth == 0 ? clones_line(*row) : "");
      add(row->parts, depth + 1);
    }
  }

  const TimeScale& scale_;
  double least_;
  std::string text_;
  std::size_t lines_ = 0, left_out_ = 0;
};

TimeScale scale_of(const Comparison& made) {
  double largest_s = 0;
  visit_rows(made.rows, [&](const ComparedRow& row, const auto&) {
    largest_s = std::max({largest_s, row.real.a_s, row.real.b_s});
  });
  return scale_for(largest_s);
}

std::string legend(const Comparison& made, const TimeScale& scale) {
  bool noisy = false;
  bool beyond = false;
  visit_rows(made.rows, [&](const ComparedRow& row, const auto&) {
    noisy = noisy || mark_of(row) == " ~";
    beyond = beyond || mark_of(row) == " *";
  });
  std::string text = fmt::format(
      "Real time, of clones the mean; ratio is B to A; then by how many {} B is longer in each "
      "kind.",
      scale.unit);
  if (beyond || noisy) {
    text += fmt::format(" {} beyond {:.4g}% and more than 1% of the makespan{}.",
                        beyond ? "*" : "~", made.tolerance_percent,
                        !noisy   ? ""
                        : beyond ? "; ~ so, but within noise"
                                 : ", but within noise");
  }
  return wrapped("", text);
}

std::string cause_lines(const Comparison& made) {
  std::string text;
  std::set<std::string_view> said;
  std::size_t told = 0;
  for (const Cause& cause : made.causes) {
    const double least = kNegligible * made.makespan.a_s;
    if (std::abs(cause.time.difference_s()) <= least || ++told > kMostCauses) {
      continue;
    }
    text += wrapped(
        "- ",
        fmt::format("{} of {}{}: {}, {} against {}{}", word_for(cause.kind),
                    printable(cause.process), cause.part.empty() ? "" : ", most in " + cause.part,
                    signed_seconds(cause.time.difference_s()), seconds(cause.time.b_s),
                    seconds(cause.time.a_s),
                    said.insert(cause.what_to_do).second ? "; " + cause.what_to_do : ""));
  }
  return text.empty() ? "" : "\nWhere B differs from A, and what to do:\n" + text;
}

std::string remark_lines(const Comparison& made) {
  std::string text;
  for (const std::string& remark : made.remarks) {
    text += wrapped("- ", remark);
  }
  return text.empty() ? "" : "\nNotes:\n" + text;
}

}  // namespace

std::string comparison_text(const Comparison& made, bool color) {
  const std::string bold = color ? "\x1b[1m" : "";
  const std::string plain = color ? "\x1b[0m" : "";
  const TimeScale scale = scale_of(made);
  std::string text = headline(made);
  text += side_line('A', made.a) + side_line('B', made.b) + makespan_lines(made);
  text += mismatch_lines(made) + count_lines(made) + '\n';
  text += bold + heading() + plain + '\n';
  text += Table(made, scale).text() + '\n' + legend(made, scale);
  return text + cause_lines(made) + remark_lines(made);
}

}  // namespace dps::profiles
