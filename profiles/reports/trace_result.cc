#include "profiles/reports/trace_result.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "profiles/environment.h"
#include "profiles/traces/latencies.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/summary.h"

namespace dps::reports {
namespace {

using traces::Event;
using traces::EventKind;
using traces::Flag;
using traces::Ticks;
using traces::TraceHead;

struct FlowSums {
  profiles::MessageProfile row;
  Ticks waited = 0;
};

/// Orders rows by type, sender and receiver.
using Flows = std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, FlowSums>;

/// Sums of exact times, in the unit of the trace.
struct TimeSums {
  Ticks real = 0, user = 0, sys = 0, compute = 0, send = 0;
};

/// Adds up the events of one process, in the time of its host.
class ProcessSumming {
 public:
  ProcessSumming(const TraceHead& head, std::uint32_t process, Flows& flows)
      : head_(head),
        process_(process),
        plan_(head.plans[head.processes[process].plan]),
        flows_(flows),
        units_(plan_.units.size()),
        rows_(plan_.functionalities.size()) {
    for (const traces::PlannedUnit& unit : plan_.units) {
      profile_.units.emplace_back().futag = head.lines[unit.line].tag;
    }
    for (std::uint32_t row = 0; row < plan_.functionalities.size(); ++row) {
      unit_of(row).functionalities.emplace_back().ftag = head.lines[plan_.functionalities[row]].tag;
    }
  }

  void add(const Event& event) {
    first_ = first_ ? first_ : event.time;
    switch (event.kind) {
      case EventKind::kProcessBegin:
        begin(process_begin_, event);
        break;
      case EventKind::kProcessEnd:
        end_wait(event.time);
        end(process_begin_, event, sums_);
        break;
      case EventKind::kUnitBegin:
        unit_ = event.element;
        begin(unit_begin_, event);
        ++profile_.units[*unit_].active;
        break;
      case EventKind::kUnitEnd:
        end(unit_begin_, event, units_[event.element]);
        break;
      case EventKind::kFunctionalityBegin:
        row_ = event.element;
        begin(row_begin_, event);
        ++row(event.element).triggered;
        break;
      case EventKind::kFunctionalityEnd:
        end(row_begin_, event, rows_[event.element]);
        row_.reset();
        break;
      default:
        add_inner(event);
    }
  }

  /// Returns the profile. Must be called once, after the last event.
  profiles::ProcessProfile profile();

 private:
  profiles::UnitProfile& unit_of(std::uint32_t row) {
    return profile_.units[head_.unit_of(process_, row)];
  }
  profiles::FunctionalityProfile& row(std::uint32_t position) {
    return unit_of(position)
        .functionalities[position - plan_.units[head_.unit_of(process_, position)].first];
  }
  FlowSums& flow(const Event& event) {
    const bool is_sender = traces::is_send(event.kind);
    return flows_[{head_.mid_of(event), is_sender ? process_ : event.peer,
                   is_sender ? event.peer : process_}];
  }

  static void begin(std::optional<Event>& at, const Event& event) { at = event; }
  void end(std::optional<Event>& since, const Event& event, TimeSums& sums) {
    if (!since) {
      return;  // its start was left out
    }
    sums.real += event.time - since->time;
    sums.user += event.user - since->user;
    sums.sys += event.sys - since->sys;
    has_cpu_time_ = has_cpu_time_ && since->has(Flag::kCpuTime) && event.has(Flag::kCpuTime);
    since.reset();
  }
  void end_wait(Ticks until) {
    if (waits_since_) {
      idle_ += std::max<Ticks>(until - *waits_since_, 0);
    }
    waits_since_.reset();
  }

  [[nodiscard]] bool sleeps(std::uint32_t computation) const {
    return !head_.times.empty() && head_.times[computation] == traces::ComputationTime::kSleep;
  }

  /// Adds a time of a collective operation that is in no functionality.
  void add_collective(Ticks span) {
    collective_ += span;
    if (unit_) {
      collective_of_unit_[*unit_] += span;
    }
  }

  void add_inner(const Event& event);
  void sent(const Event& event);
  void took(const Event& event);

