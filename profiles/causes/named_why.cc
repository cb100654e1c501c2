#include "profiles/causes/named_why.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "profiles/call_name.h"
#include "profiles/result.h"
#include "profiles/traces/analysis/why.h"

namespace dps::profiles {
namespace {

using traces::kNone;
using traces::TraceHead;

std::string_view name_of(traces::Activity activity) {
  constexpr std::array<std::string_view, 15> kNames{
      "start",  "compute", "send", "take", "under_way", "wake_up", "timer", "wait",
      "engine", "call",    "end",  "held", "core",      "pack",    "link"};
  return kNames.at(static_cast<std::size_t>(activity));
}

bool is_sleep(const TraceHead& head, const traces::Element& element) {
  const auto found = std::find(head.computations.begin(), head.computations.end(), element.line);
  const auto at = static_cast<std::size_t>(found - head.computations.begin());
  return element.activity == traces::Activity::kCompute && at < head.times.size() &&
         head.times[at] == traces::ComputationTime::kSleep;
}

std::string_view kind_of(const TraceHead& head, const traces::Element& element) {
  if (head.is_mpi_program()) {
    return element.activity == traces::Activity::kTake ? "receive" : "";
  }
  return is_sleep(head, element) ? "sleep" : "";
}

std::string group_name(const TraceHead& head, std::uint32_t group) {
  return group == kNone ? "" : head.lines[head.groups[group].line].tag;
}

/// "Sum.m (allreduce)" if its messages are inside collective operations.
std::string type_name(const TraceHead& head, std::uint32_t mid) {
  if (mid == kNone) {
    return "";
  }
  const std::string& mtag = head.message_types[mid];
  if (head.collectives.empty()) {
    return mtag;
  }
  for (const traces::OutputLine& output : head.outputs) {
    if (output.mid == mid && output.is_collective()) {
      return mtag + " (" + head.collectives[output.collective].operation + ")";
    }
  }
  return mtag;
}

/// Fills in the names of a share, or of an activity of a sender meanwhile.
template <typename Row>
void name_element(const TraceHead& head, const traces::Element& element, Row& row) {
  row.what = name_of(element.activity);
  row.kind = kind_of(head, element);
  row.mtag = type_name(head, element.mid);
  row.tag = element.line == kNone ? row.mtag : head.lines[element.line].tag;
  row.line = element.line == kNone ? 0 : head.lines[element.line].number;
  row.peer = group_name(head, element.peer);
}

PathShare named(const TraceHead& head, const traces::PathPart& share,
                traces::NetworkView* network) {
  PathShare row;
  row.link = share.element.link == kNone ? "" : network->link_name(share.element.link);
  name_element(head, share.element, row);
  row.ptag = group_name(head, share.group);
  row.other_tag = share.element.other_line != kNone ? head.lines[share.element.other_line].tag
                                                    : type_name(head, share.element.other_mid);
  row.other_line =
      share.element.other_line == kNone ? 0 : head.lines[share.element.other_line].number;
  row.path_s = head.seconds(share.length);
  row.main_ptag = head.process_name(share.main_process);
  row.main_s = head.seconds(share.main_length);
  return row;
}

/// The rank that most of the waits in a call of MPI are for: all ranks are one group.
std::string main_partner(const TraceHead& head, const traces::Waits& waits) {
  constexpr double kMostOfIt = 0.5;
  for (const auto& [process, time] : waits.late_by) {
    if (time > kMostOfIt * (waits.key.is_hold ? waits.parts.held : waits.parts.late)) {
      return head.process_name(process);
    }
  }
  return group_name(head, waits.key.sender);
}

WaitState named(const TraceHead& head, const traces::Waits& waits) {
  const auto seconds = [&](double ticks) {
    return ticks / static_cast<double>(head.ticks_per_second());
  };
  WaitState row;
  row.ptag = group_name(head, waits.key.group);
  row.clones = head.groups[waits.key.group].count;
  row.ftag = waits.key.functionality == kNone ? "" : head.lines[waits.key.functionality].tag;
  row.mtag = type_name(head, waits.key.mid);
  (waits.key.is_hold ? row.receiver : row.sender) =
      is_call(row.ftag) ? main_partner(head, waits) : group_name(head, waits.key.sender);
  row.waits = waits.count;
  row.late_s = seconds(waits.parts.late);
  row.sending_s = seconds(waits.parts.sending);
  row.under_way_s = seconds(waits.parts.under_way);
  row.wake_up_s = seconds(waits.parts.wake_up);
  row.timer_s = seconds(waits.parts.timer);
  row.idle_s = seconds(waits.parts.idle);
  row.unknown_s = seconds(waits.parts.unknown);
  row.held_s = seconds(waits.parts.held);
  for (const auto& [element, time] : waits.meanwhile) {
    Meanwhile& did = row.meanwhile.emplace_back();
    name_element(head, element, did);
    did.time_s = seconds(time);
  }
  std::stable_sort(row.meanwhile.begin(), row.meanwhile.end(),
                   [](const auto& a, const auto& b) { return a.time_s > b.time_s; });
  return row;
}

CloneImbalance named(const TraceHead& head, const traces::Imbalance& imbalance) {
  const auto per_second = static_cast<double>(head.ticks_per_second());
  return {group_name(head, imbalance.group), head.groups[imbalance.group].count,
          head.process_name(imbalance.busiest), imbalance.most / per_second,
          imbalance.mean / per_second};
}

template <typename Row, typename Item>
void add_named(const TraceHead& head, const std::vector<Item>& items, std::vector<Row>& rows) {
  rows.reserve(items.size());
  for (const Item& item : items) {
    rows.push_back(named(head, item));
  }
}

}  // namespace

Result<Why> why_of(const traces::Trace& trace, traces::NetworkView* network) {
  const TraceHead& head = trace.head();
  const auto why = traces::explain(trace, network);
  if (!why) {
    return tl::unexpected(why.error());
  }
  Why named_why;
  named_why.run = head.run;
  named_why.no_path = why->no_path;
  if (!why->no_path.empty()) {
    return named_why;
  }
  named_why.path_s = head.seconds(why->path.end);
  named_why.last_ptag = head.process_name(why->path.process);
  named_why.segments = why->path.segments;
  named_why.messages = why->path.messages;
  named_why.violations = why->path.violations;
  named_why.largest_violation_s = head.seconds(why->path.largest_violation);
  named_why.next_without = why->next ? group_name(head, why->next->group) : "";
  named_why.next_path_s = why->next ? head.seconds(why->next->length) : kUnknown;
  for (const traces::PathPart& share : why->shares) {
    named_why.shares.push_back(named(head, share, network));
  }
  add_named(head, why->waits, named_why.waits);
  add_named(head, why->imbalance, named_why.imbalance);
  const auto per_second = static_cast<double>(head.ticks_per_second());
  for (std::uint32_t mid = 0; mid < why->types.size(); ++mid) {
    const traces::TypeWork& type = why->types[mid];
    if (type.packing > 0) {
      named_why.packed.push_back(
          {type_name(head, mid), type.packing / per_second, type.taking / per_second});
    }
  }
  return named_why;
}

Result<Slow> slow_of(const traces::Trace& trace, const traces::SlowQuestion& question,
                     traces::NetworkView* network) {
  const TraceHead& head = trace.head();
  const auto found = traces::explain_slow(trace, question, network);
  if (!found) {
    return tl::unexpected(found.error());
  }
  Slow slow;
  slow.run = head.run;
  slow.ftag = question.ftag;
  slow.quantile = static_cast<double>(question.quantile) / statistics::kWholeShare;
  slow.no_request = found->no_request;
  if (!slow.no_request.empty()) {
    return slow;
  }
  slow.ages = found->ages;
  slow.origin = head.process_name(found->at.request.origin);
  slow.number = found->at.request.number;
  slow.begin_s = head.seconds(found->at.begun);
  slow.age_s = head.seconds(found->at.age());
  for (const auto& [is_own, parts] : {std::pair{true, &found->own}, {false, &found->other}}) {
    for (const traces::PathPart& part : *parts) {
      slow.shares.push_back({is_own, named(head, part, network)});
    }
  }
  std::stable_sort(slow.shares.begin(), slow.shares.end(),
                   [](const auto& a, const auto& b) { return a.of.path_s > b.of.path_s; });
  return slow;
}

}  // namespace dps::profiles
