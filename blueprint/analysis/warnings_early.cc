/// Messages that a process may take in one unit although a later one waits for them.
///
/// Such a loss hangs on the order of arrival, so it is shown by an example: one order of events in
/// which one process is kept in one unit, by one type that the network is slow to bring, and the
/// rest of the program goes on as far as it can. Every functionality fires at most once in it and
/// what it takes is used up, so all that happens could happen in a run.
#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "blueprint/analysis/inspection.h"
#include "blueprint/process_names.h"

namespace dps::blueprint {
namespace {

/// Messages and firings looked at in all examples together; what needs more is not found.
constexpr std::uint64_t kMostSteps = 200'000;

std::uint64_t key_of(std::uint32_t high, std::uint32_t low) {
  return (std::uint64_t{high} << 32) | low;
}

/// Messages of one type that one process has got and not used.
struct Stock {
  std::uint64_t count = 0;
  ProcessId last_from{};
};

/// Who is kept, where, and by lack of what.
struct Hold {
  ProcessId process{};
  std::uint32_t unit = 0;  ///< position in its plan
  MessageId lacking{};
  std::uint64_t enough = 0;  ///< of `lacking`: with so many the process would leave
};

/// One order of events.
class Example {
 public:
  Example(const Inspection& inspection, const Hold& hold, std::uint64_t& steps)
      : in_(inspection), program_(inspection.program), hold_(hold), steps_(steps) {}

  /// Runs it. False if it proves nothing: the process does not come to the unit, or not without
  /// what would let it leave, or the steps are used up.
  bool play() {
    active_.assign(program_.process_count(), 0);
    for (const ProcessRun& run : in_.runs) {
      for (std::uint32_t p = run.first; p < run.first + run.count; ++p) {
        due_.push_back(p);
      }
    }
    while (!due_.empty() && steps_ < kMostSteps) {
      const std::uint32_t process = due_.front();
      due_.pop_front();
      advance(process);
    }
    return due_.empty() && held() && !spoilt_;
  }

  [[nodiscard]] std::uint64_t stock(MessageId mid) const {
    const auto found = stocks_.find(key_of(index(hold_.process), index(mid)));
    return found == stocks_.end() ? 0 : found->second.count;
  }

 private:
  static constexpr std::uint32_t kEnded = kNextComplete;

  bool held() const { return active_[index(hold_.process)] == hold_.unit; }

  /// Fires what can fire in the active unit, and follows the process until nothing can.
  void advance(std::uint32_t process) {
    bool moved = true;
    while (moved && active_[process] != kEnded && steps_ < kMostSteps) {
      moved = false;
      const auto units = program_.units_of(program_.plan(ProcessId{process}));
      const Unit& unit = program_.units[units[active_[process]]];
      for (const std::uint32_t at : program_.functionalities_of(unit)) {
        ++steps_;
        if (ready(process, at) && fire(process, at)) {
          moved = true;
          break;  // another unit
        }
      }
    }
  }

  bool ready(std::uint32_t process, std::uint32_t at) const {
    const Functionality& functionality = program_.functionalities[at];
    if (fired_.contains(key_of(process, at))) {
      return false;
    }
    if (functionality.collection == kNone) {
      return true;
    }
    const auto pairs = program_.pairs_of(program_.collections[functionality.collection]);
    const bool keeps = process == index(hold_.process) && held() && leads_out(functionality);
    return !keeps && !pairs.empty() && std::ranges::all_of(pairs, [&](const CountedTag& pair) {
      const auto found = stocks_.find(key_of(process, index(pair.mid)));
      return found != stocks_.end() && found->second.count >= pair.count;
    });
  }

  bool leads_out(const Functionality& functionality) const {
    return program_.nexts_of(functionality).front().target != kNextSame;
  }

  /// True if another unit, or the end, follows.
  bool fire(std::uint32_t process, std::uint32_t at) {
    const Functionality& functionality = program_.functionalities[at];
    fired_.insert(key_of(process, at));
    ProcessId cause{process};
    if (functionality.collection != kNone) {
      for (const CountedTag& pair :
           program_.pairs_of(program_.collections[functionality.collection])) {
        Stock& stock = stocks_[key_of(process, index(pair.mid))];
        stock.count -= pair.count;
        cause = stock.last_from;
      }
    }
    for (const std::uint32_t output : program_.outputs_of(functionality)) {
      send(ProcessId{process}, program_.outputs[output], cause);
    }
    const std::uint32_t target = program_.nexts_of(functionality).front().target;
    if (target == kNextSame) {
      return false;
    }
    active_[process] = target;
    if (process == index(hold_.process) && held() && stock(hold_.lacking) >= hold_.enough) {
      spoilt_ = true;
    }
    return true;
  }

