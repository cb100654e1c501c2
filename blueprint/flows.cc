#include "blueprint/flows.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "blueprint/collective_flows.h"
#include "blueprint/request_flow.h"

namespace dps::blueprint {
namespace {

/// Largest set whose processes are listed individually in the index.
constexpr std::uint64_t kNarrow = 16;

/// Identifies sends of one O line that differ only in their senders.
struct DirectSend {
  std::uint32_t definition;
  MessageId mid;
  bool others;
  ProcessRange receivers;
  std::uint32_t output;  ///< of Program::outputs

  [[nodiscard]] auto kind() const {
    return std::tuple(definition, index(mid), others, receivers.first, receivers.count,
                      receivers.step);
  }
};

/// A received type, and the O line and type of the answer to it.
struct RuleKey {
  MessageId cause;
  MessageId answer;
  bool others;
  std::uint32_t definition;

  bool operator<(const RuleKey& other) const {
    return std::tie(cause, answer, others, definition) <
           std::tie(other.cause, other.answer, other.others, other.definition);
  }
};

/// The processes that send the answer, and the size of the largest answer.
struct Rule {
  ProcessSet processes;
  std::uint64_t bytes = 0;
};

std::size_t hash_of(const Bundle& bundle) {
  std::size_t hash = bundle.definition * 31U + index(bundle.mid) * 2U + (bundle.others ? 1U : 0U);
  const auto mix = [&hash](std::size_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  };
  for (const ProcessSet* set : {&bundle.senders, &bundle.receivers}) {
    mix(set->ranges().size());
    for (const ProcessRange& range : set->ranges()) {
      mix(range.first);
      mix(range.count);
      mix(range.step);
    }
  }
  return hash;
}

bool alike(const Bundle& a, const Bundle& b) {
  return a.definition == b.definition && a.mid == b.mid && a.others == b.others &&
         a.answers == b.answers && a.to_origin == b.to_origin && a.inside == b.inside &&
         a.senders == b.senders && a.receivers == b.receivers;
}

/// Finds the bundles of one program: first the direct ones, then answers until no new one appears.
class FlowFinder {
 public:
  FlowFinder(const Program& program, const Reach& reach) : program_(program) {
    senders_of_output_.resize(program.outputs.size());
    for (const PlanRange& range : plan_ranges(program)) {
      for (const Firing& firing : reach.firings_of(range.plan)) {
        enter(program.functionalities[firing.functionality], range);
      }
    }
    direct_bundles();
    if (program.has_requests) {
      origin_bundles(reach);
    }
  }

  std::vector<Bundle> find(std::size_t max_bundles) {
    const std::size_t direct = bundles_.size();
    for (std::size_t next = 0; next < bundles_.size(); ++next) {
      answer(next);
      if (bundles_.size() > max_bundles) {
        bundles_.resize(direct);
        widest_answers();
        break;
      }
    }
    return std::move(bundles_);
  }

 private:
  void enter(const Functionality& functionality, const PlanRange& range) {
    for (const std::uint32_t at : program_.outputs_of(functionality)) {
      const Output& output = program_.outputs[at];
      if (output.copies == 0) {
        continue;
      }
      senders_of_output_[at].append(range.first, range.count);
      if (output.is_collective()) {
        continue;
      }
      const auto receivers = program_.receivers_of(output);
      if (std::ranges::any_of(receivers, [](const Receivers& r) { return r.is_ack(); })) {
        enter_rules(functionality, output, range);
      }
    }
  }

  void enter_rules(const Functionality& functionality, const Output& output,
                   const PlanRange& range) {
    if (functionality.collection == kNone) {
      return;
    }
    for (const CountedTag& pair :
         program_.pairs_of(program_.collections[functionality.collection])) {
      Rule& rule = rules_[{pair.mid, output.mid, output.others, output.definition}];
      rule.processes.append(range.first, range.count);
      rule.bytes = std::max(rule.bytes, output.bytes);
    }
  }

  void direct_bundles() {
    std::vector<DirectSend> sends;
    for (std::uint32_t at = 0; at < program_.outputs.size(); ++at) {
      const Output& output = program_.outputs[at];
      if (output.is_collective()) {
        append_collective_flows(program_, output, senders_of_output_[at], bundles_);
        continue;
      }
      for (const Receivers& element : program_.receivers_of(output)) {
        if (!element.depends_on_message() && !senders_of_output_[at].empty()) {
          const ProcessRange range{index(element.first), element.count,
                                   element.count == 1 ? 1 : element.step};
          sends.push_back({output.definition, output.mid, output.others, range, at});
        }
      }
    }
    std::stable_sort(sends.begin(), sends.end(),
                     [](const DirectSend& a, const DirectSend& b) { return a.kind() < b.kind(); });
    for (auto from = sends.begin(); from != sends.end();) {
      const auto to = std::find_if(
          from, sends.end(), [&](const DirectSend& send) { return send.kind() != from->kind(); });
      Bundle bundle = bundle_of({from, to});
      if (!is_never_sent(bundle)) {
        bundles_.push_back(std::move(bundle));
      }
      from = to;
    }
  }

