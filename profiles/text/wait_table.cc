#include "profiles/text/wait_table.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "profiles/text/process_table.h"
#include "profiles/wait_causes.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kWaitedWidth = 11;

/// `is_own`: the process is the sender, of a timer, or of an operation that a library performs.
std::string cause_text(const WaitCause& cause, bool is_own) {
  const std::string share = text::percent_text(cause.share);
  if (cause.mtag.empty()) {
    return fmt::format("{}, and no message came", share);
  }
  const std::string type =
      printable(cause.mtag) + (cause.operation.empty() ? "" : " (" + cause.operation + ")");
  if (is_own && !cause.operation.empty()) {
    return fmt::format("{} for {}", share, type);
  }
  return fmt::format("{} for {} from {}", share, type, is_own ? "itself" : printable(cause.sender));
}

std::string line_of(const ProcessRow& row, const WaitCause& cause, const text::TimeScale& scale) {
  const auto median = [&](double ProcessProfile::*time) {
    const auto spread = spread_of(row.members, [&](const ProcessProfile& p) { return p.*time; });
    return text::right_aligned(scale.text(spread.median), kWaitedWidth);
  };
  const bool is_own = row.members.front()->ptag == cause.sender;
  const std::string front =
      text::left_aligned(text::shortened(row.name, kSummaryNameWidth), kSummaryNameWidth);
  return text::wrapped(
      front + median(&ProcessProfile::wait_s) + median(&ProcessProfile::take_s) + "  ",
      cause_text(cause, is_own));
}

}  // namespace

std::string wait_table(const std::vector<ProcessRow>& rows, const RunProfile& run, bool color) {
  const WaitCauses causes(run);
  const text::TimeScale scale = scale_of(rows, &ProcessProfile::wait_s);
  const text::Grid headings({text::fixed_column("process", kSummaryNameWidth, text::Align::kLeft),
                             text::fixed_column("wait", kWaitedWidth),
                             text::fixed_column("take", kWaitedWidth),
                             {"waited mostly", text::Align::kLeft}});
  std::string lines;
  for (const ProcessRow& row : rows) {
    if (const auto cause = causes.longest(row)) {
      lines += line_of(row, *cause, scale);
    }
  }
  return lines.empty() ? "" : "\n" + headings.text(color) + lines;
}

}  // namespace dps::profiles
