#include "coordinator/session/server_ends.h"

#include <algorithm>

namespace dps::coordinator {
namespace {

void shorten(Nanoseconds& real, Nanoseconds by) {
  real = std::max(Nanoseconds(0), real - by);
}

/// Returns the time that was subtracted.
Nanoseconds trim_record(profiles::ProcessRecord& record, const Counters& last, Nanoseconds quiet) {
  const bool has_worked_since =
      record.traffic.msgs_out != last.sent || record.traffic.msgs_in != last.taken;
  if (has_worked_since) {
    return Nanoseconds(0);
  }
  const Nanoseconds end = std::max(quiet, last.changed);
  const Nanoseconds beyond = record.start_late + record.times.real - end;
  if (beyond <= Nanoseconds(0)) {
    return Nanoseconds(0);
  }
  shorten(record.times.real, beyond);
  shorten(record.idle, beyond);
  if (record.unit < record.units.size()) {
    shorten(record.units[record.unit].times.real, beyond);
  }
  return beyond;
}

}  // namespace

void ServerEnds::restart() {
  quiet_.reset();
  last_.assign(last_.size(), std::nullopt);
  trimmed_.assign(trimmed_.size(), Nanoseconds(0));
}

void ServerEnds::trim(std::span<std::optional<profiles::ProcessRecord>> records) {
  for (std::size_t p = 0; p < records.size() && quiet_; ++p) {
    if (records[p] && last_[p]) {
      trimmed_[p] = trim_record(*records[p], *last_[p], *quiet_);
    }
  }
}

}  // namespace dps::coordinator
