#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "base/printable.h"
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

class TextTables {
 public:
  explicit TextTables(const StateComparison& comparison) : comparison_(comparison) {
    for (const StateSum& sum : comparison.processes) {
      state_width_ = std::max(state_width_, printable(sum.state).size());
      process_width_ = std::max(process_width_, printable(sum.process).size());
    }
  }

  std::string print() {
    print_totals();
    if (comparison_.options.level != StateLevel::kTotal) {
      print_processes();
    }
    if (comparison_.options.level == StateLevel::kLine) {
      print_lines();
    }
    return fmt::to_string(out_);
  }

 private:
  template <typename... Arguments>
  void put(std::string_view form, const Arguments&... arguments) {
    fmt::vformat_to(std::back_inserter(out_), form, fmt::make_format_args(arguments...));
  }

  void print_totals() {
    const std::size_t width = std::max<std::size_t>(state_width_, 17);
    put("\n{:<{}} {:>11} {:>13} {:>11} {:>11}  calls\n", "total", width, "A", "B", "B/A", "median");
    for (const StateSum& sum : comparison_.totals) {
      put("{:<{}} {:>11} {:>13} {:>11} {:>11}  {}{}\n", printable(sum.state), width,
          seconds(sum.times.a), seconds(sum.times.b), ratio_text(sum.times.ratio()),
          ratio_text(sum.median_ratio), calls_text(sum), sum.is_beyond ? " *" : "");
    }
    put("\n{:<{}} {:>11} {:>13} {:>11} {:>11}\n", "most of a process", width, "A", "B", "idle A",
        "idle B");
    for (const StateSum& sum : comparison_.totals) {
      put("{:<{}} {:>11} {:>13} {:>11} {:>11}\n", printable(sum.state), width, seconds(sum.most_a),
          seconds(sum.most_b), seconds(sum.idle_a), seconds(sum.idle_b));
    }
  }

  void print_processes() {
    put("\n{:<{}} {:<{}} {:>11} {:>11} {:>11} {:>11}  calls\n", "process", process_width_, "state",
        state_width_, "A", "B", "B/A", "median");
    for (const StateSum& sum : comparison_.processes) {
      put("{:<{}} {:<{}} {:>11} {:>11} {:>11} {:>11}  {}\n", printable(sum.process), process_width_,
          printable(sum.state), state_width_, seconds(sum.times.a), seconds(sum.times.b),
          ratio_text(sum.times.ratio()), ratio_text(sum.median_ratio), calls_text(sum));
    }
  }

  /// A line that only B has shows no line: the number would be of another file.
  void print_lines() {
    put("\n{:<{}} {:<{}} {:>11} {:>11} {:>11} {:>6}  site, peer\n", "process", process_width_,
        "state", state_width_, "A", "B", "B/A", "line");
    for (const StateLine& line : comparison_.lines) {
      std::string place = printable(line.site);
      place += line.peer.empty() ? "" : (place.empty() ? "" : ", ") + printable(line.peer);
      std::string text = fmt::format(
          "{:<{}} {:<{}} {:>11} {:>11} {:>11} {:>6}  {}", printable(line.process), process_width_,
          printable(line.state), state_width_, seconds(line.times.a), seconds(line.times.b),
          ratio_text(line.times.ratio()), line.line_a ? std::to_string(*line.line_a) : "-", place);
      text.erase(text.find_last_not_of(' ') + 1);
      put("{}\n", text);
    }
  }

  const StateComparison& comparison_;
  std::size_t state_width_ = 5;
  std::size_t process_width_ = 7;
  fmt::memory_buffer out_;
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