  void send(ProcessId from, const Output& output, ProcessId cause) {
    if (output.copies == 0 || output.delay) {
      return;
    }
    for (const Receivers& element : program_.receivers_of(output)) {
      for (std::uint32_t i = 0; i < std::max(element.count, 1U) && steps_ < kMostSteps; ++i) {
        const ProcessId to =
            element.is_ack() ? cause : ProcessId{index(element.first) + i * element.step};
        ++steps_;
        if (!(output.others && to == from)) {
          arrive(from, to, output);
        }
      }
    }
  }

  void arrive(ProcessId from, ProcessId to, const Output& output) {
    if (slow_.contains(key_of(index(from), index(to)))) {
      return;
    }
    Stock& stock = stocks_[key_of(index(to), index(output.mid))];
    std::uint64_t count = output.copies;
    if (to == hold_.process && output.mid == hold_.lacking && held() &&
        stock.count + count >= hold_.enough) {
      slow_.insert(key_of(index(from), index(to)));
      count = hold_.enough > stock.count + 1 ? hold_.enough - 1 - stock.count : 0;
    }
    stock.count += count;
    stock.last_from = from;
    due_.push_back(index(to));
  }

  const Inspection& in_;
  const Program& program_;
  const Hold hold_;
  std::uint64_t& steps_;
  bool spoilt_ = false;
  std::deque<std::uint32_t> due_;
  std::vector<std::uint32_t> active_;        ///< by process: position of its unit, or kEnded
  std::unordered_set<std::uint64_t> fired_;  ///< process and functionality
  std::unordered_map<std::uint64_t, Stock> stocks_;  ///< process and mid
  std::unordered_set<std::uint64_t> slow_;           ///< sender and receiver
};

/// One unit of one plan, as a place where messages may get lost.
class EarlyWarnings {
 public:
  EarlyWarnings(const Inspection& inspection, std::vector<Diagnostic>& out)
      : in_(inspection), program_(inspection.program), out_(out) {}

  void find() {
    for (const ProcessGroup& group : program_.groups) {
      if (steps_ + program_.process_count() > kMostSteps) {
        return;
      }
      const std::uint32_t first = index(group.first);
      for (const std::uint32_t process :
           std::set<std::uint32_t>{first, first + group.count / 2, first + group.count - 1}) {
        if (program_.plan_of[process] != kNone) {
          inspect(ProcessId{process});
        }
      }
    }
  }

 private:
  void inspect(ProcessId process) {
    const std::uint32_t plan = program_.plan_of[index(process)];
    if (program_.plans[plan].units.count == 1 && !restarts_only_unit(plan)) {
      return;
    }
    for (const std::uint32_t position : in_.reach.units_of(plan)) {
      inspect_unit(process, position);
    }
  }

  bool restarts_only_unit(std::uint32_t plan) const {
    return std::ranges::any_of(in_.reach.firings_of(plan), [&](const Firing& firing) {
      const Functionality& functionality = program_.functionalities[firing.functionality];
      return functionality.collection != kNone && goes_to_unit(functionality);
    });
  }

  bool goes_to_unit(const Functionality& functionality) const {
    return std::ranges::any_of(program_.nexts_of(functionality), [](const NextLeg& leg) {
      return leg.target != kNextSame && leg.target != kNextComplete;
    });
  }

  const Unit& unit_at(ProcessId process, std::uint32_t position) const {
    return program_.units[program_.units_of(program_.plan(process))[position]];
  }

  /// The functionalities of a unit that lead out of it.
  std::vector<const Functionality*> leaving(const Unit& unit) const {
    std::vector<const Functionality*> found;
    for (const std::uint32_t at : program_.functionalities_of(unit)) {
      const Functionality& functionality = program_.functionalities[at];
      if (program_.nexts_of(functionality).front().target != kNextSame) {
        found.push_back(&functionality);
      }
    }
    return found;
  }

  void inspect_unit(ProcessId process, std::uint32_t position) {
    const Unit& unit = unit_at(process, position);
    const auto ways_out = leaving(unit);
    const bool waits = std::ranges::all_of(ways_out, [](const Functionality* functionality) {
      return functionality->collection != kNone;
    });
    if (!waits || std::ranges::none_of(ways_out, [&](const Functionality* functionality) {
          return goes_to_unit(*functionality);
        })) {
      return;
    }
    const std::map<MessageId, std::uint32_t> wanted = wanted_after(process, position);
    if (wanted.empty()) {
      return;
    }
    for (const auto& [lacking, enough] : common_types(ways_out)) {
      try_hold({process, position, lacking, enough}, wanted);
    }
  }

