#include "profiles/text/why_lines.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/text/why_advice.h"
#include "profiles/text/why_elements.h"
#include "profiles/text/why_waits.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostShares = 6;
/// Shares of the path from this one on are printed even if there are no lines left for them.
constexpr double kLargeShare = 0.05;

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// "along 12 messages"; in an MPI program, where the path also follows collective operations, "with
/// 12 changes of rank".
std::string links_of(const Why& why) {
  const std::string_view plural = why.messages == 1 ? "" : "s";
  return has_calls(why)
             ? fmt::format("with {} change{} of rank", format_count(why.messages), plural)
             : fmt::format("along {} message{}", format_count(why.messages), plural);
}

std::string title_of(const Why& why, double makespan_s) {
  std::string text = fmt::format("Why so long: critical path, back from the end of {}, {}",
                                 printable(why.last_ptag), links_of(why));
  const bool differs = std::abs(why.path_s - makespan_s) > makespan_s * 1e-9;
  text += differs ? ", of " + text::time_text(why.path_s) + " by the common clock" : "";
  if (why.violations > 0) {
    text +=
        fmt::format("; {} of them arrive{} before they are sent, by up to {}: the clocks differ",
                    format_count(why.violations), why.violations == 1 ? "s" : "",
                    text::time_text(why.largest_violation_s));
  }
  return text::wrapped("", text);
}

/// The longest shares, in at most `most` lines and those for large shares and for the functions of
/// an MPI program.
std::string shares_of(const Why& why, std::size_t most) {
  std::string lines;
  std::size_t shown = 0;
  std::size_t used = 0;
  double rest_s = why.path_s;
  most = std::min(most, kMostShares + 1);
  for (const PathShare& share : why.shares) {
    const double part = share.path_s / why.path_s;
    const std::string text = share_text(share);
    const std::size_t needed =
        used + lines_in(share_line(part, text)) + (shown + 1 < why.shares.size() ? 1 : 0);
    if (part < kLeastShareShown || (shown > 0 && needed > most && part < kLargeShare)) {
      break;
    }
    lines += share_line(part, text + functions_text(why, share));
    used += lines_in(share_line(part, text));
    ++shown;
    rest_s -= share.path_s;
  }
  if (const std::size_t more = why.shares.size() - shown; more > 0) {
    lines += share_line(std::max(0.0, rest_s) / why.path_s,
                        fmt::format("{} other{}", more, more == 1 ? "" : "s"));
  }
  return lines;
}

}  // namespace

std::string why_lines(const Why& why, double makespan_s) {
  if (!why.no_path.empty()) {
    return text::wrapped("", "Why so long: no critical path: " + printable(why.no_path));
  }
  if (why.path_s <= 0) {
    return "Why so long: the run took no time\n";
  }
  const std::string title = title_of(why, makespan_s);
  const std::string advice = why_advice(why);
  constexpr std::size_t kLeastShares = 5;  // they come before a second wait
  std::size_t free = kMostWhyLines - std::min(kMostWhyLines, lines_in(title) + lines_in(advice));
  std::string waits;
  for (const std::string& text : wait_texts(why)) {
    const bool fits = waits.empty() ? lines_in(text) < free
                                    : lines_in(waits) + lines_in(text) + kLeastShares <= free;
    if (fits) {
      waits += text;
    }
  }
  free -= lines_in(waits);
  return title + shares_of(why, free) + waits + advice;
}

}  // namespace dps::profiles
