#include "predictor/tallies.h"

namespace dps::predictor {
namespace {

using profiles::Level;
using profiles::Times;

Times since(const Times& from, const Times& to) {
  return {to.real_ns - from.real_ns, to.user_ns - from.user_ns, to.sys_ns - from.sys_ns};
}

void add(Times& sum, const Times& more) {
  sum.real_ns += more.real_ns;
  sum.user_ns += more.user_ns;
  sum.sys_ns += more.sys_ns;
}

}  // namespace

Tallies::Tallies(const blueprint::Program& program, Level level)
    : level_(level), processes_(program.process_count()) {
  if (level == Level::kProcess) {
    return;
  }
  places_.resize(processes_.size());
  first_unit_.reserve(processes_.size() + 1);
  std::size_t functionalities = 0;
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    first_unit_.push_back(units_.size());
    for (const std::uint32_t unit : program.units_of(program.plan(ProcessId{p}))) {
      Unit& sums = units_.emplace_back();
      sums.first_functionality = functionalities;
      functionalities +=
          level == Level::kFunctionality ? program.units[unit].functionalities.count : 0;
    }
  }
  first_unit_.push_back(units_.size());
  units_.emplace_back().first_functionality = functionalities;
  functionalities_.resize(functionalities);
}

Times Tallies::reading(std::uint32_t process, Picoseconds now) const {
  return {now.count(), processes_[process].user.count(), processes_[process].sys.count()};
}

void Tallies::end_unit(std::uint32_t process, const Times& now) {
  Place& place = places_[process];
  if (place.in_unit) {
    add(unit_of(process).times, since(place.unit_since, now));
    place.in_unit = false;
  }
}

void Tallies::unit_begin(std::uint32_t process, std::uint32_t unit, Picoseconds now) {
  if (level_ == Level::kProcess) {
    return;
  }
  const Times at = reading(process, now);
  end_unit(process, at);
  Place& place = places_[process];
  place.unit = unit;
  place.unit_since = at;
  place.in_unit = true;
  ++unit_of(process).active;
}

void Tallies::functionality_begin(std::uint32_t process, std::uint32_t position, Picoseconds now) {
  if (level_ == Level::kFunctionality) {
    Place& place = places_[process];
    place.position = position;
    place.functionality_since = reading(process, now);
    ++functionality_of(process).triggered;
  }
}

void Tallies::functionality_end(std::uint32_t process, Picoseconds now) {
  if (level_ == Level::kFunctionality) {
    Place& place = places_[process];
    add(functionality_of(process).times, since(place.functionality_since, reading(process, now)));
    place.position = profiles::ProcessRecord::kNowhere;
  }
}

void Tallies::process_end(std::uint32_t process, Picoseconds now) {
  processes_[process].end = now;
  if (level_ == Level::kProcess) {
    return;
  }
  if (places_[process].position != profiles::ProcessRecord::kNowhere) {
    functionality_end(process, now);
  }
  end_unit(process, reading(process, now));
}

void Tallies::used(std::uint32_t process, Picoseconds user, Picoseconds sys) {
  processes_[process].user += user;
  processes_[process].sys += sys;
}

void Tallies::computed(std::uint32_t process, Picoseconds time) {
  processes_[process].compute += time;
  if (level_ == Level::kFunctionality) {
    functionality_of(process).compute_ns += time.count();
  }
}

void Tallies::sent(std::uint32_t process, std::uint64_t bytes, Picoseconds time) {
  Sums& sums = processes_[process];
  sums.send += time;
  ++sums.traffic.msgs_out;
  sums.traffic.bytes_out += bytes;
  if (level_ == Level::kProcess) {
    return;
  }
  Unit& unit = unit_of(process);
  ++unit.traffic.msgs_out;
  unit.traffic.bytes_out += bytes;
  if (level_ == Level::kFunctionality) {
    profiles::FunctionalitySums& functionality = functionality_of(process);
    functionality.send_ns += time.count();
    ++functionality.msgs_out;
    functionality.bytes_out += bytes;
  }
}

void Tallies::taken(std::uint32_t process, std::uint64_t bytes, Picoseconds time) {
  Sums& sums = processes_[process];
  sums.take += time;
  ++sums.traffic.msgs_in;
  sums.traffic.bytes_in += bytes;
  if (level_ != Level::kProcess) {
    Unit& unit = unit_of(process);
    ++unit.traffic.msgs_in;
    unit.traffic.bytes_in += bytes;
  }
}

profiles::ProcessRecord Tallies::record(std::uint32_t process) const {
  const Sums& sums = processes_[process];
  profiles::ProcessRecord record;
  record.level = level_;
  record.times = {sums.end.count(), sums.user.count(), sums.sys.count()};
  record.compute_ns = sums.compute.count();
  record.send_ns = sums.send.count();
  record.take_ns = sums.take.count();
  record.traffic = sums.traffic;
  record.late = sums.late;
  if (level_ == Level::kProcess) {
    return record;
  }
  for (std::size_t u = first_unit_[process]; u < first_unit_[process + 1]; ++u) {
    const Unit& from = units_[u];
    profiles::UnitSums& to = record.units.emplace_back();
    to.active = from.active;
    to.times = from.times;
    to.traffic = from.traffic;
    const auto first =
        functionalities_.begin() + static_cast<std::ptrdiff_t>(from.first_functionality);
    const auto last =
        functionalities_.begin() + static_cast<std::ptrdiff_t>(units_[u + 1].first_functionality);
    to.functionalities.assign(first, last);
  }
  return record;
}

}  // namespace dps::predictor
