/// Finds messages that a process may take in one unit although a later unit waits for them.
///
/// The order of arrival decides if such a message is lost. So a warning needs a proof: a
/// schedule in which the network delays one message type, which keeps one process in one unit while
/// all other processes advance as far as they can. In a schedule every functionality fires at most
/// once, or, with the next `SAME*K,b`, until it has left its unit, and uses up the messages it
/// takes, so every schedule is possible in a run.
#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "blueprint/analysis/inspection.h"
#include "blueprint/process_names.h"
#include "blueprint/request_flow.h"

namespace dps::blueprint {
namespace {

/// Limit on the messages and firings of all schedules together; the search ends when it is reached.
constexpr std::uint64_t kMostSteps = 200'000;

/// Limit on the firings of one functionality in one schedule, over all processes: a functionality
/// that needs more to leave its unit fires once.
constexpr std::uint64_t kMostRepetitions = 10'000;

std::uint64_t key_of(std::uint32_t high, std::uint32_t low) {
  return (std::uint64_t{high} << 32) | low;
}

/// The number of firings after which the functionality leaves its unit; 0 if a schedule does not
/// repeat it so often.
std::uint64_t firings_to_leave(const Program& program, const Functionality& functionality) {
  const auto legs = program.nexts_of(functionality);
  if (legs.front().target != kNextSame) {
    return 1;
  }
  const bool can_leave = legs.size() > 1 && legs[1].target != kNextSame &&
                         legs.front().firings < kMostRepetitions / program.process_count();
  return can_leave ? legs.front().firings + 1 : 0;
}

/// Messages of one type that one process has received and not used.
struct Stock {
  std::uint64_t count = 0;
  ProcessId last_from{};
};

/// The process that a schedule keeps in one unit, and the message type that it delays.
struct Hold {
  ProcessId process{};
  std::uint32_t unit = 0;  ///< position in the process's plan
  MessageId delayed{};
  std::uint64_t enough = 0;  ///< messages of type `delayed` that the firing needs that leaves
};

/// Plays one possible order of events, to prove that a message can arrive too early.
class Schedule {
 public:
  Schedule(const Inspection& inspection, const Hold& hold, std::uint64_t& steps)
      : in_(inspection), program_(inspection.program), hold_(hold), steps_(steps) {}

  /// Plays the schedule to its end. Returns false if it proves nothing: the process does not reach
  /// the unit, already has enough messages to leave it, the limit of steps is reached, or the
  /// requests of messages matter, which the schedule does not know.
  bool play() {
    if (distinguishes_requests(program_)) {
      return false;
    }
    active_.assign(program_.process_count(), 0);
    for (const PlanRange& range : in_.ranges) {
      for (std::uint32_t p = range.first; p < range.first + range.count; ++p) {
        runnable_.push_back(p);
      }
    }
    while (!runnable_.empty() && steps_ < kMostSteps) {
      const std::uint32_t process = runnable_.front();
      runnable_.pop_front();
      advance(process);
    }
    return runnable_.empty() && is_held() && firings_left_to_exits() == 1 && !could_leave_;
  }

  /// The firings that remain to a functionality of the process until it leaves its unit; nullopt if
  /// the schedule does not repeat it so often.
  [[nodiscard]] std::optional<std::uint64_t> firings_left(std::uint32_t process,
                                                          std::uint32_t at) const {
    const std::uint64_t needed = firings_to_leave(program_, program_.functionalities[at]);
    const auto fired = fired_.find(key_of(process, at));
    const std::uint64_t done = fired == fired_.end() ? 0 : fired->second;
    return needed > done ? std::optional(needed - done) : std::nullopt;
  }

  [[nodiscard]] std::uint64_t stock(MessageId mid) const {
    const auto found = stocks_.find(key_of(index(hold_.process), index(mid)));
    return found == stocks_.end() ? 0 : found->second.count;
  }

 private:
  static constexpr std::uint32_t kEnded = kNextComplete;

  bool is_held() const { return active_[index(hold_.process)] == hold_.unit; }

  /// The most firings that remain to a functionality of the process until it leaves the unit.
  std::uint64_t firings_left_to_exits() const {
    const auto units = program_.units_of(program_.plan(hold_.process));
    std::uint64_t most = 1;
    for (const std::uint32_t at : program_.functionalities_of(program_.units[units[hold_.unit]])) {
      most = std::max(most, firings_left(index(hold_.process), at).value_or(1));
    }
    return most;
  }

  /// The number of messages of the delayed type with which the process, in the unit, can leave it.
  std::uint64_t enough() const { return hold_.enough * firings_left_to_exits(); }

  /// Fires functionalities of the process, in one unit after another, until none can fire.
  void advance(std::uint32_t process) {
    bool moved = true;
    while (moved && active_[process] != kEnded && steps_ < kMostSteps) {
      moved = false;
      const auto units = program_.units_of(program_.plan(ProcessId{process}));
      const Unit& unit = program_.units[units[active_[process]]];
      const auto list = program_.functionalities_of(unit);
      for (std::uint32_t position = 0; position < list.size(); ++position) {
        ++steps_;
        if (program_.weight_of(unit, position) > 0 && ready(process, list[position]) &&
            fire(process, list[position])) {
          moved = true;
          break;  // the process left the unit
        }
      }
    }
  }

