#include "blueprint/reading/endless_cycles.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "text/problems.h"

namespace dps::blueprint {
namespace {

/// Where a unit can go on to at once when it becomes active, among the units of its plan.
struct Departures {
  bool may_stay = false;  ///< or complete the process
  std::vector<std::uint32_t> units;
  std::uint32_t functionality = kNone;  ///< the definition of the first that names a unit
};

/// The NULL functionalities fire in order; the first that names a unit wins, NULL over all.
Departures departures(const Program& program, const Unit& unit) {
  Departures out;
  bool decided = false;
  for (const std::uint32_t position : program.functionalities_of(unit)) {
    const Functionality& functionality = program.functionalities[position];
    if (functionality.collection != kNone) {
      continue;
    }
    bool may_not_decide = false;
    for (const NextLeg& leg : program.nexts_of(functionality)) {
      out.may_stay |= leg.target == kNextComplete;
      may_not_decide |= leg.target == kNextSame;
      if (leg.target < kNextComplete && !decided) {
        out.units.push_back(leg.target);
        out.functionality =
            out.functionality == kNone ? functionality.definition : out.functionality;
      }
    }
    decided |= !may_not_decide;
  }
  out.may_stay |= !decided;
  return out;
}

/// Units from which every way leads on for ever.
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

/// The units of the cycle that one runs into from `start`, the first of the P line at the front.
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
