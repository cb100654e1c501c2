#include "blueprint/analysis/firing_balance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include "blueprint/analysis/linear_bounds.h"

namespace dps::blueprint {
namespace {

using Balance = FiringBalance;

/// An amount that did not come down to this one never does.
constexpr double kLargest = 1e100;
constexpr double kNegligible = 1e-6;
constexpr long double kRounding = 1e-12L;
constexpr int kMostRounds = 100;

double cycle_of(const std::vector<Balance::Leg>& legs) {
  double cycle = 0;
  for (const Balance::Leg& leg : legs) {
    cycle += leg.firings;
  }
  return cycle;
}

/// The units that the nexts of a line name, each once.
std::vector<std::uint32_t> targets_of(const Balance::Line& line) {
  std::vector<std::uint32_t> targets;
  for (const Balance::Next& next : line.nexts) {
    for (const Balance::Leg& leg : next.legs) {
      if (leg.target != Balance::Leg::kNowhere) {
        targets.push_back(leg.target);
      }
    }
  }
  std::ranges::sort(targets);
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

/// The lines, units, flows and inboxes that something can start. Without this distinction, two
/// lines that wait for each other would keep each other going.
struct Started {
  std::vector<bool> lines, units, flows, inboxes;
};

/// Newton's method from above: each amount is the least of several linear ones; those that are
/// least at the present amounts make a linear system, whose solution is the next guess.
class Search {
 public:
  explicit Search(const Balance& balance)
      : balance_(balance),
        first_line_(static_cast<std::uint32_t>(balance.units.size())),
        first_flow_(first_line_ + static_cast<std::uint32_t>(balance.lines.size())),
        amounts_(first_flow_ + balance.inbox_of_flow.size(), Balance::kUnlimited),
        flows_of_inbox_(balance.inboxes) {
    for (const Balance::Line& line : balance.lines) {
      targets_.push_back(targets_of(line));
    }
    for (std::uint32_t flow = 0; flow < balance.inbox_of_flow.size(); ++flow) {
      if (balance.inbox_of_flow[flow] != Balance::kNoFlow) {
        flows_of_inbox_[balance.inbox_of_flow[flow]].push_back(flow);
      }
    }
    most_taken_ = most_taken();
    started_ = {std::vector<bool>(balance.lines.size()), std::vector<bool>(first_line_),
                std::vector<bool>(balance.inbox_of_flow.size()),
                std::vector<bool>(balance.inboxes)};
    for (std::size_t unit = 0; unit < first_line_; ++unit) {
      started_.units[unit] = balance.units[unit].started > 0;
    }
    while (spread()) {
    }
    for (std::size_t at = 0; at < amounts_.size(); ++at) {
      amounts_[at] = is_started(at) ? amounts_[at] : 0;
    }
  }

  std::optional<std::vector<double>> run() {
    for (int round = 0; round < kMostRounds; ++round) {
      const auto solution = solve_bounds(bounds(), Balance::kUnlimited);
      if (!solution) {
        return std::nullopt;
      }
      bool has_changed = false;
      for (std::size_t at = 0; at < amounts_.size(); ++at) {
        const double change = std::abs((*solution)[at] - amounts_[at]);
        has_changed = has_changed || change > amounts_[at] * kNegligible;
      }
      amounts_ = *solution;
      if (!has_changed) {
        return firings();
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is_started(std::size_t at) const {
    return at < first_line_   ? started_.units[at]
           : at < first_flow_ ? started_.lines[at - first_line_]
                              : started_.flows[at - first_flow_];
  }

  /// Extends the set of started units and lines by one step. Returns true if it has grown.
  bool spread() {
    bool is_new = false;
    const auto start = [&](std::vector<bool>& of, std::uint32_t which) {
      is_new = is_new || !of[which];
      of[which] = true;
    };
    for (const Balance::Entry& entry : balance_.entries) {
      const bool is_fed = std::ranges::all_of(
          entry.needs, [&](const Balance::Need& need) { return started_.inboxes[need.inbox]; });
      if (!started_.units[entry.unit] || !is_fed) {
        continue;
      }
      start(started_.lines, entry.line);
      for (const std::uint32_t unit : targets_[entry.line]) {
        start(started_.units, unit);
      }
    }
    for (const Balance::Share& share : balance_.shares) {
      if (started_.lines[share.line] &&
          (share.answered == Balance::kNoFlow || started_.flows[share.answered])) {
        start(started_.flows, share.flow);
        if (balance_.inbox_of_flow[share.flow] != Balance::kNoFlow) {
          start(started_.inboxes, balance_.inbox_of_flow[share.flow]);
        }
      }
    }
    return is_new;
  }

  /// The amounts in the order of `amounts_`, as linear functions of each other.
  [[nodiscard]] std::vector<LinearBound> bounds() {
    choice_ = 0;
    std::vector<LinearBound> bounds(amounts_.size());
    bound_activations(bounds);
    bound_firings(bounds);
    for (const Balance::Share& share : balance_.shares) {
      const double amount = share.amount * fraction_of(share);
      bounds[first_flow_ + share.flow].add(LinearBound::of(first_line_ + share.line, amount));
    }
    for (std::size_t at = 0; at < bounds.size(); ++at) {
      bounds[at] = is_started(at) ? std::move(bounds[at]) : LinearBound{};
    }
    return bounds;
  }

  /// Answers go to the cells in proportion to the messages that are answered.
  [[nodiscard]] double fraction_of(const Balance::Share& share) const {
    if (share.answered == Balance::kNoFlow) {
      return 1;
    }
    double sum = 0;
    for (const std::uint32_t flow : balance_.answers[share.answer]) {
      sum += amounts_[first_flow_ + flow];
    }
    return sum > 0 ? amounts_[first_flow_ + share.answered] / sum : 0;
  }

  /// The one that is less at the present amounts. Of nearly equal ones, that of the round before:
  /// rounding must not change the choice forever.
  LinearBound least(const LinearBound& one, const LinearBound& other) {
    const long double of_one = one.at(amounts_);
    const long double rest = of_one - other.at(amounts_);
    const bool is_known = choice_ < chose_other_.size();
    if (!is_known) {
      chose_other_.push_back(rest > 0);
    } else if (std::abs(rest) > kRounding * of_one) {
      chose_other_[choice_] = rest > 0;
    }
    return chose_other_[choice_++] ? other : one;
  }

  void bound_activations(std::vector<LinearBound>& bounds) {
    std::vector<LinearBound> by_units(balance_.units.size());  // those before it, left once each
    std::vector<LinearBound> by_firings(balance_.units.size());
    for (const Balance::Entry& entry : balance_.entries) {
      for (const std::uint32_t unit : targets_[entry.line]) {
        by_units[unit].add(LinearBound::of(entry.unit, 1));
      }
    }
    for (std::uint32_t line = 0; line < balance_.lines.size(); ++line) {
      for (const Balance::Next& next : balance_.lines[line].nexts) {
        for (const std::uint32_t unit : targets_[line]) {
          by_firings[unit].add(activations_by(line, next, unit));
        }
      }
    }
    for (std::uint32_t unit = 0; unit < balance_.units.size(); ++unit) {
      bounds[unit] = least(by_firings[unit], by_units[unit]);
      bounds[unit].add(LinearBound{balance_.units[unit].started, {}});
    }
    for (const Balance::Entry& entry : balance_.entries) {  // it would fire in each of them
      if (entry.needs.empty() && entry.weight == 1 && entry.presence == 1) {
        bounds[entry.unit] =
            least(bounds[entry.unit], LinearBound{balance_.lines[entry.line].most, {}});
      }
    }
  }

  /// The activations of the unit by the firings of a line: exact in its first cycle, then the
  /// average of a cycle.
  [[nodiscard]] LinearBound activations_by(std::uint32_t line, const Balance::Next& next,
                                           std::uint32_t unit) const {
    const double fraction = next.processes / balance_.lines[line].processes;
    const double firings = amounts_[first_line_ + line] / balance_.lines[line].processes;
    const double cycle = cycle_of(next.legs);
    LinearBound hits;
    double before = 0;
    for (const Balance::Leg& leg : next.legs) {
      if (leg.target == unit) {
        if (firings >= cycle * (1 - kNegligible)) {
          const auto part = static_cast<long double>(leg.firings) / cycle;
          hits.add(LinearBound::of(first_line_ + line, part * fraction));
        } else if (firings >= before + leg.firings) {
          hits.constant += leg.firings * next.processes;
        } else if (firings > before) {
          hits.add(LinearBound::of(first_line_ + line, fraction));
          hits.constant -= before * next.processes;
        }
      }
      before += leg.firings;
    }
    return hits;
  }

  void bound_firings(std::vector<LinearBound>& bounds) {
    std::vector<LinearBound> fed(balance_.lines.size(), LinearBound{Balance::kUnlimited, {}});
    for (std::size_t at = 0; at < balance_.entries.size(); ++at) {
      const Balance::Entry& entry = balance_.entries[at];
      const double most =
          entry.needs.empty() ? entry.weight : balance_.lines[entry.line].most_per_activation;
      LinearBound fires = LinearBound::of(entry.unit, entry.presence * most);
      for (std::size_t i = 0; i < entry.needs.size(); ++i) {
        const double each = entry.weight / entry.needs[i].count;
        fires = least(fires, messages(entry.needs[i].inbox, each));
        fires =
            least(fires, LinearBound::of(entry.unit, entry.presence * most_taken_[at][i] * each));
        fed[entry.line] =
            least(fed[entry.line], messages(entry.needs[i].inbox, 1 / entry.needs[i].count));
      }
      bounds[first_line_ + entry.line].add(fires);
    }
    for (std::size_t line = 0; line < balance_.lines.size(); ++line) {
      LinearBound& bound = bounds[first_line_ + line];
      bound = least(bound, fed[line]);
      bound = least(bound, LinearBound{balance_.lines[line].most, {}});
    }
  }

  [[nodiscard]] LinearBound messages(std::uint32_t inbox, double factor) const {
    LinearBound sum;
    for (const std::uint32_t flow : flows_of_inbox_[inbox]) {
      sum.add(LinearBound::of(first_flow_ + flow, factor));
    }
    return sum;
  }

  /// The messages of each need that the unit can take in an activation, before a line of a single
  /// type leaves it.
  [[nodiscard]] std::vector<std::vector<double>> most_taken() const {
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> known;  // by unit and inbox
    for (const Balance::Entry& entry : balance_.entries) {
      if (entry.needs.size() == 1 && !entry.each && entry.weight > 0) {
        const double most =
            entry.needs[0].count / entry.weight * balance_.lines[entry.line].most_per_activation;
        double& least = known.try_emplace({entry.unit, entry.needs[0].inbox}, Balance::kUnlimited)
                            .first->second;
        least = std::min(least, most);
      }
    }
    std::vector<std::vector<double>> taken;
    for (const Balance::Entry& entry : balance_.entries) {
      std::vector<double>& of_entry = taken.emplace_back();
      for (const Balance::Need& need : entry.needs) {
        const auto found = known.find({entry.unit, need.inbox});
        of_entry.push_back(found == known.end() ? Balance::kUnlimited : found->second);
      }
    }
    return taken;
  }

  [[nodiscard]] std::vector<double> firings() const {
    std::vector<double> firings(amounts_.begin() + first_line_, amounts_.begin() + first_flow_);
    for (double& amount : firings) {
      amount = amount < kLargest ? amount : Balance::kUnlimited;
    }
    return firings;
  }

  const Balance& balance_;
  std::uint32_t first_line_, first_flow_;  // in amounts_
  std::vector<double> amounts_;            // activations, firings, messages of flows
  std::vector<std::vector<std::uint32_t>> flows_of_inbox_;
  std::vector<std::vector<std::uint32_t>> targets_;  // by line
  std::vector<std::vector<double>> most_taken_;      // by entry and need
  Started started_;
  std::vector<bool> chose_other_;  // by call of least() in a round
  std::size_t choice_ = 0;
};

}  // namespace

std::optional<std::vector<double>> FiringBalance::solve() const {
  return Search(*this).run();
}

}  // namespace dps::blueprint
