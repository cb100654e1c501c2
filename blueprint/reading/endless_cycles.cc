#include "blueprint/reading/endless_cycles.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/problems.h"

namespace dps::blueprint {
namespace {

/// The units of the plan that can follow a unit at once when it becomes active.
struct Departures {
  bool may_stay = false;  ///< the unit may also stay active, or the process complete
  std::vector<std::uint32_t> units;
  std::uint32_t functionality = kNone;  ///< definition of the first that names a unit
};

/// The NULL functionalities fire in order, one of each choice. The first one that names a unit
/// determines the next unit, but the next unit NULL has priority.
Departures departures(const Program& program, const Unit& unit) {
  Departures out;
  bool decided = false;
  const auto list = program.functionalities_of(unit);
  for (std::uint32_t first = 0, end = 0; first < list.size(); first = end) {
    end = program.end_of_choice(unit, first);
    if (program.functionalities[list[first]].collection != kNone) {
      continue;
    }
    bool may_not_decide = false;
    for (std::uint32_t position = first; position < end; ++position) {
      if (program.weight_of(unit, position) == 0) {
        continue;
      }
      const Functionality& functionality = program.functionalities[list[position]];
      for (const NextLeg& leg : program.nexts_of(functionality)) {
        out.may_stay |= leg.target == kNextComplete;
        may_not_decide |= leg.target == kNextSame;
        if (leg.target < kNextComplete && !decided) {
          out.units.push_back(leg.target);
          out.functionality =
              out.functionality == kNone ? functionality.definition : out.functionality;
        }
      }
    }
    decided |= !may_not_decide;
  }
  out.may_stay |= !decided;
  return out;
}

/// Returns the units from which every path is endless.
std::vector<bool> never_resting(std::span<const Departures> all) {
  std::vector<bool> endless(all.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool leaves = all[i].may_stay || std::any_of(all[i].units.begin(), all[i].units.end(),
                                                         [&](auto unit) { return !endless[unit]; });
      if (endless[i] && leaves) {
        endless[i] = false;
        changed = true;
      }
    }
  }
  return endless;
}

/// Returns the units of the cycle that is reached from `start`, beginning with the one that is
/// first on the P line.
std::vector<std::uint32_t> cycle_from(std::span<const Departures> all, std::uint32_t start) {
  std::vector<std::uint32_t> path;
  std::uint32_t at = start;
  while (std::find(path.begin(), path.end(), at) == path.end()) {
    path.push_back(at);
    at = all[at].units.front();
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), at));
  std::rotate(path.begin(), std::min_element(path.begin(), path.end()), path.end());
  return path;
}

}  // namespace

std::optional<EndlessCycle> find_endless_cycle(const Program& program, std::uint32_t plan) {
  const auto units = program.units_of(program.plans[plan]);
  std::vector<Departures> all;
  for (const std::uint32_t unit : units) {
    all.push_back(departures(program, program.units[unit]));
  }
  const auto endless = never_resting(all);
  const auto start = std::find(endless.begin(), endless.end(), true);
  if (start == endless.end()) {
    return std::nullopt;
  }
  const auto cycle = cycle_from(all, static_cast<std::uint32_t>(start - endless.begin()));
  std::string names;
  for (const std::uint32_t unit : cycle) {
    names += text::quoted(program.tag(program.units[units[unit]].definition)) + " -> ";
  }
  names += text::quoted(program.tag(program.units[units[cycle.front()]].definition));
  const std::string_view who =
      cycle.size() == 1 ? "a unit is followed by itself" : "units follow each other";
  return EndlessCycle{all[cycle.front()].functionality,
                      fmt::format("{} forever without taking a message: {}", who, names)};
}

}  // namespace dps::blueprint