  const TraceHead& head_;
  std::uint32_t process_;
  const traces::TracePlan& plan_;
  Flows& flows_;
  profiles::ProcessProfile profile_;
  TimeSums sums_;
  std::vector<TimeSums> units_, rows_;
  Ticks idle_ = 0, take_ = 0, pack_ = 0, collective_ = 0, sleep_ = 0;
  std::map<std::uint32_t, Ticks> collective_of_unit_;
  std::optional<Ticks> first_;
  std::optional<Event> process_begin_, unit_begin_, row_begin_, inner_;
  std::optional<std::uint32_t> unit_, row_;
  std::optional<Ticks> waits_since_;
  bool has_cpu_time_ = true;
  traces::OpenMessages<std::uint64_t> arrived_;  // bytes
};

void ProcessSumming::add_inner(const Event& event) {
  switch (event.kind) {
    case EventKind::kComputationBegin:
    case EventKind::kSendBegin:
      inner_ = event;
      break;
    case EventKind::kComputationEnd:
      if (inner_) {
        sums_.compute += event.time - inner_->time;
        sleep_ += sleeps(event.element) ? event.time - inner_->time : 0;
        if (row_) {
          rows_[*row_].compute += event.time - inner_->time;
        } else {
          add_collective(event.time - inner_->time);
        }
      }
      inner_.reset();
      break;
    case EventKind::kSendEnd:
    case EventKind::kSendFailed:
      sent(event);
      break;
    case EventKind::kArrival:
      arrived_[traces::key_of(head_, process_, event)] = event.bytes;
      break;
    case EventKind::kWait:
      waits_since_ = event.time;
      break;
    case EventKind::kTake:
      took(event);
      break;
    case EventKind::kReleased:
      end_wait(event.time);
      break;
    case EventKind::kLate:
      end_wait(event.time);
      ++profile_.late_msgs;
      ++flow(event).row.late;
      arrived_.erase(traces::key_of(head_, process_, event));
      break;
    default:
      break;
  }
}

void ProcessSumming::sent(const Event& event) {
  const Ticks span = inner_ ? event.time - inner_->time : 0;
  const std::uint64_t bytes = inner_ ? inner_->bytes : 0;
  inner_.reset();
  sums_.send += span;
  if (row_) {
    rows_[*row_].send += span;
  } else if (head_.outputs[event.element].is_collective()) {
    add_collective(span);
  }
  if (event.kind == EventKind::kSendFailed) {
    return;
  }
  pack_ += event.work;
  ++profile_.msgs_out;
  profile_.bytes_out += bytes;
  profiles::MessageProfile& row_of_messages = flow(event).row;
  ++row_of_messages.sent;
  row_of_messages.bytes += bytes;
  if (unit_) {
    ++profile_.units[*unit_].msgs_out;
    profile_.units[*unit_].bytes_out += bytes;
  }
  if (row_) {
    ++row(*row_).msgs_out;
    row(*row_).bytes_out += bytes;
  }
}

void ProcessSumming::took(const Event& event) {
  const Ticks before = idle_;
  end_wait(event.time - event.work);
  take_ += event.work;
  FlowSums& sums_of_messages = flow(event);
  ++sums_of_messages.row.taken;
  sums_of_messages.waited += idle_ - before;
  const auto arrival = arrived_.find(traces::key_of(head_, process_, event));
  const std::uint64_t bytes = arrival == arrived_.end() ? 0 : arrival->second;
  if (arrival != arrived_.end()) {
    arrived_.erase(arrival);
  }
  ++profile_.msgs_in;
  profile_.bytes_in += bytes;
  if (unit_) {
    ++profile_.units[*unit_].msgs_in;
    profile_.units[*unit_].bytes_in += bytes;
  }
}

profiles::ProcessProfile ProcessSumming::profile() {
  const traces::TracedProcess& traced = head_.processes[process_];
  if (process_begin_) {  // it was killed, or its last events were left out
    sums_.real += std::max<Ticks>(traced.end - process_begin_->time, 0);
    has_cpu_time_ = false;
  }
  if (sums_.real == 0 && first_) {
    sums_.real = std::max<Ticks>(traced.end - *first_, 0);
  }
  const auto seconds = [&](Ticks ticks) { return head_.seconds(ticks); };
  const auto set_times = [&](auto& row, const TimeSums& sums) {
    row.real_s = seconds(sums.real);
    row.user_s = has_cpu_time_ ? seconds(sums.user) : profiles::kUnknown;
    row.sys_s = has_cpu_time_ ? seconds(sums.sys) : profiles::kUnknown;
    row.cpu_s = row.user_s + row.sys_s;
  };
  profile_.ptag = head_.process_name(process_);
  profile_.host = head_.hosts[traced.host].name;
  profile_.start_late_s = first_ ? std::max(seconds(*first_), 0.0) : 0;
  set_times(profile_, sums_);
  profile_.compute_s = seconds(sums_.compute);
  profile_.send_s = seconds(sums_.send);
  profile_.wait_s = seconds(sums_.real - sums_.compute - sums_.send);
  profile_.take_s = seconds(take_);
  profile_.pack_s = seconds(pack_);
  profile_.idle_s = seconds(idle_);
  profile_.sleep_s = head_.times.empty() ? profiles::kUnknown : seconds(sleep_);
  if (!head_.collectives.empty()) {
    profile_.collective_s = seconds(collective_);
  }
  for (std::uint32_t u = 0; u < units_.size(); ++u) {
    set_times(profile_.units[u], units_[u]);
    if (!head_.collectives.empty()) {
      profile_.units[u].collective_s = seconds(collective_of_unit_[u]);
    }
  }
  for (std::uint32_t r = 0; r < rows_.size(); ++r) {
    set_times(row(r), rows_[r]);
    row(r).compute_s = seconds(rows_[r].compute);
    row(r).send_s = seconds(rows_[r].send);
  }
  return std::move(profile_);
}

std::string decimal(std::uint64_t number) {
  return std::to_string(number);
}

void describe(const TraceHead& head, profiles::RunResult& result) {
  result.kind = head.kind == traces::TraceKind::kPrediction ? "predict" : "run";
  result.complete = head.complete;
  result.blueprint.path = head.blueprint;
  if (!head.complete) {
    result.notes.push_back(head.reason);
  }
  if (!head.has_all_events()) {
    result.notes.push_back("the trace left out " + traces::left_out_text(head) +
                           "; the figures are those of the recorded events");
  }
  result.environment.emplace_back("dps", profiles::json_form(head.version));
  if (!head.machine.empty()) {
    result.environment.emplace_back("machine", profiles::json_form(head.machine));
  }
  result.environment.emplace_back("seed", decimal(head.seed));
  for (const traces::TraceHost& host : head.hosts) {
    result.hosts.emplace_back().name = host.name;
    result.hosts.back().clock_offset_s = -head.seconds(host.offset);
    result.hosts.back().clock_error_s = profiles::kUnknown;
  }
}

}  // namespace

Result<profiles::RunResult> result_of(const traces::Trace& trace) {
  const TraceHead& head = trace.head();
  profiles::RunResult result;
  describe(head, result);
  profiles::RunProfile run;
  Flows flows;
  run.processes.reserve(head.processes.size());
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    ProcessSumming summing(head, p, flows);
    if (auto done =
            traces::for_each_event(trace, p, [&](const Event& event) { summing.add(event); });
        !done) {
      return tl::unexpected(done.error());
    }
    run.processes.push_back(summing.profile());
    const traces::TracedProcess& traced = head.processes[p];
    run.makespan_s =
        std::max(run.makespan_s, head.seconds(head.hosts[traced.host].common(traced.end)));
  }
  const std::vector<std::string> names = head.process_names();
  run.messages.reserve(flows.size());
  for (auto& [key, flow] : flows) {
    flow.row.mtag = head.message_types[std::get<0>(key)];
    flow.row.sender = names[std::get<1>(key)];
    flow.row.receiver = names[std::get<2>(key)];
    flow.row.waited_s = head.seconds(flow.waited);
    run.messages.push_back(std::move(flow.row));
  }
  auto latencies = traces::latencies_of(trace);
  if (!latencies) {
    return tl::unexpected(latencies.error());
  }
  run.latencies = std::move(*latencies);
  result.runs.push_back(std::move(run));
  return result;
}

}  // namespace dps::reports
