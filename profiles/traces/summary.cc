#include "profiles/traces/summary.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "profiles/traces/spans.h"

namespace dps::traces {
namespace {

class Summing {
 public:
  explicit Summing(const TraceHead& head) : head_(head), groups_(head.process_groups()) {}

  void add(std::uint32_t process, const Event& event) {
    add_time(head_.seconds(head_.hosts[head_.processes[process].host].common(event.time)));
    if (event.has(Flag::kTimer)) {
      summary_.timers += event.kind == EventKind::kSendEnd ? 1 : 0;
      return;
    }
    switch (event.kind) {
      case EventKind::kSendBegin:
        bytes_ = event.bytes;
        break;
      case EventKind::kSendEnd:
        ++summary_.sent;
        summary_.bytes += bytes_;
        break;
      case EventKind::kTake:
        ++summary_.taken;
        break;
      case EventKind::kLate:
        ++summary_.late;
        break;
      default:
        break;
    }
    summary_.waits += event.kind == EventKind::kTake && event.has(Flag::kWaited) ? 1 : 0;
  }

  void add(std::uint32_t process, const TraceSpan& span) {
    summary_.units += span.kind == SpanKind::kUnit ? 1 : 0;
    summary_.computations += span.kind == SpanKind::kComputation ? 1 : 0;
    if (span.kind == SpanKind::kFunctionality) {
      ++summary_.firings;
      add_firing(process, span);
    }
  }

  /// Returns the summary. Must be called once only.
  Summary summary() {
    for (const auto& [key, row] : rows_) {
      summary_.functionalities.push_back(row);
    }
    std::stable_sort(summary_.functionalities.begin(), summary_.functionalities.end(),
                     [](const auto& a, const auto& b) { return a.total_s > b.total_s; });
    return std::move(summary_);
  }

 private:
  void add_time(double time) {
    summary_.begin_s = has_time_ ? std::min(summary_.begin_s, time) : time;
    summary_.end_s = has_time_ ? std::max(summary_.end_s, time) : time;
    has_time_ = true;
  }
  void add_firing(std::uint32_t process, const TraceSpan& span) {
    const TracePlan& plan = head_.plans[head_.processes[process].plan];
    const std::uint32_t position = span.event.element;
    const std::uint32_t unit = plan.units[head_.unit_of(process, position)].line;
    const std::uint32_t line = plan.functionalities[position];
    FunctionalitySummary& row = rows_[{groups_[process], unit, line}];
    row.group = groups_[process];
    row.unit_line = unit;
    row.line = line;
    ++row.firings;
    const double length = head_.seconds(span.length());
    row.total_s += length;
    if (length > row.longest_s || row.firings == 1) {
      row.longest_s = length;
      row.longest_process = process;
      row.longest_at_s = head_.seconds(span.begin);
    }
  }

  const TraceHead& head_;
  std::vector<std::uint32_t> groups_;
  Summary summary_;
  bool has_time_ = false;
  std::uint64_t bytes_ = 0;  // of the send that has begun
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, FunctionalitySummary> rows_;
};

}  // namespace

Result<Summary> summarise(const Trace& trace) {
  Summing summing(trace.head());
  for (std::uint32_t p = 0; p < trace.head().processes.size(); ++p) {
    auto done = for_each_event(trace, p, [&](const Event& event) { summing.add(p, event); });
    if (done) {
      done = for_each_span(trace, p, [&](const TraceSpan& span) { summing.add(p, span); });
    }
    if (!done) {
      return tl::unexpected(done.error());
    }
  }
  return summing.summary();
}

}  // namespace dps::traces
