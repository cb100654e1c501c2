#include "coordinator/session/results/last_counters.h"

#include <algorithm>

namespace dps::coordinator {
namespace {

profiles::ProcessRecord record_of(const Counters& counters, std::uint32_t run) {
  profiles::ProcessRecord record;
  record.run = run;
  record.known = profiles::Known::kMessages;
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

void fill_missing_records(PlayedRun& run, const QuiescenceDetector& quiescence) {
  for (std::uint32_t p = 0; p < run.records.size(); ++p) {
    const auto& newest = quiescence.newest(ProcessId{p});
    if (!run.records[p] && newest) {
      run.records[p] = record_of(*newest, run.number);
    }
  }
}

}  // namespace dps::coordinator
