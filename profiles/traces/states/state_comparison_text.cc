#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/grid.h"
#include "profiles/traces/states/state_comparison_output.h"

namespace dps::traces {
namespace {

constexpr StateTime kMicrosecond = kStateSecond / 1'000'000;

/// Seconds with six decimals.
std::string seconds(std::optional<StateTime> time) {
  if (!time) {
    return "-";
  }
  const StateTime microseconds = (*time + kMicrosecond / 2) / kMicrosecond;
  return fmt::format("{}.{:06}", microseconds / 1'000'000, microseconds % 1'000'000);
}

std::string ratio_text(std::optional<double> ratio) {
  return !ratio ? "-" : std::isinf(*ratio) ? "inf" : fmt::format("{:.6f}", *ratio);
}

std::string calls_text(const StateSum& sum) {
  return sum.calls_a == sum.calls_b ? fmt::format("{}", sum.calls_a)
                                    : fmt::format("{}/{}", sum.calls_a, sum.calls_b);
}

std::string count_text(std::uint64_t count, std::string_view noun, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? noun : plural);
}

std::string verdict(const StateComparison& comparison) {
  const auto beyond = comparison.totals_beyond();
  const std::string percent = fmt::format("{:g}%", comparison.options.tolerance_percent);
  std::string text = comparison.is_makespan_beyond ? "beyond " + percent
                     : beyond > 0 ? count_text(beyond, "state", "states") + " beyond " + percent
                                  : "within " + percent;
  const std::uint64_t unmatched = comparison.a.unmatched + comparison.b.unmatched;
  return text + (unmatched == 0
                     ? "; alike"
                     : "; not alike: " + count_text(unmatched, "state has", "states have") +
                           " no partner");
}

std::string side_text(std::string_view label, const ComparedTrace& side) {
  return fmt::format(
      "{}: {}: {}, {}{}\n", label, printable(side.name),
      count_text(side.processes, "process", "processes"),
      count_text(side.states, "state", "states"),
      side.unmatched == 0 ? "" : fmt::format(", {} without a partner", side.unmatched));
}

constexpr std::size_t kFigureWidth = 11;

text::GridColumn name_column(std::string heading, std::size_t least = 0) {
  return {std::move(heading), text::Align::kLeft, least, text::GridColumn::kAnyWidth, 1};
}

text::GridColumn figure_column(std::string heading, std::size_t width = kFigureWidth) {
  return text::fixed_column(std::move(heading), width, text::Align::kRight, 1);
}

/// Adds the text to the right of the figures.
std::vector<text::GridColumn> with_remark(std::vector<text::GridColumn> columns,
                                          std::string heading) {
  columns.push_back({std::move(heading), text::Align::kLeft});
  return columns;
}

class TextTables {
 public:
  explicit TextTables(const StateComparison& comparison) : comparison_(comparison) {
    for (const StateSum& sum : comparison.processes) {
      state_width_ = std::max(state_width_, printed_width(sum.state));
      process_width_ = std::max(process_width_, printed_width(sum.process));
    }
  }

  std::string print() const {
    std::string text = "\n" + totals() + "\n" + mosts();
    if (comparison_.options.level != StateLevel::kTotal) {
      text += "\n" + processes();
    }
    return comparison_.options.level == StateLevel::kLine ? text + "\n" + lines() : text;
  }

 private:
  std::string totals() const {
    constexpr std::size_t kWide = 13;
    text::Grid grid(
        with_remark({name_column("total", total_width()), figure_column("A"),
                     figure_column("B", kWide), figure_column("B/A"), figure_column("median")},
                    "calls"));
    for (const StateSum& sum : comparison_.totals) {
      grid.add({printable(sum.state), seconds(sum.times.a), seconds(sum.times.b),
                ratio_text(sum.times.ratio()), ratio_text(sum.median_ratio),
                calls_text(sum) + (sum.is_beyond ? " *" : "")});
    }
    return grid.text();
  }

  std::string mosts() const {
    constexpr std::size_t kWide = 13;
    text::Grid grid({name_column("most of a process", total_width()), figure_column("A"),
                     figure_column("B", kWide), figure_column("idle A"), figure_column("idle B")});
    for (const StateSum& sum : comparison_.totals) {
      grid.add({printable(sum.state), seconds(sum.most_a), seconds(sum.most_b), seconds(sum.idle_a),
                seconds(sum.idle_b)});
    }
    return grid.text();
  }

  std::string processes() const {
    text::Grid grid(with_remark(
        {name_column("process", process_width_), name_column("state", state_width_),
         figure_column("A"), figure_column("B"), figure_column("B/A"), figure_column("median")},
        "calls"));
    for (const StateSum& sum : comparison_.processes) {
      grid.add({printable(sum.process), printable(sum.state), seconds(sum.times.a),
                seconds(sum.times.b), ratio_text(sum.times.ratio()), ratio_text(sum.median_ratio),
                calls_text(sum)});
    }
    return grid.text();
  }

  /// A line that only B has shows no line: the number would be of another file.
  std::string lines() const {
    constexpr std::size_t kLineWidth = 6;
    text::Grid grid(
        with_remark({name_column("process", process_width_), name_column("state", state_width_),
                     figure_column("A"), figure_column("B"), figure_column("B/A"),
                     figure_column("line", kLineWidth)},
                    "site, peer"));
    for (const StateLine& line : comparison_.lines) {
      std::string place = printable(line.site);
      place += line.peer.empty() ? "" : (place.empty() ? "" : ", ") + printable(line.peer);
      grid.add({printable(line.process), printable(line.state), seconds(line.times.a),
                seconds(line.times.b), ratio_text(line.times.ratio()),
                line.line_a ? std::to_string(*line.line_a) : "-", place});
    }
    return grid.text();
  }

  std::size_t total_width() const {
    constexpr std::size_t kLeast = 17;
    return std::max(state_width_, kLeast);
  }

  const StateComparison& comparison_;
  std::size_t state_width_ = 5;
  std::size_t process_width_ = 7;
};

}  // namespace

std::string state_comparison_text(const StateComparison& comparison) {
  return fmt::format("makespan A {} s, B {} s, B/A {}, {}\n", seconds(comparison.makespan.a),
                     seconds(comparison.makespan.b), ratio_text(comparison.makespan.ratio()),
                     verdict(comparison)) +
         side_text("A", comparison.a) + side_text("B", comparison.b) +
         TextTables(comparison).print();
}

}  // namespace dps::traces
