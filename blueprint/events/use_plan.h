/// The numbers and types of the messages that the functionalities of a plan use when they fire.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "blueprint/request_joins.h"

namespace dps::events {

/// Immutable once it is finished. Processes with equal plans share one.
class UsePlan {
 public:
  /// A pair of a collection.
  struct Need {
    std::uint32_t mid = 0;
    std::uint64_t count = 0;  ///< at least 1
    std::uint64_t of = 0;     ///< with -each: of how many messages of a request
  };
  /// A pair of a collection, by the row of its type.
  struct Use {
    std::uint32_t row = 0;
    bool is_shared = false;  ///< another functionality of the unit needs the type, too
    bool is_alone = false;   ///< one message of this type completes the collection, and it is the
                             ///< only one of the unit that needs the type
    std::uint64_t count = 0;
  };

  /// `early`: the unit also counts messages that earlier units have not used.
  void add_unit(bool early);
  /// A functionality of the latest unit. Without needs it fires when the unit becomes active, or
  /// never. `each`: it counts the messages of each request apart (blueprint/request_joins.h).
  /// `is_alternative`: it or one of those before it fires, never several of them; they have the
  /// same needs.
  void add_functionality(std::span<const Need> needs, bool each = false,
                         bool is_alternative = false);
  /// Must be called once, after all units.
  void finish();

  /// The types that some functionality needs have rows, in the order of their mids.
  [[nodiscard]] std::size_t rows() const { return mids_.size(); }
  [[nodiscard]] std::uint32_t mid_of(std::uint32_t row) const { return mids_[row]; }
  /// The row of the type; rows() if no functionality needs it.
  [[nodiscard]] std::uint32_t row_of(std::uint32_t mid) const;
  /// True if an -early unit needs the type.
  [[nodiscard]] bool is_claimable(std::uint32_t row) const { return claimable_[row] != 0; }
  /// True if a functionality that counts each request apart needs the type.
  [[nodiscard]] bool is_joined(std::uint32_t row) const { return joined_[row] != 0; }

  [[nodiscard]] std::size_t units() const { return units_.size(); }
  [[nodiscard]] bool is_early(std::uint32_t unit) const { return units_[unit].early; }
  /// The rows of the types that the unit needs, in order.
  [[nodiscard]] std::span<const std::uint32_t> listed(std::uint32_t unit) const;
  [[nodiscard]] bool lists(std::uint32_t unit, std::uint32_t row) const;
  /// The position of the unit's first functionality among those of all units.
  [[nodiscard]] std::uint32_t first_of(std::uint32_t unit) const { return units_[unit].first; }
  [[nodiscard]] std::uint32_t functionalities_of(std::uint32_t unit) const;
  [[nodiscard]] std::uint32_t unit_of(std::uint32_t functionality) const {
    return functionalities_[functionality].unit;
  }
  /// The first alternative of its choice; itself if it has none.
  [[nodiscard]] std::uint32_t choice_of(std::uint32_t functionality) const {
    return functionalities_[functionality].choice;
  }
  [[nodiscard]] std::span<const Use> uses(std::uint32_t functionality) const;
  /// The uses of all functionalities of the unit.
  [[nodiscard]] std::span<const Use> uses_in(std::uint32_t unit) const;
  /// True if a use of the unit is shared.
  [[nodiscard]] bool shares(std::uint32_t unit) const { return units_[unit].shares; }
  /// True if a functionality of the unit, or of any unit, counts each request apart.
  [[nodiscard]] bool joins(std::uint32_t unit) const { return units_[unit].joins; }
  [[nodiscard]] bool joins() const { return joins_; }
  [[nodiscard]] bool is_each(std::uint32_t functionality) const {
    return functionalities_[functionality].each;
  }
  /// The pairs of a functionality that counts each request apart.
  [[nodiscard]] std::vector<blueprint::JoinedPair> joined(std::uint32_t functionality) const;

 private:
  struct Unit {
    std::uint32_t first = 0;         ///< position in functionalities_
    std::uint32_t first_listed = 0;  ///< position in listed_
    bool early = false;
    bool shares = false;
    bool joins = false;
  };
  struct Functionality {
    std::uint32_t unit = 0;
    std::uint32_t first = 0;   ///< position in uses_
    std::uint32_t choice = 0;  ///< position of its first alternative
    bool each = false;
  };

  void finish_unit(std::uint32_t unit);

  // Each list has the end of the last item as one more item, once it is finished.
  std::vector<Unit> units_;
  std::vector<Functionality> functionalities_;
  std::vector<Use> uses_;
  std::vector<Need> needs_;  // of uses_, until they have rows
  std::vector<std::uint32_t> listed_;
  std::vector<std::uint32_t> mids_;      // by row
  std::vector<std::uint8_t> claimable_;  // by row
  std::vector<std::uint8_t> joined_;     // by row
  std::vector<std::uint64_t> of_;        // of uses_: of how many messages of a request
  bool joins_ = false;
};

inline std::span<const std::uint32_t> UsePlan::listed(std::uint32_t unit) const {
  const std::uint32_t first = units_[unit].first_listed;
  return std::span(listed_).subspan(first, units_[unit + 1].first_listed - first);
}
inline bool UsePlan::lists(std::uint32_t unit, std::uint32_t row) const {
  for (const std::uint32_t listed : listed(unit)) {
    if (listed >= row) {
      return listed == row;
    }
  }
  return false;
}
inline std::uint32_t UsePlan::functionalities_of(std::uint32_t unit) const {
  return units_[unit + 1].first - units_[unit].first;
}
inline std::span<const UsePlan::Use> UsePlan::uses(std::uint32_t functionality) const {
  const std::uint32_t first = functionalities_[functionality].first;
  return std::span(uses_).subspan(first, functionalities_[functionality + 1].first - first);
}
inline std::span<const UsePlan::Use> UsePlan::uses_in(std::uint32_t unit) const {
  const std::uint32_t first = functionalities_[units_[unit].first].first;
  return std::span(uses_).subspan(first, functionalities_[units_[unit + 1].first].first - first);
}

}  // namespace dps::events
