#include "blueprint/reach.h"

#include <algorithm>

namespace dps::blueprint {

std::vector<PlanRange> plan_ranges(const Program& program) {
  std::vector<PlanRange> ranges;
  for (std::uint32_t process = 0; process < program.plan_of.size(); ++process) {
    const std::uint32_t plan = program.plan_of[process];
    if (plan == kNone) {
      continue;
    }
    if (!ranges.empty() && ranges.back().plan == plan &&
        ranges.back().first + ranges.back().count == process) {
      ++ranges.back().count;
    } else {
      ranges.push_back({plan, process, 1});
    }
  }
  return ranges;
}

bool leaves_at_once(const Program& program, const Unit& unit) {
  const auto list = program.functionalities_of(unit);
  const auto leaves = [&](std::uint32_t position) {
    const Functionality& functionality = program.functionalities[list[position]];
    return functionality.collection == kNone &&
           std::ranges::none_of(program.nexts_of(functionality),
                                [](const NextLeg& leg) { return leg.target == kNextSame; });
  };
  for (std::uint32_t first = 0, end = 0; first < list.size(); first = end) {
    end = program.end_of_choice(unit, first);
    bool all_leave = true;
    for (std::uint32_t position = first; position < end; ++position) {
      all_leave = all_leave && (program.weight_of(unit, position) == 0 || leaves(position));
    }
    if (all_leave) {
      return true;
    }
  }
  return false;
}

Reach::Reach(const Program& program) {
  units_of_.reserve(program.plans.size());
  firings_of_.reserve(program.plans.size());
  for (std::uint32_t plan = 0; plan < program.plans.size(); ++plan) {
    follow(program, plan);
  }
}

bool Reach::can_fire(const Program& program, const Functionality& functionality,
                     bool left_at_once) const {
  if (functionality.collection == kNone) {
    return true;
  }
  return !left_at_once && program.collections[functionality.collection].pairs.count > 0;
}

void Reach::follow(const Program& program, std::uint32_t plan) {
  const auto units = program.units_of(program.plans[plan]);
  const auto first_unit = static_cast<std::uint32_t>(units_.size());
  const auto first_firing = static_cast<std::uint32_t>(firings_.size());
  units_.push_back(0);
  for (std::size_t next = first_unit; next < units_.size(); ++next) {
    const std::uint32_t position = units_[next];
    const Unit& unit = program.units[units[position]];
    const bool left_at_once = leaves_at_once(program, unit);
    const auto functionalities = program.functionalities_of(unit);
    for (std::uint32_t place = 0; place < functionalities.size(); ++place) {
      const std::uint32_t at = functionalities[place];
      if (!can_fire(program, program.functionalities[at], left_at_once) ||
          program.weight_of(unit, place) == 0) {
        continue;
      }
      firings_.push_back({position, at});
      for (const NextLeg& leg : program.nexts_of(program.functionalities[at])) {
        const bool seen =
            std::find(units_.begin() + first_unit, units_.end(), leg.target) != units_.end();
        if (leg.target < units.size() && !seen) {
          units_.push_back(leg.target);
        }
      }
    }
  }
  units_of_.push_back({first_unit, static_cast<std::uint32_t>(units_.size()) - first_unit});
  firings_of_.push_back({first_firing, static_cast<std::uint32_t>(firings_.size()) - first_firing});
}

std::span<const std::uint32_t> Reach::units_of(std::uint32_t plan) const {
  return std::span(units_).subspan(units_of_[plan].first, units_of_[plan].count);
}

std::span<const Firing> Reach::firings_of(std::uint32_t plan) const {
  return std::span(firings_).subspan(firings_of_[plan].first, firings_of_[plan].count);
}

}  // namespace dps::blueprint
