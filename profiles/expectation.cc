#include "profiles/expectation.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "base/units.h"

namespace dps::profiles {
namespace {

using Figure = Expectation::Figure;
using Relation = Expectation::Relation;

constexpr std::size_t kMostRunsNamed = 8;

bool is_met(const Expectation& expectation, double figure_s) {
  const double limit_s = expectation.limit.count();
  switch (expectation.relation) {
    case Relation::kLess:
      return figure_s < limit_s;
    case Relation::kAtMost:
      return figure_s <= limit_s;
    case Relation::kGreater:
      return figure_s > limit_s;
    case Relation::kAtLeast:
      break;
  }
  return figure_s >= limit_s;
}

/// "23.1 ms, 15.5% more"; "-" if the figure is unknown.
std::string deviation_text(const Expectation& expectation, double figure_s) {
  const double limit_s = expectation.limit.count();
  const double share = (figure_s - limit_s) / limit_s;
  if (!std::isfinite(share) || share == 0) {
    return text::time_text(figure_s);
  }
  return fmt::format("{}, {:.3g}% {}", text::time_text(figure_s), 100 * std::abs(share),
                     share > 0 ? "more" : "less");
}

/// The makespan that is farthest from the limit, and the runs that do not meet it; "" if all do.
std::string unmet_makespan(std::span<const double> makespans, const Expectation& expectation) {
  const bool is_upper =
      expectation.relation == Relation::kLess || expectation.relation == Relation::kAtMost;
  std::vector<std::string> runs;
  std::string worst_run;
  double worst_s = kUnknown;
  for (std::size_t i = 0; i < makespans.size(); ++i) {
    const double makespan_s = makespans[i];
    if (is_met(expectation, makespan_s)) {
      continue;
    }
    runs.push_back(fmt::to_string(i + 1));
    if (runs.size() == 1 || (is_upper ? makespan_s > worst_s : makespan_s < worst_s)) {
      worst_s = makespan_s;
      worst_run = runs.back();
    }
  }
  const std::string is = deviation_text(expectation, worst_s);
  if (runs.empty() || makespans.size() == 1) {
    return runs.empty() ? "" : "it is " + is;
  }
  const std::size_t unmet = runs.size();
  if (unmet > kMostRunsNamed) {
    runs.resize(kMostRunsNamed);
    runs.emplace_back("…");
  }
  return fmt::format("it is {}, in run {}; not met in {} of {} runs: {}", is, worst_run, unmet,
                     makespans.size(), text::joined(runs, ", "));
}

/// The times that the name of the expectation stands for: of a message type, or of all
/// functionalities with this tag.
statistics::Histogram times_of(const statistics::Latencies& of, const Expectation& expectation) {
  statistics::Histogram times;
  for (const statistics::MessageLatency& row : of.messages) {
    if (expectation.is_message && row.mtag == expectation.name) {
      times.merge(row.times.total);
    }
  }
  for (const statistics::FunctionalityLatency& row : of.functionalities) {
    if (!expectation.is_message && row.ftag == expectation.name) {
      times.merge(row.real);
    }
  }
  return times;
}

double figure_of(const statistics::Histogram& times, const Expectation& expectation) {
  switch (expectation.figure) {
    case Figure::kMin:
      return static_cast<double>(times.min());
    case Figure::kMean:
      return times.mean();
    case Figure::kMax:
      return static_cast<double>(times.max());
    case Figure::kQuantile:
      return static_cast<double>(times.quantile(expectation.share));
    case Figure::kMakespan:
      break;
  }
  DPS_CHECK(false && "a figure of a latency");
  return kUnknown;
}

/// "" if the expectation is met.
std::string unmet_latency(const std::optional<MergedLatencies>& latencies,
                          const Expectation& expectation) {
  if (!latencies) {
    return "the result has no latencies";
  }
  const statistics::Histogram times = times_of(latencies->of, expectation);
  if (latencies->of.left_out > 0) {
    return fmt::format(
        "the limit of recorded events left out {}, so it is not known; raise it with --trace-limit",
        counted(latencies->of.left_out, "event"));
  }
  if (times.empty()) {
    return expectation.is_message ? "no such message was taken (timers do not count)"
                                  : "this functionality never fired";
  }
  const double figure_s = latencies->of.seconds(figure_of(times, expectation));
  if (is_met(expectation, figure_s)) {
    return "";
  }
  return fmt::format("it is {}{}", deviation_text(expectation, figure_s),
                     latencies->runs > 1 ? fmt::format("; over {} runs", latencies->runs) : "");
}

}  // namespace

void ExpectedFigures::add(const RunResult& result) {
  for (const RunProfile& run : result.runs) {
    makespans.push_back(run.makespan_s);
  }
  add_latencies(result, latencies);
}

std::vector<std::string> unmet_expectations(const ExpectedFigures& figures,
                                            std::span<const Expectation> expectations) {
  std::vector<std::string> unmet;
  for (const Expectation& expectation : expectations) {
    const std::string why = expectation.needs_latencies()
                                ? unmet_latency(figures.latencies, expectation)
                                : unmet_makespan(figures.makespans, expectation);
    if (!why.empty()) {
      unmet.push_back(
          fmt::format("expected {}, but {}", printable(std::string_view(expectation.text)), why));
    }
  }
  return unmet;
}

std::vector<std::string> unmet_expectations(const RunResult& result,
                                            std::span<const Expectation> expectations) {
  ExpectedFigures figures;
  if (!expectations.empty()) {
    figures.add(result);
  }
  return unmet_expectations(figures, expectations);
}

}  // namespace dps::profiles