  bool ready(std::uint32_t process, std::uint32_t at) const {
    const Functionality& functionality = program_.functionalities[at];
    if (const auto fired = fired_.find(key_of(process, at));
        fired != fired_.end() && !firings_left(process, at)) {
      return false;
    }
    if (functionality.collection == kNone) {
      return true;
    }
    const auto pairs = program_.pairs_of(program_.collections[functionality.collection]);
    const bool is_blocked =
        process == index(hold_.process) && is_held() && firings_left(process, at) == 1;
    return !is_blocked && !pairs.empty() && std::ranges::all_of(pairs, [&](const CountedTag& pair) {
      const auto found = stocks_.find(key_of(process, index(pair.mid)));
      return found != stocks_.end() && found->second.count >= pair.count;
    });
  }

  /// Fires once. Returns true if the process leaves its unit.
  bool fire(std::uint32_t process, std::uint32_t at) {
    const Functionality& functionality = program_.functionalities[at];
    const bool leaves = firings_left(process, at) == 1;
    const std::uint64_t step = fired_[key_of(process, at)]++ % functionality.steps;
    ProcessId acknowledged{process};
    if (functionality.collection != kNone) {
      for (const CountedTag& pair :
           program_.pairs_of(program_.collections[functionality.collection])) {
        Stock& stock = stocks_[key_of(process, index(pair.mid))];
        stock.count -= pair.count;
        acknowledged = stock.last_from;
      }
    }
    for (const std::uint32_t output : program_.outputs_of(functionality, step)) {
      send(ProcessId{process}, program_.outputs[output], acknowledged);
    }
    const auto legs = program_.nexts_of(functionality);
    if (leaves) {
      active_[process] = legs[legs.front().target == kNextSame ? 1 : 0].target;
    }
    if (process == index(hold_.process) && is_held() && stock(hold_.delayed) >= enough()) {
      could_leave_ = true;
    }
    return leaves;
  }

  /// `acknowledged` is the receiver if the output sends to ACK.
  void send(ProcessId from, const Output& output, ProcessId acknowledged) {
    if (output.copies == 0 || output.delay || output.is_collective()) {
      return;
    }
    const auto shares = program_.shares_of(output);
    std::size_t share = 0;
    for (const Receivers& element : program_.receivers_of(output)) {
      for (std::uint32_t i = 0; i < std::max(element.count, 1U) && steps_ < kMostSteps; ++i) {
        const ProcessId to =
            element.is_ack() ? acknowledged : ProcessId{index(element.first) + i * element.step};
        ++steps_;
        if (!(output.others && to == from)) {
          arrive(from, to, output.mid, shares.empty() ? output.copies : shares[share].copies);
          if (output.pick != Pick::kAll) {
            return;  // one possible choice
          }
        }
        ++share;
      }
    }
  }

  /// Delivers messages, except those that the schedule delays. Messages between two processes keep
  /// their order, so all later ones of a delayed sender are delayed as well.
  void arrive(ProcessId from, ProcessId to, MessageId mid, std::uint64_t count) {
    if (delayed_.contains(key_of(index(from), index(to)))) {
      return;
    }
    Stock& stock = stocks_[key_of(index(to), index(mid))];
    if (to == hold_.process && mid == hold_.delayed && is_held() &&
        stock.count + count >= enough()) {
      delayed_.insert(key_of(index(from), index(to)));
      count = enough() > stock.count + 1 ? enough() - 1 - stock.count : 0;
    }
    stock.count += count;
    stock.last_from = from;
    runnable_.push_back(index(to));
  }

  const Inspection& in_;
  const Program& program_;
  const Hold hold_;
  std::uint64_t& steps_;
  bool could_leave_ = false;            ///< the process had enough messages to leave the unit
  std::deque<std::uint32_t> runnable_;  ///< processes that may be able to fire
  std::vector<std::uint32_t> active_;   ///< by process: position of its unit, or kEnded
  std::unordered_map<std::uint64_t, std::uint64_t> fired_;  ///< keys: process and functionality
  std::unordered_map<std::uint64_t, Stock> stocks_;         ///< keys: process and mid
  std::unordered_set<std::uint64_t> delayed_;               ///< keys: sender and receiver
};

/// Tries a schedule for each unit of the first, the middle and the last clone of every P line.
class EarlyWarnings {
 public:
  EarlyWarnings(const Inspection& inspection, const std::vector<std::uint32_t>& allowed,
                std::vector<Diagnostic>& out)
      : in_(inspection), program_(inspection.program), allowed_(allowed), out_(out) {}

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

  /// Returns the functionalities after which the unit is left.
  std::vector<const Functionality*> leaving(const Unit& unit) const {
    std::vector<const Functionality*> found;
    for (const std::uint32_t at : program_.functionalities_of(unit)) {
      const Functionality& functionality = program_.functionalities[at];
      if (firings_to_leave(program_, functionality) > 0) {
        found.push_back(&functionality);
      }
    }
    return found;
  }

