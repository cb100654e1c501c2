#include "profiles/traces/latencies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/statistics/latency_table.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {
namespace {

std::uint64_t length(Ticks from, Ticks to) {
  return to > from ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) : 0;
}

/// Takes all events in the order of common time. The take of a message may come before its send
/// where clocks differ.
class Collector {
 public:
  explicit Collector(const TraceHead& head)
      : head_(head), table_(head.message_types.size()), places_(head.processes.size()) {
    const std::vector<std::uint32_t> groups = head.process_groups();
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    for (std::uint32_t p = 0; p < places_.size(); ++p) {
      const std::uint32_t plan = head.processes[p].plan;
      const auto [first, is_new] = known.try_emplace({groups[p], plan}, 0);
      if (is_new) {
        first->second = add_plan(head.groups[groups[p]], head.plans[plan]);
      }
      places_[p].first = first->second;
    }
  }

  void add(std::uint32_t process, Ticks time, const Event& event) {
    Place& place = places_[process];
    switch (event.kind) {
      case EventKind::kFunctionalityBegin:
        place.since = time;
        break;
      case EventKind::kFunctionalityEnd:
        if (place.since) {
          table_.add_firing(place.first + event.element, length(*place.since, time));
        }
        place.since.reset();
        break;
      case EventKind::kWait:
        place.waits_since = time;
        break;
      case EventKind::kSendBegin:
      case EventKind::kArrival:
      case EventKind::kTake:
      case EventKind::kLate:
        if (!event.has(Flag::kTimer)) {
          add_message(process, time, event);
        }
        place.waits_since = event.kind == EventKind::kTake ? std::nullopt : place.waits_since;
        break;
      case EventKind::kReleased:
        place.waits_since.reset();
        break;
      default:
        break;
    }
  }

  /// To be called once.
  statistics::Latencies take() {
    statistics::Latencies taken = table_.take(
        static_cast<std::uint64_t>(head_.ticks_per_second()),
        [&](std::uint32_t mid) { return head_.message_types[mid]; },
        [&](std::uint32_t line) { return head_.lines[line].tag; });
    taken.left_out = head_.missing_events();
    return taken;
  }

 private:
  struct Place {
    std::uint32_t first = 0;           ///< position of its first functionality in the table
    std::optional<Ticks> since;        ///< begin of the functionality that fires
    std::optional<Ticks> waits_since;  ///< for a message
  };
  struct Known {
    std::optional<Ticks> begun;
    std::optional<Ticks> arrived;
    std::optional<Ticks> taken;
    std::optional<Ticks> waited_since;  ///< at its arrival: the receiver
  };

  std::uint32_t add_plan(const Group& group, const Plan& plan) {
    std::vector<statistics::PlannedFunctionality> planned;
    planned.reserve(plan.functionalities.size());
    for (std::size_t u = 0; u < plan.units.size(); ++u) {
      const std::size_t end =
          u + 1 < plan.units.size() ? plan.units[u + 1].first : plan.functionalities.size();
      for (std::size_t f = plan.units[u].first; f < end; ++f) {
        planned.push_back({plan.units[u].line, plan.functionalities[f]});
      }
    }
    return table_.add_plan(group.line, planned);
  }

  void add_message(std::uint32_t process, Ticks time, const Event& event) {
    const MessageKey key = key_of(head_, process, event);
    if (event.kind == EventKind::kLate) {
      open_.erase(key);
      return;
    }
    const auto message = open_.try_emplace(key).first;
    Known& known = message->second;
    if (event.kind == EventKind::kSendBegin) {
      known.begun = time;
    } else if (event.kind == EventKind::kArrival) {
      known.arrived = time;
      known.waited_since = places_[process].waits_since;
    } else {
      known.taken = time;
    }
    if (known.begun && known.taken) {
      add_times(head_.mid_of(event), known);
      open_.erase(message);
    }
  }

  void add_times(std::uint32_t mid, const Known& known) {
    if (!known.arrived) {
      return;
    }
    if (is_split(known)) {
      table_.add_message(mid, length(*known.begun, *known.arrived),
                         length(*known.arrived, *known.taken));
    } else {
      table_.add_unsplit_message(mid, length(*known.begun, *known.taken));
    }
  }
  [[nodiscard]] bool is_split(const Known& known) const {
    return head_.kind == TraceKind::kPrediction ||
           (known.waited_since && *known.waited_since <= *known.begun &&
            *known.begun <= *known.arrived);
  }

  const TraceHead& head_;
  statistics::LatencyTable table_;
  std::vector<Place> places_;  // by process
  OpenMessages<Known> open_;
};

}  // namespace

Result<statistics::Latencies> latencies_of(const Trace& trace,
                                           const std::function<bool()>& is_to_stop) {
  constexpr std::uint64_t kEventsBetweenQuestions = std::uint64_t{1} << 16;
  Collector collector(trace.head());
  MergedEvents events(trace);
  std::uint64_t count = 0;
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    collector.add(next.process, next.time, *next.event);
    if (++count % kEventsBetweenQuestions == 0 && is_to_stop && is_to_stop()) {
      return failure(ErrorCode::kInterrupted, "stopped");
    }
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  return collector.take();
}

}  // namespace dps::traces
