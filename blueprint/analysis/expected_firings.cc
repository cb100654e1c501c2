#include "blueprint/analysis/expected_firings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "blueprint/analysis/firing_balance.h"
#include "blueprint/analysis/sent_shares.h"
#include "blueprint/reach.h"

namespace dps::blueprint {
namespace {

using Balance = FiringBalance;

/// The number of the first firing whose next is NULL; kUnlimited if there is none.
double completing_firing(std::span<const NextLeg> legs) {
  double before = 0;
  for (const NextLeg& leg : legs) {
    if (leg.target == kNextComplete) {
      return before + 1;
    }
    before += static_cast<double>(leg.firings);
  }
  return Balance::kUnlimited;
}

/// The firings for each one that leaves the unit.
double firings_per_leave(std::span<const NextLeg> legs) {
  double firings = 0;
  double leaves = 0;
  for (const NextLeg& leg : legs) {
    firings += static_cast<double>(leg.firings);
    leaves += leg.target == kNextSame ? 0 : static_cast<double>(leg.firings);
  }
  return leaves > 0 ? firings / leaves : Balance::kUnlimited;
}

/// Gives keys consecutive positions.
template <typename Key>
class Positions {
 public:
  /// The position of the key, which is the next one if it is new.
  std::uint32_t of(const Key& key) {
    return known_.try_emplace(key, static_cast<std::uint32_t>(known_.size())).first->second;
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(known_.size()); }

 private:
  std::map<Key, std::uint32_t> known_;
};

/// The element at a position, which may be the one behind the last.
template <typename T>
T& at_or_new(std::vector<T>& list, std::uint32_t position) {
  if (position == list.size()) {
    list.emplace_back();
  }
  return list[position];
}

/// A cell, and the position of a definition or of a message type.
using InCell = std::pair<std::uint32_t, std::uint32_t>;

/// Makes the balance of a program: first sums over the processes of each cell, then averages.
class BalanceOfProgram {
 public:
  explicit BalanceOfProgram(const Program& program)
      : program_(program), reach_(program), cells_(program), shares_(program, cells_) {
    for (std::uint32_t cell = 0; cell < cells_.count(); ++cell) {
      add(cell);
    }
    average();
    for (std::uint32_t line = 0; line < sent_.size(); ++line) {
      for (const auto& [to, messages] : sent_[line]) {
        send(line, to, messages);
      }
    }
    balance_.answers.resize(answers_.size());
    while (answer()) {
    }
  }

  [[nodiscard]] std::optional<std::vector<ExpectedFirings>> expected() const {
    const auto firings = flows_.size() < kMostFlows ? firings_until_all_end() : std::nullopt;
    if (!firings) {
      return std::nullopt;
    }
    std::vector<ExpectedFirings> expected(program_.definitions.size());
    for (std::size_t line = 0; line < firings->size(); ++line) {
      double messages = 0;
      for (const auto& [to, amount] : sent_[line]) {
        messages += amount;
      }
      ExpectedFirings& sum = expected[definition_of_line_[line]];
      sum.firings = std::min(sum.firings + (*firings)[line], Balance::kUnlimited);
      sum.messages = std::min(sum.messages + (*firings)[line] * messages, Balance::kUnlimited);
    }
    return expected;
  }

 private:
  static constexpr std::uint32_t kMostFlows = 100'000;

  /// The firings of each line. Lines that nothing ends (a timer that sets itself) fire until the
  /// lines with the next NULL have fired as often as their processes need to be complete; their
  /// least number of firings with which that is so is found by bisection.
  [[nodiscard]] std::optional<std::vector<double>> firings_until_all_end() const {
    auto unlimited = balance_.solve();
    const std::vector<std::uint32_t> endless =
        unlimited ? endless_lines(*unlimited) : std::vector<std::uint32_t>{};
    constexpr double kHighest = 60;
    constexpr int kBisections = 24;
    if (endless.empty() || !ended(limited(endless, kHighest)) || ended(limited(endless, 0))) {
      return unlimited;
    }
    double low = 0;
    double high = kHighest;
    for (int i = 0; i < kBisections; ++i) {
      const double exponent = (low + high) / 2;
      (ended(limited(endless, exponent)) ? high : low) = exponent;
    }
    return limited(endless, high);
  }

  /// The lines without a limit in the cells in which another line has one.
  [[nodiscard]] std::vector<std::uint32_t> endless_lines(const std::vector<double>& firings) const {
    std::set<std::uint32_t> ending;  // cells
    for (std::uint32_t line = 0; line < balance_.lines.size(); ++line) {
      if (balance_.lines[line].most < Balance::kUnlimited) {
        ending.insert(cell_of_line_[line]);
      }
    }
    std::vector<std::uint32_t> endless;
    for (std::uint32_t line = 0; line < balance_.lines.size(); ++line) {
      if (firings[line] == Balance::kUnlimited && ending.contains(cell_of_line_[line])) {
        endless.push_back(line);
      }
    }
    return endless;
  }

