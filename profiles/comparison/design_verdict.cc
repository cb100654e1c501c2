#include "profiles/comparison/design_verdict.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "profiles/view.h"
#include "profiles/wait_causes.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostDesignsNamed = 3;
constexpr double kMostOfIt = 0.5;  // of the difference of two makespans

std::string design_name(const Design& design) {
  return printable(design.name());
}

/// "a.json, b.json, c.json and 4 more"
std::string design_names(const std::vector<const Design*>& designs) {
  std::vector<std::string> names;
  names.reserve(designs.size());
  for (const Design* design : designs) {
    names.push_back(design_name(*design));
  }
  if (names.size() > kMostDesignsNamed + 1) {
    const std::size_t more = names.size() - kMostDesignsNamed;
    names.resize(kMostDesignsNamed);
    names.push_back(fmt::format("{} more", more));
  }
  return text::listed(names);
}

/// The ranked designs that the first one beats with this certainty.
std::vector<const Design*> others_with(const DesignComparison& comparison, Certainty certainty) {
  std::vector<const Design*> others;
  for (const Design& design : comparison.designs) {
    if (design.to_fastest && design.to_fastest->certainty == certainty) {
      others.push_back(&design);
    }
  }
  return others;
}

/// "10 runs each", "10 and 20 runs", "10 runs and an exact prediction".
std::string runs_text(const Design& a, const Design& b) {
  const std::size_t of_a = a.figures.makespans.size();
  const std::size_t of_b = b.figures.makespans.size();
  if (a.figures.is_exact || b.figures.is_exact) {
    return fmt::format("{} runs and an exact prediction", a.figures.is_exact ? of_b : of_a);
  }
  return of_a == of_b ? fmt::format("{} runs each", of_a)
                      : fmt::format("{} and {} runs", of_a, of_b);
}

/// "95% interval 1.18 to 1.29 over 10 runs each"
std::string evidence(const DesignComparison& comparison, const Design& other) {
  return fmt::format("{:.4g}% interval {} over {}", 100 * comparison.confidence,
                     interval_text(*other.to_fastest->interval),
                     runs_text(comparison.designs.front(), other));
}

/// "1.23 times as fast as b.json, the next"
std::string lead_over_next(const DesignComparison& comparison) {
  const Design& next = comparison.designs[1];
  return next.to_fastest->ratio
             ? fmt::format("{} times as fast as {}{}", design_ratio_text(*next.to_fastest->ratio),
                           design_name(next), comparison.ranked() > 2 ? ", the next" : "")
             : fmt::format("it takes no time, {} takes {}", design_name(next),
                           text::time_text(next.makespan.mean));
}

/// The first design and those that take exactly as long.
std::vector<const Design*> equals_of(const DesignComparison& comparison) {
  std::vector<const Design*> equals;
  for (const Design& design : comparison.designs) {
    if (design.is_ranked() && design.makespan.mean == comparison.designs.front().makespan.mean) {
      equals.push_back(&design);
    }
  }
  return equals;
}

std::string certain_verdict(const DesignComparison& comparison) {
  const Design& first = comparison.designs[0];
  const Design& next = comparison.designs[1];
  const std::string exact = "these predictions do not vary: exact for the machine model";
  if (comparison.fastest() == nullptr) {
    return fmt::format("{} are equally fast ({})", design_names(equals_of(comparison)), exact);
  }
  return fmt::format(
      "{} is fastest: {} ({})", design_name(first), lead_over_next(comparison),
      next.to_fastest->certainty == Certainty::kExact ? exact : evidence(comparison, next));
}

/// The sentence about designs that had a single run, or that are compared with such a design.
std::string noise_text(const DesignComparison& comparison,
                       const std::vector<const Design*>& unknown) {
  const auto has_one_run = [](const Design& design) {
    return !design.figures.is_exact && design.figures.makespans.size() == 1;
  };
  std::vector<const Design*> single;
  for (const Design& design : comparison.designs) {
    if (design.is_ranked() && has_one_run(design)) {
      single.push_back(&design);
    }
  }
  if (single.empty()) {
    return fmt::format("; the interval of {} cannot be computed", design_names(unknown));
  }
  return fmt::format("; the noise is not known, with one run of {}: use --runs",
                     single.size() == comparison.ranked() ? "each" : design_names(single));
}

