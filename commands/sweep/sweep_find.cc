#include "commands/sweep/sweep_find.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "base/text/load_source.h"
#include "base/text/value_list.h"
#include "commands/cli/run_target.h"
#include "commands/sweep/sweep_plan.h"
#include "commands/sweep/sweep_store.h"
#include "commands/sweep/sweep_work.h"
#include "coordinator/agents/failure.h"
#include "profiles/comparison/design_figures.h"
#include "profiles/statistics.h"

namespace dps::commands {
namespace {

using profiles::Expectation;
using Json = nlohmann::ordered_json;

/// The ends of the range. A whole range has whole values only.
struct Range {
  double low = 0;
  double high = 0;
  bool is_whole = false;
};

std::string number_text(double value) {
  constexpr double kMostWhole = 1e15;
  return value == std::floor(value) && std::abs(value) < kMostWhole ? fmt::format("{:.0f}", value)
                                                                    : fmt::format("{:.6g}", value);
}

/// A value at which the blueprint was predicted or run.
struct Probe {
  sweeps::Outcome outcome;
  std::optional<double> figure;      ///< over all runs
  std::optional<double> half_width;  ///< half the 95 % confidence interval, if known
  bool is_less = false;  ///< half the interval is less than `half_width`, which is a resolution
  bool holds = false;

  [[nodiscard]] bool overlaps(double limit) const {
    return figure && half_width && std::abs(*figure - limit) <= *half_width && *half_width > 0;
  }
};

/// The outcome of a search.
enum class Finding : std::uint8_t {
  kBracket,
  kHoldsAtHighest,
  kHoldsNowhere,
  kHoldsOnlyAbove,
  kStoppedAtBracket,  ///< by a signal or an error
  kStoppedBefore      ///< likewise, before both ends of the range were tried
};

bool has_bracket(Finding finding) {
  return finding == Finding::kBracket || finding == Finding::kStoppedAtBracket;
}

bool is_stopped(Finding finding) {
  return finding == Finding::kStoppedAtBracket || finding == Finding::kStoppedBefore;
}

/// `status` is the reason why the search ended early, if it did.
struct FindingStatus {
  Finding finding = Finding::kBracket;
  ExitStatus status = ExitStatus::kDone;
};

class Search {
 public:
  Search(const SweepOptions& given, Range range)
      : given_(given),
        expectation_(given.find->expectation),
        range_(range),
        whole_width_(range.high - range.low) {}

  /// Makes the probes. Prints the reason if it cannot make them all.
  FindingStatus run() {
    const auto low = probe_at(range_.low);
    const auto high = low ? probe_at(range_.high) : low;
    if (!high) {
      return {Finding::kStoppedBefore, high.error()};
    }
    if (*high) {
      return {*low ? Finding::kHoldsAtHighest : Finding::kHoldsOnlyAbove};
    }
    return *low ? bisect() : FindingStatus{Finding::kHoldsNowhere, ExitStatus::kFailed};
  }

  [[nodiscard]] const std::map<double, Probe>& probes() const { return probes_; }
  /// The largest value with which the expectation holds, and the least greater one without.
  [[nodiscard]] std::pair<double, double> bracket() const { return {range_.low, range_.high}; }
  [[nodiscard]] double last() const { return last_; }
  [[nodiscard]] bool predicts() const { return !given_.machines.empty(); }

