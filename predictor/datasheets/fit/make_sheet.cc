#include "predictor/datasheets/fit/make_sheet.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "predictor/datasheets/fit/fit_function.h"

namespace dps::datasheets {
namespace {

using machines::FunctionPath;

const RawSeries* find_series(const RawFolder& folder, std::string_view name, FunctionPath path) {
  const auto found = std::find_if(
      folder.series.begin(), folder.series.end(),
      [&](const RawSeries& series) { return series.name == name && series.path == path; });
  return found == folder.series.end() ? nullptr : &*found;
}

/// The largest size, in bytes, whose send does not wait for a receiver that is late by D; 0 if the
/// sends of all measured sizes wait, nullopt if not even the largest does.
/// Source: docs/datasheets.md, "Eager messages": D = 2 recv(d) + 100 us.
std::optional<std::uint64_t> eager_of(const RawFolder& folder, FunctionPath path,
                                      std::uint64_t element_bytes) {
  constexpr double kFixedDelay = 100e-6;
  const RawSeries* late = find_series(folder, "sendlate", path);
  const RawSeries* receive = find_series(folder, "recv", path);
  if (late == nullptr || receive == nullptr) {
    return std::nullopt;
  }
  std::optional<std::uint64_t> largest;
  bool is_limited = false;
  for (const RawPoint& send : late->points) {
    const auto same =
        std::find_if(receive->points.begin(), receive->points.end(), [&](const RawPoint& point) {
          return point.processes == send.processes && point.elements == send.elements;
        });
    if (same == receive->points.end()) {
      continue;
    }
    const double delay = 2 * same->median + kFixedDelay;
    if (send.median < delay / 2) {
      largest = send.elements * element_bytes;
      is_limited = false;
    } else {
      is_limited = true;
    }
  }
  return is_limited ? std::optional(largest.value_or(0)) : std::nullopt;
}

}  // namespace

Result<MadeSheet> make_sheet(const RawFolder& folder, const std::string& name,
                             const FitOptions& options) {
  MadeSheet made;
  made.sheet.name = name;
  if (folder.facts.element_bytes != 0) {
    made.sheet.element_bytes = folder.facts.element_bytes;
  } else {
    made.warnings.emplace_back(
        "no file states the size of an element; the sheet has 4 B, which its key 'element' "
        "changes");
  }
  made.sheet.measured = folder.facts.measured;
  made.sheet.eager = eager_of(folder, FunctionPath::kAny, made.sheet.element_bytes);
  made.sheet.eager_on_host = eager_of(folder, FunctionPath::kHost, made.sheet.element_bytes);
  made.sheet.functions.reserve(folder.series.size());
  std::vector<FitWarning> warnings;
  std::size_t equations = 0;
  for (const RawSeries& series : folder.series) {
    auto fitted = fit_function(series, options);
    if (!fitted) {
      return tl::unexpected(fitted.error());
    }
    equations += fitted->function.ranges.size();
    made.sheet.functions.push_back(std::move(fitted->function));
    std::move(fitted->warnings.begin(), fitted->warnings.end(), std::back_inserter(warnings));
  }
  const auto lines = warning_lines(warnings, equations, options.finds_ranges);
  made.warnings.insert(made.warnings.end(), lines.begin(), lines.end());
  return made;
}

}  // namespace dps::datasheets