  /// The firings if these lines fire 10^exponent times at most in each process.
  [[nodiscard]] std::optional<std::vector<double>> limited(const std::vector<std::uint32_t>& lines,
                                                           double exponent) const {
    FiringBalance balance = balance_;
    for (const std::uint32_t line : lines) {
      balance.lines[line].most = std::pow(10.0, exponent) * balance.lines[line].processes;
    }
    return balance.solve();
  }

  /// True if the processes of all cells, servers aside, can be complete.
  [[nodiscard]] bool ended(const std::optional<std::vector<double>>& firings) const {
    std::set<std::uint32_t> open;
    for (std::uint32_t cell = 0; cell < cells_.count(); ++cell) {
      if (!program_.is_server(ProcessId{cells_.first(cell)})) {
        open.insert(cell);
      }
    }
    for (std::uint32_t line = 0; firings && line < firings->size(); ++line) {
      constexpr double kNearly = 1 - 1e-6;
      if ((*firings)[line] >= balance_.lines[line].most * kNearly) {
        open.erase(cell_of_line_[line]);
      }
    }
    return firings && open.empty();
  }

  /// The processes of a cell that have the same plan.
  struct Clones {
    std::uint32_t cell;
    std::uint32_t plan;
    double count;
  };

  void add(std::uint32_t cell) {
    std::map<std::uint32_t, double> clones;  // by plan
    for (std::uint32_t process = cells_.first(cell); process < cells_.end(cell); ++process) {
      clones[program_.plan_of[process]] += 1;
    }
    for (const auto& [plan, count] : clones) {
      add({cell, plan, count});
    }
  }

  void add(const Clones& clones) {
    for (const std::uint32_t position : reach_.units_of(clones.plan)) {
      const std::uint32_t unit = unit_of(clones, position);
      at_or_new(processes_of_unit_, unit) += clones.count;
      at_or_new(balance_.units, unit).started += position == 0 ? clones.count : 0;
    }
    std::vector<std::uint32_t> seen;  // a line in two units is the same one
    for (const Firing& firing : reach_.firings_of(clones.plan)) {
      const Functionality& functionality = program_.functionalities[firing.functionality];
      const std::uint32_t line = lines_.of({clones.cell, functionality.definition});
      if (std::ranges::find(seen, firing.functionality) == seen.end()) {
        seen.push_back(firing.functionality);
        add_line(clones, line, functionality);
      }
      add_entry(clones, line, firing);
    }
  }

  [[nodiscard]] std::uint32_t unit_of(const Clones& clones, std::uint32_t position) {
    const std::uint32_t unit = program_.units_of(program_.plans[clones.plan])[position];
    return units_.of({clones.cell, program_.units[unit].definition});
  }

  void add_line(const Clones& clones, std::uint32_t at, const Functionality& functionality) {
    const std::span<const NextLeg> legs = program_.nexts_of(functionality);
    at_or_new(definition_of_line_, at) = functionality.definition;
    at_or_new(cell_of_line_, at) = clones.cell;
    Balance::Line& line = at_or_new(balance_.lines, at);
    line.processes += clones.count;
    line.most += clones.count * completing_firing(legs);
    line.most_per_activation = std::max(line.most_per_activation, firings_per_leave(legs));
    at_or_new(nexts_, at)[legs_of(clones, legs)] += clones.count;
    auto& sent = at_or_new(sent_, at);
    for (const SentShare& share : shares_.of(clones.cell, functionality)) {
      sent[share.to] += clones.count * share.messages;
    }
  }

  [[nodiscard]] std::vector<Balance::Leg> legs_of(const Clones& clones,
                                                  std::span<const NextLeg> nexts) {
    std::vector<Balance::Leg> legs;
    for (const NextLeg& next : nexts) {
      const bool is_unit = next.target != kNextSame && next.target != kNextComplete;
      legs.push_back({is_unit ? unit_of(clones, next.target) : Balance::Leg::kNowhere,
                      static_cast<double>(next.firings)});
    }
    return legs;
  }

  void add_entry(const Clones& clones, std::uint32_t line, const Firing& firing) {
    const std::uint32_t unit = unit_of(clones, firing.unit);
    const std::uint32_t at = entries_.of({line, unit});
    at_or_new(processes_of_entry_, at) += clones.count;
    Balance::Entry& entry = at_or_new(balance_.entries, at);
    entry.line = line;
    entry.unit = unit;
    entry.weight += clones.count * weight_of(clones, firing);
    const std::uint32_t collection = program_.functionalities[firing.functionality].collection;
    if (collection == kNone) {
      return;
    }
    entry.each = program_.collections[collection].each;
    for (const CountedTag& pair : program_.pairs_of(program_.collections[collection])) {
      const std::uint32_t inbox = inboxes_.of({clones.cell, index(pair.mid)});
      const auto known = std::ranges::find(entry.needs, inbox, &Balance::Need::inbox);
      const double count = clones.count * static_cast<double>(pair.of);
      if (known == entry.needs.end()) {
        entry.needs.push_back({inbox, count});
      } else {
        known->count += count;
      }
    }
  }

