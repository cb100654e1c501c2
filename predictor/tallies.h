/// What each process of a prediction has used: the sums of its execution-history log (the DPS
/// paper, 5.3), in picoseconds of virtual time. The counterpart of profiles/execution_log.h, which
/// keeps the same for a real process in a page of shared memory; here there are up to a million,
/// in plain tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "machines/wide.h"
#include "profiles/record.h"

namespace dps::predictor {

class Tallies {
 public:
  Tallies(const blueprint::Program& program, profiles::Level level);

  // All instants are since the start; the caller reports them in the order of time.

  void unit_begin(std::uint32_t process, std::uint32_t unit, Picoseconds now);
  void functionality_begin(std::uint32_t process, std::uint32_t position, Picoseconds now);
  void functionality_end(std::uint32_t process, Picoseconds now);
  void process_end(std::uint32_t process, Picoseconds now);

  void used(std::uint32_t process, Picoseconds user, Picoseconds sys);
  void computed(std::uint32_t process, Picoseconds time);
  void sent(std::uint32_t process, std::uint64_t bytes, Picoseconds time);
  void taken(std::uint32_t process, std::uint64_t bytes, Picoseconds time);
  void late(std::uint32_t process) { ++processes_[process].late; }

  /// The record so far, in picoseconds; no flows and no entries. Complete after process_end().
  [[nodiscard]] profiles::ProcessRecord record(std::uint32_t process) const;
  [[nodiscard]] Picoseconds end_of(std::uint32_t process) const { return processes_[process].end; }

 private:
  struct Sums {
    Picoseconds end;
    Picoseconds user;
    Picoseconds sys;
    Picoseconds compute;
    Picoseconds send;
    Picoseconds take;
    profiles::Traffic traffic;
    std::uint64_t late = 0;
  };
  /// The readings when the active unit and the functionality that fires began; finer levels only.
  struct Place {
    profiles::Times unit_since;
    profiles::Times functionality_since;
    std::uint32_t unit = 0;
    std::uint32_t position = profiles::ProcessRecord::kNowhere;
    bool in_unit = false;
  };
  struct Unit {
    std::uint64_t active = 0;
    profiles::Times times;
    profiles::Traffic traffic;
    std::size_t first_functionality = 0;
  };

  [[nodiscard]] profiles::Times reading(std::uint32_t process, Picoseconds now) const;
  void end_unit(std::uint32_t process, const profiles::Times& now);
  [[nodiscard]] Unit& unit_of(std::uint32_t process) {
    return units_[first_unit_[process] + places_[process].unit];
  }
  [[nodiscard]] profiles::FunctionalitySums& functionality_of(std::uint32_t process) {
    return functionalities_[unit_of(process).first_functionality + places_[process].position];
  }

  profiles::Level level_;
  std::vector<Sums> processes_;
  // At finer levels:
  std::vector<Place> places_;
  std::vector<std::size_t> first_unit_;  // by process, and the number of all at the end
  std::vector<Unit> units_;              // and one more at the end
  std::vector<profiles::FunctionalitySums> functionalities_;
};

}  // namespace dps::predictor
