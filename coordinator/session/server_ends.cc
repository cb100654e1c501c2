#include "coordinator/session/server_ends.h"

#include <algorithm>

namespace dps::coordinator {

void end_with_run(profiles::ProcessRecord& record, const Counters& last, std::int64_t quiet_ns) {
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
  record.times.real_ns = std::max<std::int64_t>(0, record.times.real_ns - beyond_ns);
  if (record.unit < record.units.size()) {
    std::int64_t& real_ns = record.units[record.unit].times.real_ns;
    real_ns = std::max<std::int64_t>(0, real_ns - beyond_ns);
  }
}

}  // namespace dps::coordinator
