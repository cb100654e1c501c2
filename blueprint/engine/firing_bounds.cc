#include "blueprint/engine/firing_bounds.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "blueprint/engine/contribution_bounds.h"

namespace dps::engine {
namespace {

using blueprint::CountedTag;
using blueprint::Functionality;
using blueprint::kNextComplete;
using blueprint::kNone;
using blueprint::NextLeg;
using blueprint::Output;
using blueprint::Program;
using blueprint::Receivers;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostMessages = std::uint64_t{1} << 60;
constexpr std::uint64_t kRaisesBetweenQuestions = 1024;
constexpr std::uint64_t kStepsPerProcess = 16;  ///< with fewer allowed, there is no search

/// The properties of a functionality of a plan that its bounds depend on.
struct Rule {
  std::uint32_t functionality = 0;
  std::vector<std::uint32_t> units;         ///< positions in the plan of the units that list it
  std::uint64_t most_firings = kUnlimited;  ///< up to the firing whose next is NULL
  bool acknowledges = false;                ///< an output has ACK among its receivers
  bool has_alternatives = false;            ///< another functionality may fire in its place
};

struct Rules {
  std::uint32_t units = 0;
  std::vector<Rule> list;
  /// The maximum number of messages of a type that a process can take before it is complete, if it
  /// is known.
  std::map<MessageId, std::uint64_t> most_taken;
  bool acknowledges = false;
};

/// The number of the first firing whose next is NULL, from 1; kUnlimited if there is none.
std::uint64_t completing_firing(std::span<const NextLeg> legs) {
  std::uint64_t before = 0;
  for (const NextLeg& leg : legs) {
    if (leg.target == kNextComplete) {
      return before + 1;
    }
    before += leg.firings;
  }
  return kUnlimited;
}

/// The number of firings among the first `firings` whose next is `unit`.
std::uint64_t activations_by(std::span<const NextLeg> legs, std::uint64_t firings,
                             std::uint32_t unit) {
  std::uint64_t cycle = 0;
  for (const NextLeg& leg : legs) {
    cycle += leg.firings;
  }
  if (cycle == 0) {  // there is at least one leg, of at least one firing
    return 0;
  }
  std::uint64_t rest = firings % cycle;
  std::uint64_t hits = 0;
  for (const NextLeg& leg : legs) {
    const std::uint64_t partly = std::min(rest, leg.firings);
    rest -= partly;
    if (leg.target == unit) {
      hits += firings / cycle * leg.firings + partly;
    }
  }
  return hits;
}

/// The number of firings in this step of the cycle, among the first `firings` of a functionality.
std::uint64_t firings_in_step(std::uint64_t firings, std::uint64_t step, std::uint32_t steps) {
  return firings > step ? (firings - step - 1) / steps + 1 : 0;
}

/// Reads the rules of a plan.
class RulesOfPlan {
 public:
  RulesOfPlan(const Program& program, const blueprint::Reach& reach, std::uint32_t plan)
      : program_(program) {
    rules_.units = program.plans[plan].units.count;
    for (const blueprint::Firing& firing : reach.firings_of(plan)) {
      Rule& rule = rule_of(firing.functionality);
      rule.units.push_back(firing.unit);
      rule.has_alternatives = rule.has_alternatives || is_alternative(plan, firing);
    }
    if (reach.units_of(plan).size() == 1 && !activates_units()) {
      limit_taken();
    }
  }

  Rules take() { return std::move(rules_); }

 private:
  Rule& rule_of(std::uint32_t functionality) {
    for (Rule& rule : rules_.list) {
      if (rule.functionality == functionality) {
        return rule;
      }
    }
    const Functionality& made = program_.functionalities[functionality];
    Rule rule;
    rule.functionality = functionality;
    rule.most_firings = completing_firing(program_.nexts_of(made));
    for (const std::uint32_t output : program_.outputs_of(made)) {
      rule.acknowledges =
          rule.acknowledges || std::ranges::any_of(program_.receivers_of(program_.outputs[output]),
                                                   [](const Receivers& r) { return r.is_ack(); });
    }
    rules_.acknowledges = rules_.acknowledges || rule.acknowledges;
    return rules_.list.emplace_back(std::move(rule));
  }

