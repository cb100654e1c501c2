#include "profiles/traces/latencies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/request.h"
#include "base/statistics/latency_table.h"
#include "base/statistics/operation_times.h"
#include "blueprint/events/message_uses.h"
#include "blueprint/events/use_plan.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/request_steps.h"

namespace dps::traces {
namespace {

std::uint64_t length(Ticks from, Ticks to) {
  return to > from ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) : 0;
}

/// The plans, as MessageUses needs them. Equal ones have one position in `plans`.
struct UsePlans {
  std::vector<events::UsePlan> plans;
  std::vector<std::uint32_t> of_plan;  ///< by plan of the head: a position in `plans`
};

events::UsePlan use_plan_of(const TraceHead& head, std::uint32_t plan) {
  const TracePlan& planned = head.plans[plan];
  const PlanUses& uses = head.uses[plan];
  events::UsePlan made;
  std::vector<events::UsePlan::Need> needs;
  for (std::size_t u = 0; u < planned.units.size(); ++u) {
    made.add_unit(uses.early[u] != 0);
    for (std::uint32_t f = planned.units[u].first; f < planned.end_of(u); ++f) {
      needs.clear();
      if (uses.collections[f] != PlanUses::kNone) {
        for (const CountedType& pair : head.collections[uses.collections[f]].pairs) {
          needs.push_back({pair.mid, pair.count, pair.of});
        }
      }
      made.add_functionality(
          needs,
          uses.collections[f] != PlanUses::kNone && head.collections[uses.collections[f]].each,
          uses.is_alternative(f));
    }
  }
  made.finish();
  return made;
}

UsePlans use_plans_of(const TraceHead& head) {
  UsePlans made;
  std::map<std::pair<std::vector<std::uint32_t>, PlanUses>, std::uint32_t> known;
  for (std::uint32_t plan = 0; plan < head.uses.size(); ++plan) {
    std::vector<std::uint32_t> firsts;
    for (const PlannedUnit& unit : head.plans[plan].units) {
      firsts.push_back(unit.first);
    }
    const auto [at, is_new] = known.try_emplace({std::move(firsts), head.uses[plan]},
                                                static_cast<std::uint32_t>(made.plans.size()));
    if (is_new) {
      made.plans.push_back(use_plan_of(head, plan));
    }
    made.of_plan.push_back(at->second);
  }
  return made;
}

/// Takes all events in the order of common time. The take of a message may come before its send
/// where clocks differ.
class Collector {
 public:
  /// `visit` may be null.
  Collector(const TraceHead& head, Ticks from, VisitUse visit)
      : head_(head),
        from_(from),
        visit_(std::move(visit)),
        table_(head.message_types.size()),
        states_(head.processes.size()),
        groups_(head.process_groups()),
        use_plans_(use_plans_of(head)),
        line_of_type_(head.message_types.size(), kNoLine),
        operations_(from) {
    for (const OutputLine& output : head.outputs) {
      if (output.is_collective()) {
        line_of_type_[output.mid] = output.line;
      }
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    for (std::uint32_t p = 0; p < states_.size(); ++p) {
      const std::uint32_t plan = head.processes[p].plan;
      const auto [first, is_new] = known.try_emplace({groups_[p], plan}, 0);
      if (is_new) {
        first->second = add_plan(head.groups[groups_[p]], head.plans[plan]);
      }
      states_[p].first = first->second;
      if (!head.uses.empty()) {
        uses_.emplace_back(use_plans_.plans[use_plans_.of_plan[plan]],
                           head.processes[p].left_out_before == 0);
      }
    }
  }

  void add(std::uint32_t process, Ticks time, const Event& event) {
    ReceivingProcess& state = states_[process];
    state.requests.add(head_, event);
    switch (event.kind) {
      case EventKind::kProcessEnd:
        end(process, time);
        break;
      case EventKind::kUnitBegin:
        if (has_uses()) {
          uses_[process].begin_unit(event.element, drop_of(process));
        }
        break;
      case EventKind::kFunctionalityBegin:
        state.since = time;
        add_age(process, event, time);
        if (has_uses()) {
          fire(process, event.element, state.just_taken.value_or(time));
        }
        break;
      case EventKind::kRequestBegin:
        if (state.functionality && time >= from_) {
          table_.add_begun(state.first + *state.functionality);
        }
        break;
      case EventKind::kCollectiveBegin:
      case EventKind::kCollectiveEnd:
        add_operation(process, time, event);
        break;
      case EventKind::kSendQueued:
      case EventKind::kSendAdmitted:
        add_window(process, time, event);
        break;
      case EventKind::kFunctionalityEnd:
        end_functionality(process, time, event.element);
        break;
      case EventKind::kWait:
        state.waits_since = time;
        if (has_uses()) {
          uses_[process].wait(use_at(process, time));
        }
        break;
      case EventKind::kSendBegin:
      case EventKind::kArrival:
      case EventKind::kTake:
      case EventKind::kLate:
        add_message(process, time, event);
        state.waits_since = event.kind == EventKind::kTake ? std::nullopt : state.waits_since;
        break;
      case EventKind::kReleased:
        state.waits_since.reset();
        break;
      default:
        break;
    }
    if (is_own_step(event.kind)) {
      state.just_taken = event.kind == EventKind::kTake ? std::optional(time) : std::nullopt;
    }
  }

  /// Returns the latencies. Must be called once only.
  statistics::Latencies take() {
    statistics::Latencies taken = table_.take(
        static_cast<std::uint64_t>(head_.ticks_per_second()),
        [&](std::uint32_t mid) { return head_.message_types[mid]; },
        [&](std::uint32_t line) { return head_.lines[line].tag; });
    taken.collectives =
        operations_.take_rows([&](std::uint32_t line) { return head_.lines[line].tag; });
    taken.from = length(0, from_);
    taken.left_out = head_.missing_events();
    return taken;
  }

 private:
  struct ReceivingProcess {
    std::uint32_t first = 0;           ///< position of its first functionality in the table
    std::optional<Ticks> since;        ///< start of the functionality that fires
    std::optional<Ticks> waits_since;  ///< for a message
    std::optional<Ticks> just_taken;   ///< the instant of the last step, if it was a take
    std::optional<Ticks> ended;
    std::optional<std::uint32_t> functionality;  ///< the last one that fired
    RequestSteps requests;
  };
  struct TimedMessage {
    std::optional<Ticks> begun;
    std::optional<Ticks> arrived;
    std::optional<Ticks> taken;
    std::optional<Ticks> used;
    std::optional<Ticks> waited_since;  ///< at its arrival: the receiver
    bool is_unclaimed = false;
    Request request;
  };
  /// A message that is not finished yet; its address does not change. Null: a timer.
  using Open = OpenMessages<TimedMessage>::value_type*;
  struct Unclaimed {
    std::uint64_t count = 0;
    Ticks earliest = kNoEnd;  ///< start of a send
  };

  static constexpr std::uint32_t kNoLine = 0xffffffff;

  [[nodiscard]] bool has_uses() const { return !uses_.empty(); }

  std::uint32_t add_plan(const Group& group, const TracePlan& plan) {
    std::vector<statistics::PlannedFunctionality> planned;
    planned.reserve(plan.functionalities.size());
    for (std::size_t u = 0; u < plan.units.size(); ++u) {
      for (std::uint32_t f = plan.units[u].first; f < plan.end_of(u); ++f) {
        planned.push_back({plan.units[u].line, plan.functionalities[f]});
      }
    }
    return table_.add_plan(group.line, planned);
  }

  /// A request whose begin was at another host is older by the common time.
  void add_age(std::uint32_t process, const Event& begin, Ticks time) {
    ReceivingProcess& state = states_[process];
    state.functionality = begin.element;
    const Request request = state.requests.of(head_, begin);
    if (request.exists() && time >= from_) {
      const TraceHost& host = head_.hosts[head_.processes[request.origin].host];
      table_.add_age(state.first + begin.element, length(host.common(request.begin), time));
    }
  }

  void end_functionality(std::uint32_t process, Ticks time, std::uint32_t functionality) {
    ReceivingProcess& state = states_[process];
    if (state.since && *state.since >= from_) {
      table_.add_firing(state.first + functionality, length(*state.since, time));
    }
    state.since.reset();
    if (has_uses()) {
      uses_[process].know_unit(functionality);
    }
  }

  void add_window(std::uint32_t process, Ticks time, const Event& event) {
    if (time < from_) {
      return;
    }
    const std::uint32_t group = head_.groups[groups_[process]].line;
    const std::uint32_t line = head_.outputs[event.element].line;
    if (event.kind == EventKind::kSendQueued) {
      table_.add_queued(group, line, event.bytes);
    } else {
      table_.add_waited(group, line, length(event.work, event.time));
    }
  }

  void add_operation(std::uint32_t process, Ticks time, const Event& event) {
    if (head_.is_mpi_program()) {
      return;
    }
    const OutputLine& output = head_.outputs[event.element];
    const CollectiveLine& of = head_.collectives[output.collective];
    const statistics::LineOperations group{
        output.line, of.communicator,
        static_cast<std::uint32_t>(head_.communicators[of.communicator].members.size())};
    if (event.kind == EventKind::kCollectiveEnd) {
      operations_.complete(process, group, event.number);
      return;
    }
    operations_.name(output.line, of.operation, of.algorithm);
    operations_.contribute(process, group, event.number, time);
  }

  /// A message that is used at an instant.
  struct UseAt {
    Collector* collector;
    std::uint32_t process;
    Ticks time;

    void operator()(std::uint32_t mid, Open message) const {
      if (message != nullptr) {
        message->second.used = time;
        collector->finish(process, mid, message);
      }
    }
  };
  [[nodiscard]] UseAt use_at(std::uint32_t process, Ticks time) { return {this, process, time}; }

  void fire(std::uint32_t process, std::uint32_t functionality, Ticks time) {
    uses_[process].fire(functionality, use_at(process, time));
  }

  /// A message that no firing can use any more.
  struct Drop {
    Collector* collector;
    std::uint32_t process;

    void operator()(std::uint32_t mid, Open message) const {
      if (message != nullptr) {
        message->second.is_unclaimed = true;
        collector->finish(process, mid, message);
      }
    }
  };
  [[nodiscard]] Drop drop_of(std::uint32_t process) { return {this, process}; }

  void end(std::uint32_t process, Ticks time) {
    if (!has_uses()) {
      return;
    }
    uses_[process].end(drop_of(process));
    states_[process].ended = time;
    const auto first = unclaimed_.lower_bound({process, 0});
    auto last = first;
    for (; last != unclaimed_.end() && last->first.first == process; ++last) {
      table_.add_unclaimed(last->first.second, last->second.count,
                           length(last->second.earliest, time));
    }
    unclaimed_.erase(first, last);
  }

  void add_message(std::uint32_t process, Ticks time, const Event& event) {
    if (event.has(Flag::kTimer)) {
      add_timer(process, time, event);
      return;
    }
    const MessageKey key = key_of(head_, process, event);
    const auto message = open_.try_emplace(key).first;
    TimedMessage& known = message->second;
    switch (event.kind) {
      case EventKind::kSendBegin:
        known.begun = time;
        known.request = states_[process].requests.of(head_, event);
        finish(event.peer, head_.mid_of(event), &*message);
        return;
      case EventKind::kArrival:
        known.arrived = time;
        known.waited_since = states_[process].waits_since;
        return;
      case EventKind::kTake:
        if (!known.taken) {
          known.taken = time;
          take(process, event.element, &*message);
        }
        return;
      default:
        if (!known.taken) {
          open_.erase(message);
        }
        return;
    }
  }

  /// A timer has no latency, but a request, for collections with -each.
  void add_timer(std::uint32_t process, Ticks time, const Event& event) {
    if (event.kind == EventKind::kTake || event.kind == EventKind::kLate) {
      if (const std::uint32_t line = line_of_type_[event.element]; line != kNoLine) {
        operations_.take(process, line, time);
      }
    }
    if (!has_uses()) {
      return;
    }
    if (event.kind == EventKind::kSendBegin) {
      if (const Request request = states_[process].requests.of(head_, event); request.exists()) {
        timers_[key_of(head_, process, event)] = request;
      }
    } else if (event.kind == EventKind::kTake || event.kind == EventKind::kLate) {
      const auto timer = timers_.find(key_of(head_, process, event));
      const Request request = timer == timers_.end() ? Request{} : timer->second;
      if (timer != timers_.end()) {
        timers_.erase(timer);
      }
      if (event.kind == EventKind::kTake) {
        uses_[process].take(event.element, nullptr, request, drop_of(process),
                            use_at(process, time));
      }
    }
  }

  void take(std::uint32_t process, std::uint32_t mid, Open message) {
    if (!has_uses() || line_of_type_[mid] != kNoLine) {
      message->second.used = message->second.taken;
      finish(process, mid, message);
    } else if (!uses_[process].take(mid, message, message->second.request, drop_of(process),
                                    use_at(process, *message->second.taken))) {
      forget(message);
    }
  }

  /// Counts and drops the message if all its instants are known. `process` is its receiver.
  void finish(std::uint32_t process, std::uint32_t mid, Open message) {
    const TimedMessage& known = message->second;
    if (!known.begun || !(known.used || known.is_unclaimed)) {
      return;
    }
    if (known.used) {
      add_times(mid, *message);
    } else if (const auto ended = states_[process].ended) {
      table_.add_unclaimed(mid, 1, length(*known.begun, *ended));
    } else {
      Unclaimed& unclaimed = unclaimed_[{process, mid}];
      ++unclaimed.count;
      unclaimed.earliest = std::min(unclaimed.earliest, *known.begun);
    }
    forget(message);
  }

  void forget(Open message) {
    const MessageKey key = message->first;
    open_.erase(key);
  }

  void add_times(std::uint32_t mid, const OpenMessages<TimedMessage>::value_type& message) {
    const auto& [key, known] = message;
    if (!known.arrived || *known.used < from_) {
      return;
    }
    if (visit_) {
      visit_(key, *known.used);
    }
    const std::uint64_t kept = length(*known.taken, *known.used);
    if (is_split(known)) {
      table_.add_message(
          mid, {length(*known.begun, *known.arrived), length(*known.arrived, *known.taken), kept});
    } else {
      table_.add_unsplit_message(mid, length(*known.begun, *known.taken), kept);
    }
  }
  [[nodiscard]] bool is_split(const TimedMessage& known) const {
    return head_.kind == TraceKind::kPrediction ||
           (known.waited_since && *known.waited_since <= *known.begun &&
            *known.begun <= *known.arrived);
  }

  const TraceHead& head_;
  Ticks from_;
  VisitUse visit_;
  statistics::LatencyTable table_;
  std::vector<ReceivingProcess> states_;  // by process
  std::vector<std::uint32_t> groups_;     // likewise
  UsePlans use_plans_;
  std::vector<std::uint32_t> line_of_type_;  // by mid: of its collective, or kNoLine
  statistics::OperationTimes operations_;
  std::vector<events::MessageUses<Open>> uses_;  // by process; none: used when taken
  std::map<std::pair<std::uint32_t, std::uint32_t>, Unclaimed> unclaimed_;  // by process and mid
  OpenMessages<TimedMessage> open_;
  OpenMessages<Request> timers_;  // of requests
};

Result<void> collect(const Trace& trace, Collector& collector,
                     const std::function<bool()>& is_to_stop) {
  constexpr std::uint64_t kEventsBetweenQuestions = std::uint64_t{1} << 16;
  MergedEvents events(trace);
  std::uint64_t count = 0;
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    collector.add(next.process, next.time, *next.event);
    if (++count % kEventsBetweenQuestions == 0 && is_to_stop && is_to_stop()) {
      return failure(ErrorCode::kInterrupted, "stopped");
    }
  }
  return events.error() ? Result<void>(tl::unexpected(*events.error())) : Result<void>();
}

}  // namespace

Result<statistics::Latencies> latencies_of(const Trace& trace, Ticks from,
                                           const std::function<bool()>& is_to_stop) {
  Collector collector(trace.head(), from, {});
  if (const auto done = collect(trace, collector, is_to_stop); !done) {
    return tl::unexpected(done.error());
  }
  return collector.take();
}

Result<void> for_each_use(const Trace& trace, const VisitUse& visit) {
  Collector collector(trace.head(), kLeastTicks, visit);
  return collect(trace, collector, {});
}

}  // namespace dps::traces
