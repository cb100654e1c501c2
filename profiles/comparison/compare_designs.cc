#include "profiles/comparison/compare_designs.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "profiles/comparison/design_remarks.h"
#include "profiles/comparison/design_rows.h"
#include "profiles/comparison/design_verdict.h"

namespace dps::profiles {
namespace {

Design design_of(const NamedResult& named) {
  Design design;
  design.figures = figures_of(named.result, named.name);
  const auto& makespans = design.figures.makespans;
  const bool is_known = std::ranges::all_of(makespans, [](double s) { return std::isfinite(s); });
  if (is_known) {
    design.makespan = statistics_of(makespans);
  }
  if (!named.result.complete) {
    design.failure = "the result is incomplete: " + incompleteness_of(named.result);
  } else if (named.result.runs.empty()) {
    design.failure = "the result contains no run";
  } else if (!is_known) {
    design.failure = "the makespan is unknown";
  }
  return design;
}

bool shows_its_noise(const DesignFigures& figures) {
  return figures.is_exact || figures.makespans.size() > 1;
}

/// The ratio of a design and the fastest one.
RatioToFastest ratio_of(const Design& fastest, const Design& design, double confidence) {
  RatioToFastest result;
  const DesignFigures& fast = fastest.figures;
  const DesignFigures& slow = design.figures;
  if (fastest.makespan.mean > 0) {
    result.ratio = design.makespan.mean / fastest.makespan.mean;
  } else if (design.makespan.mean == fastest.makespan.mean) {
    result.ratio = 1;
  }
  if (fast.is_exact && slow.is_exact) {
    result.certainty = Certainty::kExact;
    return result;
  }
  if (!shows_its_noise(fast) || !shows_its_noise(slow)) {
    return result;
  }
  result.interval = ratio_interval(fast.makespans, slow.makespans, confidence);
  if (result.interval) {
    result.certainty = result.interval->low > 1 ? Certainty::kShown : Certainty::kNotShown;
  }
  return result;
}

/// The confidence of each interval with which the intervals of all pairs together have kConfidence,
/// whichever design is the fastest.
/// Source: Bonferroni's inequality.
double confidence_of_each(std::size_t designs) {
  const double pairs = static_cast<double>(designs * (designs - 1)) / 2;
  return designs < 3 ? kConfidence : 1 - (1 - kConfidence) / pairs;
}

/// Sorts by mean makespan; designs that are not ranked come last.
auto rank_key(const Design& design) {
  return std::tuple(!design.is_ranked(), design.is_ranked() ? design.makespan.mean : 0,
                    std::string_view(design.name()));
}

}  // namespace

DesignComparison compare_designs(std::vector<NamedResult> results, const DesignRowChoice& rows) {
  std::vector<std::pair<Design, RunResult>> sorted;
  sorted.reserve(results.size());
  for (NamedResult& named : results) {
    Design design = design_of(named);
    sorted.emplace_back(std::move(design), std::move(named.result));
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return rank_key(a.first) < rank_key(b.first);
  });
  DesignComparison comparison;
  std::vector<RunResult> sources;
  comparison.designs.reserve(sorted.size());
  sources.reserve(sorted.size());
  for (auto& [design, result] : sorted) {
    comparison.designs.push_back(std::move(design));
    sources.push_back(std::move(result));
  }
  const std::size_t ranked = comparison.ranked();
  comparison.confidence = confidence_of_each(ranked);
  for (std::size_t i = 1; i < ranked; ++i) {
    Design& design = comparison.designs[i];
    design.to_fastest = ratio_of(comparison.designs.front(), design, comparison.confidence);
    design.explanation = explain(comparison.designs.front(), design, sources[i]);
  }
  comparison.verdict = verdict_on(comparison);
  comparison.remarks = design_remarks(comparison, sources);
  sources.erase(sources.begin() + static_cast<std::ptrdiff_t>(ranked), sources.end());
  comparison.rows = rows_of_designs(std::move(sources), comparison.designs.size(), rows);
  return comparison;
}

}  // namespace dps::profiles
