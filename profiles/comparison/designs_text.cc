#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/comparison/comparison.h"
#include "profiles/comparison/design_verdict.h"
#include "profiles/comparison/designs_output.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kLabelWidth = 22;
constexpr std::size_t kMakespanWidth = 10;
constexpr std::size_t kColumnWidth = 11;
constexpr std::size_t kKindColumnWidth = 10;
constexpr std::size_t kNarrowWidth = 8;
constexpr std::size_t kMostExplained = 5;
constexpr std::size_t kMostDesignColumns = 5;
constexpr std::size_t kMostDesignRows = 30;

/// A mean of counts, which is less than 2^64.
std::uint64_t rounded(double count) {
  constexpr double kMost = 1.8e19;
  return static_cast<std::uint64_t>(std::round(std::min(count, kMost)));
}

std::string count_text(double count) {
  return std::isnan(count) ? "-" : format_count(rounded(count));
}

std::string size_text(double bytes) {
  return std::isnan(bytes) ? "-" : format_size(rounded(bytes));
}

std::string interval_cell(const RatioToFastest& to_fastest) {
  switch (to_fastest.certainty) {
    case Certainty::kExact:
      return "exact";
    case Certainty::kShown:
      return interval_text(*to_fastest.interval);
    case Certainty::kNotShown:
      return interval_text(*to_fastest.interval) + " ~";
    case Certainty::kNoiseUnknown:
      break;
  }
  return "unknown";
}

constexpr std::size_t kRankWidth = 3;

/// "1  mm1.json".
std::string design_label(std::string_view rank, std::string_view name) {
  return fmt::format("{:<2} {}", rank, text::shortened(name, kLabelWidth - kRankWidth));
}

std::vector<std::string> short_names_of(const DesignComparison& comparison) {
  std::vector<std::string> names;
  for (const Design& design : comparison.designs) {
    names.push_back(printable(design.name()));
  }
  return text::shortened_names(names, kLabelWidth - kRankWidth);
}

class DesignsText {
 public:
  DesignsText(const DesignComparison& comparison, bool color)
      : comparison_(comparison),
        names_(short_names_of(comparison)),
        ranked_(comparison.ranked()),
        color_(color) {}

