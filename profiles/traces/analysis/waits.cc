#include "profiles/traces/analysis/waits.h"

#include <algorithm>
#include <span>

#include "profiles/traces/analysis/activities.h"
#include "profiles/traces/analysis/idle_times.h"

namespace dps::traces {
namespace {

/// The waits for one late sender over time: the number of waiting processes for each of the waits.
class LateReceivers {
 public:
  /// `late`: the late times of the sender.
  explicit LateReceivers(std::span<const LateTime> late) {
    changes_.reserve(2 * late.size());
    for (const LateTime& time : late) {
      changes_.push_back({time.begin, time.waits, 1});
      changes_.push_back({time.end, time.waits, -1});
    }
    std::sort(changes_.begin(), changes_.end(),
              [](const Change& a, const Change& b) { return a.time < b.time; });
  }

  /// Calls `visit(waits, time)` with the time, of all who wait, between two instants. To be called
  /// in the order of time.
  template <typename Visit>
  void between(Ticks begin, Ticks end, const Visit& visit) {
    for (; next_ < changes_.size() && changes_[next_].time < end; ++next_) {
      const Change& change = changes_[next_];
      if (change.time > begin) {
        report(change.time - begin, visit);
        begin = change.time;
      }
      apply(change);
    }
    if (begin < end) {
      report(end - begin, visit);
    }
  }

 private:
  struct Change {
    Ticks time = 0;
    std::uint32_t waits = 0;
    int by = 0;
  };
  struct Waiting {
    std::uint32_t waits = 0;
    int count = 0;
  };

  template <typename Visit>
  void report(Ticks length, const Visit& visit) const {
    for (const Waiting& waiting : waiting_) {
      visit(waiting.waits, static_cast<double>(length) * waiting.count);
    }
  }
  /// Applies a change. At an instant, an end may come before a start.
  void apply(const Change& change) {
    const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& waiting) {
      return waiting.waits == change.waits;
    });
    if (found == waiting_.end()) {
      waiting_.push_back({change.waits, change.by});
    } else if ((found->count += change.by) == 0) {
      *found = waiting_.back();
      waiting_.pop_back();
    }
  }

  std::vector<Change> changes_;  // by time
  std::size_t next_ = 0;
  std::vector<Waiting> waiting_;
};

/// A call of MPI is not work.
bool is_busy(const TraceHead& head, Activity activity) {
  return activity == Activity::kCompute ||
         (!head.is_mpi_program() && (activity == Activity::kSend || activity == Activity::kTake));
}

/// Adds what each sender did while it was late, and how long each process was busy.
Result<BusyTimes> explain_late(const Trace& trace, std::vector<LateTime>& late,
                               std::vector<Waits>& waits) {
  const TraceHead& head = trace.head();
  const auto groups = head.process_groups();
  std::sort(late.begin(), late.end(),
            [](const LateTime& a, const LateTime& b) { return a.sender < b.sender; });
  BusyTimes busy(head.processes.size());
  auto first = late.begin();
  for (std::uint32_t p = 0; p < busy.size(); ++p) {
    const auto last =
        std::find_if(first, late.end(), [&](const LateTime& time) { return time.sender != p; });
    LateReceivers receivers({first, last});
    for (auto time = first; time != last; ++time) {
      waits[time->waits].late_by[p] += static_cast<double>(time->end - time->begin);
    }
    first = last;
    const auto done = for_each_activity(trace, p, [&](const ActivityTime& time) {
      busy[p] += is_busy(head, time.activity) ? static_cast<double>(time.end - time.begin) : 0;
      const Element element = element_of(head, time.activity, time.element, groups[time.peer]);
      receivers.between(time.begin, time.end, [&](std::uint32_t of, double length) {
        waits[of].meanwhile[element] += length;
      });
    });
    if (!done) {
      return tl::unexpected(done.error());
    }
  }
  return busy;
}

void add_work(const TraceHead& head, const Event& event, std::vector<TypeWork>& types) {
  if (event.kind == EventKind::kSendEnd) {
    types[head.outputs[event.element].mid].packing += static_cast<double>(event.work);
  } else if (event.kind == EventKind::kTake) {
    types[event.element].taking += static_cast<double>(event.work);
  }
}

}  // namespace

Result<WaitAnalysis> analyse_waits(const Trace& trace) {
  WaitAnalysis analysis;
  analysis.types.resize(trace.head().message_types.size());
  IdleTimes idle(trace.head());
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    idle.add(next);
    if (!trace.head().is_mpi_program()) {
      add_work(trace.head(), *next.event, analysis.types);
    }
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  idle.finish();
  auto busy = explain_late(trace, idle.late(), idle.waits());
  if (!busy) {
    return tl::unexpected(busy.error());
  }
  analysis.busy = std::move(*busy);
  analysis.waits = std::move(idle.waits());
  std::stable_sort(
      analysis.waits.begin(), analysis.waits.end(),
      [](const Waits& a, const Waits& b) { return a.parts.total() > b.parts.total(); });
  return analysis;
}

}  // namespace dps::traces
