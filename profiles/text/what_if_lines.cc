#include "profiles/text/what_if_lines.h"

#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "base/units.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostRows = 20;
constexpr std::size_t kMostNames = 40;

/// "× 0.9", or "÷ 0.9" if that is shorter.
std::string factor_text(double factor) {
  constexpr std::size_t kLong = 6;
  const std::string text = fmt::format("{:.6g}", factor);
  const std::string inverse = fmt::format("{:.6g}", 1 / factor);
  return text.size() > kLong && inverse.size() < text.size() ? "÷ " + inverse : "× " + text;
}

std::string element_of_question(const WhatIfRow& row) {
  return fmt::format("{} {}{}", printable(row.name), factor_text(row.factor),
                     row.line == 0 ? "" : fmt::format(" (line {})", row.line));
}

/// "-9.01%"; a change that would be printed as 0 is "< 0.01%" of the makespan.
std::string change_text(double change) {
  constexpr double kLeast = 0.00005;
  return std::abs(change) < kLeast ? change < 0 ? "> -0.01%" : "< 0.01%"
                                   : fmt::format("{:+.2f}%", 100 * change);
}

std::string row_line(const WhatIf& what_if, const WhatIfRow& row) {
  const std::string path = std::isfinite(row.path_s) && what_if.path_s > 0
                               ? text::percent_text(row.path_s / what_if.path_s)
                               : "-";
  const std::string line = fmt::format(
      "{} {} {}  {}", text::right_aligned(change_text(row.change_s / what_if.makespan_s), 9),
      text::right_aligned(text::time_text(row.makespan_s), 10), text::right_aligned(path, 7),
      element_of_question(row));
  return text::shortened(line, text::kLineWidth) + '\n';
}

std::string list_of_changes(const std::vector<std::string>& names) {
  if (names.size() <= kMostNames) {
    return text::joined(names, ", ");
  }
  return text::joined({names.begin(), names.begin() + kMostNames}, ", ") +
         fmt::format(" and {} more", names.size() - kMostNames);
}

std::string title_of_questions(const WhatIf& what_if) {
  std::string title = fmt::format(
      "What if: the makespan of {}{} with one element changed, all else and all draws equal",
      text::time_text(what_if.makespan_s),
      what_if.runs > 1 ? fmt::format(", the mean of {} runs,", format_count(what_if.runs)) : "");
  if (what_if.rows.size() < what_if.questions) {
    title += fmt::format("; stopped: {} of {} questions have no answer",
                         format_count(what_if.questions - what_if.rows.size()),
                         format_count(what_if.questions));
  }
  return text::wrapped("", title);
}

}  // namespace

std::string what_if_lines(const WhatIf& what_if) {
  std::string lines;
  std::size_t printed = 0;
  std::size_t more = 0;
  std::vector<std::string> unchanged;
  std::string problems;
  for (const WhatIfRow& row : what_if.rows) {
    if (!row.problem.empty()) {
      problems += text::wrapped("- ", element_of_question(row) + ": " + printable(row.problem));
    } else if (row.change_s == 0) {
      unchanged.push_back(printable(row.name));
    } else if (printed < kMostRows) {
      lines += row_line(what_if, row);
      ++printed;
    } else {
      ++more;
    }
  }
  std::string text = title_of_questions(what_if);
  text += lines.empty() ? "" : "   change   makespan    path  element\n" + lines;
  text += more == 0 ? "" : fmt::format("and {} more; a result (-o) has all\n", format_count(more));
  text += unchanged.empty() ? "" : text::wrapped("", "No change: " + list_of_changes(unchanged), 2);
  return text + (problems.empty() ? "" : "No answer:\n" + problems);
}

}  // namespace dps::profiles
