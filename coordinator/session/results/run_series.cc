#include "coordinator/session/results/run_series.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "coordinator/session/results/profile_maker.h"

namespace dps::coordinator {
namespace {

/// Larger errors of a clock are noted in the result.
constexpr std::chrono::nanoseconds kClockTrusted = std::chrono::milliseconds{1};

profiles::ProcessRecord record_of(const Counters& counters, std::uint32_t run) {
  profiles::ProcessRecord record;
  record.run = run;
  record.known = profiles::KnownPart::kMessages;
  record.state = counters.state;
  record.unit = counters.unit;
  record.position = counters.position;
  record.changed = counters.changed;
  record.times.real = std::max(Nanoseconds(0), counters.changed);
  record.traffic.msgs_out = counters.sent;
  record.traffic.msgs_in = counters.taken;
  record.late = counters.late;
  record.timers_pending = counters.timers_pending;
  return record;
}

}  // namespace

void RunSeries::begin_run(TimePoint begin) {
  ++run_;
  begin_ = begin;
  begin_offsets_.clear();
  for (std::uint32_t host = 0; host < tables_.hosts.size(); ++host) {
    begin_offsets_.push_back(tables_.clocks.offset(host));
  }
}

RunEvents RunSeries::no_events_yet() const {
  RunEvents events;
  events.run = number();
  events.begin = begin_.time_since_epoch();
  for (std::uint32_t host = 0; host < tables_.hosts.size(); ++host) {
    events.clocks.push_back(tables_.clocks.readings(host, begin_offsets_[host]));
  }
  auto spool = traces::RunSpool::make(tables_.simulators.size());
  if (spool) {
    events.spool = std::move(*spool);
  } else {
    events.error = spool.error();
  }
  return events;
}

bool RunSeries::finish_run() {
  PlayedRun& run = tables_.simulators.run();
  if (!is_warmup()) {
    makespans_.push_back(makespan_of(run));
    runs_.push_back(std::move(run));
    is_complete_ = is_enough(input_.options.repetition, makespans_);
  }
  return is_complete_;
}

void RunSeries::fill_missing_records() {
  PlayedRun& run = tables_.simulators.run();
  for (std::uint32_t p = 0; p < run.records.size() && has_begun(); ++p) {
    const auto& newest = tables_.quiescence.newest(ProcessId{p});
    if (!run.records[p] && newest) {
      run.records[p] = record_of(*newest, run.number);
    }
  }
}

SessionResult RunSeries::take() {
  SessionResult result;
  result.complete = is_complete_;
  result.runs = std::move(runs_);
  result.events = std::move(events_);
  result.notes = std::move(notes_);
  for (std::uint32_t host = 0; host < tables_.hosts.size(); ++host) {
    result.hosts.push_back({tables_.hosts.hello(host), tables_.clocks.report(host)});
  }
  if (!is_complete_ && has_begun()) {
    result.runs.push_back(std::move(tables_.simulators.run()));
  }
  note_clock_errors(result);
  return result;
}

void RunSeries::note_clock_errors(SessionResult& result) const {
  for (std::size_t host = 0; host < result.hosts.size() && has_begun(); ++host) {
    const Nanoseconds error = result.hosts[host].clock.error;
    if (error > kClockTrusted) {
      result.notes.push_back(fmt::format(
          "the clock of {0} is known only to within {1}: its processes may have begun up to {1} "
          "early or late, and the makespan may be wrong by as much",
          input_.placement.hosts[host].name, format_time(Seconds(error))));
    }
  }
}

}  // namespace dps::coordinator
