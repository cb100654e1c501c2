#include "profiles/traces/head_encoding.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "base/core_turns.h"
#include "base/fields.h"
#include "base/printable.h"

namespace dps::traces {

constexpr auto fields(const Limits* /*type*/) {
  return std::tuple(&Limits::events, &Limits::from, &Limits::to);
}
constexpr auto fields(const Line* /*type*/) {
  return std::tuple(&Line::section, &Line::number, &Line::tag);
}
constexpr auto fields(const OutputLine* /*type*/) {
  return std::tuple(&OutputLine::line, &OutputLine::mid);
}
constexpr auto fields(const PlannedUnit* /*type*/) {
  return std::tuple(&PlannedUnit::line, &PlannedUnit::first);
}
constexpr auto fields(const TracePlan* /*type*/) {
  return std::tuple(&TracePlan::units, &TracePlan::functionalities);
}
constexpr auto fields(const CountedType* /*type*/) {
  return std::tuple(&CountedType::mid, &CountedType::count);
}
constexpr auto fields(const TraceCollection* /*type*/) {
  return std::tuple(&TraceCollection::pairs);
}
constexpr auto fields(const PlanUses* /*type*/) {
  return std::tuple(&PlanUses::early, &PlanUses::collections);
}
constexpr auto fields(const Group* /*type*/) {
  return std::tuple(&Group::line, &Group::count, &Group::server);
}
constexpr auto fields(const TraceHost* /*type*/) {
  return std::tuple(&TraceHost::name, &TraceHost::offset, &TraceHost::rate);
}
constexpr auto fields(const TracedProcess* /*type*/) {
  using P = TracedProcess;
  return std::tuple(&P::plan, &P::host, &P::end, &P::events, &P::left_out_before,
                    &P::left_out_after);
}
constexpr auto fields(const Communicator* /*type*/) {
  return std::tuple(&Communicator::name, &Communicator::members, &Communicator::others);
}
constexpr auto fields(const CollectiveLine* /*type*/) {
  using L = CollectiveLine;
  return std::tuple(&L::communicator, &L::operation, &L::algorithm);
}
constexpr auto fields(const Channel* /*type*/) {
  return std::tuple(&Channel::communicator, &Channel::tag);
}

namespace {

/// The way to keep events is beside the other enumerators.
struct KeepField {};
void encode_field(Encoder& out, const TraceHead& head, const KeepField& /*field*/) {
  encode_value(out, head.limits.keep);
}
void decode_field(Decoder& in, TraceHead& head, const KeepField& /*field*/) {
  decode_value(in, head.limits.keep);
}

}  // namespace

/// The fields of all versions; the later ones have more.
constexpr auto fields(const TraceHead* /*type*/) {
  using H = TraceHead;
  return std::tuple(&H::kind, &H::unit, &H::complete, KeepField{}, &H::version, &H::blueprint,
                    &H::machine, &H::reason, &H::seed, &H::run, &H::limits, &H::violations,
                    &H::largest_violation, &H::lines, &H::message_types, &H::computations,
                    &H::outputs, &H::plans, &H::groups, &H::hosts, &H::processes, &H::communicators,
                    &H::channels);
}

namespace {

bool is_line(const TraceHead& head, std::uint32_t line) {
  return line < head.lines.size();
}

bool is_right(const TraceHead& head, const Line& line) {
  return std::string_view("ICOFUPT").find(line.section) != std::string_view::npos &&
         (line.section != 'T' || line.number < head.processes.size()) && is_utf8(line.tag);
}
bool is_right(const TraceHead& /*head*/, const std::string& text) {
  return is_utf8(text);
}
bool is_right(const TraceHead& head, std::uint32_t computation) {
  return is_line(head, computation);
}
bool is_right(const TraceHead& head, const OutputLine& output) {
  return is_line(head, output.line) && output.mid < head.message_types.size();
}
/// Units without functionalities share the position of the next one.
bool is_right(const TraceHead& head, const TracePlan& plan) {
  std::uint32_t first = 0;
  for (const PlannedUnit& unit : plan.units) {
    if (!is_line(head, unit.line) || unit.first < first ||
        unit.first > plan.functionalities.size()) {
      return false;
    }
    first = unit.first;
  }
  return (plan.units.empty() ? plan.functionalities.empty() : plan.units[0].first == 0) &&
         std::all_of(plan.functionalities.begin(), plan.functionalities.end(),
                     [&](std::uint32_t line) { return is_line(head, line); });
}
bool is_right(const TraceHead& head, const Group& group) {
  return is_line(head, group.line);
}
bool is_right(const TraceHead& /*head*/, const TraceHost& host) {
  constexpr Ticks kMostOffset = -kLeastTicks;
  constexpr double kMostRate = 0.125;
  return is_utf8(host.name) && host.offset >= -kMostOffset && host.offset <= kMostOffset &&
         host.rate >= -kMostRate && host.rate <= kMostRate;
}
bool is_right(const TraceHead& head, const TracedProcess& process) {
  return process.plan < head.plans.size() && process.host < head.hosts.size() &&
         is_plausible(process.end);
}
bool is_right(const TraceHead& head, const Communicator& communicator) {
  const auto are_processes = [&](const std::vector<std::uint32_t>& members) {
    return std::all_of(members.begin(), members.end(),
                       [&](std::uint32_t member) { return member < head.processes.size(); });
  };
  return is_utf8(communicator.name) && are_processes(communicator.members) &&
         are_processes(communicator.others);
}
bool is_right(const TraceHead& head, const Channel& channel) {
  return channel.communicator < head.communicators.size();
}
bool is_right(const TraceHead& head, const CollectiveLine& line) {
  return line.communicator < head.communicators.size() && is_utf8(line.operation) &&
         is_utf8(line.algorithm);
}
bool is_right(const TraceHead& head, const TraceCollection& collection) {
  return std::all_of(collection.pairs.begin(), collection.pairs.end(), [&](const auto& pair) {
    return pair.mid < head.message_types.size() && pair.count > 0;
  });
}
bool is_right(const TraceHead& head, const PlanUses& uses) {
  return std::all_of(uses.early.begin(), uses.early.end(),
                     [](std::uint8_t early) { return early <= 1; }) &&
         std::all_of(uses.alternatives.begin(), uses.alternatives.end(),
                     [](std::uint8_t alternative) { return alternative <= 1; }) &&
         std::all_of(uses.collections.begin(), uses.collections.end(), [&](std::uint32_t at) {
           return at == PlanUses::kNone || at < head.collections.size();
         });
}

/// True if there are none, or one for each functionality, of which none is an alternative in place
/// of one of another unit or with another collection.
bool fit_alternatives(const PlanUses& uses, const TracePlan& plan) {
  const auto& alternatives = uses.alternatives;
  if (alternatives.empty()) {
    return true;
  }
  if (alternatives.size() != plan.functionalities.size()) {
    return false;
  }
  for (const PlannedUnit& unit : plan.units) {
    if (unit.first < alternatives.size() && alternatives[unit.first] != 0) {
      return false;
    }
  }
  for (std::size_t f = 1; f < alternatives.size(); ++f) {
    if (alternatives[f] != 0 && uses.collections[f] != uses.collections[f - 1]) {
      return false;
    }
  }
  return true;
}

/// True if there are none, or those of each plan.
bool fit_plans(const TraceHead& head) {
  return head.uses.empty() ||
         std::equal(head.uses.begin(), head.uses.end(), head.plans.begin(), head.plans.end(),
                    [](const PlanUses& uses, const TracePlan& plan) {
                      return uses.early.size() == plan.units.size() &&
                             uses.collections.size() == plan.functionalities.size() &&
                             fit_alternatives(uses, plan);
                    });
}

template <typename T>
std::string wrong_item(const TraceHead& head, const std::vector<T>& list, std::string_view name) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!is_right(head, list[i])) {
      return fmt::format("item {} of the {} is wrong", i, name);
    }
  }
  return "";
}