  std::string text() {
    text_ = text::wrapped("", comparison_.verdict);
    add_explanations();
    text_ += '\n';
    for (std::size_t i = 0; i < comparison_.designs.size(); ++i) {
      text_ += side_line(rank(i), comparison_.designs[i].figures.side);
    }
    add_makespans();
    if (ranked_ > 0) {
      add_times();
      add_busiest();
      add_traffic();
      add_rows();
    }
    for (std::size_t i = 0; i < comparison_.remarks.size(); ++i) {
      text_ += (i == 0 ? "\nNotes:\n" : "") + text::wrapped("- ", comparison_.remarks[i]);
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string rank(std::size_t design) const {
    return comparison_.designs[design].is_ranked() ? std::to_string(design + 1) : "-";
  }

  [[nodiscard]] std::string label(std::size_t design) const {
    return design_label(rank(design), names_[design]);
  }

  /// The scale for the times of a table; time(design) is NaN if a time is unknown.
  template <typename Time>
  [[nodiscard]] text::TimeScale scale_for_designs(Time time) const {
    double largest_s = 0;
    for (std::size_t i = 0; i < ranked_; ++i) {
      largest_s = std::max(largest_s, time(comparison_.designs[i]));
    }
    return text::scale_for(largest_s);
  }

  /// The columns of a table: the label, and columns of one width.
  [[nodiscard]] static std::vector<text::GridColumn> columns(
      std::string label, std::initializer_list<std::string_view> headings, std::size_t width) {
    std::vector<text::GridColumn> columns{
        text::fixed_column(std::move(label), kLabelWidth, text::Align::kLeft)};
    for (const std::string_view heading : headings) {
      columns.push_back(text::fixed_column(std::string(heading), width));
    }
    return columns;
  }

  [[nodiscard]] static text::Grid grid_by_kind(std::string label) {
    auto all = columns(std::move(label), {}, 0);
    for (const SeparateKind& kind : kSeparateKinds) {
      all.push_back(text::fixed_column(std::string(kind.name), kKindColumnWidth));
    }
    all.push_back(text::fixed_column("busy", kNarrowWidth));
    return text::Grid(std::move(all));
  }

  void add(const text::Grid& grid) { text_ += "\n" + grid.text(color_); }

  void add_explanations() {
    std::size_t listed = 0;
    for (const Design& design : comparison_.designs) {
      if (!design.explanation.empty() && ++listed <= kMostExplained) {
        text_ += text::wrapped("- ", design.explanation);
      }
    }
  }

  void add_makespans() {
    auto headings = columns("", {"makespan", "± 95%", "min"}, kMakespanWidth);
    headings.push_back(text::fixed_column("ratio", kNarrowWidth));
    headings.push_back({"interval", text::Align::kLeft});
    text::Grid grid(std::move(headings));
    const text::TimeScale scale =
        scale_for_designs([](const Design& design) { return design.makespan.mean; });
    bool has_tie = false;
    for (std::size_t i = 0; i < comparison_.designs.size(); ++i) {
      const Design& design = comparison_.designs[i];
      grid.add(makespan_cells(i, scale));
      has_tie |= design.to_fastest && design.to_fastest->certainty == Certainty::kNotShown;
    }
    add(grid);
    text_ += text::wrapped(
        "", fmt::format("ratio: makespan / that of {}{}",
                        comparison_.designs.front().is_ranked()
                            ? printable(comparison_.designs.front().name())
                            : "the fastest",
                        has_tie ? ". ~: no difference is shown, the interval contains 1." : "."));
  }

  [[nodiscard]] std::vector<std::string> makespan_cells(std::size_t position,
                                                        const text::TimeScale& scale) const {
    const Design& design = comparison_.designs[position];
    if (!design.is_ranked()) {
      return {label(position), "-", scale.text(kUnknown), "-", "-", "not ranked"};
    }
    const auto ratio = position == 0 ? std::optional<double>(1) : design.to_fastest->ratio;
    return {label(position),
            scale.text(design.makespan.mean),
            design.figures.is_exact ? "exact"
                                    : scale.text(design.makespan.half_width.value_or(kUnknown)),
            scale.text(design.makespan.min),
            ratio ? design_ratio_text(*ratio) : "-",
            position == 0 ? "" : interval_cell(*design.to_fastest)};
  }

  void add_times() {
    const text::TimeScale scale = scale_for_designs([](const Design& design) {
      double largest_s = 0;
      for (const SeparateKind& kind : kSeparateKinds) {
        largest_s = std::max(largest_s, kind.time(design.figures.times));
      }
      return largest_s;
    });
    text::Grid grid = grid_by_kind("all processes");
    for (std::size_t i = 0; i < ranked_; ++i) {
      const Design& design = comparison_.designs[i];
      std::vector<std::string> cells{label(i)};
      for (const SeparateKind& kind : kSeparateKinds) {
        cells.push_back(scale.text(kind.time(design.figures.times)));
      }
      cells.push_back(text::percent_text(design.busy_share()));
      grid.add(std::move(cells));
    }
    add(grid);
  }

  void add_busiest() {
    text::Grid grid = grid_by_kind("busiest process");
    for (std::size_t i = 0; i < ranked_; ++i) {
      const Design& design = comparison_.designs[i];
      const ProcessTimes* busiest = design.figures.busiest();
      const double makespan_s = busiest == nullptr ? 0 : design.makespan.mean;
      const KindTimes times = busiest == nullptr ? KindTimes{} : busiest->times;
      const auto share = [&](double time_s) {
        return text::percent_text(makespan_s > 0 ? time_s / makespan_s : kUnknown);
      };
      std::vector<std::string> cells{
          design_label(rank(i), busiest == nullptr ? "-" : printable(busiest->ptag))};
      for (const SeparateKind& kind : kSeparateKinds) {
        cells.push_back(share(kind.time(times)));
      }
      cells.push_back(share(times.busy_s()));
      grid.add(std::move(cells));
    }
    add(grid);
    const bool has_ranks =
        std::any_of(comparison_.designs.begin(), comparison_.designs.end(),
                    [](const Design& design) { return design.figures.times.is_of_mpi; });
    text_ += text::wrapped(
        "", std::string("all processes: sums; busy: their share of processes × makespan. busiest "
                        "process: shares of the makespan. busy: compute + sleep + send + take") +
                (has_ranks ? "; of MPI programs compute." : "."));
  }

  void add_traffic() {
    text::Grid grid(
        columns("", {"processes", "hosts", "messages", "sent", "CPU time"}, kColumnWidth));
    const text::TimeScale scale =
        scale_for_designs([](const Design& design) { return design.figures.times.cpu_s; });
    for (std::size_t i = 0; i < ranked_; ++i) {
      const DesignFigures& figures = comparison_.designs[i].figures;
      grid.add({label(i), format_count(figures.side.processes), format_count(figures.side.hosts),
                count_text(figures.msgs_out), size_text(figures.bytes_out),
                scale.text(figures.times.cpu_s)});
    }
    add(grid);
  }

  /// True if a row is worth a line: a process, or a functionality with a visible difference.
  [[nodiscard]] bool is_shown(const DesignRow& row) const {
    double min_s = HUGE_VAL;
    double max_s = 0;
    for (const auto& cell : row.cells) {
      const double busy_s = cell ? row.busy_s(*cell) : kUnknown;
      min_s = busy_s < min_s ? busy_s : min_s;  // NaN leaves both as they are
      max_s = busy_s > max_s ? busy_s : max_s;
    }
    return row.level == Level::kProcess ||
           (row.level == Level::kFunctionality &&
            max_s - min_s > kNegligible * comparison_.designs.front().makespan.mean);
  }

  void add_rows() {
    std::vector<const DesignRow*> rows;
    double largest_s = 0;
    for (const DesignRow& row : comparison_.rows) {
      if (is_shown(row)) {
        rows.push_back(&row);
        for (const auto& cell : row.cells) {
          largest_s = std::max(largest_s, cell ? row.busy_s(*cell) : 0);
        }
      }
    }
    if (rows.empty()) {
      return;
    }
    const std::size_t columns = std::min(ranked_, kMostDesignColumns);
    auto headings = DesignsText::columns("same tags: busy", {}, 0);
    for (std::size_t i = 0; i < columns; ++i) {
      headings.push_back(text::fixed_column(rank(i), kColumnWidth));
    }
    text::Grid grid(std::move(headings));
    const text::TimeScale scale = text::scale_for(largest_s);
    const std::size_t lines = std::min(rows.size(), kMostDesignRows);
    for (std::size_t i = 0; i < lines; ++i) {
      grid.add(cells_of(*rows[i], columns, scale));
    }
    add(grid);
    text_ += lines == rows.size()
                 ? ""
                 : fmt::format("{} more rows not shown\n", format_count(rows.size() - lines));
    text_ += text::wrapped(
        "", columns == ranked_ ? "Busy time per clone."
                               : fmt::format("Busy time per clone, in the {} fastest; JSON and CSV "
                                             "have all.",
                                             columns));
  }

  [[nodiscard]] static std::vector<std::string> cells_of(const DesignRow& row, std::size_t columns,
                                                         const text::TimeScale& scale) {
    const bool is_process = row.level == Level::kProcess;
    const std::string indent(is_process ? 0 : 4, ' ');
    const std::string tag = printable(is_process ? row.process : row.ftag);
    std::vector<std::string> cells{indent + text::shortened(tag, kLabelWidth - indent.size())};
    for (std::size_t i = 0; i < columns; ++i) {
      const auto& cell = row.cells[i];
      cells.push_back(scale.text(cell ? row.busy_s(*cell) : kUnknown));
    }
    return cells;
  }

  const DesignComparison& comparison_;
  std::vector<std::string> names_;  // as the labels have them
  std::size_t ranked_;
  bool color_;
  std::string text_;
};

}  // namespace

std::string designs_text(const DesignComparison& comparison, bool color) {
  return DesignsText(comparison, color).text();
}

}  // namespace dps::profiles