  void origin_bundles(const Reach& reach) {
    const RequestFlow requests(program_, reach);
    for (const PlanRange& range : plan_ranges(program_)) {
      for (const Firing& firing : reach.firings_of(range.plan)) {
        const Functionality& functionality = program_.functionalities[firing.functionality];
        if (functionality.collection == kNone) {
          continue;
        }
        for (const std::uint32_t at : program_.outputs_of(functionality)) {
          const Output& output = program_.outputs[at];
          const auto receivers = program_.receivers_of(output);
          if (output.copies > 0 &&
              std::ranges::any_of(receivers, [](const Receivers& r) { return r.is_origin(); })) {
            Bundle bundle;
            bundle.definition = output.definition;
            bundle.senders = ProcessSet(ProcessRange{range.first, range.count, 1});
            bundle.mid = output.mid;
            bundle.receivers =
                requests.origins_of(program_, program_.collections[functionality.collection]);
            bundle.others = output.others;
            bundle.bytes = output.bytes;
            bundle.answers = bundle.to_origin = true;
            if (!bundle.receivers.empty() && !is_never_sent(bundle)) {
              add(std::move(bundle));
            }
          }
        }
      }
    }
  }

  /// True if the only receiver is the sender, which -others excludes.
  static bool is_never_sent(const Bundle& bundle) {
    return bundle.others && bundle.receivers.size() == 1 && bundle.senders == bundle.receivers;
  }

  /// Makes one bundle of sends with equal keys.
  Bundle bundle_of(std::span<const DirectSend> sends) const {
    const DirectSend& first = sends.front();
    Bundle bundle;
    bundle.definition = first.definition;
    bundle.mid = first.mid;
    bundle.others = first.others;
    bundle.receivers = ProcessSet(first.receivers);
    std::vector<ProcessRange> senders;
    for (const DirectSend& send : sends) {
      const auto& ranges = senders_of_output_[send.output].ranges();
      senders.insert(senders.end(), ranges.begin(), ranges.end());
      bundle.bytes = std::max(bundle.bytes, program_.outputs[send.output].bytes);
    }
    bundle.senders = ProcessSet::of(std::move(senders));
    return bundle;
  }

  /// Returns the rules for answers to a type, in the order of their keys.
  auto rules_for(MessageId cause) const {
    return std::pair(rules_.lower_bound({cause, MessageId{0}, false, 0}),
                     rules_.lower_bound({MessageId{index(cause) + 1}, MessageId{0}, false, 0}));
  }

  /// A message inside a collective operation fires nothing.
  void answer(std::size_t cause) {
    if (bundles_[cause].inside) {
      return;
    }
    const auto [from, to] = rules_for(bundles_[cause].mid);
    for (auto rule = from; rule != to; ++rule) {
      Bundle bundle;
      bundle.senders = bundles_[cause].receivers.intersection(rule->second.processes);
      if (bundle.senders.empty()) {
        continue;
      }
      bundle.definition = rule->first.definition;
      bundle.mid = rule->first.answer;
      bundle.receivers = bundles_[cause].senders;
      bundle.others = rule->first.others || bundles_[cause].others;
      bundle.bytes = rule->second.bytes;
      bundle.answers = true;
      if (!is_never_sent(bundle)) {
        add(std::move(bundle));
      }
    }
  }

  void add(Bundle bundle) {
    const std::size_t hash = hash_of(bundle);
    const auto [from, to] = known_.equal_range(hash);
    for (auto it = from; it != to; ++it) {
      if (alike(bundles_[it->second], bundle)) {
        bundles_[it->second].bytes = std::max(bundles_[it->second].bytes, bundle.bytes);
        return;
      }
    }
    known_.emplace(hash, bundles_.size());
    bundles_.push_back(std::move(bundle));
  }