  /// The types that every way out waits for, with the smallest count that opens one.
  std::map<MessageId, std::uint64_t> common_types(
      const std::vector<const Functionality*>& ways_out) const {
    std::map<MessageId, std::uint64_t> common;
    for (std::size_t i = 0; i < ways_out.size(); ++i) {
      std::map<MessageId, std::uint64_t> kept;
      for (const CountedTag& pair :
           program_.pairs_of(program_.collections[ways_out[i]->collection])) {
        const auto known = common.find(pair.mid);
        if (i == 0 || known != common.end()) {
          kept[pair.mid] = i == 0 ? pair.count : std::min(pair.count, known->second);
        }
      }
      common = std::move(kept);
    }
    return common;
  }

  /// The types that units without -early wait for when this one has been left, with such a unit.
  std::map<MessageId, std::uint32_t> wanted_after(ProcessId process, std::uint32_t position) const {
    std::map<MessageId, std::uint32_t> wanted;
    for (const std::uint32_t later : units_after(process, position)) {
      const Unit& unit = unit_at(process, later);
      if (unit.early || leaves_at_once(program_, unit)) {
        continue;
      }
      for (const std::uint32_t at : program_.functionalities_of(unit)) {
        const Functionality& functionality = program_.functionalities[at];
        if (functionality.collection != kNone) {
          for (const CountedTag& pair :
               program_.pairs_of(program_.collections[functionality.collection])) {
            wanted.try_emplace(pair.mid, unit.definition);
          }
        }
      }
    }
    return wanted;
  }

  /// The units that may become active after this one is left; itself too, if it is named anew.
  std::vector<std::uint32_t> units_after(ProcessId process, std::uint32_t position) const {
    const std::uint32_t count = program_.plan(process).units.count;
    std::vector<bool> seen(count, false);
    std::vector<std::uint32_t> after;
    std::uint32_t from = position;
    for (std::size_t next = 0;; from = after[next++]) {
      for (const std::uint32_t at : program_.functionalities_of(unit_at(process, from))) {
        for (const NextLeg& leg : program_.nexts_of(program_.functionalities[at])) {
          if (leg.target < count && !seen[leg.target]) {
            seen[leg.target] = true;
            after.push_back(leg.target);
          }
        }
      }
      if (next == after.size()) {
        return after;
      }
    }
  }

  void try_hold(const Hold& hold, const std::map<MessageId, std::uint32_t>& wanted) {
    Example example(in_, hold, steps_);
    if (!example.play()) {
      return;
    }
    const Unit& unit = unit_at(hold.process, hold.unit);
    for (const auto& [mid, later] : wanted) {
      if (mid != hold.lacking && example.stock(mid) > usable(unit, mid)) {
        tell(hold, mid, later);
      }
    }
  }

  /// How many messages of the type the unit may use.
  std::uint64_t usable(const Unit& unit, MessageId mid) const {
    std::uint64_t most = 0;
    for (const std::uint32_t at : program_.functionalities_of(unit)) {
      const Functionality& functionality = program_.functionalities[at];
      if (functionality.collection == kNone) {
        continue;
      }
      const bool stays =
          std::ranges::any_of(program_.nexts_of(functionality),
                              [](const NextLeg& leg) { return leg.target == kNextSame; });
      for (const CountedTag& pair :
           program_.pairs_of(program_.collections[functionality.collection])) {
        if (pair.mid == mid) {
          most = stays ? kUnlimited : std::max(most, pair.count);
        }
      }
      if (most == kUnlimited) {
        break;
      }
    }
    return most;
  }

  void tell(const Hold& hold, MessageId mid, std::uint32_t later) {
    if (!told_.insert(later).second) {
      return;
    }
    const std::uint32_t earlier = unit_at(hold.process, hold.unit).definition;
    const std::string tag = "'" + program_.tag(later) + "'";
    Diagnostic warning{Severity::kWarning, program_.definitions[later].tag_span, "", {}};
    warning.text =
        tag + " may miss a '" + program_.mtag(mid) + "': it can come while " +
        program_.process_name(hold.process) + " is still " +
        (earlier == later ? "in the activation before" : "in '" + program_.tag(earlier) + "'") +
        ", which takes it; -early after " + tag + " on this line keeps it";
    if (earlier != later) {
      warning.notes.push_back({program_.definitions[earlier].tag_span, "the earlier unit"});
    }
    out_.push_back(std::move(warning));
  }

  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  const Inspection& in_;
  const Program& program_;
  std::vector<Diagnostic>& out_;
  std::set<std::uint32_t> told_;  ///< units, by definition
  std::uint64_t steps_ = 0;
};

}  // namespace

void warn_of_early_messages(const Inspection& inspection, std::vector<Diagnostic>& out) {
  EarlyWarnings(inspection, out).find();
}

}  // namespace dps::blueprint