  /// Two values between which the figure changes in the other direction than between the ends of
  /// the range, by more than the errors, and so much that a value in between might be on the other
  /// side of the limit.
  [[nodiscard]] std::optional<std::pair<double, double>> contradiction() const {
    for (auto a = probes_.begin(); a != probes_.end(); ++a) {
      for (auto b = std::next(a); b != probes_.end(); ++b) {
        if (contradict(a->second, b->second)) {
          return std::pair(a->first, b->first);
        }
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr double kPrecision = 0.01;

  [[nodiscard]] bool contradict(const Probe& first, const Probe& second) const {
    const auto& low = probes_.begin()->second.figure;
    const auto& high = probes_.rbegin()->second.figure;
    if (!first.figure || !second.figure || !low || !high) {
      return false;
    }
    const double back = (*first.figure - *second.figure) * (*high >= *low ? 1 : -1);
    const double to_limit = std::min(std::abs(*first.figure - expectation_.limit),
                                     std::abs(*second.figure - expectation_.limit));
    return back > first.half_width.value_or(0) + second.half_width.value_or(0) && back > to_limit;
  }

  [[nodiscard]] bool is_narrow() const {
    const double width = range_.high - range_.low;
    return range_.is_whole ? width <= 1
                           : width <= std::max(kPrecision * std::abs(range_.low),
                                               kPrecision * kPrecision * whole_width_);
  }

  FindingStatus bisect() {
    while (!is_narrow()) {
      double middle = range_.low + (range_.high - range_.low) / 2;
      middle = range_.is_whole ? std::floor(middle) : middle;
      const auto holds = probe_at(middle);
      if (!holds) {
        return {Finding::kStoppedAtBracket, holds.error()};
      }
      (*holds ? range_.low : range_.high) = middle;
    }
    return {Finding::kBracket};
  }

  /// Returns true if the expectation holds. Makes more runs while the limit is within the error.
  tl::expected<bool, ExitStatus> probe_at(double value) {
    constexpr std::uint32_t kMostRuns = 64;
    RepetitionOptions repetition = given_.repetition;
    last_ = value;
    for (;;) {
      auto outcome = outcome_at(value, repetition);
      if (!outcome) {
        return tl::unexpected(outcome.error());
      }
      Probe& probe = probes_[value] = judged(*std::move(outcome));
      const auto runs = static_cast<std::uint32_t>(probe.outcome.makespans.size());
      const bool is_sure = !can_differ_ || given_.repetition.until_error ||
                           (probe.half_width && !probe.overlaps(expectation_.limit));
      if (!probe.outcome.is_complete() || (is_sure && runs >= fewest_runs()) || runs >= kMostRuns) {
        return probe.holds;
      }
      repetition.until_error.reset();
      repetition.runs = 2 * runs;
    }
  }

  /// The fewest runs that show the error of a figure.
  [[nodiscard]] std::uint32_t fewest_runs() const {
    constexpr std::uint32_t kFewest = 2;            // a single run has no error
    constexpr std::uint32_t kFewestThatDiffer = 8;  // the error of fewer is itself too uncertain
    return can_differ_ ? kFewestThatDiffer : kFewest;
  }

  [[nodiscard]] Probe judged(sweeps::Outcome outcome) const {
    Probe probe;
    probe.outcome = std::move(outcome);
    const auto& columns = probe.outcome.columns;
    if (!probe.outcome.is_complete() || columns.empty() || !std::isfinite(columns.front())) {
      return probe;
    }
    probe.figure = columns.front();
    probe.half_width = profiles::statistics_of(probe.outcome.samples).half_width;
    const double resolution = profiles::resolution_of(expectation_.quantity, *probe.figure);
    probe.is_less = can_differ_ && probe.half_width == 0 && resolution > 0;
    if (probe.is_less) {
      probe.half_width = resolution;
    }
    probe.holds = expectation_.is_met_by(*probe.figure) && probe.outcome.unmet.empty();
    return probe;
  }

  tl::expected<sweeps::Outcome, ExitStatus> outcome_at(double value,
                                                       const RepetitionOptions& repetition) {
    SweepOptions at = given_;
    at.repetition = repetition;
    at.common.quiet = given_.common.quiet || !probes_.empty();
    at.profile.columns.insert(at.profile.columns.begin(), expectation_.quantity);
    for (auto& [name, values] : at.blueprint.settings) {
      values = name == given_.find->variable ? number_text(value) : values;
    }
    const auto plan = plan_sweep(at);
    if (!plan) {
      return tl::unexpected(plan.error());
    }
    if (plan->points.size() != 1) {
      return tl::unexpected(
          print_error(fmt::format("--find looks for one value: only {} may have several",
                                  printable(given_.find->variable)),
                      ExitStatus::kInputWrong, given_.common.color));
    }
    can_differ_ = plan->runs() || profiles::mentions_random(plan->source.text);
    if (!at.repetition.until_error) {
      at.repetition.runs = std::max(at.repetition.runs.value_or(1), fewest_runs());
    }
    if (plan->runs() && !target_) {
      auto opened = open_run_target(at.hosts, at.common);
      if (!opened) {
        return tl::unexpected(opened.error());
      }
      target_ = *std::move(opened);
    }
    return carried_out(*plan);
  }

  tl::expected<sweeps::Outcome, ExitStatus> carried_out(const SweepPlan& plan) {
    const auto refuse = [&](const std::string& why, ExitStatus status) {
      return tl::unexpected(print_error(why, status, given_.common.color));
    };
    const Shard whole;
    auto store = SweepStore::open(plan, whole, target_);
    if (!store) {
      return refuse(store.error().message, database_status(store.error()));
    }
    SweepWork work(plan, whole, *store, target_);
    const auto stopped = work.carry_out();
    if (!stopped) {
      return refuse(stopped.error().message, ExitStatus::kIncomplete);
    }
    if (*stopped) {
      const coordinator::Failure failure = coordinator::stopped_by(**stopped);
      return refuse(failure.reason, failure.status);
    }
    const sweeps::SweepRow& row = work.sweep().rows.front();
    const auto& outcome = predicts() ? row.predicted : row.measured;
    return outcome ? tl::expected<sweeps::Outcome, ExitStatus>(*outcome)
                   : refuse(
                         "another dps is working on this point; the same command prints it when it "
                         "has finished",
                         ExitStatus::kIncomplete);
  }

  const SweepOptions& given_;
  Expectation expectation_;
  Range range_;
  double whole_width_;
  bool can_differ_ = true;  ///< the runs of a value: measurements, or with random values
  std::optional<RunTarget> target_;
  std::map<double, Probe> probes_;
  double last_ = 0;  ///< the value that was tried last
};

/// The outcome as a sentence.
std::string finding_text(const SweepOptions& given, const Search& search, Finding finding) {
  const std::string name = printable(given.find->variable);
  const auto [low, high] = search.bracket();
  switch (finding) {
    case Finding::kBracket:
      return fmt::format("It holds up to {} = {}, and not at {}.", name, number_text(low),
                         number_text(high));
    case Finding::kHoldsAtHighest:
      return fmt::format("It holds at {} = {}, the end of the range; larger values were not tried.",
                         name, number_text(high));
    case Finding::kHoldsOnlyAbove:
      return fmt::format(
          "It holds at {0} = {1}, the end of the range, and not at its start, {2}: the larger {0}, "
          "the better.",
          name, number_text(high), number_text(low));
    case Finding::kStoppedAtBracket:
      return fmt::format(
          "The search stopped at {0} = {1}. It holds up to {0} = {2}, and not at {3}.", name,
          number_text(search.last()), number_text(low), number_text(high));
    case Finding::kStoppedBefore:
      return fmt::format("The search stopped at {} = {}, an end of the range.", name,
                         number_text(search.last()));
    case Finding::kHoldsNowhere:
      break;
  }
  return fmt::format("It does not hold at {} = {}, the start of the range, nor at its end.", name,
                     number_text(low));
}

std::string contradiction_text(const SweepOptions& given, const Search& search) {
  const auto found = search.contradiction();
  if (!found) {
    return "";
  }
  const auto dimension = given.find->expectation.quantity.dimension();
  const auto figure = [&](double value) {
    return profiles::quantity_text(dimension, *search.probes().at(value).figure);
  };
  return fmt::format(
      "The results are not monotone: {} at {}, and {} at {}. Other values may hold, or fail, too.",
      figure(found->first), number_text(found->first), figure(found->second),
      number_text(found->second));
}

std::string half_width_text(profiles::Dimension dimension, const Probe& probe) {
  return probe.half_width
             ? (probe.is_less ? "< " : "") + profiles::quantity_text(dimension, *probe.half_width)
             : "-";
}

std::string table_of(const SweepOptions& given, const Search& search) {
  const Expectation& expectation = given.find->expectation;
  const auto dimension = expectation.quantity.dimension();
  text::Grid grid({{printable(given.find->variable)},
                   {printable(expectation.quantity.text)},
                   {"± 95%"},
                   {"runs"},
                   {"holds", text::Align::kLeft}});
  std::size_t row = 0;
  for (const auto& [value, probe] : search.probes()) {
    grid.add({number_text(value),
              probe.figure ? profiles::quantity_text(dimension, *probe.figure) : "-",
              half_width_text(dimension, probe), fmt::to_string(probe.outcome.makespans.size()),
              std::string(probe.holds ? "yes" : "no") +
                  (probe.overlaps(expectation.limit) ? ", within the error" : "")});
    if (!probe.outcome.reason.empty()) {
      grid.add_lines(row, text::wrapped("    ", printable(probe.outcome.reason), 2));
    }
    for (const std::string& line : probe.outcome.unmet) {
      grid.add_lines(row, text::wrapped("    ", line, 2));
    }
    ++row;
  }
  return grid.text();
}

std::string text_of(const SweepOptions& given, const Search& search, Finding finding) {
  std::string text =
      fmt::format("{}: the largest {} with {}, {}\n\n", printable(input_name(given.blueprint.file)),
                  printable(given.find->variable), printable(given.find->expectation.text),
                  search.predicts() ? "predicted" : "measured");
  text += table_of(given, search) + "\n";
  text += text::wrapped("", finding_text(given, search, finding));
  const std::string contradiction = contradiction_text(given, search);
  return contradiction.empty() ? text : text + text::wrapped("", contradiction);
}

std::string json_of(const SweepOptions& given, const Search& search, Finding finding) {
  const auto known = [](const std::optional<double>& value) {
    return value ? Json(*value) : Json();
  };
  Json probes = Json::array();
  for (const auto& [value, probe] : search.probes()) {
    probes.push_back({{"value", value},
                      {"figure", known(probe.figure)},
                      {"half_width", known(probe.half_width)},
                      {"half_width_is_limit", probe.is_less},
                      {"runs", probe.outcome.makespans.size()},
                      {"holds", probe.holds},
                      {"reason", probe.outcome.reason},
                      {"unmet", probe.outcome.unmet}});
  }
  const auto [low, high] = search.bracket();
  const bool is_bracket = has_bracket(finding);
  const bool holds_at_highest =
      finding == Finding::kHoldsAtHighest || finding == Finding::kHoldsOnlyAbove;
  const Json all{{"format", "dps-find"},
                 {"version", 1},
                 {"variable", given.find->variable},
                 {"expectation", given.find->expectation.text},
                 {"kind", search.predicts() ? "predict" : "run"},
                 {"holds", is_bracket         ? Json(low)
                           : holds_at_highest ? Json(high)
                                              : Json()},
                 {"fails", is_bracket                          ? Json(high)
                           : finding == Finding::kHoldsNowhere ? Json(low)
                                                               : Json()},
                 {"is_complete", !is_stopped(finding)},
                 {"is_monotone", !search.contradiction().has_value()},
                 {"probes", std::move(probes)}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// "; did you mean 'jobs'?" if the variable of --find is neither one of --set nor one of the
/// blueprint, and has a name similar to theirs; else "".
std::string meant_variable(const SweepOptions& given) {
  std::vector<std::string> names;
  for (const auto& [name, values] : given.blueprint.settings) {
    names.push_back(name);
  }
  if (given.program.empty()) {
    if (const auto source = text::load_source(given.blueprint.file, "blueprint")) {
      const std::vector<std::string> more = variables_in(given.blueprint, *source);
      names.insert(names.end(), more.begin(), more.end());
    }
  }
  const bool is_known = std::find(names.begin(), names.end(), given.find->variable) != names.end();
  return is_known ? "" : did_you_mean(given.find->variable, names);
}

/// The range of --set; the error if it has none.
tl::expected<Range, std::string> range_of(const SweepOptions& given) {
  const std::string& name = given.find->variable;
  const auto setting =
      std::find_if(given.blueprint.settings.begin(), given.blueprint.settings.end(),
                   [&](const auto& one) { return one.first == name; });
  const std::string wanted =
      fmt::format("--find needs a range of {0}: --set {0}=100..2000", printable(name));
  if (setting == given.blueprint.settings.end()) {
    const std::string meant = meant_variable(given);
    return tl::unexpected(
        meant.empty() ? wanted
                      : fmt::format("--find {}: this is not a variable{}", printable(name), meant));
  }
  const auto values = text::read_range(setting->second);
  if (!values || values->first >= values->last || values->step != 1) {
    return tl::unexpected(fmt::format("{}, got '{}'", wanted, printable(setting->second)));
  }
  const bool is_whole = values->first == std::floor(values->first) &&
                        values->last == std::floor(values->last) &&
                        std::count(setting->second.begin(), setting->second.end(), '.') == 2;
  return Range{values->first, values->last, is_whole};
}

}  // namespace

ExitStatus find_largest(const SweepOptions& given) {
  const auto range = range_of(given);
  if (!range) {
    return print_error(range.error(), ExitStatus::kInputWrong, given.common.color);
  }
  Search search(given, *range);
  const auto [finding, status] = search.run();
  if (search.probes().empty()) {
    return status;
  }
  return print_output(given.output.format == Format::kJson ? json_of(given, search, finding)
                                                           : text_of(given, search, finding),
                      status);
}

}  // namespace dps::commands
