#include "profiles/expectation.h"

#include <cmath>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/layout.h"
#include "base/units.h"

namespace dps::profiles {
namespace {

using Relation = Expectation::Relation;

constexpr std::size_t kMostRunsNamed = 8;

/// Deviations of at least this factor are printed as a factor, not as a percentage.
constexpr double kLargeFactor = 10;
/// Factors from here on need more than three digits.
constexpr double kLargestInDigits = 1000;

/// "23.1 ms, 15.5% more", "1.4 s, 70 times the limit"; "-" if the value is unknown.
std::string deviation_text(const Expectation& expectation, double value) {
  std::string text = quantity_text(expectation.quantity.dimension(), value);
  const double share = (value - expectation.limit) / expectation.limit;
  if (!std::isfinite(share) || share == 0) {
    return text;
  }
  if (value >= kLargeFactor * expectation.limit && expectation.limit > 0) {
    const double factor = value / expectation.limit;
    return fmt::format("{}, {} times the limit", text,
                       factor < kLargestInDigits
                           ? fmt::format("{:.3g}", factor)
                           : format_count(static_cast<std::uint64_t>(std::llround(factor))));
  }
  return fmt::format("{}, {:.3g}% {}", text, 100 * std::abs(share), share > 0 ? "more" : "less");
}

/// The makespan that is farthest from the limit, and the runs that do not meet it; "" if all do.
std::string unmet_makespan(std::span<const double> makespans, const Expectation& expectation) {
  std::vector<std::string> runs;
  std::string worst_run;
  double worst_s = kUnknown;
  for (std::size_t i = 0; i < makespans.size(); ++i) {
    const double makespan_s = makespans[i];
    if (expectation.is_met_by(makespan_s)) {
      continue;
    }
    runs.push_back(fmt::to_string(i + 1));
    if (runs.size() == 1 ||
        (expectation.is_upper() ? makespan_s > worst_s : makespan_s < worst_s)) {
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

/// "" if the expectation is met.
std::string unmet_quantity(const KnownFigures& figures, const Expectation& expectation) {
  const auto value = value_of(expectation.quantity, figures);
  if (!value) {
    return value.error();
  }
  if (expectation.is_met_by(*value)) {
    return "";
  }
  const std::size_t runs = figures.makespans.size();
  return fmt::format("it is {}{}", deviation_text(expectation, *value),
                     runs > 1 ? fmt::format("; over {} runs", runs) : "");
}

bool is_makespan(const Quantity& quantity) {
  return quantity.figure.kind == Figure::Kind::kMakespan && !quantity.divisor;
}

}  // namespace

bool Expectation::is_met_by(double value) const {
  switch (relation) {
    case Relation::kLess:
      return value < limit;
    case Relation::kAtMost:
      return value <= limit;
    case Relation::kGreater:
      return value > limit;
    case Relation::kAtLeast:
      break;
  }
  return value >= limit;
}

std::vector<std::string> unmet_expectations(const KnownFigures& figures,
                                            std::span<const Expectation> expectations) {
  std::vector<std::string> unmet;
  for (const Expectation& expectation : expectations) {
    const std::string why = is_makespan(expectation.quantity)
                                ? unmet_makespan(figures.makespans, expectation)
                                : unmet_quantity(figures, expectation);
    if (!why.empty()) {
      unmet.push_back(
          fmt::format("expected {}, but {}", printable(std::string_view(expectation.text)), why));
    }
  }
  return unmet;
}

std::vector<std::string> unmet_expectations(const RunResult& result,
                                            std::span<const Expectation> expectations) {
  KnownFigures figures;
  if (!expectations.empty()) {
    figures.add(result);
  }
  return unmet_expectations(figures, expectations);
}

}  // namespace dps::profiles