/// The first part of the head that contradicts another or the format; "" if there is none.
std::string wrong_part(const TraceHead& head) {
  for (const std::string& wrong :
       {wrong_item(head, head.lines, "lines"),
        wrong_item(head, head.message_types, "message types"),
        wrong_item(head, head.computations, "computations"),
        wrong_item(head, head.outputs, "outputs"), wrong_item(head, head.plans, "plans"),
        wrong_item(head, head.groups, "groups"), wrong_item(head, head.hosts, "hosts"),
        wrong_item(head, head.processes, "processes"),
        wrong_item(head, head.communicators, "communicators"),
        wrong_item(head, head.channels, "channels"),
        wrong_item(head, head.collectives, "collectives"),
        wrong_item(head, head.collections, "collections"), wrong_item(head, head.uses, "uses")}) {
    if (!wrong.empty()) {
      return wrong;
    }
  }
  std::uint64_t processes = 0;
  for (const Group& group : head.groups) {
    processes += group.count;
  }
  if (processes != head.processes.size()) {
    return fmt::format("its groups have {} processes, and the list of processes {}", processes,
                       head.processes.size());
  }
  if (!head.times.empty() && head.times.size() != head.computations.size()) {
    return fmt::format("it has the times of {} computations, and {} computations",
                       head.times.size(), head.computations.size());
  }
  if (!head.channels.empty() && head.channels.size() != head.message_types.size()) {
    return fmt::format("it has {} channels for {} message types", head.channels.size(),
                       head.message_types.size());
  }
  if (!fit_plans(head)) {
    return "its uses do not fit its plans";
  }
  const bool has_window =
      is_plausible(head.limits.from) && (is_plausible(head.limits.to) || head.limits.to == kNoEnd);
  const bool has_texts = is_utf8(head.version) && is_utf8(head.blueprint) &&
                         is_utf8(head.machine) && is_utf8(head.reason);
  return has_window && has_texts && is_plausible(head.largest_violation) ? "" : "a field is wrong";
}