  [[nodiscard]] bool is_alternative(std::uint32_t plan, const blueprint::Firing& firing) const {
    const blueprint::Unit& unit =
        program_.units[program_.units_of(program_.plans[plan])[firing.unit]];
    const auto list = program_.functionalities_of(unit);
    for (std::uint32_t first = 0, end = 0; first < list.size(); first = end) {
      end = program_.end_of_choice(unit, first);
      const auto choice = list.subspan(first, end - first);
      if (choice.size() > 1 && std::ranges::find(choice, firing.functionality) != choice.end()) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool activates_units() const {
    return std::ranges::any_of(rules_.list, [&](const Rule& rule) {
      const auto legs = program_.nexts_of(program_.functionalities[rule.functionality]);
      return std::ranges::any_of(legs,
                                 [&](const NextLeg& leg) { return leg.target < rules_.units; });
    });
  }

  /// In a process with one activation of one unit, a collection of a single type whose
  /// functionality completes the process limits how many messages of this type the process takes.
  void limit_taken() {
    for (const Rule& rule : rules_.list) {
      const Functionality& functionality = program_.functionalities[rule.functionality];
      if (functionality.collection == kNone || rule.most_firings == kUnlimited ||
          rule.has_alternatives || program_.collections[functionality.collection].each) {
        continue;
      }
      const auto pairs = program_.pairs_of(program_.collections[functionality.collection]);
      if (pairs.size() == 1 && rule.most_firings <= kMostMessages / pairs[0].count) {
        const std::uint64_t most = rule.most_firings * pairs[0].count;
        const auto [known, added] = rules_.most_taken.try_emplace(pairs[0].mid, most);
        known->second = std::min(known->second, most);
      }
    }
  }

  const Program& program_;
  Rules rules_;
};

/// The bounds of one process as found so far.
struct Bounds {
  std::vector<std::uint64_t> activations;                  ///< by position of the unit in the plan
  std::vector<std::uint64_t> firings;                      ///< by rule
  std::unordered_map<std::uint32_t, std::uint64_t> inbox;  ///< messages sent to it, by mid
  std::set<std::uint32_t> senders;
  /// Messages sent to the process, by sender and mid; only if it acknowledges.
  std::map<std::uint32_t, std::map<std::uint32_t, std::uint64_t>> received;
  /// Acknowledgements sent so far, by rule and receiver.
  std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> acknowledged;
  bool is_queued = false;
};

class Search {
 public:
  Search(const Program& program, const blueprint::Reach& reach, const BoundLimits& limits)
      : program_(program), limits_(limits), contributions_(program) {
    rules_.reserve(program.plans.size());
    for (std::uint32_t plan = 0; plan < program.plans.size(); ++plan) {
      rules_.push_back(RulesOfPlan(program, reach, plan).take());
    }
    states_.resize(program.process_count());
  }

  std::optional<FiringBounds> find() {
    for (std::uint32_t process = 0; process < states_.size(); ++process) {
      states_[process].activations.assign(rules_of(process).units, 0);
      states_[process].activations[0] = 1;
      states_[process].firings.assign(rules_of(process).list.size(), 0);
      enqueue(process);
    }
    while (!queue_.empty() && !gave_up_) {
      const std::uint32_t process = queue_.front();
      queue_.pop_front();
      states_[process].is_queued = false;
      raise(process);
    }
    if (gave_up_) {
      return std::nullopt;
    }
    return bounds();
  }

 private:
  [[nodiscard]] const Rules& rules_of(std::uint32_t process) const {
    return rules_[program_.plan_of[process]];
  }
  [[nodiscard]] const Functionality& functionality_of(const Rule& rule) const {
    return program_.functionalities[rule.functionality];
  }

  void enqueue(std::uint32_t process) {
    if (!states_[process].is_queued) {
      states_[process].is_queued = true;
      queue_.push_back(process);
    }
  }

  /// Counts a step; false from the first one beyond a limit on.
  bool within_limits() {
    ++steps_;
    if (steps_ > limits_.steps ||
        (steps_ % kRaisesBetweenQuestions == 0 && limits_.expired && limits_.expired())) {
      gave_up_ = true;
    }
    return !gave_up_;
  }

  /// Raises the bounds of a process as far as its inbox allows, and sends the additional messages.
  void raise(std::uint32_t process) {
    const Rules& rules = rules_of(process);
    const std::vector<std::uint64_t> before = states_[process].firings;
    while (raise_firings(states_[process], rules) && within_limits()) {
      raise_activations(states_[process], rules);
    }
    for (std::size_t at = 0; at < rules.list.size() && !gave_up_; ++at) {
      if (states_[process].firings[at] > before[at]) {
        send(process, rules.list[at], before[at], states_[process].firings[at]);
      }
      if (rules.list[at].acknowledges) {
        acknowledge(process, at);
      }
    }
  }

  bool raise_firings(Bounds& state, const Rules& rules) const {
    bool raised = false;
    for (std::size_t at = 0; at < rules.list.size(); ++at) {
      const std::uint64_t bound = firings_of(state, rules, rules.list[at]);
      if (bound > state.firings[at]) {
        state.firings[at] = bound;
        raised = true;
      }
    }
    return raised;
  }

  [[nodiscard]] std::uint64_t firings_of(const Bounds& state, const Rules& rules,
                                         const Rule& rule) const {
    std::uint64_t activations = 0;
    for (const std::uint32_t unit : rule.units) {
      activations += state.activations[unit];
    }
    const Functionality& functionality = functionality_of(rule);
    if (activations == 0 || functionality.collection == kNone) {
      return std::min(activations, rule.most_firings);
    }
    std::uint64_t most = rule.most_firings;
    for (const CountedTag& pair :
         program_.pairs_of(program_.collections[functionality.collection])) {
      most = std::min(most, takes(state, rules, pair.mid) / pair.count);
    }
    return most;
  }

  /// The maximum number of messages of the type that the process can take.
  static std::uint64_t takes(const Bounds& state, const Rules& rules, MessageId mid) {
    const auto sent = state.inbox.find(index(mid));
    if (sent == state.inbox.end()) {
      return 0;
    }
    const auto limit = rules.most_taken.find(mid);
    return limit == rules.most_taken.end() ? sent->second : std::min(sent->second, limit->second);
  }

  void raise_activations(Bounds& state, const Rules& rules) const {
    for (std::uint32_t unit = 0; unit < rules.units; ++unit) {
      std::uint64_t activations = unit == 0 ? 1 : 0;
      for (std::size_t at = 0; at < rules.list.size(); ++at) {
        activations += activations_by(program_.nexts_of(functionality_of(rules.list[at])),
                                      state.firings[at], unit);
      }
      state.activations[unit] = activations;
    }
  }

  /// The messages of the firings from `before` to `now`, except those to ACK.
  void send(std::uint32_t process, const Rule& rule, std::uint64_t before, std::uint64_t now) {
    const Functionality& functionality = functionality_of(rule);
    for (std::uint32_t step = 0; step < functionality.steps && within_limits(); ++step) {
      const std::uint64_t firings = firings_in_step(now, step, functionality.steps) -
                                    firings_in_step(before, step, functionality.steps);
      for (const std::uint32_t at : program_.outputs_of(functionality, step)) {
        if (firings > 0 && program_.outputs[at].is_collective()) {
          contribute(process, at, firings);
        } else if (firings > 0) {
          send(process, program_.outputs[at], firings);
        }
      }
    }
  }

  /// The completions belong to all members: without messages of one of them there are fewer.
  void contribute(std::uint32_t process, std::uint32_t at, std::uint64_t firings) {
    const Output& output = program_.outputs[at];
    std::vector<MoreCompletions> completions;
    contributions_.raise(ProcessId{process}, at, firings, completions);
    for (const Receivers& element : program_.receivers_of(output)) {
      for (std::uint32_t i = 0; i < element.count && within_limits(); ++i) {
        states_[index(element.first) + i * element.step].senders.insert(process);
      }
    }
    for (const MoreCompletions& more : completions) {
      deliver(index(more.process), index(more.process), output, 1, more.count);
    }
  }

  void send(std::uint32_t process, const Output& output, std::uint64_t firings) {
    const auto shares = program_.shares_of(output);
    std::size_t share = 0;
    for (const Receivers& element : program_.receivers_of(output)) {
      for (std::uint32_t i = 0; i < element.count && !gave_up_; ++i, ++share) {
        deliver(process, index(element.first) + i * element.step, output,
                shares.empty() ? output.copies : shares[share].copies, firings);
      }
    }
  }

  void acknowledge(std::uint32_t process, std::size_t at) {
    const Rule& rule = rules_of(process).list[at];
    const Functionality& functionality = functionality_of(rule);
    if (functionality.collection == kNone) {
      return;
    }
    const auto pairs = program_.pairs_of(program_.collections[functionality.collection]);
    const auto received = states_[process].received;  // a copy: the process may answer itself
    for (const auto& [sender, counts] : received) {
      std::uint64_t messages = 0;
      for (const CountedTag& pair : pairs) {
        const auto count = counts.find(index(pair.mid));
        messages += count == counts.end() ? 0 : count->second;
      }
      const std::uint64_t most = std::min(states_[process].firings[at], messages);
      std::uint64_t& known = states_[process].acknowledged[{at, sender}];
      const std::uint64_t more = most - known;
      known = most;
      if (!within_limits()) {
        return;
      }
      if (more > 0) {
        answer(process, sender, functionality, more);
      }
    }
  }

  void answer(std::uint32_t process, std::uint32_t sender, const Functionality& functionality,
              std::uint64_t firings) {
    for (const std::uint32_t at : program_.outputs_of(functionality)) {
      const Output& output = program_.outputs[at];
      if (std::ranges::any_of(program_.receivers_of(output),
                              [](const Receivers& r) { return r.is_ack(); })) {
        deliver(process, sender, output, output.copies, firings);
      }
    }
  }

  void deliver(std::uint32_t from, std::uint32_t to, const Output& output, std::uint64_t copies,
               std::uint64_t firings) {
    if (!within_limits() || copies == 0 || (output.others && from == to)) {
      return;
    }
    Bounds& state = states_[to];
    std::uint64_t& inbox = state.inbox[index(output.mid)];
    if (firings > (kMostMessages - inbox) / copies) {
      gave_up_ = true;
      return;
    }
    inbox += firings * copies;
    state.senders.insert(from);
    if (rules_of(to).acknowledges) {
      state.received[from][index(output.mid)] += firings * copies;
    }
    enqueue(to);
  }

  [[nodiscard]] FiringBounds bounds() const {
    FiringBounds found;
    for (std::uint32_t process = 0; process < states_.size(); ++process) {
      const auto& list = rules_of(process).list;
      bool completes = false;
      for (std::size_t at = 0; at < list.size(); ++at) {
        completes = completes || states_[process].firings[at] == list[at].most_firings;
      }
      found.may_complete.push_back(completes);
      found.senders.emplace_back(states_[process].senders.begin(), states_[process].senders.end());
    }
    return found;
  }

  const Program& program_;
  const BoundLimits& limits_;
  ContributionBounds contributions_;
  std::vector<Rules> rules_;  // by plan
  std::vector<Bounds> states_;
  std::deque<std::uint32_t> queue_;  // processes whose inbox has grown
  std::uint64_t steps_ = 0;
  bool gave_up_ = false;
};

}  // namespace

std::optional<FiringBounds> firing_bounds(const Program& program, const blueprint::Reach& reach,
                                          const BoundLimits& limits) {
  const bool answers_origins =
      std::ranges::any_of(program.receivers, [](const Receivers& r) { return r.is_origin(); });
  if (program.process_count() > limits.steps / kStepsPerProcess || answers_origins) {
    return std::nullopt;
  }
  return Search(program, reach, limits).find();
}

}  // namespace dps::engine
