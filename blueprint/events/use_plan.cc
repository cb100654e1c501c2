#include "blueprint/events/use_plan.h"

#include <algorithm>

namespace dps::events {

void UsePlan::add_unit(bool early) {
  units_.push_back({static_cast<std::uint32_t>(functionalities_.size()), 0, early, false, false});
}

void UsePlan::add_functionality(std::span<const Need> needs, bool each, bool is_alternative) {
  const std::uint32_t choice = is_alternative ? functionalities_.back().choice
                                              : static_cast<std::uint32_t>(functionalities_.size());
  functionalities_.push_back({static_cast<std::uint32_t>(units_.size() - 1),
                              static_cast<std::uint32_t>(needs_.size()), choice, each});
  units_.back().joins = units_.back().joins || each;
  joins_ = joins_ || each;
  needs_.insert(needs_.end(), needs.begin(), needs.end());
}

void UsePlan::finish() {
  for (const Need& need : needs_) {
    mids_.push_back(need.mid);
  }
  std::sort(mids_.begin(), mids_.end());
  mids_.erase(std::unique(mids_.begin(), mids_.end()), mids_.end());
  claimable_.resize(mids_.size());
  joined_.resize(mids_.size());
  for (const Need& need : needs_) {
    uses_.push_back({row_of(need.mid), false, false, need.count});
    of_.push_back(need.of);
  }
  const auto units = static_cast<std::uint32_t>(units_.size());
  units_.push_back({static_cast<std::uint32_t>(functionalities_.size()), 0, false, false, false});
  functionalities_.push_back({units, static_cast<std::uint32_t>(needs_.size()), 0, false});
  for (std::uint32_t unit = 0; unit < units; ++unit) {
    finish_unit(unit);
  }
  units_.back().first_listed = static_cast<std::uint32_t>(listed_.size());
  needs_.clear();
}

void UsePlan::finish_unit(std::uint32_t unit) {
  Unit& line = units_[unit];
  line.first_listed = static_cast<std::uint32_t>(listed_.size());
  std::vector<std::uint32_t> rows;
  for (std::uint32_t f = line.first; f < units_[unit + 1].first; ++f) {
    for (const Use& use : uses(f)) {
      if (choice_of(f) == f) {  // its alternatives have the same types
        rows.push_back(use.row);
      }
      claimable_[use.row] |= line.early ? 1 : 0;
      if (is_each(f)) {
        joined_[use.row] = 1;
      }
    }
  }
  std::sort(rows.begin(), rows.end());
  for (std::uint32_t f = line.first; f < units_[unit + 1].first; ++f) {
    const std::uint32_t end = functionalities_[f + 1].first;
    for (std::uint32_t u = functionalities_[f].first; u < end; ++u) {
      Use& use = uses_[u];
      const auto [first, last] = std::equal_range(rows.begin(), rows.end(), use.row);
      use.is_shared = last - first > 1;
      use.is_alone = !use.is_shared && use.count == 1 && end - functionalities_[f].first == 1;
      line.shares |= use.is_shared;
    }
  }
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  listed_.insert(listed_.end(), rows.begin(), rows.end());
}

std::vector<blueprint::JoinedPair> UsePlan::joined(std::uint32_t functionality) const {
  std::vector<blueprint::JoinedPair> pairs;
  const std::uint32_t end = functionalities_[functionality + 1].first;
  for (std::uint32_t use = functionalities_[functionality].first; use < end; ++use) {
    pairs.push_back({mids_[uses_[use].row], uses_[use].count, of_[use]});
  }
  return pairs;
}

std::uint32_t UsePlan::row_of(std::uint32_t mid) const {
  constexpr std::size_t kScanned = 8;  // fewer rows are scanned faster than searched
  if (mids_.size() <= kScanned) {
    for (std::uint32_t row = 0; row < mids_.size(); ++row) {
      if (mids_[row] == mid) {
        return row;
      }
    }
    return static_cast<std::uint32_t>(mids_.size());
  }
  const auto found = std::lower_bound(mids_.begin(), mids_.end(), mid);
  return found != mids_.end() && *found == mid ? static_cast<std::uint32_t>(found - mids_.begin())
                                               : static_cast<std::uint32_t>(mids_.size());
}

}  // namespace dps::events
