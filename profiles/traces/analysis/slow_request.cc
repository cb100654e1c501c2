#include "profiles/traces/analysis/slow_request.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "profiles/traces/analysis/divided_shares.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/request_steps.h"

namespace dps::traces {
namespace {

/// Passes all events in the order of common time, with the requests of their processes.
template <typename Visit>
Result<void> for_each_event(const Trace& trace, Visit visit) {
  const TraceHead& head = trace.head();
  std::vector<RequestSteps> steps(head.processes.size());
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    steps[next.process].add(head, *next.event);
    visit(next, steps[next.process]);
  }
  return events.error() ? Result<void>(tl::unexpected(*events.error())) : Result<void>();
}

/// All firings of the functionality by requests.
Result<std::vector<RequestFiring>> firings_of(const Trace& trace, const SlowQuestion& question) {
  const TraceHead& head = trace.head();
  std::vector<RequestFiring> firings;
  const auto done =
      for_each_event(trace, [&](const MergedEvents::Next& next, const RequestSteps& steps) {
        if (next.event->kind != EventKind::kFunctionalityBegin || next.time < question.from ||
            head.functionality_line(next.process, next.event->element).tag != question.ftag) {
          return;
        }
        const Request request = steps.of(head, *next.event);
        if (request.exists()) {
          const TraceHost& origin = head.hosts[head.processes[request.origin].host];
          firings.push_back({next.process, next.time,
                             std::min(origin.common(request.begin), next.time), request});
        }
      });
  return done ? Result<std::vector<RequestFiring>>(std::move(firings))
              : tl::unexpected(done.error());
}

/// The firing whose age has the quantile; of equal ages the first one.
RequestFiring& firing_at(std::vector<RequestFiring>& firings,
                         const statistics::QuantileShare quantile) {
  const auto rank = static_cast<std::ptrdiff_t>(statistics::rank_of(quantile, firings.size())) - 1;
  std::stable_sort(firings.begin(), firings.end(),
                   [](const auto& a, const auto& b) { return a.age() < b.age(); });
  const auto found = firings.begin() + rank;
  return *std::lower_bound(firings.begin(), found, found->age(),
                           [](const auto& a, Ticks age) { return a.age() < age; });
}

/// The messages of a request, and the firings by them.
class OwnWork {
 public:
  OwnWork(const TraceHead& head, Request request)
      : head_(head), request_(request), processes_(head.processes.size()) {}

  void add(const MergedEvents::Next& next, const RequestSteps& steps) {
    const Event& event = *next.event;
    Process& process = processes_[next.process];
    if (event.kind == EventKind::kSendBegin && steps.of(head_, event) == request_) {
      messages_.insert(key_of(head_, next.process, event));
    } else if (event.kind == EventKind::kArrival) {
      if (const auto key = key_of(head_, next.process, event); messages_.contains(key)) {
        arrivals_.try_emplace(key, MessageArrival{next.time, event.bytes});
      }
    } else if (event.kind == EventKind::kTake) {
      process.takes_own = messages_.contains(key_of(head_, next.process, event));
      process.taken = next.time;
    } else if (event.kind == EventKind::kFunctionalityBegin && steps.of(head_, event) == request_) {
      process.fires_since = process.takes_own ? process.taken : next.time;
    } else if (event.kind == EventKind::kFunctionalityEnd && process.fires_since) {
      process.firings.push_back({*std::exchange(process.fires_since, std::nullopt), next.time});
    }
  }

  [[nodiscard]] const OpenMessages<MessageArrival>& arrivals() const { return arrivals_; }

  [[nodiscard]] bool has(const Segment& segment) const {
    switch (segment.activity) {
      case Activity::kSend:
      case Activity::kPack:
      case Activity::kHeld:
      case Activity::kTake:
      case Activity::kUnderWay:
      case Activity::kWakeUp:
      case Activity::kTimer:
      case Activity::kWait:
      case Activity::kLink:
        return segment.message && messages_.contains(*segment.message);
      case Activity::kCompute:
      case Activity::kEngine:
      case Activity::kCore:
        return is_in_firing(segment);
      case Activity::kStart:
      case Activity::kCall:
      case Activity::kEnd:
        break;
    }
    return false;
  }

 private:
  struct Time {
    Ticks begin;
    Ticks end;
  };
  struct Process {
    std::vector<Time> firings;  // by the request, in their order
    std::optional<Ticks> fires_since;
    Ticks taken = 0;  // the last take
    bool takes_own = false;
  };

  [[nodiscard]] bool is_in_firing(const Segment& segment) const {
    const Process& process = processes_[segment.process];
    if (process.fires_since && segment.begin >= *process.fires_since) {
      return true;  // the functionality has no end
    }
    const auto after =
        std::partition_point(process.firings.begin(), process.firings.end(),
                             [&](const Time& time) { return time.end < segment.end; });
    return after != process.firings.end() && after->begin <= segment.begin;
  }

  const TraceHead& head_;
  Request request_;
  std::vector<Process> processes_;
  std::unordered_set<MessageKey, MessageKeyHash> messages_;
  OpenMessages<MessageArrival> arrivals_;
};

}  // namespace

Result<SlowRequest> explain_slow(const Trace& trace, const SlowQuestion& question,
                                 NetworkView* network) {
  SlowRequest slow;
  slow.no_request = no_path_reason(trace.head());
  if (!slow.no_request.empty()) {
    return slow;
  }
  auto firings = firings_of(trace, question);
  if (!firings) {
    return tl::unexpected(firings.error());
  }
  if (firings->empty()) {
    slow.no_request = fmt::format("no request fired '{}'", question.ftag);
    return slow;
  }
  slow.ages = firings->size();
  slow.at = firing_at(*firings, question.quantile);
  OwnWork work(trace.head(), slow.at.request);
  const auto read = for_each_event(
      trace,
      [&](const MergedEvents::Next& next, const RequestSteps& steps) { work.add(next, steps); });
  if (!read) {
    return tl::unexpected(read.error());
  }
  DividedShares own(trace, network);
  DividedShares other(trace, network);
  const auto path = walk_request_path(
      trace, slow.at, work.arrivals(),
      [&](const Segment& segment) { (work.has(segment) ? own : other).add(segment); }, network);
  if (!path) {
    return tl::unexpected(path.error());
  }
  for (const auto& [shares, parts] : {std::pair{&own, &slow.own}, std::pair{&other, &slow.other}}) {
    auto taken = shares->take();
    if (!taken) {
      return tl::unexpected(taken.error());
    }
    *parts = std::move(*taken);
  }
  return slow;
}

}  // namespace dps::traces