std::string uncertain_verdict(const DesignComparison& comparison) {
  const std::string first = design_name(comparison.designs.front());
  const auto similar = others_with(comparison, Certainty::kNotShown);
  const auto unknown = others_with(comparison, Certainty::kNoiseUnknown);
  const std::string noise = unknown.empty() ? "" : noise_text(comparison, unknown);
  if (similar.empty()) {
    return fmt::format("{} has the shortest makespan: {}{}", first, lead_over_next(comparison),
                       noise);
  }
  if (similar.size() == 1) {
    const Design& other = *similar.front();
    return fmt::format(
        "no difference can be shown between {} and {}: the ratio is {} ({}); more runs narrow the "
        "interval{}",
        first, design_name(other), design_ratio_text(*other.to_fastest->ratio),
        evidence(comparison, other), noise);
  }
  return fmt::format(
      "{} has the shortest mean makespan, but no difference from {} can be shown; more runs "
      "narrow the intervals{}",
      first, design_names(similar), noise);
}

/// The sentence about predictions that are too fast, since they lack the costs of some components.
std::string uncharged_text(const DesignComparison& comparison) {
  std::vector<const Design*> uncharged;
  for (const Design& design : comparison.designs) {
    if (design.is_ranked() && design.figures.is_uncharged) {
      uncharged.push_back(&design);
    }
  }
  return uncharged.empty() ? ""
                           : fmt::format(
                                 "; but components without a cost take no time in {}: see "
                                 "the notes",
                                 design_names(uncharged));
}

/// The sentence about designs whose makespans are the time of --for.
std::string ended_text(const DesignComparison& comparison) {
  std::vector<const Design*> ended;
  for (const Design& design : comparison.designs) {
    if (design.is_ranked() && design.figures.is_ended) {
      ended.push_back(&design);
    }
  }
  return ended.empty() ? ""
                       : fmt::format(
                             "; but --for ended {}, whose makespan does not depend on the design: "
                             "compare latencies, ages and rates",
                             design_names(ended));
}

// --- explanations -------------------------------------------------------------------------------

struct KindDifference {
  const SeparateKind* kind = nullptr;
  double difference_s = 0;
};

/// "sends for 93 ms (62.0% of the makespan)", "sends for 93 ms (62.0% of the makespan) and computes
/// for 20 ms (13.3%)"
std::string spent_text(const std::vector<KindDifference>& kinds, const KindTimes& times,
                       double makespan_s) {
  std::vector<std::string> parts;
  parts.reserve(kinds.size());
  for (const auto& [kind, difference_s] : kinds) {
    const double time_s = kind->time(times);
    parts.push_back(fmt::format("{} for {} ({}{})", kind->verb, text::time_text(time_s),
                                text::percent_text(time_s / makespan_s),
                                parts.empty() ? " of the makespan" : ""));
  }
  return text::listed(parts);
}

/// The kinds of time that make `slow` longer than `fast`, the largest difference first, until they
/// amount to half of `longer_s`. A process usually waits because another one is slow; so wait is
/// left out if the other kinds together amount to half. Empty if no kind amounts to a quarter.
std::vector<KindDifference> main_differences(const KindTimes& fast, const KindTimes& slow,
                                             double longer_s) {
  constexpr double kLeastPart = 0.25;
  constexpr double kLeastFurtherPart = 0.1;
  const bool is_without_wait = slow.busy_s() - fast.busy_s() >= kMostOfIt * longer_s;
  std::vector<KindDifference> differences;
  for (const SeparateKind& kind : kSeparateKinds) {
    const double difference_s = kind.time(slow) - kind.time(fast);
    if (difference_s > 0 && !(is_without_wait && kind.name == "wait")) {  // false for NaN
      differences.push_back({&kind, difference_s});
    }
  }
  std::stable_sort(differences.begin(), differences.end(),
                   [](const auto& x, const auto& y) { return x.difference_s > y.difference_s; });
  double sum_s = 0;
  std::size_t kept = 0;
  while (kept < differences.size() && sum_s < kMostOfIt * longer_s &&
         differences[kept].difference_s >=
             (kept == 0 && !is_without_wait ? kLeastPart : kLeastFurtherPart) * longer_s) {
    sum_s += differences[kept++].difference_s;
  }
  differences.resize(kept);
  return differences;
}

