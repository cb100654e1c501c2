#include "coordinator/session/server_ends.h"

#include <algorithm>

namespace dps::coordinator {
namespace {

void shorten(std::int64_t& real_ns, std::int64_t by_ns) {
  real_ns = std::max<std::int64_t>(0, real_ns - by_ns);
}

void trim_record(profiles::ProcessRecord& record, const Counters& last, std::int64_t quiet_ns) {
  const bool has_worked_since =
      record.traffic.msgs_out != last.sent || record.traffic.msgs_in != last.taken;
  if (has_worked_since) {
    return;
  }
  const std::int64_t end_ns = std::max(quiet_ns, last.changed_ns);
  const std::int64_t beyond_ns = record.start_late_ns + record.times.real_ns - end_ns;
  if (beyond_ns <= 0) {
    return;
  }
  shorten(record.times.real_ns, beyond_ns);
  if (record.unit < record.units.size()) {
    shorten(record.units[record.unit].times.real_ns, beyond_ns);
  }
}

}  // namespace

void ServerEnds::restart() {
  quiet_ns_.reset();
  last_.assign(last_.size(), std::nullopt);
}

void ServerEnds::trim(std::span<std::optional<profiles::ProcessRecord>> records) const {
  for (std::size_t p = 0; p < records.size() && quiet_ns_; ++p) {
    if (records[p] && last_[p]) {
      trim_record(*records[p], *last_[p], *quiet_ns_);
    }
  }
}

}  // namespace dps::coordinator
