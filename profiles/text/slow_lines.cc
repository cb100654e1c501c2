#include "profiles/text/slow_lines.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/text/why_elements.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostParts = 10;

/// "p99", "the largest".
std::string quantile_text(double quantile) {
  return quantile >= 1 ? "the largest" : fmt::format("p{:.6g}", 100 * quantile);
}

std::string slow_title(const Slow& slow) {
  double other_s = 0;
  for (const SlowShare& share : slow.shares) {
    other_s += share.own ? 0 : share.of.path_s;
  }
  const std::string text = fmt::format(
      "Why a request is slow: request {} of {}, begun at {}, is {} old when it fires {}: {} of {} "
      "age{}",
      format_count(slow.number), printable(slow.origin), text::time_text(slow.begin_s),
      text::time_text(slow.age_s), printable(slow.ftag), quantile_text(slow.quantile),
      format_count(slow.ages), slow.ages == 1 ? "" : "s");
  return text::wrapped(
      "", slow.age_s > 0 ? fmt::format("{}; for {} of that time it waits while processes do other "
                                       "work",
                                       text, text::percent_text(other_s / slow.age_s))
                         : text);
}

}  // namespace

std::string slow_lines(const Slow& slow) {
  if (!slow.no_request.empty()) {
    return text::wrapped("", "Why a request is slow: " + printable(slow.no_request));
  }
  std::string lines = slow_title(slow);
  std::size_t shown = 0;
  double rest_s = slow.age_s;
  for (const SlowShare& share : slow.shares) {
    if (shown == kMostParts || share.of.path_s < kLeastShareShown * slow.age_s) {
      break;
    }
    lines += share_line(share.of.path_s / slow.age_s,
                        (share.own ? "" : "other: ") + share_text(share.of));
    rest_s -= share.of.path_s;
    ++shown;
  }
  if (const std::size_t more = slow.shares.size() - shown; more > 0) {
    lines += share_line(std::max(0.0, rest_s) / slow.age_s,
                        fmt::format("{} more part{}", more, more == 1 ? "" : "s"));
  }
  return lines;
}

}  // namespace dps::profiles