  /// The coarse version: every process that may send a type gets answers from all that answer it.
  void widest_answers() {
    std::map<MessageId, std::vector<ProcessRange>> senders;
    const auto sends = [&senders](MessageId mid, const ProcessSet& set) {
      senders[mid].insert(senders[mid].end(), set.ranges().begin(), set.ranges().end());
    };
    for (const Bundle& bundle : bundles_) {
      sends(bundle.mid, bundle.senders);
    }
    for (const auto& [key, rule] : rules_) {
      sends(key.answer, rule.processes);
    }
    std::map<MessageId, ProcessSet> sets;
    for (auto& [mid, ranges] : senders) {
      sets[mid] = ProcessSet::of(std::move(ranges));
    }
    for (const auto& [key, rule] : rules_) {
      if (sets.contains(key.cause)) {
        bundles_.push_back({key.definition, rule.processes, key.answer, sets[key.cause], key.others,
                            rule.bytes, true});
      }
    }
  }

  const Program& program_;
  std::vector<ProcessSet> senders_of_output_;
  std::map<RuleKey, Rule> rules_;
  std::vector<Bundle> bundles_;
  std::unordered_multimap<std::size_t, std::size_t> known_;  ///< hash to the position of the answer
};

void mark(std::vector<bool>& bits, const ProcessRange& range) {
  if (range.step == 1) {
    std::fill_n(bits.begin() + range.first, range.count, true);
    return;
  }
  for (std::uint32_t i = 0; i < range.count; ++i) {
    bits[range.first + i * range.step] = true;
  }
}

}  // namespace

Flows::Flows(const Program& program, const Reach& reach, std::size_t max_bundles)
    : bundles_(FlowFinder(program, reach).find(max_bundles)) {}

FlowTable::FlowTable(const Program& program, const Flows& flows) : bundles_(flows.bundles()) {
  sent_.narrow.resize(program.process_count());
  taken_.narrow.resize(program.process_count());
  for (std::uint32_t at = 0; at < bundles_.size(); ++at) {
    enter(sent_, bundles_[at].senders, at);
    enter(taken_, bundles_[at].receivers, at);
  }
}

void FlowTable::enter(Side& side, const ProcessSet& set, std::uint32_t bundle) {
  if (set.size() > kNarrow) {
    side.wide.push_back(bundle);
    return;
  }
  set.for_each([&](ProcessId process) { side.narrow[index(process)].push_back(bundle); });
}

/// Calls `visit` with each bundle in which the process is a sender (or a receiver).
template <typename Visit>
void FlowTable::visit(ProcessId process, bool outgoing, Visit visit) const {
  const Side& side = outgoing ? sent_ : taken_;
  for (const std::uint32_t at : side.narrow[index(process)]) {
    visit(bundles_[at]);
  }
  for (const std::uint32_t at : side.wide) {
    const Bundle& bundle = bundles_[at];
    if ((outgoing ? bundle.senders : bundle.receivers).contains(process)) {
      visit(bundle);
    }
  }
}

std::vector<Flow> FlowTable::flows_of(ProcessId process) const {
  std::vector<Flow> flows;
  for (const bool outgoing : {false, true}) {
    visit(process, outgoing, [&](const Bundle& bundle) {
      (outgoing ? bundle.receivers : bundle.senders).for_each([&](ProcessId peer) {
        if (peer != process || !bundle.others) {
          flows.push_back({peer, bundle.mid, outgoing});
        }
      });
    });
  }
  std::sort(flows.begin(), flows.end());
  flows.erase(std::unique(flows.begin(), flows.end()), flows.end());
  return flows;
}

std::vector<ProcessId> FlowTable::peers_of(ProcessId process) const {
  std::vector<ProcessId> peers;
  for (const Flow& flow : flows_of(process)) {
    if (flow.peer != process && (peers.empty() || peers.back() != flow.peer)) {
      peers.push_back(flow.peer);
    }
  }
  return peers;
}

std::uint64_t FlowTable::largest_arrival(ProcessId process) const {
  std::uint64_t largest = 0;
  visit(process, false, [&](const Bundle& bundle) {
    const bool only_to_itself = bundle.others && bundle.senders == ProcessSet({index(process)});
    largest = only_to_itself ? largest : std::max(largest, bundle.bytes);
  });
  return largest;
}

std::uint64_t FlowTable::connection_count() const {
  const std::size_t processes = sent_.narrow.size();
  std::vector<std::vector<bool>> talk(processes, std::vector<bool>(processes, false));
  for (const Bundle& bundle : bundles_) {
    bundle.senders.for_each([&](ProcessId sender) {
      for (const ProcessRange& range : bundle.receivers.ranges()) {
        mark(talk[index(sender)], range);
      }
    });
  }
  std::uint64_t pairs = 0;
  for (std::size_t a = 0; a < processes; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      pairs += talk[a][b] || talk[b][a] ? 1 : 0;
    }
  }
  return pairs;
}

}  // namespace dps::blueprint