/// The hosts keep 0 if the list has another length; then the head is wrong.
void decode_cores(Decoder& in, std::vector<TraceHost>& hosts) {
  std::vector<std::uint32_t> cores;
  decode_value(in, cores);
  in.require(cores.size() == hosts.size());
  for (std::size_t i = 0; i < cores.size() && i < hosts.size(); ++i) {
    hosts[i].cores = cores[i];
  }
}

/// The fields of a trace with requests: of each collection, whether it has -each, and its quorums;
/// of each output, whether it begins requests.
void encode_requests(Encoder& out, const TraceHead& head) {
  std::vector<std::uint8_t> each;
  std::vector<std::uint64_t> quorums;
  for (const TraceCollection& collection : head.collections) {
    each.push_back(collection.each ? 1 : 0);
    for (const CountedType& pair : collection.pairs) {
      quorums.push_back(pair.of);
    }
  }
  std::vector<std::uint8_t> begins;
  for (const OutputLine& output : head.outputs) {
    begins.push_back(output.begins ? 1 : 0);
  }
  encode_value(out, each);
  encode_value(out, quorums);
  encode_value(out, begins);
}

void decode_requests(Decoder& in, TraceHead& head) {
  std::vector<std::uint8_t> each;
  std::vector<std::uint64_t> quorums;
  std::vector<std::uint8_t> begins;
  decode_value(in, each);
  decode_value(in, quorums);
  decode_value(in, begins);
  std::size_t pairs = 0;
  for (const TraceCollection& collection : head.collections) {
    pairs += collection.pairs.size();
  }
  in.require(each.size() == head.collections.size() && quorums.size() == pairs &&
             begins.size() == head.outputs.size());
  if (!in.ok()) {
    return;
  }
  head.has_requests = true;
  auto quorum = quorums.begin();
  for (std::size_t at = 0; at < each.size(); ++at) {
    head.collections[at].each = each[at] != 0;
    for (CountedType& pair : head.collections[at].pairs) {
      pair.of = *quorum++;
      in.require(pair.of >= pair.count && (each[at] != 0 || pair.of == pair.count));
    }
  }
  for (std::size_t at = 0; at < begins.size(); ++at) {
    head.outputs[at].begins = begins[at] != 0;
  }
}

/// The fields of a trace with collectives: these, the one of each output, and whether the program
/// has -window.
void encode_collectives(Encoder& out, const TraceHead& head) {
  std::vector<std::uint32_t> of_outputs;
  of_outputs.reserve(head.outputs.size());
  for (const OutputLine& output : head.outputs) {
    of_outputs.push_back(output.collective);
  }
  encode_value(out, head.collectives);
  encode_value(out, of_outputs);
  encode_value(out, head.has_windows);
}

