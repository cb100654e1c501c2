#include "commands/tracing/trace_options.h"

#include <cmath>

#include <fmt/format.h>

#include "profiles/traces/summary.h"

namespace dps::coordinator {
namespace {

/// An instant, or the end of time.
traces::Ticks ticks_of(Seconds time, double per_second) {
  const double ticks = time.count() * per_second;
  return ticks < static_cast<double>(traces::kMostTicks) ? std::llround(ticks) : traces::kMostTicks;
}

}  // namespace

bool records_events(const CommandLine& line) {
  return !line.traces.empty() || line.why || line.latencies || expects_latencies(line);
}

traces::Limits trace_limits_of(const CommandLine& line, traces::TimeUnit unit) {
  traces::TraceHead head;
  head.unit = unit;
  const auto per_second = static_cast<double>(head.ticks_per_second());
  traces::Limits limits;
  if (line.traces.empty() && unit == traces::TimeUnit::kPicoseconds) {
    limits.events = traces::kMostEvents;  // --why needs all events; those of a run are in memory
  }
  limits.events = line.trace_limit.value_or(limits.events);
  limits.keep = line.trace_keep;
  limits.from = line.trace_from ? ticks_of(*line.trace_from, per_second) : limits.from;
  limits.to = line.trace_to ? ticks_of(*line.trace_to, per_second) : limits.to;
  return limits;
}

void note_left_out(const CommandLine& line, const traces::TraceHead& head) {
  if (head.has_reached_limit() && !line.quiet) {
    fmt::print(stderr, "dps: note: the trace leaves out {}\n", traces::left_out_text(head));
  }
}

}  // namespace dps::coordinator