/// The busiest process of the slower design, and its counterpart in the fastest.
struct BusiestPair {
  ProcessTimes fast, slow;
};

/// The busiest process and its counterpart: the one with the same tag, or else the busiest of
/// `fastest`. nullopt if one of them is unknown.
std::optional<BusiestPair> busiest_pair(const DesignFigures& fastest, const DesignFigures& design) {
  const ProcessTimes* slow = design.busiest();
  const ProcessTimes* busiest = fastest.busiest();
  if (slow == nullptr || busiest == nullptr) {
    return std::nullopt;
  }
  const ProcessTimes* same = fastest.find(slow->ptag);
  BusiestPair pair{same == nullptr ? *busiest : *same, *slow};
  if (std::isnan(pair.fast.times.sleep_s) || std::isnan(pair.slow.times.sleep_s)) {
    pair.fast.times.sleep_s = pair.slow.times.sleep_s = kUnknown;  // compute includes it in both
  }
  return pair;
}

/// ", mostly for Pair.m from Master.p[0]"
std::string waited_for(const RunResult& result, const std::string& ptag) {
  const RunProfile& run = result.runs[shown_run(result)];
  const auto process = std::ranges::find(run.processes, ptag, &ProcessProfile::ptag);
  if (process == run.processes.end()) {
    return "";
  }
  const auto cause = WaitCauses(run).longest({ptag, 0, {&*process}});
  return !cause || cause->mtag.empty()
             ? ""
             : fmt::format(", mostly for {} from {}", printable(cause->mtag),
                           printable(cause->sender));
}

}  // namespace

std::string design_ratio_text(double ratio) {
  return ratio < 1000 ? fmt::format("{:.{}f}", ratio,
                                    ratio < 10    ? 3
                                    : ratio < 100 ? 2
                                                  : 1)
                      : fmt::format("{:.4g}", ratio);
}

std::string interval_text(const Interval& interval) {
  const std::string low = design_ratio_text(interval.low);
  return std::isfinite(interval.high) ? low + " to " + design_ratio_text(interval.high)
                                      : "at least " + low;
}

std::string verdict_on(const DesignComparison& comparison) {
  const std::size_t ranked = comparison.ranked();
  if (ranked == 0) {
    return "nothing can be ranked: no result is complete";
  }
  if (ranked == 1) {
    return fmt::format("nothing can be ranked: only {} is complete",
                       design_name(comparison.designs.front()));
  }
  return (comparison.certainty() >= Certainty::kShown ? certain_verdict(comparison)
                                                      : uncertain_verdict(comparison)) +
         uncharged_text(comparison) + ended_text(comparison);
}

std::string explain(const Design& fastest, const Design& design, const RunResult& result) {
  const double longer_s = design.makespan.mean - fastest.makespan.mean;
  const auto pair = busiest_pair(fastest.figures, design.figures);
  if (!pair || longer_s <= 0 || fastest.makespan.mean <= 0 ||
      design.to_fastest->certainty == Certainty::kNotShown) {
    return "";
  }
  const auto differences = main_differences(pair->fast.times, pair->slow.times, longer_s);
  const std::string slow = printable(pair->slow.ptag);
  const std::string text =
      fmt::format("{} takes {} longer", design_name(design), text::time_text(longer_s));
  if (differences.empty()) {
    return fmt::format("{}; no kind of time of its busiest process, {}, explains a quarter of that",
                       text, slow);
  }
  double sum_s = 0;
  std::vector<std::string> kinds;
  kinds.reserve(differences.size());
  for (const auto& [kind, difference_s] : differences) {
    sum_s += difference_s;
    kinds.emplace_back(kind->name);
  }
  const bool is_waiting = differences.back().kind->name == "wait";
  const std::string fast = printable(pair->fast.ptag);
  return fmt::format("{}, {} in {}: its busiest process, {}, {}{}; in {}, {} {}", text,
                     sum_s >= kMostOfIt * longer_s ? "mostly" : "partly", text::listed(kinds), slow,
                     spent_text(differences, pair->slow.times, design.makespan.mean),
                     is_waiting ? waited_for(result, pair->slow.ptag) : "", design_name(fastest),
                     pair->fast.ptag == pair->slow.ptag ? fast : "the busiest, " + fast + ",",
                     spent_text(differences, pair->fast.times, fastest.makespan.mean));
}

}  // namespace dps::profiles