void decode_collectives(Decoder& in, TraceHead& head, bool may_be_empty) {
  std::vector<std::uint32_t> of_outputs;
  decode_value(in, head.collectives);
  decode_value(in, of_outputs);
  decode_value(in, head.has_windows);
  in.require((may_be_empty || !head.collectives.empty()) &&
             of_outputs.size() == head.outputs.size());
  for (std::size_t at = 0; at < of_outputs.size() && in.ok(); ++at) {
    in.require(of_outputs[at] < head.collectives.size() ||
               of_outputs[at] == OutputLine::kNoCollective);
    head.outputs[at].collective = of_outputs[at];
  }
}

/// The fields of a trace with turns: those of the hosts, and whether the program has requests.
void encode_turns(Encoder& out, const TraceHead& head) {
  std::vector<Ticks> turns;
  turns.reserve(head.hosts.size());
  for (const TraceHost& host : head.hosts) {
    turns.push_back(host.turn);
  }
  encode_value(out, turns);
  encode_value(out, head.has_requests);
}

void decode_turns(Decoder& in, TraceHead& head) {
  std::vector<Ticks> turns;
  decode_value(in, turns);
  decode_value(in, head.has_requests);
  in.require(turns.size() == head.hosts.size());
  bool has_turns = false;
  for (std::size_t at = 0; at < turns.size() && in.ok(); ++at) {
    TraceHost& host = head.hosts[at];
    host.turn = turns[at];
    has_turns = has_turns || host.turn != 0;
    in.require(host.turn == 0 ||
               (host.turn >= kShortestTurn.count() && is_plausible(host.turn) && host.cores > 0));
  }
  in.require(has_turns);
}

/// The collections of a trace without requests.
void complete_quorums(TraceHead& head) {
  for (TraceCollection& collection : head.collections) {
    for (CountedType& pair : collection.pairs) {
      pair.of = pair.count;
    }
  }
}

}  // namespace

ByteString encode_head(const TraceHead& head) {
  Encoder out;
  encode_value(out, head);
  encode_value(out, head.collections);
  encode_value(out, head.uses);
  encode_value(out, head.times);
  std::vector<std::uint32_t> cores;
  for (const TraceHost& host : head.hosts) {
    cores.push_back(host.cores);
  }
  encode_value(out, cores);
  if (version_of(head) > kRequestlessVersion) {
    encode_requests(out, head);
    for (const PlanUses& uses : head.uses) {
      encode_value(out, uses.alternatives);
    }
  }
  if (version_of(head) > kUncollectiveVersion) {
    encode_collectives(out, head);
  }
  if (version_of(head) > kTurnlessVersion) {
    encode_turns(out, head);
  }
  return out.take();
}

Result<TraceHead> decode_head(std::span<const std::byte> bytes, std::uint32_t version) {
  Decoder in(bytes);
  TraceHead head;
  decode_value(in, head);
  if (version > kOldestTraceVersion) {
    decode_value(in, head.collections);
    decode_value(in, head.uses);
    decode_value(in, head.times);
    decode_cores(in, head.hosts);
  }
  if (version > kRequestlessVersion) {
    decode_requests(in, head);
    head.has_windows = version > kWindowlessVersion;
    for (PlanUses& uses : head.uses) {
      decode_value(in, uses.alternatives);
    }
    if (version > kUncollectiveVersion) {
      decode_collectives(in, head, version > kTurnlessVersion);
    }
    if (version > kTurnlessVersion) {
      decode_turns(in, head);
    }
  } else {
    complete_quorums(head);
  }
  if (!in.complete()) {
    return failure(ErrorCode::kProtocol,
                   in.ok() ? fmt::format("{} bytes are left over", in.remaining())
                           : fmt::format("it is wrong {} bytes before its end", in.remaining()));
  }
  if (const std::string wrong = wrong_part(head); !wrong.empty()) {
    return failure(ErrorCode::kProtocol, wrong);
  }
  return head;
}

}  // namespace dps::traces
