#include "profiles/quantity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"
#include "base/text/figures.h"
#include "base/units.h"

namespace dps::profiles {
namespace {

constexpr const char* kNoTime = "there was no time to measure";

using Kind = Figure::Kind;
using Value = tl::expected<double, std::string>;

/// The times that the name of a figure denotes: those of a message type, or of all functionalities
/// with this tag.
statistics::Histogram times_of(const statistics::Latencies& of, const Figure& figure) {
  statistics::Histogram times;
  for (const statistics::MessageLatency& row : of.messages) {
    if (figure.is_message && row.mtag == figure.name) {
      times.merge(row.times.total);
    }
  }
  for (const statistics::FunctionalityLatency& row : of.functionalities) {
    if (!figure.is_message && row.ftag == figure.name) {
      times.merge(row.real);
    }
  }
  for (const statistics::RequestLatency& row : of.requests) {
    if (figure.is_age() && row.ftag == figure.aged()) {
      times.merge(row.age);
    }
  }
  for (const statistics::CollectiveLatency& row : of.collectives) {
    if (figure.is_of_operations() && row.otag == figure.operated()) {
      const std::array parts{&row.total, &row.skew, &row.rest};
      times.merge(*parts.at(figure.part()));
    }
  }
  return times;
}

double ticks_of(const statistics::Histogram& times, const Figure& figure) {
  switch (figure.kind) {
    case Kind::kMin:
      return static_cast<double>(times.min());
    case Kind::kMean:
      return times.mean();
    case Kind::kMax:
      return static_cast<double>(times.max());
    case Kind::kQuantile:
      return static_cast<double>(times.quantile(figure.share));
    default:
      break;
  }
  DPS_CHECK(false && "a figure of a latency");
  return kUnknown;
}

/// The reason why a message type has no latency.
std::string unused_text(const statistics::Latencies& of, const Figure& figure) {
  std::uint64_t unclaimed = 0;
  for (const statistics::MessageLatency& row : of.messages) {
    unclaimed += row.mtag == figure.name ? row.times.unclaimed.count : 0;
  }
  return unclaimed == 0 ? "no such message was used (timers do not count)"
                        : fmt::format("{} taken, but no firing used {}",
                                      counted(unclaimed, "message was", "messages were"),
                                      unclaimed == 1 ? "it" : "any of them");
}

Value latency_of(const Figure& figure, const KnownFigures& figures) {
  const auto& latencies = figures.latencies;
  if (!latencies) {
    return tl::unexpected<std::string>("the result has no latencies");
  }
  if (latencies->of.left_out > 0) {
    return tl::unexpected(
        fmt::format("the limit of recorded events left out {}, so the figure is not known; raise "
                    "the limit with --trace-limit",
                    counted(latencies->of.left_out, "event")));
  }
  const statistics::Histogram times = times_of(latencies->of, figure);
  if (times.empty()) {
    return tl::unexpected<std::string>(figure.is_of_operations()
                                           ? "no operation of this O line was completed"
                                       : figure.is_age()   ? "no request fired this functionality"
                                       : figure.is_message ? unused_text(latencies->of, figure)
                                                           : "this functionality never fired");
  }
  return latencies->of.seconds(ticks_of(times, figure));
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// The firings of a figure. Errors: the number of firings is unknown.
Value firings_of(const Figure& figure, const KnownFigures& figures) {
  if (!figures.has_firings || figures.makespans.empty()) {
    return tl::unexpected<std::string>("the result has no counts of firings");
  }
  if (figures.is_incomplete) {
    return tl::unexpected<std::string>(
        "the limit of recorded events left out some events, so the figure is not known; raise the "
        "limit with --trace-limit");
  }
  if (figures.measured_s <= 0) {
    return tl::unexpected<std::string>(kNoTime);
  }
  const auto found = figures.firings.find(figure.name);
  const auto firings = static_cast<double>(found == figures.firings.end() ? 0 : found->second);
  return figure.kind == Kind::kCount ? firings / static_cast<double>(figures.makespans.size())
                                     : firings / figures.measured_s;
}

Value utilisation_of(const Figure& figure, const KnownFigures& figures) {
  const auto found = figures.busy.find(figure.name);
  if (found == figures.busy.end()) {
    return tl::unexpected<std::string>("the result has no such processes");
  }
  return found->second.first / found->second.second;
}

/// A value that is not finite is unknown.
Value value_of(const Figure& figure, const KnownFigures& figures) {
  Value value = kUnknown;
  if (figure.is_latency()) {
    value = latency_of(figure, figures);
  } else if (figure.is_of_firings()) {
    value = firings_of(figure, figures);
  } else if (figure.kind == Kind::kUtilisation) {
    value = utilisation_of(figure, figures);
  } else if (!figures.makespans.empty()) {
    value = sum_of(figures.makespans) / static_cast<double>(figures.makespans.size());
  }
  return !value || std::isfinite(*value) ? value : tl::unexpected<std::string>("it is not known");
}

/// True if --measure-from leaves out the beginning.
bool is_measured_late(const RunProfile& run) {
  return run.latencies && run.latencies->from > 0;
}

double measured_time_of(const RunProfile& run) {
  return is_measured_late(run)
             ? std::max(0.0, run.makespan_s -
                                 run.latencies->seconds(static_cast<double>(run.latencies->from)))
             : run.makespan_s;
}

void add_firings(const RunProfile& run, std::map<std::string, std::uint64_t>& firings) {
  if (is_measured_late(run)) {
    for (const statistics::FunctionalityLatency& row : run.latencies->functionalities) {
      firings[row.ftag] += row.real.count();
    }
    return;
  }
  for (const ProcessProfile& process : run.processes) {
    for (const UnitProfile& unit : process.units) {
      for (const FunctionalityProfile& functionality : unit.functionalities) {
        firings[functionality.ftag] += functionality.triggered;
      }
    }
  }
}

}  // namespace

Dimension dimension_of(const Figure& figure) {
  switch (figure.kind) {
    case Kind::kCount:
      return Dimension::kNumber;
    case Kind::kRate:
      return Dimension::kRate;
    case Kind::kUtilisation:
      return Dimension::kShare;
    default:
      return Dimension::kTime;
  }
}

std::string quantity_text(Dimension dimension, double value) {
  constexpr double kMostExact = 9e15;
  if (std::isnan(value)) {
    return "-";
  }
  switch (dimension) {
    case Dimension::kTime:
      return text::time_text(value);
    case Dimension::kNumber:
      return value == std::floor(value) && value < kMostExact
                 ? format_count(static_cast<std::uint64_t>(value))
                 : fmt::format("{:.5g}", value);
    case Dimension::kRate:
      return fmt::format("{:.4g}/s", value);
    case Dimension::kShare:
      break;
  }
  return fmt::format("{:.4g}%", 100 * value);
}

double resolution_of(const Quantity& quantity, double value) {
  const auto error_of = [](const Figure& figure) {
    return figure.kind == Kind::kQuantile ? statistics::Histogram::kLargestError : 0.0;
  };
  const double of_figure = error_of(quantity.figure);
  const double of_divisor = quantity.divisor ? error_of(*quantity.divisor) : 0.0;
  const double most = (1 + of_figure) / (1 - of_divisor);
  const double least = (1 - of_figure) / (1 + of_divisor);
  return std::abs(value) * (most - least);
}

std::string unmeasured_note(const RunResult& result) {
  const bool measures_nothing =
      !result.runs.empty() && std::ranges::all_of(result.runs, [](const RunProfile& run) {
        return is_measured_late(run) && measured_time_of(run) <= 0;
      });
  if (!measures_nothing) {
    return "";
  }
  const statistics::Latencies& latencies = *result.runs.front().latencies;
  return fmt::format("{}: the end comes before --measure-from, {}, so there are no latencies",
                     kNoTime,
                     text::time_text(latencies.seconds(static_cast<double>(latencies.from))));
}

void KnownFigures::add(const RunResult& result) {
  has_firings = (makespans.empty() || has_firings) && result.level == Level::kFunctionality;
  for (const RunProfile& run : result.runs) {
    makespans.push_back(run.makespan_s);
    measured_s += measured_time_of(run);
    is_incomplete = is_incomplete || (is_measured_late(run) && run.latencies->left_out > 0);
    add_firings(run, firings);
    for (const ProcessProfile& process : run.processes) {
      auto& [busy_s, had_s] = busy[std::string(clone_group(process.ptag))];
      busy_s += process.compute_s + process.send_s + process.take_s;
      had_s += run.makespan_s;
    }
  }
  add_latencies(result, latencies);
}

tl::expected<double, std::string> value_of(const Quantity& quantity, const KnownFigures& figures) {
  Value value = value_of(quantity.figure, figures);
  if (!value || !quantity.divisor) {
    return value;
  }
  const Value divisor = value_of(*quantity.divisor, figures);
  if (!divisor) {
    return tl::unexpected("its divisor has no value: " + divisor.error());
  }
  return *divisor == 0 ? Value(tl::unexpected<std::string>("its divisor is 0")) : *value / *divisor;
}

}  // namespace dps::profiles