  void inspect_unit(ProcessId process, std::uint32_t position) {
    const Unit& unit = unit_at(process, position);
    const auto exits = leaving(unit);
    const bool waits = std::ranges::all_of(exits, [](const Functionality* functionality) {
      return functionality->collection != kNone;
    });
    // Which of several functionalities leaves after how many firings depends on the order.
    const bool repeats = exits.size() > 1 && std::ranges::any_of(exits, [&](const auto* exit) {
                           return firings_to_leave(program_, *exit) > 1;
                         });
    if (!waits || repeats || std::ranges::none_of(exits, [&](const Functionality* functionality) {
          return goes_to_unit(*functionality);
        })) {
      return;
    }
    const std::map<MessageId, std::uint32_t> wanted = wanted_after(process, position);
    if (wanted.empty()) {
      return;
    }
    for (const auto& [delayed, enough] : common_types(exits)) {
      try_hold({process, position, delayed, enough}, wanted);
    }
  }

  /// Returns the types that all of `exits` wait for, with the smallest count that one of them
  /// needs.
  std::map<MessageId, std::uint64_t> common_types(
      const std::vector<const Functionality*>& exits) const {
    std::map<MessageId, std::uint64_t> common;
    for (std::size_t i = 0; i < exits.size(); ++i) {
      std::map<MessageId, std::uint64_t> kept;
      for (const CountedTag& pair : program_.pairs_of(program_.collections[exits[i]->collection])) {
        const auto known = common.find(pair.mid);
        if (i == 0 || known != common.end()) {
          kept[pair.mid] = i == 0 ? pair.count : std::min(pair.count, known->second);
        }
      }
      common = std::move(kept);
    }
    return common;
  }

  /// Returns the types that later units without -early wait for, each with one such unit.
  std::map<MessageId, std::uint32_t> wanted_after(ProcessId process, std::uint32_t position) const {
    std::map<MessageId, std::uint32_t> wanted;
    for (const std::uint32_t later : units_after(process, position)) {
      const Unit& unit = unit_at(process, later);
      if (unit.early || leaves_at_once(program_, unit) || is_allowed(unit)) {
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

  bool is_allowed(const Unit& unit) const {
    const std::uint32_t line = program_.definitions[unit.definition].tag_span.line;
    return std::find(allowed_.begin(), allowed_.end(), line) != allowed_.end();
  }

  /// Returns the units that may become active after this one; it may be among them.
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
    Schedule schedule(in_, hold, steps_);
    if (!schedule.play()) {
      return;
    }
    for (const auto& [mid, later] : wanted) {
      if (mid != hold.delayed && schedule.stock(mid) > usable(schedule, hold, mid)) {
        report(hold, mid, later);
      }
    }
  }

  /// Returns the largest number of messages of the type that the rest of the activation can use.
  std::uint64_t usable(const Schedule& schedule, const Hold& hold, MessageId mid) const {
    const Unit& unit = unit_at(hold.process, hold.unit);
    std::uint64_t most = 0;
    for (const std::uint32_t at : program_.functionalities_of(unit)) {
      const Functionality& functionality = program_.functionalities[at];
      if (functionality.collection == kNone) {
        continue;
      }
      const auto legs = program_.nexts_of(functionality);
      const bool is_last =
          legs.front().target == kNextSame && schedule.firings_left(index(hold.process), at) == 1;
      const bool stays = !is_last && std::ranges::any_of(legs, [](const NextLeg& leg) {
        return leg.target == kNextSame;
      });
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

  void report(const Hold& hold, MessageId mid, std::uint32_t later) {
    if (!reported_.insert(later).second) {
      return;
    }
    const std::uint32_t earlier = unit_at(hold.process, hold.unit).definition;
    const std::string tag = "'" + program_.tag(later) + "'";
    Diagnostic warning{Severity::kWarning, program_.definitions[later].tag_span, "", {}};
    warning.text =
        tag + " may miss a '" + program_.mtag(mid) + "': it can arrive while " +
        program_.process_name(hold.process) + " is still in " +
        (earlier == later ? "the previous activation" : "'" + program_.tag(earlier) + "'") +
        ", which takes it; with -early after " + tag + " on this line, " + tag +
        " counts this and every other unused '" + program_.mtag(mid) +
        "', also answers to earlier requests; without it, only those that arrive while " + tag +
        " is active; if that is intended, end the line with '# dps: allow early'";
    if (earlier != later) {
      warning.notes.push_back({program_.definitions[earlier].tag_span, "the earlier unit"});
    }
    out_.push_back(std::move(warning));
  }

  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  const Inspection& in_;
  const Program& program_;
  const std::vector<std::uint32_t>& allowed_;
  std::vector<Diagnostic>& out_;
  std::set<std::uint32_t> reported_;  ///< units that have a warning, by definition
  std::uint64_t steps_ = 0;
};

}  // namespace

void warn_of_early_messages(const Inspection& inspection, const std::vector<std::uint32_t>& allowed,
                            std::vector<Diagnostic>& out) {
  EarlyWarnings(inspection, allowed, out).find();
}

}  // namespace dps::blueprint
