#include "profiles/process_sums.h"

namespace dps::profiles {
namespace {

using Sums = ProcessSums<Nanoseconds>;

Sums::Times typed(const Times& times) {
  return {Nanoseconds(times.real_ns), Nanoseconds(times.user_ns), Nanoseconds(times.sys_ns)};
}

Sums::Unit typed(const UnitSums& unit) {
  Sums::Unit sums{unit.active, typed(unit.times), unit.traffic, {}};
  sums.functionalities.reserve(unit.functionalities.size());
  for (const FunctionalitySums& one : unit.functionalities) {
    sums.functionalities.push_back({one.triggered, typed(one.times), Nanoseconds(one.compute_ns),
                                    Nanoseconds(one.send_ns), one.bytes_out, one.msgs_out});
  }
  return sums;
}

}  // namespace

Sums sums_of(const ProcessRecord& record) {
  Sums sums;
  sums.times = typed(record.times);
  sums.compute = Nanoseconds(record.compute_ns);
  sums.send = Nanoseconds(record.send_ns);
  sums.take = Nanoseconds(record.take_ns);
  sums.traffic = record.traffic;
  sums.late = record.late;
  sums.units.reserve(record.units.size());
  for (const UnitSums& unit : record.units) {
    sums.units.push_back(typed(unit));
  }
  return sums;
}

}  // namespace dps::profiles
