#include "profiles/summary/wait_table.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "profiles/summary/table.h"
#include "profiles/summary/wait_causes.h"
#include "profiles/text_layout.h"
#include "profiles/time_scale.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kWaitedWidth = 11;

std::string cause_text(const WaitCause& cause, bool is_timer) {
  const std::string share = percent_text(cause.share);
  if (cause.mtag.empty()) {
    return fmt::format("{}, and no message came", share);
  }
  return fmt::format("{} for {} from {}", share, printable(cause.mtag),
                     is_timer ? "itself" : printable(cause.sender));
}

std::string line_of(const ProcessRow& row, const WaitCause& cause, const TimeScale& scale) {
  const auto median = [&](double ProcessProfile::*time) {
    const auto spread = spread_of(row.members, [&](const ProcessProfile& p) { return p.*time; });
    return right_aligned(scale.text(spread.median), kWaitedWidth);
  };
  const bool is_own = row.members.front()->ptag == cause.sender;
  const std::string front = left_aligned(shortened(row.name, kSummaryNameWidth), kSummaryNameWidth);
  return wrapped(front + median(&ProcessProfile::wait_s) + median(&ProcessProfile::take_s) + "  ",
                 cause_text(cause, is_own));
}

}  // namespace

std::string wait_heading() {
  return left_aligned("process", kSummaryNameWidth) + right_aligned("wait", kWaitedWidth) +
         right_aligned("take", kWaitedWidth) + "  waited mostly\n";
}

std::string wait_lines(const std::vector<ProcessRow>& rows, const RunProfile& run) {
  const WaitCauses causes(run);
  const TimeScale scale = scale_of(rows, &ProcessProfile::wait_s);
  std::string text;
  for (const ProcessRow& row : rows) {
    if (const auto cause = causes.longest(row)) {
      text += line_of(row, *cause, scale);
    }
  }
  return text;
}

}  // namespace dps::profiles