  [[nodiscard]] double weight_of(const Clones& clones, const Firing& firing) const {
    const Unit& unit = program_.units[program_.units_of(program_.plans[clones.plan])[firing.unit]];
    const auto list = program_.functionalities_of(unit);
    double weight = 0;
    for (std::uint32_t place = 0; place < list.size(); ++place) {
      weight += list[place] == firing.functionality ? program_.weight_of(unit, place) : 0;
    }
    return weight;
  }

  /// The sums over processes become averages.
  void average() {
    for (std::size_t at = 0; at < balance_.entries.size(); ++at) {
      Balance::Entry& entry = balance_.entries[at];
      entry.presence = processes_of_entry_[at] / processes_of_unit_[entry.unit];
      entry.weight /= processes_of_entry_[at];
      for (Balance::Need& need : entry.needs) {
        need.count /= processes_of_entry_[at];
      }
    }
    for (std::size_t at = 0; at < balance_.lines.size(); ++at) {
      Balance::Line& line = balance_.lines[at];
      line.most = std::min(line.most, Balance::kUnlimited);
      for (const auto& [legs, processes] : nexts_[at]) {
        line.nexts.push_back({legs, processes});
      }
      for (auto& [to, messages] : sent_[at]) {
        messages /= line.processes;
      }
    }
  }

  void send(std::uint32_t line, const SentTo& to, double messages) {
    const std::uint32_t from = cell_of_line_[line];
    if (to.begins) {
      balance_.shares.push_back({line, flow(from, Balance::kNoFlow), messages});
    }
    if (to.kind == SentTo::Kind::kCell) {
      const std::uint32_t inbox = inboxes_.of({to.cell, index(to.mid)});
      balance_.shares.push_back({line, flow(from, inbox), messages});
    } else if (to.kind == SentTo::Kind::kSender) {
      answers_.push_back({line, to.mid, messages, inboxes_of(line), {}});
    } else if (to.kind == SentTo::Kind::kOrigin) {
      answers_.push_back({line, to.mid, messages, {Balance::kNoFlow}, {}});
    }
  }

  /// The messages of the cell to the inbox, or those that begin requests.
  std::uint32_t flow(std::uint32_t from, std::uint32_t inbox) {
    const std::uint32_t at = flows_.of({from, inbox});
    if (at == balance_.inbox_of_flow.size()) {
      balance_.inbox_of_flow.push_back(inbox);
      source_of_flow_.push_back(from);
    }
    return at;
  }

  [[nodiscard]] std::set<std::uint32_t> inboxes_of(std::uint32_t line) const {
    std::set<std::uint32_t> inboxes;
    for (const Balance::Entry& entry : balance_.entries) {
      for (const Balance::Need& need : entry.needs) {
        if (entry.line == line) {
          inboxes.insert(need.inbox);
        }
      }
    }
    return inboxes;
  }

  /// A message to ACK or ORIGIN goes to each cell that sends one that it answers. Returns true if
  /// there is a new flow, which may have answers, too.
  bool answer() {
    const std::uint32_t known = flows_.size();
    for (std::uint32_t at = 0; at < answers_.size(); ++at) {
      for (std::uint32_t flow = 0; flow < flows_.size() && flows_.size() < kMostFlows; ++flow) {
        const bool is_answered = answers_[at].inboxes.contains(balance_.inbox_of_flow[flow]);
        if (is_answered && answers_[at].flows.insert(flow).second) {
          answer(at, flow);
        }
      }
    }
    balance_.inboxes = inboxes_.size();
    return flows_.size() > known;
  }

  void answer(std::uint32_t at, std::uint32_t answered) {
    const Answer& answer = answers_[at];
    const std::uint32_t inbox = inboxes_.of({source_of_flow_[answered], index(answer.mid)});
    const std::uint32_t back = flow(cell_of_line_[answer.line], inbox);
    balance_.answers[at].push_back(answered);
    balance_.shares.push_back({answer.line, back, answer.messages, answered, at});
  }

  /// The messages that a line sends to ACK or ORIGIN.
  struct Answer {
    std::uint32_t line;
    MessageId mid;
    double messages;
    std::set<std::uint32_t> inboxes;  ///< of the flows that it answers
    std::set<std::uint32_t> flows;    ///< that have a share for it
  };

  const Program& program_;
  Reach reach_;
  Cells cells_;
  SentShares shares_;
  FiringBalance balance_;
  Positions<InCell> lines_, units_, inboxes_, flows_;
  Positions<InCell> entries_;  // a line and a unit
  std::vector<std::uint32_t> definition_of_line_;
  std::vector<std::uint32_t> cell_of_line_;
  std::vector<std::map<std::vector<Balance::Leg>, double>> nexts_;  // by line: processes
  std::vector<std::map<SentTo, double>> sent_;                      // by line: messages
  std::vector<double> processes_of_unit_;
  std::vector<double> processes_of_entry_;
  std::vector<std::uint32_t> source_of_flow_;
  std::vector<Answer> answers_;
};

}  // namespace

std::optional<std::vector<ExpectedFirings>> expected_firings(const Program& program) {
  return BalanceOfProgram(program).expected();
}

}  // namespace dps::blueprint
